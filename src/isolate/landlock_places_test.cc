#include "isolate/landlock_places.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "os/scratch_folder.h"

namespace yett {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;
using enum Mount::Kind;

class LandlockPlacesOf : public testing::Test {
 protected:
  LandlockPlacesOf() {
    for (const auto* name : {"/desk", "/desk/kept", "/kept"}) std::filesystem::create_directory(top() + name);
    std::filesystem::create_symlink("kept", top() + "/link");
    std::ofstream(top() + "/text") << "ours";
  }

  [[nodiscard]] std::string top() const { return folder_.path(); }
  static Result<LandlockPlaces> places_for(std::vector<Mount> mounts) {
    return landlock_places({.argv = {"true"}, .mounts = std::move(mounts)});
  }
  static void expect_refused(std::vector<Mount> mounts, const std::string& why) {
    const auto places = places_for(std::move(mounts));
    ASSERT_FALSE(places) << why;
    EXPECT_EQ(places.error().kind, ErrorKind::Input);
    EXPECT_THAT(places.error().message, HasSubstr(why));
  }

 private:
  ScratchFolder folder_ = ScratchFolder::make(testing::TempDir(), "places").value();
};

TEST_F(LandlockPlacesOf, WhatIsShownWhereItIs) {
  const auto places = places_for({{.kind = ReadOnly, .from = top() + "/kept", .to = top() + "/kept"},
                                  {.kind = ReadWrite, .from = top() + "/desk", .to = top() + "/desk"},
                                  {.kind = ReadOnly, .from = top() + "/kept", .to = top() + "/link"}});
  ASSERT_TRUE(places) << places.error().to_string();
  EXPECT_THAT(places->places, Contains(InsidePlace{top() + "/kept", PlaceAccess::Execute}));
  EXPECT_THAT(places->places, Contains(InsidePlace{top() + "/desk", PlaceAccess::Write}));
  EXPECT_THAT(places->gaps, testing::IsEmpty());
}

TEST_F(LandlockPlacesOf, WhatWouldShowMoreThanThePlanIsRefused) {
  const Mount work{.kind = ReadWrite, .from = top() + "/desk", .to = top() + "/desk"};
  expect_refused({{.kind = ReadOnly, .from = top() + "/kept", .to = "/desk"}}, "not there but elsewhere");
  expect_refused({{.kind = ReadWrite, .from = top() + "/none", .to = top() + "/none"}}, "there is no");
  expect_refused({work, {.kind = ReadOnly, .from = top() + "/desk/kept", .to = top() + "/desk/kept"}},
                 "it would be changed");
  expect_refused({work, {.kind = HiddenFile, .to = top() + "/desk/file"}}, "it would be seen");
  expect_refused({work, {.kind = HiddenFolder, .to = top() + "/desk/kept"}}, "it would be seen");
}

TEST_F(LandlockPlacesOf, ALinkInAChangedFolderDoesNotHideThatItIsChanged) {
  std::filesystem::create_directory_symlink(top() + "/desk/kept", top() + "/other");
  expect_refused({{.kind = ReadWrite, .from = top() + "/desk", .to = top() + "/desk"},
                  {.kind = ReadOnly, .from = top() + "/other", .to = top() + "/other"}},
                 "it would be changed");
}

TEST_F(LandlockPlacesOf, WhatIsThisMachinesOwnInsteadIsSaid) {
  const auto places = places_for({{.kind = Text, .to = top() + "/text", .text = "the plan's"},
                                  {.kind = Text, .to = top() + "/none", .text = "the plan's"},
                                  {.kind = Link, .from = "kept", .to = top() + "/link"},
                                  {.kind = Link, .from = "desk", .to = top() + "/kept"}});
  ASSERT_TRUE(places);
  EXPECT_THAT(places->places, Contains(InsidePlace{top() + "/text", PlaceAccess::Read}));
  EXPECT_THAT(places->gaps, testing::ElementsAre(HasSubstr("/text is this machine's own"),
                                                 HasSubstr("/none is not there"), HasSubstr("/kept is not a link")));
}

TEST(LandlockPlaces, NoProcessIsAmongThem) {
  for (const auto& place : common_places()) {
    EXPECT_NE(place.path, "/proc");
    EXPECT_THAT(place.path, Not(HasSubstr("self")));
    EXPECT_TRUE(!place.path.starts_with("/proc") || place.access == PlaceAccess::Read) << place.path;
  }
}

}  // namespace
}  // namespace yett
