#include "cli/draft_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <utility>

#include "cli/draft_view.h"
#include "cli/policy_documents.h"
#include "cli/server_command.h"
#include "cli/version.h"
#include "draft/client_config.h"
#include "draft/clue_words.h"
#include "draft/command_reading.h"
#include "draft/secret_looks.h"
#include "draft/write_draft.h"
#include "guard/tool_inquiry.h"
#include "os/files.h"
#include "os/signals.h"
#include "text/ascii.h"
#include "text/unicode.h"
#include "words/draft_words.h"

namespace yett {
namespace {

namespace fs = std::filesystem;

/// How long a server may take to list its tools: as long as behind the gate.
constexpr std::chrono::seconds kPatience{60};

/// A folder for paths when ours is the root of all: nothing lies there.
constexpr std::string_view kNowhere = "/srv/yett-work";

/// Takes the values that a configuration holds for a server out of what it writes.
std::string without_values(std::string text, const std::vector<std::string>& values) {
  for (const std::string& value : values) {
    for (auto at = text.find(value); !value.empty() && at != std::string::npos; at = text.find(value, at)) {
      text.replace(at, value.size(), "<...>");
    }
  }
  return text;
}

class Drafting {
 public:
  Drafting(std::string file, Language language, const Console& console) : language_(language), console_(console) {
    draft_.file = std::move(file);
    draft_.home = console.variable("HOME").value_or("");
  }

  /// The folder that we are in. Fails with System.
  Result<std::string> present_folder() {
    std::error_code error;
    const std::string folder = fs::current_path(error).string();
    if (error) return fail(ErrorKind::System, "cannot tell the present folder: " + error.message());
    draft_.work_folder = folder == "/" ? std::string(kNowhere) : folder;
    return folder;
  }

  void name_policy(std::string name) { draft_.name = std::move(name); }

  [[nodiscard]] std::string free_name(std::string_view wanted) const {
    std::vector<std::string> taken;
    for (const DraftServer& server : draft_.servers) taken.push_back(server.name);
    return section_name(wanted, taken);
  }

  /// Starts the server as the policy will, with the secrets that it has had from its client so far, and asks.
  Result<void> ask(DraftServer& server, const std::vector<std::pair<std::string, std::string>>& secrets) {
    Environment::Values env;
    for (const auto& [name, value] : server.env) env.insert_or_assign(name, value);
    std::vector<std::string> hidden;
    for (const auto& [name, value] : secrets) {
      env.insert_or_assign(name, value);
      hidden.push_back(value);
    }
    std::string command;
    for (const std::string& word : server.command) command += (command.empty() ? "" : " ") + escape_for_display(word);
    console_.complain("yett: " + draft_text(language_, DraftText::Asking, {{"{a}", server.name}, {"{b}", command}}));
    const auto tell = [&](std::string_view name, std::string_view line) {
      console_.complain(fmt::format("[{}] {}", name, without_values(std::string(line), hidden)));
    };
    const ServerStart start{.name = server.name,
                            .command = {server.command, Environment(std::move(env)), server.cwd.value_or("")}};
    const Result<std::vector<Json>> tools = ask_for_tools(start, kVersion, kPatience, tell, Redactor(), nullptr);
    if (!tools) return std::unexpected(tools.error());
    take_tools(server, *tools);
    return {};
  }

  void take(DraftServer server) { draft_.servers.push_back(std::move(server)); }
  [[nodiscard]] bool is_empty() const { return draft_.servers.empty(); }
  [[nodiscard]] const std::vector<DraftServer>& servers() const { return draft_.servers; }

  /// Writes the policy and says what it comes to.
  Exit finish(Exit exit) {
    const Result<std::string> text = settle_draft(draft_, language_);
    if (!text) return console_.refuse(text.error());
    if (text->size() > kMaxPolicyBytes) {
      return console_.refuse({ErrorKind::Input, "the tools of these servers are more than a policy holds", {}, {}});
    }
    if (const Result<void> written = write_new_file(draft_.file, *text); !written) {
      return console_.refuse(written.error());
    }
    console_.print(draft_view(draft_, language_));
    return exit;
  }

 private:
  Language language_;
  const Console& console_;
  PolicyDraft draft_;
};

DraftText text_of(NotTaken reason) {
  switch (reason) {
    case NotTaken::ByUrl:
      return DraftText::SkippedByUrl;
    case NotTaken::NeedsClient:
      return DraftText::SkippedNeedsClient;
    case NotTaken::HoldsSecret:
      return DraftText::SkippedHoldsSecret;
    case NotTaken::Disabled:
      return DraftText::SkippedDisabled;
    case NotTaken::No:
    case NotTaken::NoCommand:
      break;
  }
  return DraftText::SkippedNoCommand;
}

/// The folder that a client starts the servers of a configuration in: that of the file, or the one above it where it
/// lies in a folder of settings, as .vscode/mcp.json does.
std::string folder_of_config(const std::string& config, const std::string& present) {
  const fs::path folder = (fs::path(present) / config).lexically_normal().parent_path();
  const bool is_hidden = folder.filename().string().starts_with('.');
  return (is_hidden ? folder.parent_path() : folder).string();
}

/// Puts the variables of a client's server into its draft: what looks like a secret goes by a section of its own, and
/// comes back with its value, if it has one.
std::vector<std::pair<std::string, std::string>> take_env(const std::vector<ClientVariable>& variables,
                                                          std::vector<std::string>& sections, DraftServer& server) {
  std::vector<std::pair<std::string, std::string>> secrets;
  for (const ClientVariable& variable : variables) {
    const bool is_secret = looks_secret(variable.name, variable.value) || !variable.is_complete ||
                           (variable.named && looks_secret(*variable.named, {}));
    const auto same = [&](const auto& one) { return one.first == variable.name; };
    if (!is_secret) {
      std::erase_if(server.env, same);
      server.env.emplace_back(variable.name, variable.value);
      continue;
    }
    std::erase_if(server.env, same);
    std::string wanted = server.name + "_";
    for (const char c : variable.name) wanted += to_lower(c);
    const std::string section = section_name(wanted, sections);
    sections.push_back(section);
    server.secrets.push_back({variable.name, section, variable.named.value_or(variable.name)});
    if (!variable.value.empty()) secrets.emplace_back(variable.name, variable.value);
  }
  return secrets;
}

}  // namespace

Exit draft_from_command(const std::vector<std::string>& command, const std::string& file, Language language,
                        const Console& console) {
  ignore_broken_pipes();
  Drafting drafting(file, language, console);
  const Result<std::string> present = drafting.present_folder();
  if (!present) return console.refuse(present.error());
  Result<DraftServer> server =
      settle_command(drafting.free_name(name_from_command(command)), command, *present, console);
  if (!server) return console.refuse(server.error());
  drafting.name_policy(server->name);
  if (const Result<void> asked = drafting.ask(*server, {}); !asked) return console.refuse(asked.error());
  drafting.take(std::move(*server));
  return drafting.finish(Exit::Done);
}

Exit draft_from_config(const std::string& config, Asking asking, const std::string& file, Language language,
                       const Console& console) {
  ignore_broken_pipes();
  // What stands in it is started: nobody else may have a hand in it.
  const Result<std::string> text = read_trusted_file(config, kMaxPolicyBytes);
  if (!text) return console.refuse(text.error());
  Drafting drafting(file, language, console);
  const Result<std::string> present = drafting.present_folder();
  if (!present) return console.refuse(present.error());
  const std::string base = folder_of_config(config, *present);
  const auto lookup = [&](std::string_view name) -> std::optional<std::string> {
    if (name == "workspaceFolder") return base;
    if (name == "userHome") return console.variable("HOME");
    return console.variable(name);
  };
  const Result<std::vector<ClientServer>> read = read_client_config(*text, config, lookup);
  if (!read) return console.refuse(read.error());

  Exit exit = Exit::Done;
  const auto skip = [&](const std::string& name, const std::string& why) {
    console.complain("yett: " + draft_text(language, DraftText::Skipped, {{"{a}", short_name(name)}, {"{b}", why}}));
  };
  std::vector<std::string> sections;
  for (const ClientServer& one : *read) {
    if (one.not_taken != NotTaken::No) {
      skip(one.name, std::string(draft_text(language, text_of(one.not_taken))));
      continue;
    }
    const std::string folder = one.cwd ? absolute_folder(*one.cwd, base) : base;
    Result<DraftServer> server = settle_command(drafting.free_name(one.name), one.command, folder, console);
    if (!server) {
      skip(one.name, server.error().to_string());
      exit = Exit::Fails;
      continue;
    }
    if (one.cwd) server->cwd = folder;
    const auto secrets = take_env(one.env, sections, *server);
    if (asking == Asking::EachServer) {
      if (const Result<void> asked = drafting.ask(*server, secrets); !asked) {
        console.report(asked.error());
        exit = Exit::Fails;
      }
    }
    drafting.take(std::move(*server));
  }
  if (drafting.is_empty()) {
    return console.refuse({ErrorKind::Input, "no server of it can stand in a policy", {.file = config}, {}});
  }
  drafting.name_policy(drafting.servers().size() == 1 ? drafting.servers().front().name : "agent");
  return drafting.finish(exit);
}

}  // namespace yett
