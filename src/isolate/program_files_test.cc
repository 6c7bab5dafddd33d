#include "isolate/program_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <optional>

#include "os/scratch_folder.h"
#include "policy/wide_folder.h"

namespace yett {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

class FilesOfAProgram : public testing::Test {
 protected:
  void SetUp() override {
    auto folder = ScratchFolder::make("/tmp", "yett-program");
    ASSERT_TRUE(folder);
    folder_.emplace(*std::move(folder));
    top_ = folder_->path();
  }

  std::string file(const std::string& name, const std::string& text = "x") const {
    const std::string path = top_ + "/" + name;
    std::filesystem::create_directories(std::filesystem::path(path).parent_path());
    std::ofstream(path) << text;
    return path;
  }
  std::string program(const std::string& name, const std::string& text = "x") const {
    const std::string path = file(name, text);
    EXPECT_EQ(::chmod(path.c_str(), 0755), 0);
    return path;
  }

  /// What is found, without the ground in front.
  [[nodiscard]] std::vector<std::string> found(std::vector<std::string> argv, const std::string& path = "") const {
    std::vector<std::string> places = program_files(
        {.argv = std::move(argv),
         .env = Environment(Environment::Values{{"PATH", path}}),
         .cwd = top_,
         .home = top_ + "/home"},
        {.is_shown = [](const std::string& place) { return place.starts_with("/usr/"); },
         .is_changeable = [this](const std::string& place) { return place.starts_with(top_ + "/changed/"); }});
    for (std::string& place : places) {
      EXPECT_TRUE(place.starts_with(top_ + "/")) << place;
      place.erase(0, top_.size());
    }
    return places;
  }

  std::string top_;

 private:
  std::optional<ScratchFolder> folder_;
};

TEST_F(FilesOfAProgram, TheSystemsOwnNeedNothing) { EXPECT_THAT(found({"/usr/bin/env"}), IsEmpty()); }

TEST_F(FilesOfAProgram, AProgramAloneIsOneFile) {
  file("tool/notes.txt");
  EXPECT_THAT(found({program("tool/server")}), ElementsAre("/tool/server"));
}

TEST_F(FilesOfAProgram, AProgramWithLibrariesBesideItIsItsFolder) {
  file("tool/libx.so.1");
  EXPECT_THAT(found({program("tool/server")}), ElementsAre("/tool"));
}

TEST_F(FilesOfAProgram, AnInstallationIsItsPrefix) {
  file("node-22/lib/node_modules/npm/package.json");
  EXPECT_THAT(found({program("node-22/bin/node")}), ElementsAre("/node-22"));
}

TEST_F(FilesOfAProgram, ABinFolderWithoutLibrariesIsNoInstallation) {
  program("things/bin/other");
  EXPECT_THAT(found({program("things/bin/server")}), ElementsAre("/things/bin/server"));
}

TEST_F(FilesOfAProgram, TheHomeOfAPersonIsNeverShownWhole) {
  file("home/lib/x");
  file("home/.local/lib/x");
  EXPECT_THAT(found({program("home/bin/server")}), ElementsAre("/home/bin/server"));
  EXPECT_THAT(found({program("home/.local/bin/server")}), ElementsAre("/home/.local/bin/server"));
  file("home/package.json");
  EXPECT_THAT(found({"/usr/bin/node", file("home/server.js")}), ElementsAre("/home/server.js"));
}

TEST_F(FilesOfAProgram, AVirtualEnvironmentIsShownThoughItsInterpreterIsTheSystems) {
  file("venv/pyvenv.cfg");
  std::filesystem::create_directories(top_ + "/venv/bin");
  std::filesystem::create_symlink("/usr/bin/python3", top_ + "/venv/bin/python");
  EXPECT_THAT(found({top_ + "/venv/bin/python", "-m", "server"}), ElementsAre("/venv"));
}

TEST_F(FilesOfAProgram, AScriptBringsItsInterpreter) {
  program("python/bin/python3.13");
  file("python/lib/libpython.so");
  EXPECT_THAT(found({program("tools/serve", "#!" + top_ + "/python/bin/python3.13 -E\n")}),
              UnorderedElementsAre("/tools/serve", "/python"));
}

TEST_F(FilesOfAProgram, AnInterpreterIsLookedUpInThePathOfTheProgram) {
  program("node/bin/node");
  file("node/lib/x");
  const std::string script = program("pkg/cli.js", "#!/usr/bin/env -S node --no-warnings\n");
  file("pkg/package.json");
  EXPECT_THAT(found({script}, top_ + "/node/bin:/usr/bin"), UnorderedElementsAre("/pkg", "/node"));
  EXPECT_THAT(found({script}, "relative:" + top_ + "/none"), ElementsAre("/pkg"));
}

TEST_F(FilesOfAProgram, AScriptThatNamesItselfEnds) {
  const std::string script = top_ + "/tools/loop";
  EXPECT_THAT(found({program("tools/loop", "#!" + script + "\n")}), ElementsAre("/tools/loop"));
}

TEST_F(FilesOfAProgram, AModuleInNodeModulesBringsAllOfThem) {
  file("mcp/node_modules/zod/index.js");
  file("mcp/node_modules/@scope/server/package.json");
  file("mcp/secret.env");
  EXPECT_THAT(found({"/usr/bin/node", file("mcp/node_modules/@scope/server/dist/index.js")}),
              ElementsAre("/mcp/node_modules"));
}

TEST_F(FilesOfAProgram, APackageBringsTheModulesAboveIt) {
  file("repo/node_modules/zod/index.js");
  file("repo/packages/a/package.json");
  EXPECT_THAT(found({"/usr/bin/node", file("repo/packages/a/src/main.mjs")}),
              UnorderedElementsAre("/repo/packages/a", "/repo/node_modules"));
}

TEST_F(FilesOfAProgram, AScriptByALinkIsShownUnderBothNames) {
  file("real/package.json");
  file("real/index.js");
  std::filesystem::create_symlink(top_ + "/real", top_ + "/link");
  EXPECT_THAT(found({"/usr/bin/node", top_ + "/link/index.js"}), UnorderedElementsAre("/link", "/real"));
}

TEST_F(FilesOfAProgram, ALoneScriptBringsWhatItMayImportAndNothingElse) {
  file("weather/forecast.py");
  file("weather/models/__init__.py");
  file("weather/data/secrets.json");
  file("weather/notes.txt");
  std::filesystem::create_symlink("/etc", top_ + "/weather/link.py");
  EXPECT_THAT(found({"/usr/bin/python3", "weather/server.py"}), IsEmpty()) << "it is not there yet";
  file("weather/server.py");
  EXPECT_THAT(found({"/usr/bin/python3", "weather/server.py"}),
              UnorderedElementsAre("/weather/server.py", "/weather/forecast.py", "/weather/models"));
}

TEST_F(FilesOfAProgram, AFolderOfManyScriptsIsNotOneProgram) {
  for (int i = 0; i < 100; ++i) file("many/tool" + std::to_string(i) + ".py");
  EXPECT_THAT(found({"/usr/bin/python3", file("many/server.py")}), ElementsAre("/many/server.py"));
}

TEST_F(FilesOfAProgram, WordsThatAreNoScriptsAreNotShown) {
  file("data/customers.csv");
  EXPECT_THAT(found({"/usr/bin/python3", "-c", "pass", top_ + "/data/customers.csv", top_ + "/data"}), IsEmpty());
}

TEST_F(FilesOfAProgram, NothingIsFoundByWhatAProgramCouldHaveMade) {
  file("secret/lib/x");
  program("secret/bin/tool");
  EXPECT_THAT(found({program("changed/build", "#!" + top_ + "/secret/bin/tool\n")}), IsEmpty());
  std::filesystem::create_symlink(file("secret/id"), top_ + "/changed/test.py");
  EXPECT_THAT(found({"/usr/bin/python3", "changed/test.py"}), IsEmpty());
  program("changed/env", "x");
  EXPECT_THAT(found({program("tools/run", "#!" + top_ + "/changed/env " + top_ + "/secret/bin/tool\n")}),
              ElementsAre("/tools/run"));
}

TEST(WideFolder, HoldsMoreThanOneProgram) {
  for (const auto* path : {"/opt", "/home", "/home/ana", "/root", "/tmp", "/var/lib", "/mnt/disk", "/usr/local"}) {
    EXPECT_TRUE(is_wide_folder(path)) << path;
  }
  for (const auto* path : {"/opt/mcp", "/home/ana/code", "/var/lib/mcp", "/srv/mcp/server"}) {
    EXPECT_FALSE(is_wide_folder(path)) << path;
  }
  EXPECT_TRUE(is_wide_folder("/data/people/ana", "/data/people/ana"));
  EXPECT_TRUE(is_wide_folder("/data/people/ana/.local", "/data/people/ana"));
  EXPECT_FALSE(is_wide_folder("/data/people/ana/code", "/data/people/ana"));
  EXPECT_FALSE(is_wide_folder("/data/people/anatol/.local", "/data/people/ana"));
}

}  // namespace
}  // namespace yett
