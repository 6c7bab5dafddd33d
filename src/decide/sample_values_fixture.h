#pragma once

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/command.h"
#include "model/rule_id.h"

// Texts that calls name destinations and paths with, and what has to be said of each by itself, written down by hand.
namespace yett {

struct UrlSample {
  std::string text;
  std::vector<RuleId> faults;  // whatever is listed
  std::string host;            // canonical; empty: the text has no canonical form that an entry could match
  std::uint16_t port = 443;
  std::string path = "/";
  bool is_strict = false;     // a spelling that is refused behind everything else
  bool is_ambiguous = false;  // a path that a server might read otherwise
  bool is_address = false;
  bool is_site_name = false;  // special, unless the entry that lists it says which addresses it may have
};

struct EmailSample {
  std::string text;
  std::string domain;   // canonical; empty: malformed
  std::string address;  // canonical; empty: a spelling that is refused behind everything else
  bool has_display_name = false;
};

struct PathSample {
  std::string text;
  std::vector<std::string> parts;  // between the slashes
  bool is_absolute = true;
  bool is_malformed = false;
  bool is_expanded = false;  // by shells
  bool is_protected = false;
};

/// A command, and what is to be found in it while the entry of that program is listed.
struct CommandSample {
  std::string text;     // the argument as JSON
  std::string program;  // the whole name of the listed program that it means; empty: none
  bool is_malformed = false;
  bool is_covered = false;
  std::vector<std::string> reads{};  // judged whether or not all words are covered
  std::vector<std::string> urls{};
};

namespace samples {

/// What random policies list.
inline std::vector<ListedCommand> listed_commands() {
  using enum WordKind;
  const auto command = [](std::string program, std::vector<std::string> subcommands, std::vector<ListedOption> options,
                          std::vector<WordKind> operands, Effect effect) {
    return ListedCommand{.program = std::move(program),
                         .fixed = {},
                         .subcommands = std::move(subcommands),
                         .options = std::move(options),
                         .operands = std::move(operands),
                         .effect = effect,
                         .where = {}};
  };
  return {command("/usr/bin/git", {"log", "status"},
                  {{"--oneline"}, {"-n", Number}, {"--grep", Text}, {"--stat", Text, ValuePlace::BehindEquals}},
                  {Revision, ReadPath}, Effect::Read),
          command("/usr/bin/uniq", {}, {}, {ReadPath, None}, Effect::Read),
          command("/usr/bin/npm", {"run"}, {{"--workspace", Name}}, {Name, None}, Effect::Write),
          command("/usr/bin/rg", {}, {{"-i"}}, {Text, ReadPath}, Effect::Read),
          command("/usr/bin/curl", {}, {{"-sS"}}, {Url}, Effect::Send),
          command("/usr/bin/python3", {}, {}, {ReadPath, Rest}, Effect::Execute),
          command("/usr/bin/make", {}, {{"-B"}}, {}, Effect::Write)};
}

inline const std::vector<CommandSample>& commands() {
  static const std::string kGit = "/usr/bin/git";
  static const std::string kShelf = "/srv/office/shelf/a";
  static const std::vector<CommandSample> kCommands = {
      {.text = R"(["make"])", .program = "/usr/bin/make", .is_covered = true},
      {.text = R"(["/usr/bin/make","-B"])", .program = "/usr/bin/make", .is_covered = true},
      {.text = R"(["make","all"])", .program = "/usr/bin/make"},
      {.text = R"(["/opt/make"])", .program = ""},
      {.text = R"(["Make"])", .program = ""},
      {.text = R"(["sh","-c","make"])", .program = ""},
      {.text = R"(["git","log","--oneline","-n","5"])", .program = kGit, .is_covered = true},
      {.text = R"(["git","log","--grep=a; b | c"])", .program = kGit, .is_covered = true},
      {.text = R"(["git","log","--grep","a && b","--","/srv/office/shelf/a"])",
       .program = kGit,
       .is_covered = true,
       .reads = {kShelf}},
      {.text = R"(["git","status","--","/etc/passwd"])", .program = kGit, .is_covered = true, .reads = {"/etc/passwd"}},
      {.text = R"(["git","status","main~2..x/y","../b","a/b"])",
       .program = kGit,
       .is_covered = true,
       .reads = {"../b", "a/b"}},
      {.text = R"(["git","log","main","--oneline","--","a/b"])", .program = kGit, .is_covered = true, .reads = {"a/b"}},
      {.text = R"(["git","log","main","a/b","--","../b"])",
       .program = kGit,
       .is_covered = true,
       .reads = {"a/b", "../b"}},
      {.text = R"(["git","log","--stat=80"])", .program = kGit, .is_covered = true},
      {.text = R"(["git","log","--stat","80"])", .program = kGit},
      {.text = R"(["git","log","/etc/passwd"])", .program = kGit},
      {.text = R"(["git","log","HEAD:a"])", .program = kGit},
      {.text = R"(["git","log","main/../../x"])", .program = kGit},
      {.text = R"(["uniq","/srv/office/shelf/a"])", .program = "/usr/bin/uniq", .is_covered = true, .reads = {kShelf}},
      {.text = R"(["uniq","/srv/office/shelf/a","x"])", .program = "/usr/bin/uniq", .reads = {kShelf}},
      {.text = R"(["npm","run","build","--workspace","a"])", .program = "/usr/bin/npm", .is_covered = true},
      {.text = R"(["npm","run","build","--workspace=a/b"])", .program = "/usr/bin/npm"},
      {.text = R"(["npm","run","../x"])", .program = "/usr/bin/npm"},
      {.text = R"(["git","push"])", .program = kGit},
      {.text = R"(["git"])", .program = kGit},
      {.text = R"(["git","-c","a=b","log"])", .program = kGit},
      {.text = R"(["git","log","-n"])", .program = kGit},
      {.text = R"(["git","log","-n","five"])", .program = kGit},
      {.text = R"(["git","log","-n","-5"])", .program = kGit},
      {.text = R"(["git","log","--grep","--oneline"])", .program = kGit},
      {.text = R"(["git","log","--oneline=x"])", .program = kGit},
      {.text = R"(["git","log","--one"])", .program = kGit},
      {.text = R"(["git","log","main","/srv/office/shelf/a","--oneline"])", .program = kGit, .reads = {kShelf}},
      {.text = R"(["rg","-i","--","-v","/srv/office/shelf/a"])",
       .program = "/usr/bin/rg",
       .is_covered = true,
       .reads = {kShelf}},
      {.text = R"(["rg","x","/srv/office/acme/desk/a","/etc/passwd"])",
       .program = "/usr/bin/rg",
       .is_covered = true,
       .reads = {"/srv/office/acme/desk/a", "/etc/passwd"}},
      {.text = R"(["rg","x","--pre=sh"])", .program = "/usr/bin/rg"},
      {.text = R"(["curl","-sS","https://hooks.office.example/a"])",
       .program = "/usr/bin/curl",
       .is_covered = true,
       .urls = {"https://hooks.office.example/a"}},
      {.text = R"(["curl","http://hooks.office.example/"])",
       .program = "/usr/bin/curl",
       .is_covered = true,
       .urls = {"http://hooks.office.example/"}},
      {.text = R"(["python3","/srv/office/shelf/a","--url","https://evil.example/",""])",
       .program = "/usr/bin/python3",
       .is_covered = true,
       .reads = {kShelf}},
      {.text = R"(["python3","-m","http.server"])", .program = "/usr/bin/python3"},
      {.text = R"(["python3"])", .program = "/usr/bin/python3"},
      {.text = R"(["python3","--"])", .program = "/usr/bin/python3"},
      {.text = R"("make")", .program = "", .is_malformed = true},
      {.text = "[]", .program = "", .is_malformed = true},
      {.text = "[1]", .program = "", .is_malformed = true},
      {.text = R"(["","make"])", .program = "", .is_malformed = true},
      {.text = R"(["make","a\u0000"])", .program = "", .is_malformed = true}};
  return kCommands;
}

inline const std::vector<UrlSample>& urls() {
  using enum RuleId;
  static const std::vector<UrlSample> kUrls = {
      {"https://hooks.office.example/a/b?q=1", {}, "hooks.office.example", 443, "/a/b"},
      {"https://hooks.office.example/a", {}, "hooks.office.example", 443, "/a"},
      {"https://hooks.office.example/ab", {}, "hooks.office.example", 443, "/ab"},
      {"HTTPS://Hooks.Office.Example.", {}, "hooks.office.example"},
      {.text = "https://hooks.office.example/a/../b",
       .faults = {},
       .host = "hooks.office.example",
       .path = "/a/../b",
       .is_ambiguous = true},
      {"https://api.office.example:8443/", {}, "api.office.example", 8443},
      {"https://api.office.example/", {}, "api.office.example"},
      {"https://x.wide.example/a", {}, "x.wide.example", 443, "/a"},
      {"https://x.y.wide.example/", {}, "x.y.wide.example"},
      {"https://wide.example/", {}, "wide.example"},
      {"https://evil.example/", {}, "evil.example"},
      {.text = "https://printer.local/", .faults = {}, .host = "printer.local", .is_site_name = true},
      {"http://hooks.office.example/", {DestinationScheme}, ""},
      {"http://169.254.169.254/", {DestinationMetadata, DestinationScheme}, ""},
      {.text = "https://169.254.169.254/",
       .faults = {DestinationMetadata},
       .host = "169.254.169.254",
       .is_address = true},
      {"https://db.localhost/", {DestinationLoopback}, "db.localhost"},
      {.text = "https://[fe80::1]/", .faults = {DestinationLinkLocal}, .host = "[fe80::1]", .is_address = true},
      {.text = "https://10.0.0.1/", .faults = {DestinationPrivateAddress}, .host = "10.0.0.1", .is_address = true},
      {.text = "https://224.0.0.1/", .faults = {DestinationSpecialAddress}, .host = "224.0.0.1", .is_address = true},
      {"https://u@hooks.office.example/", {DestinationUserinfo}, ""},
      {"https://hooks.office.example:0443/", {}, "hooks.office.example", 443, "/", true},
      {" https://hooks.office.example/", {}, "hooks.office.example", 443, "/", true},
      {"no url", {DestinationMalformed}, ""},
      {"", {DestinationMalformed}, ""},
      {"https://hooks.office.example\\@evil.example/", {DestinationMalformed, DestinationUserinfo}, ""},
  };
  return kUrls;
}

inline const std::vector<EmailSample>& emails() {
  static const std::vector<EmailSample> kEmails = {
      {"bo@office.example", "office.example", "bo@office.example"},
      {"Bo@OFFICE.example", "office.example", "Bo@office.example"},
      {"sam@contractor.example", "contractor.example", "sam@contractor.example"},
      {"Sam@contractor.example", "contractor.example", "Sam@contractor.example"},
      {"a@x.wide.example", "x.wide.example", "a@x.wide.example"},
      {"a@wide.example", "wide.example", "a@wide.example"},
      {"x@attacker.example", "attacker.example", "x@attacker.example"},
      {"+bo@office.example", "office.example", ""},
      {"\"bo\"@attacker.example", "attacker.example", ""},
      {"Bo <bo@office.example>", "office.example", "bo@office.example", true},
      {"nobody", "", ""},
      {"", "", ""},
      {"bo@office.example,x@attacker.example", "", ""},
      {"bo@office.example\r\nBcc: x@attacker.example", "", ""},
  };
  return kEmails;
}

inline const std::vector<PathSample>& paths() {
  static const std::vector<PathSample> kPaths = {
      {"/srv/office/shelf/a", {"srv", "office", "shelf", "a"}},
      {"/srv/office/shelf", {"srv", "office", "shelf"}},
      {"/srv/office/shelfish", {"srv", "office", "shelfish"}},
      {"/srv/office/acme/desk/a", {"srv", "office", "acme", "desk", "a"}},
      {"/srv/office/globex/desk/a", {"srv", "office", "globex", "desk", "a"}},
      {"/srv/office/shelf/ana/a", {"srv", "office", "shelf", "ana", "a"}},
      {"/srv/office/shelf/../shelf/a", {"srv", "office", "shelf", "..", "shelf", "a"}},
      {"/srv/office/shelf/ana/../b", {"srv", "office", "shelf", "ana", "..", "b"}},
      {"/srv/office/shelf/x/..//./b", {"srv", "office", "shelf", "x", "..", "", ".", "b"}},
      {"/etc/passwd", {"etc", "passwd"}},
      {.text = "a/b", .parts = {"a", "b"}, .is_absolute = false},
      {.text = "../b", .parts = {"..", "b"}, .is_absolute = false},
      {.text = "~/b", .parts = {"~", "b"}, .is_absolute = false, .is_expanded = true},
      {.text = "$HOME/b", .parts = {"$HOME", "b"}, .is_absolute = false, .is_expanded = true},
      {.text = "/srv/office/shelf/%2e%2e/a", .parts = {"srv", "office", "shelf", "%2e%2e", "a"}, .is_malformed = true},
      {.text = "", .parts = {}, .is_absolute = false, .is_malformed = true},
      {.text = "/srv/office/acme/desk/.git/hooks/x",
       .parts = {"srv", "office", "acme", "desk", ".git", "hooks", "x"},
       .is_protected = true},
      {.text = "/srv/office/shelf/ana/.bashrc",
       .parts = {"srv", "office", "shelf", "ana", ".bashrc"},
       .is_protected = true},
      {"/srv/office/shelf/state/x", {"srv", "office", "shelf", "state", "x"}},
  };
  return kPaths;
}

/// The sample of that text; every text that is asked for must be one.
template <typename Sample>
const Sample& find(const std::vector<Sample>& all, std::string_view text) {
  const auto found = std::ranges::find(all, text, &Sample::text);
  if (found == all.end()) throw std::logic_error("no sample: " + std::string(text));
  return *found;
}

}  // namespace samples
}  // namespace yett
