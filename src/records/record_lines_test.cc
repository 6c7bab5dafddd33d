#include "records/record_lines.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "os/scratch_folder.h"
#include "records/record.h"

namespace yett {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// Which input, which of its lines, and its text.
using Line = std::tuple<std::size_t, std::uint64_t, std::string>;

struct Taken {
  std::vector<Line> lines;
  Result<void> read;
};

Taken take(const std::vector<std::string>& texts) {
  const ScratchFolder scratch = ScratchFolder::make(testing::TempDir(), "lines").value();
  std::vector<std::string> paths;
  for (const std::string& text : texts) {
    paths.push_back(scratch.path() + "/" + std::to_string(paths.size()));
    std::ofstream(paths.back(), std::ios::binary) << text;
  }
  Taken taken;
  taken.read = each_record_line(
      paths, [&](const RecordLine& line) { taken.lines.emplace_back(line.input, line.line, std::string(line.text)); });
  return taken;
}

TEST(EachRecordLine, IsNumberedInItsInputBlankOnesIncluded) {
  const Taken taken = take({"one\n\n \t\r\nfour\r\nfive", "", "\nsix\n"});
  EXPECT_TRUE(taken.read);
  EXPECT_THAT(taken.lines, ElementsAre(Line{0, 1, "one"}, Line{0, 4, "four\r"}, Line{0, 5, "five"}, Line{2, 2, "six"}));
}

TEST(EachRecordLine, OfManyBlocksIsTakenOnceAndInOrder) {
  std::string text;
  std::vector<Line> expected;
  for (std::uint64_t i = 1; i <= 40'000; ++i) {
    const std::string line = "line " + std::to_string(i) + std::string(i % 97, 'x');
    text += line + "\n";
    expected.emplace_back(0, i, line);
  }
  std::vector<Line> twice = expected;
  for (const Line& line : expected) twice.emplace_back(1, std::get<1>(line), std::get<2>(line));
  const Taken taken = take({text, text});
  EXPECT_TRUE(taken.read);
  EXPECT_TRUE(taken.lines == twice);
}

TEST(EachRecordLine, FailsWhereAnInputIsNotThere) {
  std::vector<std::string> paths = {testing::TempDir() + "/no such file"};
  const Result<void> read = each_record_line(paths, [](const RecordLine&) { ADD_FAILURE() << "a line"; });
  ASSERT_FALSE(read);
  EXPECT_THAT(read.error().to_string(), HasSubstr("no such file"));
}

TEST(EachRecordLine, FailsAtALineThatIsTooLong) {
  const Taken taken = take({"one\n" + std::string(kMaxRecordBytes + 1, 'x') + "\ntwo\n"});
  ASSERT_FALSE(taken.read);
  EXPECT_EQ(taken.read.error().kind, ErrorKind::Input);
  EXPECT_THAT(taken.read.error().message, HasSubstr("a line is longer than 16 MiB"));
}

}  // namespace
}  // namespace yett
