// Where a path lies, as `yett explain` tells it; what is judged is asked in path_terms_test.cc.
#include "decide/path_place.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "decide/office_fixture.h"

namespace yett {
namespace {

using enum PathStanding;

struct PlaceCase {
  const char* tool;
  std::string path;
  PathStanding standing;
  std::vector<std::size_t> roots{};
};

PathPlace place_in(const Office& office, const char* tool, const std::string& path) {
  const ToolCall call = call_of(tool, R"({"path":")" + path + R"("})");
  const Query query = office.query(call);
  const Facts facts = examine(Engine::strict(), query);
  return place_of_path(query, *facts.tool, facts.targets.all().front());
}

void expect_places(const Office& office, const std::vector<PlaceCase>& cases) {
  for (const PlaceCase& one : cases) {
    const PathPlace place = place_in(office, one.tool, one.path);
    EXPECT_EQ(static_cast<int>(place.standing), static_cast<int>(one.standing)) << one.tool << " " << one.path;
    EXPECT_EQ(place.roots, one.roots) << one.tool << " " << one.path;
  }
}

TEST(PathPlace, NamesTheRootAndWhatKeepsThePathFromIt) {
  expect_places({}, {{"read_file", "/srv/office/acme/desk/a", Inside, {kDesk}},
                     {"write_file", "/srv/office/acme/desk/.git/config", Inside, {kDesk}},
                     {"read_file", "/srv/office/shelf", Inside, {kShelf}},
                     {"write_file", "/srv/office/shelf/a", ReadOnly, {kShelf}},
                     {"read_file", "a", NoBase, {kDesk, kShelf}},
                     {"read_file", "/srv/office/globex/desk/a", OfOtherTenant, {kDesk}},
                     {"read_file", "/srv/office/shelf/../acme/desk", ClimbsOut, {kShelf}},
                     {"read_file", "/srv/office/shelves/a", Outside, {kDesk, kShelf}},
                     {"read_file", "/srv/office/acme/desks", Outside, {kDesk, kShelf}},
                     {"read_file", "/", Outside, {kDesk, kShelf}},
                     {"read_file", "~/a", Expanded},
                     {"read_file", "/$HOME/a", Expanded},
                     {"read_file", "a/$b", NoBase, {kDesk, kShelf}},
                     {"read_file", "", Malformed},
                     {"write_file", "/srv/office/acme/desk/%2e%2e/a", Malformed}});
}

TEST(PathPlace, OfAReadThatALinkLeadsOutIsNotThatItsRootIsReadOnly) {
  Office office;
  for (const char* path : {"/srv/office/shelf/a", "/srv/office/acme/desk/a"}) {
    PathEvidence elsewhere{.path = path,
                           .resolved = "/etc/passwd",
                           .absent = {},
                           .object = PathObject::File,
                           .other_names = OtherNames::None,
                           .owner = PathOwner::Ourselves};
    add_evidence(office.evidence.paths, elsewhere);
  }
  expect_places(office, {{"read_file", "/srv/office/shelf/a", LeadsOut, {kShelf}},
                         {"write_file", "/srv/office/shelf/a", ReadOnly, {kShelf}},
                         {"write_file", "/srv/office/acme/desk/a", LeadsOut, {kDesk}}});
}

TEST(PathPlace, BelowAWiderRootMayBeInOneThatIsNotTheTools) {
  Office office;
  office.policy.paths.push_back({"all", *parse_path_root("/srv/office", PathAccess::Write), {}});
  Tool tool = office_tool("move", Effect::Write, Sensitivity::Internal, Reversibility::Reversible,
                          {{"path", ArgumentRole::WritePath}});
  tool.writes = {.roots = {2}, .base = 2};
  office.add(tool);
  expect_places(office, {{"move", "/srv/office/plans/a", Inside, {2}},
                         {"move", "/srv/office/shelf/a", OfOthers, {2}},
                         {"move", "/srv/office/globex/desk/a", OfOthers, {2}},
                         {"move", "/srv/office", OfOthers, {2}}});
}

TEST(PathPlace, OfAWordOfACommandIsThatOfItsText) {
  Tool tool = office_tool("shell", Effect::Execute, Sensitivity::Internal, Reversibility::Reversible,
                          {{"argv", ArgumentRole::Command}});
  tool.commands = {listed_command("/usr/bin/cp")};
  tool.commands.front().options = {{"--into", WordKind::WritePath}};
  tool.commands.front().operands = {WordKind::ReadPath};
  const Office office = Office::with(tool);
  const auto place = [&office](const std::string& word) {
    const ToolCall call = call_of("shell", R"({"argv":["cp",")" + word + R"("]})");
    const Query query = office.query(call);
    const Facts facts = examine(Engine::strict(), query);
    return place_of_path(query, *facts.tool, facts.targets.all().front());
  };
  EXPECT_EQ(place("/srv/office/shelf/a").standing, Inside);
  EXPECT_EQ(place("/srv/office/shelf/a").roots, std::vector{kShelf});
  EXPECT_EQ(place(R"(/srv/office/shelf/a\\b)").standing, Inside) << "to the kernel a name like any other";
  EXPECT_EQ(place("--into=/srv/office/shelf/a").standing, ReadOnly);
  EXPECT_EQ(place("--into=/srv/office/acme/desk/a").standing, Inside);
  EXPECT_EQ(place("/etc/passwd").standing, Outside);
  EXPECT_EQ(place("").standing, Malformed);
}

TEST(PathPlace, WithoutATenantSaysThatTheRootNeedsOne) {
  Office office;
  office.session.tenant.reset();
  expect_places(office, {{"read_file", "/srv/office/acme/desk/a", NeedsTenant, {kDesk}},
                         {"read_file", "/srv/office/shelf/a", Inside, {kShelf}}});
}

TEST(PathPlace, OfARelativePathIsThatOfItsBase) {
  Tool tool = office_tool("look", Effect::Read, Sensitivity::Internal, Reversibility::Reversible,
                          {{"path", ArgumentRole::ReadPath}});
  tool.reads = {.roots = {kDesk, kShelf}, .base = kDesk};
  Office office = Office::with(tool);
  expect_places(office, {{"look", "a/b", Inside, {kDesk}}, {"look", "a/../../b", ClimbsOut, {kDesk}}});
  office.session.tenant.reset();
  expect_places(office, {{"look", "a/b", NeedsTenant, {kDesk}}});
}

TEST(PathPlace, TellsAnotherUsersFolderFromAnotherTenants) {
  Office office;
  office.session.user = "ana";
  office.policy.paths = {{"home", *parse_path_root("/srv/{tenant}/u-{user}", PathAccess::Write), {}},
                         {"own", *parse_path_root("/home/{user}", PathAccess::Write), {}}};
  expect_places(office, {{"read_file", "/srv/acme/u-ana/a", Inside, {0}},
                         {"read_file", "/srv/acme/u-bo/a", OfOtherUser, {0}},
                         {"read_file", "/srv/globex/u-ana/a", OfOtherTenant, {0}},
                         {"read_file", "/srv/acme/bo", Outside, {0, 1}},
                         {"read_file", "/home/bo/a", OfOtherUser, {1}}});
}

}  // namespace
}  // namespace yett
