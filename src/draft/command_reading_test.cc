#include "draft/command_reading.h"

#include <gtest/gtest.h>

namespace yett {
namespace {

using Command = std::vector<std::string>;

TEST(NameFromCommand, IsThatOfThePackageOrProgram) {
  EXPECT_EQ(name_from_command(Command{"node", "/opt/server-filesystem/dist/index.js", "/srv"}), "filesystem");
  EXPECT_EQ(name_from_command(Command{"npx", "-y", "@modelcontextprotocol/server-memory@1.2"}), "memory");
  EXPECT_EQ(name_from_command(Command{"uvx", "mcp-server-git", "--repository", "x"}), "git");
  EXPECT_EQ(name_from_command(Command{"python3", "-m", "mcp_server_time"}), "time");
  EXPECT_EQ(name_from_command(Command{"/usr/bin/python3.11", "/srv/desk.py"}), "desk");
  EXPECT_EQ(name_from_command(Command{"docker", "run", "-i", "--rm", "ghcr.io/github/github-mcp-server:latest"}),
            "github");
  EXPECT_EQ(name_from_command(Command{"/usr/local/bin/notes-server"}), "notes");
  EXPECT_EQ(name_from_command(Command{"node", "server.js"}), "server");
  EXPECT_EQ(name_from_command(Command{}), "server");
}

TEST(FoldersIn, AreThoseThatExistAndMayBeRoots) {
  const auto folder_at = [](std::string_view word) -> std::string {
    if (word == "/") return "/";
    return word.starts_with("/srv") ? std::string(word) : std::string();
  };
  EXPECT_EQ(folders_in(Command{"/srv/program", "/srv/a", "--root=/srv/b", "--x", "/srv/a", "/", "/etc"}, folder_at),
            (Command{"/srv/a", "/srv/b"}));
}

}  // namespace
}  // namespace yett
