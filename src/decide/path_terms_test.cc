// path.read = { arguments, base, roots }: which of the policy's roots a tool's paths are judged against.
#include <gtest/gtest.h>

#include <string>

#include "decide/executable_arguments.h"
#include "decide/ruling_cases_fixture.h"

namespace yett {
namespace {

using enum RuleId;
using enum ArgumentRole;

Tool reader(PathTerms terms) {
  Tool tool = office_tool("look", Effect::Read, Sensitivity::Internal, Reversibility::Reversible, {{"path", ReadPath}});
  tool.reads = std::move(terms);
  return tool;
}

std::string path(std::string_view text) { return R"({"path":")" + std::string(text) + R"("})"; }

Json executed(const Office& office, const std::string& arguments) {
  const ToolCall call = call_of("look", arguments);
  const Query query = office.query(call);
  return executable_arguments(query, examine(Engine::strict(), query));
}

TEST(PathTerms, WithoutRootsOpenNothing) {
  expect_rulings(Office::with(reader({})), "look",
                 {{path("/srv/office/shelf/a"), PathOutside},
                  {path("/srv/office/acme/desk/a"), PathOutside},
                  {path("a"), PathOutside}});
}

TEST(PathTerms, NameTheOnlyRootsThatCount) {
  expect_rulings(Office::with(reader({.roots = {kShelf}, .base = {}})), "look",
                 {{path("/srv/office/shelf/a"), DefaultAllow}, {path("/srv/office/acme/desk/a"), PathOutside}});
  expect_rulings(Office::with(reader({.roots = {kDesk}, .base = {}})), "look",
                 {{path("/srv/office/shelf/a"), PathOutside}, {path("/srv/office/acme/desk/a"), DefaultAllow}});
}

TEST(PathTerms, OfOneRootJoinARelativePathToIt) {
  const Office office = Office::with(reader({.roots = {kShelf}, .base = {}}));
  EXPECT_EQ(office.judge("look", path("a/b")).rule(), DefaultAllow);
  EXPECT_EQ(executed(office, path("a/b")), json_of(path("/srv/office/shelf/a/b")));
  EXPECT_EQ(office.judge("look", path("../a")).rule(), PathOutside);
  EXPECT_EQ(office.judge("look", path("a/../../shelf/b")).rule(), PathOutside);
}

TEST(PathTerms, JoinARelativePathToTheirBase) {
  for (const std::vector<std::size_t>& roots : {std::vector<std::size_t>{kDesk, kShelf}, {kShelf, kDesk}}) {
    const Office shelf = Office::with(reader({.roots = roots, .base = kShelf}));
    EXPECT_EQ(executed(shelf, path("a")), json_of(path("/srv/office/shelf/a")));
    const Office desk = Office::with(reader({.roots = roots, .base = kDesk}));
    EXPECT_EQ(executed(desk, path("a")), json_of(path("/srv/office/acme/desk/a")));
    EXPECT_EQ(desk.judge("look", path("/srv/office/shelf/a")).rule(), DefaultAllow);
  }
}

TEST(PathTerms, OfSeveralRootsAndNoBaseTakeNoRelativePath) {
  expect_rulings(Office::with(reader({.roots = {kDesk, kShelf}, .base = {}})), "look",
                 {{path("a"), PathOutside}, {path("."), PathOutside}, {path("/srv/office/shelf"), DefaultAllow}});
}

/// The loader refuses such a base; here nothing is joined to it.
TEST(PathTerms, WithABaseThatIsNoRootOpenNothing) {
  expect_rulings(Office::with(reader({.roots = {kDesk, kDesk}, .base = kShelf})), "look",
                 {{path("a"), PathOutside}, {path("/srv/office/shelf/a"), PathOutside}});
}

TEST(PathTerms, OfReadsAndWritesAreTwoThings) {
  Tool tool = office_tool("copy", Effect::Write, Sensitivity::Internal, Reversibility::Reversible,
                          {{"from", ReadPath}, {"into", WritePath}});
  tool.reads = {.roots = {kShelf}, .base = {}};
  tool.writes = {.roots = {kDesk}, .base = {}};
  const auto copy = [](std::string_view from, std::string_view into) {
    return R"({"from":")" + std::string(from) + R"(","into":")" + std::string(into) + R"("})";
  };
  expect_rulings(Office::with(tool), "copy",
                 {{copy("a", "b"), DefaultAllow},
                  {copy("/srv/office/shelf/a", "/srv/office/acme/desk/b"), DefaultAllow},
                  {copy("/srv/office/acme/desk/b", "b"), PathOutside},
                  {copy("a", "/srv/office/shelf/a"), PathOutside},
                  {copy("a", ".git/config"), PathProtected}});
}

TEST(PathTerms, OfATenantsRootAreClosedWithoutATenant) {
  Office office = Office::with(reader({.roots = {kDesk}, .base = kDesk}));
  EXPECT_EQ(office.judge("look", path("a")).rule(), DefaultAllow);
  office.session.tenant.reset();
  EXPECT_EQ(office.judge("look", path("a")).rule(), PathOutside);
}

TEST(PathTerms, FillInNoTenantThatIsMoreThanOneFolder) {
  for (const char* tenant : {"..", ".", "a/b", "{user}", "", "a\\b", "%2e%2e"}) {
    Office office = Office::with(reader({.roots = {kDesk}, .base = kDesk}));
    office.session.tenant = tenant;
    office.session.allowed_tenants = {tenant};
    EXPECT_EQ(office.judge("look", path("a")).rule(), PathOutside) << tenant;
    EXPECT_EQ(office.judge("look", path("/srv/office/" + std::string(tenant) + "/desk/a")).verdict(), Verdict::Deny)
        << tenant;
  }
}

}  // namespace
}  // namespace yett
