#include "plot/label_places.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace yett {
namespace {

using testing::ElementsAre;

TEST(PlaceLabels, LeavesEachWhereItWishesToBe) {
  EXPECT_THAT(place_labels({{.at = 80, .above = 5, .height = 20}, {.at = 30, .above = 5, .height = 20}}, 0, 100),
              ElementsAre(75, 25));
  EXPECT_TRUE(place_labels({}, 0, 100).empty());
}

TEST(PlaceLabels, MovesTwoApartByTheSame) {
  EXPECT_THAT(place_labels({{.at = 51, .height = 20}, {.at = 50, .height = 20}}, 0, 100), ElementsAre(60.5, 40.5));
}

TEST(PlaceLabels, PutsTheLaterOfTwoAtOnePlaceHigher) {
  EXPECT_THAT(place_labels({{.at = 50, .height = 20}, {.at = 50, .height = 20}}, 0, 100), ElementsAre(60, 40));
}

TEST(PlaceLabels, StaysWithinTheColumn) {
  EXPECT_THAT(place_labels({{.at = 100, .height = 30}, {.at = 100, .height = 30}}, 0, 100), ElementsAre(70, 40));
  EXPECT_THAT(place_labels({{.at = 0, .above = 9, .height = 30}, {.at = 0, .above = 9, .height = 30}}, 0, 100),
              ElementsAre(30, 0));
}

/// Two clusters that meet become one, and so on upwards.
TEST(PlaceLabels, CarriesAPushOnThroughAllThatTouch) {
  EXPECT_THAT(place_labels({{.at = 90, .height = 20}, {.at = 75, .height = 20}, {.at = 50, .height = 20}}, 0, 100),
              ElementsAre(80, 60, 40));
}

TEST(PlaceLabels, GoesOnBelowAColumnThatIsTooShort) {
  EXPECT_THAT(place_labels({{.at = 10, .height = 60}, {.at = 5, .height = 60}}, 0, 100), ElementsAre(60, 0));
}

}  // namespace
}  // namespace yett
