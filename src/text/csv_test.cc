#include "text/csv.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace yett {
namespace {

using testing::ElementsAre;

std::vector<std::vector<std::string>> cells_of(std::string_view text) {
  std::vector<std::vector<std::string>> cells;
  const auto rows = read_csv(text);
  for (const CsvRow& row : rows.value()) cells.push_back(row.cells);
  return cells;
}

TEST(Csv, IsCutIntoRowsWithTheirLines) {
  const auto rows = read_csv("a,b\r\n\n\"x\ny\",2\nlast,\"\"");
  ASSERT_TRUE(rows);
  ASSERT_EQ(rows->size(), 3u);
  EXPECT_THAT((*rows)[0].cells, ElementsAre("a", "b"));
  EXPECT_THAT((*rows)[1].cells, ElementsAre("x\ny", "2"));
  EXPECT_THAT((*rows)[2].cells, ElementsAre("last", ""));
  EXPECT_EQ((*rows)[1].line, 3u);
  EXPECT_EQ((*rows)[2].line, 5u);
}

TEST(Csv, KnowsQuotesWithinQuotes) {
  EXPECT_THAT(cells_of("\"a \"\"b\"\"\",\"\""), ElementsAre(ElementsAre("a \"b\"", "")));
}

TEST(Csv, HasNothingBehindAQuotedTextAndNoQuotedTextWithoutAnEnd) {
  EXPECT_EQ(read_csv("ok\n\"a\"b").error().to_string(), ":2: something stands behind a quoted text");
  EXPECT_EQ(read_csv("ok\n\"a,b\n").error().to_string(), ":2: a quoted text has no end");
}

TEST(Csv, CellIsReadBackAsItWas) {
  for (const std::string_view value : {"", "plain", "a,b", "say \"no\"", "two\nlines", "\r", " blanks "}) {
    EXPECT_EQ(cells_of(csv_cell(value) + ",x").at(0).at(0), value);
  }
}

}  // namespace
}  // namespace yett
