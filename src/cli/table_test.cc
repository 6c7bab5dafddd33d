#include "cli/table.h"

#include <gtest/gtest.h>

#include <string>

#include "text/display_width.h"

namespace yett {
namespace {

const std::string kLong(60, 'x');

TEST(Table, LinesUpByDisplayWidth) {
  Table table({"工具", "b"});
  table.add({"a", "1"});
  EXPECT_EQ(table.print(Format::Table), "工具  b\na     1\n");
}

TEST(Table, FoldsWhatIsTooWideForAScreen) {
  Table table({"tool", "arguments", "remarks"});
  table.add({"t", kLong + ", " + kLong + "; c", "r"});
  table.fold_last(2);
  EXPECT_EQ(table.print(Format::Table), "tool  arguments" + std::string(56, ' ') + "remarks\n" +  //
                                            "t     " + kLong + ",  " + "  r\n" +                  //
                                            "      " + kLong + "; c\n");
}

/// Cells of one row that are folded stand side by side, and a sentence is broken between its words.
TEST(Table, FoldsSentencesSideBySide) {
  std::string sentence = "word";
  for (int i = 0; i < 30; ++i) sentence += " word";
  Table table({"tool", "reason", "also"});
  table.add({kLong, sentence, "first.rule, second.rule, third.rule"});
  table.fold_last(2);
  const std::string text = table.print(Format::Table);
  EXPECT_NE(text.find("\n" + kLong + "  word "), std::string::npos) << text;
  EXPECT_NE(text.find("word  second.rule,"), std::string::npos) << text;
  for (std::size_t begin = 0; begin < text.size(); begin = text.find('\n', begin) + 1) {
    EXPECT_LE(text.find('\n', begin) - begin, 120U) << text;
  }
}

TEST(Table, StaysAsItIsWhereItFits) {
  Table table({"tool", "arguments"});
  table.add({"t", kLong + ", y"});
  const std::string before = table.print(Format::Table);
  table.fold_last(1);
  EXPECT_EQ(table.print(Format::Table), before);
}

/// A program reads those, and one row is one line.
TEST(Table, FoldsNothingForPrograms) {
  Table table({"tool", "arguments"});
  table.add({"t", kLong + ", " + kLong + ", " + kLong});
  table.fold_last(1);
  EXPECT_EQ(table.print(Format::Csv), "tool,arguments\r\nt,\"" + kLong + ", " + kLong + ", " + kLong + "\"\r\n");
}

TEST(Table, BreaksWordsWhereTheScreenCountsForMore) {
  Table table({"id", "text"});
  table.fold_last(1);
  table.break_words();
  table.set_width(24);
  table.add({"1", std::string(40, 'x')});
  table.add({"2",
             "\xE4\xB8\xAD\xE6\x96\x87\xE4\xB8\xAD\xE6\x96\x87\xE4\xB8\xAD\xE6\x96\x87"
             "\xE4\xB8\xAD\xE6\x96\x87\xE4\xB8\xAD\xE6\x96\x87\xE4\xB8\xAD\xE6\x96\x87"});
  const std::string text = table.print(Format::Table);
  std::size_t begin = 0;
  for (std::size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n', begin)) {
    EXPECT_LE(display_width(text.substr(begin, end - begin)), 24u);
    begin = end + 1;
  }
  EXPECT_NE(text.find("\n    " + std::string(20, 'x') + "\n"), std::string::npos) << text;
}

}  // namespace
}  // namespace yett
