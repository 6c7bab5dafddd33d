// Where the paths of a call lead, as the file system says it, beside what their text says.
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "decide/resolved_paths.h"
#include "decide/ruling_cases_fixture.h"

namespace yett {
namespace {

using enum RuleId;

/// A file system as a table: what is not in it does not exist, where its name says.
struct Disk {
  std::map<std::string, PathEvidence> entries;

  PathEvidence operator()(const std::string& path) const {
    if (const auto found = entries.find(path); found != entries.end()) return found->second;
    return {.path = path, .resolved = path, .absent = path, .object = PathObject::Absent};
  }
};

PathEvidence object(std::string resolved, PathObject kind) {
  return {.path = {},
          .resolved = std::move(resolved),
          .absent = {},
          .object = kind,
          .other_names = OtherNames::None,
          .owner = PathOwner::Ourselves};
}
PathEvidence file(std::string resolved) { return object(std::move(resolved), PathObject::File); }

constexpr const char* kShelfFile = "/srv/office/shelf/a";
constexpr const char* kDeskFile = "/srv/office/acme/desk/a";

RuleId ruling(const Office& office, const Disk& disk, const char* tool, const std::string& arguments) {
  const ToolCall call = call_of(tool, arguments);
  Evidence evidence;
  const Query query{.policy = office.policy,
                    .session = office.session,
                    .state = office.state,
                    .call = call,
                    .evidence = evidence,
                    .now = office.now,
                    .sealed = office.sealed};
  const Facts facts = examine_with_paths(Engine::strict(), query, disk, evidence);
  return evaluate(Engine::strict(), query, facts).rule();
}
RuleId read_ruling(const Disk& disk, const std::string& path) {
  return ruling(Office(), disk, "read_file", R"({"path":")" + path + R"("})");
}
RuleId write_ruling(const Disk& disk, const std::string& path, const Office& office = {}) {
  return ruling(office, disk, "write_file", R"({"path":")" + path + R"(","text":"t"})");
}

TEST(ResolvedPath, ThatIsWhatItSaysIsFine) {
  EXPECT_EQ(read_ruling({}, kShelfFile), DefaultAllow) << "nothing is there yet";
  EXPECT_EQ(read_ruling({{{kShelfFile, file(kShelfFile)}}}, kShelfFile), DefaultAllow);
  EXPECT_EQ(
      read_ruling({{{"/srv/office/shelf", object("/srv/office/shelf", PathObject::Folder)}}}, "/srv/office/shelf"),
      DefaultAllow);
}

TEST(ResolvedPath, ThatALinkLeadsOutIsOutside) {
  EXPECT_EQ(read_ruling({{{kShelfFile, file("/etc/passwd")}}}, kShelfFile), PathOutside);
  EXPECT_EQ(read_ruling({{{kShelfFile, file("/srv/office/shelf-evil/a")}}}, kShelfFile), PathOutside);
  EXPECT_EQ(write_ruling({{{kDeskFile, object("/srv/office/globex/desk/a", PathObject::Absent)}}}, kDeskFile),
            PathOutside);
}

TEST(ResolvedPath, MayLeadIntoAnotherRootByItsTerms) {
  EXPECT_EQ(read_ruling({{{kDeskFile, file("/srv/office/shelf/b")}}}, kDeskFile), DefaultAllow);
  EXPECT_EQ(write_ruling({{{kDeskFile, file("/srv/office/shelf/b")}}}, kDeskFile), PathOutside)
      << "that one is read only";
}

TEST(ResolvedPath, BelowARootThatIsALinkToAnotherIsPermittedWhatTheStricterPermits) {
  Office office;
  office.policy.paths = {{"alias", *parse_path_root("/srv/office/alias", PathAccess::Write), {}},
                         {"shelf", *parse_path_root("/srv/office/shelf", PathAccess::Read), {}}};
  const Disk linked{{{"/srv/office/alias", object("/srv/office/shelf", PathObject::Folder)},
                     {"/srv/office/alias/a", file(kShelfFile)}}};
  const std::string through_link = R"({"path":"/srv/office/alias/a","text":"t"})";
  EXPECT_EQ(ruling(office, linked, "write_file", through_link), PathOutside);
  EXPECT_EQ(ruling(office, linked, "read_file", R"({"path":"/srv/office/alias/a"})"), DefaultAllow);
  EXPECT_EQ(ruling(office, {}, "write_file", through_link), DefaultAllow) << "a folder of its own";
}

TEST(ResolvedPath, OfATenantWhoseRootIsWrittenTwiceIsPermittedWhatTheStricterPermits) {
  Office office;
  office.policy.paths = {{"each", *parse_path_root("/srv/office/{tenant}", PathAccess::Read), {}},
                         {"one", *parse_path_root("/srv/office/acme", PathAccess::Write), {}}};
  EXPECT_EQ(write_ruling({}, kDeskFile, office), PathOutside);
  EXPECT_EQ(ruling(office, {}, "read_file", R"({"path":"/srv/office/acme/desk/a"})"), DefaultAllow);
}

TEST(ResolvedPath, IsProtectedByTheNameThatItReallyHas) {
  EXPECT_EQ(write_ruling({{{kDeskFile, file("/srv/office/acme/desk/.git/config")}}}, kDeskFile), PathProtected);
  Office office;
  office.sealed = {"/srv/office/acme/desk/state"};
  EXPECT_EQ(write_ruling({{{kDeskFile, file("/srv/office/acme/desk/state/x")}}}, kDeskFile, office), PathProtected);
}

TEST(ResolvedPath, ThatNobodyKnowsIsOutside) {
  EXPECT_EQ(read_ruling({{{kShelfFile, PathEvidence{}}}}, kShelfFile), PathOutside);
  EXPECT_EQ(read_ruling({{{"/srv/office/shelf", PathEvidence{}}}}, kShelfFile), PathOutside) << "of a root";
}

TEST(ResolvedPath, ToWhatIsNeitherFileNorFolderIsOutside) {
  EXPECT_EQ(read_ruling({{{kShelfFile, object(kShelfFile, PathObject::Other)}}}, kShelfFile), PathOutside);
}

TEST(ResolvedPath, OfAFileWithOtherNamesIsNotWrittenNorReadForAnotherUser) {
  PathEvidence linked = file(kDeskFile);
  linked.other_names = OtherNames::Possible;
  EXPECT_EQ(read_ruling({{{kDeskFile, linked}}}, kDeskFile), DefaultAllow);
  EXPECT_EQ(write_ruling({{{kDeskFile, linked}}}, kDeskFile), PathOutside);
  linked.owner = PathOwner::Another;
  EXPECT_EQ(read_ruling({{{kDeskFile, linked}}}, kDeskFile), PathOutside);
}

TEST(ResolvedPath, MayGoThroughALinkAboveItsRoot) {
  const Disk moved{{{"/srv/office/shelf", object("/data/office/shelf", PathObject::Folder)},
                    {kShelfFile, file("/data/office/shelf/a")}}};
  EXPECT_EQ(read_ruling(moved, kShelfFile), DefaultAllow);
  EXPECT_EQ(read_ruling({{{kShelfFile, file("/data/office/shelf/a")}}}, kShelfFile), PathOutside)
      << "the root did not move";
}

TEST(ResolvedPath, WithEscapesIsMalformedUnlessThatIsItsName) {
  const std::string path = "/srv/office/shelf/%2e%2e/a";
  EXPECT_EQ(read_ruling({}, path), PathMalformed);
  EXPECT_EQ(read_ruling({{{path, file(path)}}}, path), DefaultAllow);
  EXPECT_EQ(read_ruling({{{path, file("/etc/passwd")}}}, path), PathOutside);
  PathEvidence to_be_made = object(path, PathObject::Absent);
  to_be_made.absent = "/a";
  EXPECT_EQ(read_ruling({{{path, to_be_made}}}, path), DefaultAllow) << "the folder of that name is there";
}

TEST(ResolvedPath, IsAskedForInCommandsToo) {
  Office office;
  Tool tool = office_tool("shell", Effect::Execute, Sensitivity::Internal, Reversibility::Reversible,
                          {{"argv", ArgumentRole::Command}});
  tool.commands = {listed_command("/usr/bin/cat")};
  tool.commands.front().operands = {WordKind::ReadPath};
  office.add(tool);
  const std::string argv = R"({"argv":["cat","/srv/office/shelf/a"]})";
  EXPECT_EQ(ruling(office, {}, "shell", argv), DefaultAllow);
  EXPECT_EQ(ruling(office, {{{kShelfFile, file("/etc/passwd")}}}, "shell", argv), PathOutside);
}

TEST(ResolvedPath, IsAskedForOnlyWhereTheTextIsFine) {
  std::size_t asked = 0;
  const auto count = [&asked](const std::string& path) {
    ++asked;
    return PathEvidence{.path = path, .resolved = path, .absent = path, .object = PathObject::Absent};
  };
  const Office office;
  Evidence evidence;
  for (const ToolCall& call : {call_of("read_file", R"({"path":"/etc/passwd"})"),
                               call_of("read_ticket", R"({"id":"T-1"})"), call_of("no_such_tool", "{}"), ToolCall{}}) {
    const Query query{.policy = office.policy,
                      .session = office.session,
                      .state = office.state,
                      .call = call,
                      .evidence = evidence,
                      .now = office.now,
                      .sealed = office.sealed};
    (void)examine_with_paths(Engine::strict(), query, count, evidence);
  }
  EXPECT_EQ(asked, 0u);
}

}  // namespace
}  // namespace yett
