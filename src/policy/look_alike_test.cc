#include "policy/look_alike.h"

#include <gtest/gtest.h>

#include "text/name_fold.h"

namespace yett {
namespace {

TEST(CarelessReading, TakesLettersOfOtherScriptsForLatinOnes) {
  EXPECT_EQ(careless_reading("\u0430cme"), "acme") << "Cyrillic a";
  EXPECT_EQ(careless_reading("\u0410\u0421ME"), "acme") << "Cyrillic capitals";
  EXPECT_EQ(careless_reading("gl\u03BFbex"), "globex") << "Greek omicron";
  EXPECT_EQ(careless_reading("w\u0131dget"), "widget") << "dotless i";
  EXPECT_EQ(careless_reading("\u051D\u0501"), "wd") << "the last of the table, and one before";
}

TEST(CarelessReading, FoldsLikeNamesOfTools) {
  for (const char* name : {"Acme-EU", "acme eu", "\uFF41cme", "", "\xFF", "acme2"}) {
    EXPECT_EQ(careless_reading(name), fold_name(name)) << name;
  }
}

TEST(CarelessReading, KeepsApartWhatReadersDo) {
  EXPECT_NE(careless_reading("\u0431\u0435\u0442\u0430"), careless_reading("\u0431\u0435\u0442\u044F"));
  EXPECT_NE(careless_reading("\u4E2D\u6587"), careless_reading("\u4E2D\u56FD"));
  EXPECT_NE(careless_reading("acme1"), careless_reading("acme2"));
}

}  // namespace
}  // namespace yett
