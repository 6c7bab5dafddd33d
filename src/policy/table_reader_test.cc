#include "policy/table_reader.h"

#include <gtest/gtest.h>

#include <string>

namespace yett {
namespace {

constexpr std::string_view kKeys[] = {"name", "limit"};
constexpr std::string_view kLater[] = {"extends"};
constexpr KeyRemark kRemarks[] = {{"tier", "it is computed"}};

/// A document and what was refused of it.
struct Document {
  explicit Document(std::string_view text) : toml(*parse_toml(text, "yett.toml")) {}

  [[nodiscard]] TableReader read() {
    return {Field(toml, "section", refusals), {.accepted = kKeys, .later = kLater, .remarks = kRemarks}};
  }
  [[nodiscard]] std::string refusal() {
    return refusals.empty() ? "none" : refusals.take().reported.front().to_string();
  }

  Toml toml;
  RefusalList refusals;
};

TEST(TableReader, RefusesEachKindOfForeignKey) {
  Document unknown("nmae = 1");
  (void)unknown.read();
  EXPECT_EQ(unknown.refusal(), "yett.toml:1:1: unknown key section.nmae (did you mean \"name\"?)");
  Document later("extends = 1");
  (void)later.read();
  EXPECT_EQ(later.refusal(), "yett.toml:1:1: section.extends is not in this version");
  Document remarked("tier = 1");
  (void)remarked.read();
  EXPECT_EQ(remarked.refusal(), "yett.toml:1:1: unknown key section.tier (it is computed)");
}

TEST(TableReader, LeavesAMissingKeyToItsMisspelling) {
  Document misspelt("\nnmae = 1");
  EXPECT_FALSE(misspelt.read().require("name", "name = \"NAME\""));
  EXPECT_EQ(misspelt.refusal(), "yett.toml:2:1: unknown key section.nmae (did you mean \"name\"?)");
  Document missing("\nlimit = 1");
  EXPECT_FALSE(missing.read().require("name", "name = \"NAME\""));
  EXPECT_EQ(missing.refusal(), "yett.toml:1:1: section.name is missing (name = \"NAME\")");
}

TEST(TableReader, FindsNothingInWhatIsNoTable) {
  Document document("name = 7");
  const TableReader reader(Field(*document.toml.find("name"), "name", document.refusals), {.accepted = kKeys});
  EXPECT_FALSE(reader.find("name"));
  EXPECT_FALSE(reader.require("name", "never said"));
  EXPECT_EQ(document.refusal(), "yett.toml:1:8: name: expected a table, found the number 7");
}

}  // namespace
}  // namespace yett
