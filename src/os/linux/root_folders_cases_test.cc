// The bypass cases about paths of which the file system has the last word: each line that sets something up and opens.

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <map>

#include "os/linux/forked_fixture.h"
#include "os/linux/root_folders_fixture.h"
#include "text/json.h"

namespace yett {
namespace {

struct Case {
  std::string id;
  std::string path;  // below "ws"
  std::string policy;
  std::string expect;
};

/// The path below the root of the cases.
std::string below_workspace(std::string path) {
  const std::string root = "/srv/ws/";
  return path.starts_with(root) ? path.substr(root.size()) : path;
}

/// The lines with a set-up that read.
std::vector<Case> cases_of_reading() {
  std::ifstream file(YETT_CORPUS "/path.jsonl");
  std::vector<Case> cases;
  for (std::string line; std::getline(file, line);) {
    const Json json = parse_json(line).value();
    const Json& input = *json.find("input");
    if (input.find("setup") == nullptr || *input.find("op")->as_string() != "read") continue;
    cases.push_back({*json.find("id")->as_string(), below_workspace(*input.find("path")->as_string()),
                     *json.find("policy")->as_string(), *json.find("expect")->as_string()});
  }
  return cases;
}

class PathCases : public FoldersOfAPolicy {};

TEST_F(PathCases, EveryOpeningEndsAsItsCaseSays) {
  make_file("secret");
  std::filesystem::create_directory(at("elsewhere"));
  make_file("elsewhere/a");
  FileDescriptor socket;
  // What each line sets up, in the words of this folder.
  const std::map<std::string, std::function<void()>> setups = {
      {"path-011", [&] { make_file("ws/%2e%2e/x"); }},
      {"path-016",
       [&] {
         make_file("shared/x");
         link("../shared", "ws/repo-link");
       }},
      {"path-028", [&] { link("/etc", "ws/out"); }},
      {"path-029", [&] { link("../secret", "ws/up"); }},
      {"path-033", [&] { link("/proc/self/root", "ws/magic"); }},
      {"path-039",
       [&] {
         std::filesystem::create_hard_link(at("secret"), at("ws/hard"));
         if (::geteuid() == 0) {
           EXPECT_EQ(::chown(at("secret").c_str(), kNameless, 0), 0);
         }
       }},
      {"path-040", [&] { EXPECT_EQ(::mkfifo(at("ws/pipe").c_str(), 0600), 0); }},
      {"path-042", [&] { EXPECT_TRUE((socket = bind_socket("ws/sock")).is_open()); }},
      // After the swap; the swap itself is raced in root_folders_race_test.cc.
      {"path-051", [&] { link("../elsewhere/a", "ws/a"); }},
  };
  std::size_t judged = 0;
  for (const Case& line : cases_of_reading()) {
    const auto setup = setups.find(line.id);
    ASSERT_NE(setup, setups.end()) << line.id << " sets up what is not known here";
    setup->second();
    ++judged;
    // Only root can give files away.
    if (line.id == "path-039" && ::geteuid() != 0) continue;
    std::vector<RootText> texts = {writable("ws")};
    if (line.policy.starts_with("roots")) texts.push_back(read_only("shared"));
    const auto opened = open(hold(texts).value(), at("ws/" + line.path), FileUse::Read);
    EXPECT_EQ(opened ? "allow" : "deny", line.expect) << line.id << ": " << told(opened);
    if (!opened) {
      EXPECT_EQ(opened.error().kind, ErrorKind::Input) << line.id << ": " << told(opened);
    }
  }
  EXPECT_EQ(judged, setups.size());
}

}  // namespace
}  // namespace yett
