#include "cli/line_input.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "os/input.h"
#include "os/scratch_folder.h"

namespace yett {
namespace {

using testing::ElementsAre;
using testing::Pair;

constexpr std::size_t kMaxBytes = 10;

struct Taken {
  std::vector<std::pair<std::size_t, std::string>> lines;
  LinesRead read = LinesRead::UpToLongLine;
};

Taken take_all(const std::string& path) {
  Taken taken;
  const FileDescriptor file = open_input(path).value();
  taken.read = each_line(file.get(), kMaxBytes, [&](const InputLine& line) {
                 taken.lines.emplace_back(line.number, line.text);
               }).value();
  return taken;
}

Taken take_text(std::string_view text) {
  const ScratchFolder scratch = ScratchFolder::make(testing::TempDir(), "lines").value();
  std::ofstream(scratch.path() + "/lines") << text;
  return take_all(scratch.path() + "/lines");
}

TEST(EachLine, IsNumberedAsAnEditorDoes) {
  const Taken taken = take_text("one\n\n \t\r\nfour\nfive");
  EXPECT_THAT(taken.lines, ElementsAre(Pair(1, "one"), Pair(4, "four"), Pair(5, "five")));
  EXPECT_EQ(taken.read, LinesRead::All);
  EXPECT_TRUE(take_text("").lines.empty());
}

TEST(EachLine, MayBeAsLongAsAllowed) {
  const Taken taken = take_text("0123456789\n0123456789");
  EXPECT_THAT(taken.lines, ElementsAre(Pair(1, "0123456789"), Pair(2, "0123456789")));
  EXPECT_EQ(taken.read, LinesRead::All);
}

TEST(EachLine, ThatIsTooLongIsPassedOnCutAndIsTheLast) {
  for (const std::string_view text : {"one\n0123456789abcdef\nthree\n", "one\n0123456789abcdef"}) {
    const Taken taken = take_text(text);
    EXPECT_THAT(taken.lines, ElementsAre(Pair(1, "one"), Pair(2, "0123456789a"))) << text;
    EXPECT_EQ(taken.read, LinesRead::UpToLongLine) << text;
  }
}

TEST(EachLine, ThatIsTooLongCountsThoughItIsBlank) {
  const Taken taken = take_text("                \n");
  EXPECT_THAT(taken.lines, ElementsAre(Pair(1, std::string(kMaxBytes + 1, ' ')))) << "nobody refuses it";
}

TEST(EachLine, WithoutEndComesToAnEnd) {
  const Taken taken = take_all("/dev/zero");
  EXPECT_THAT(taken.lines, ElementsAre(Pair(1, std::string(kMaxBytes + 1, '\0'))));
  EXPECT_EQ(taken.read, LinesRead::UpToLongLine);
}

TEST(EachLine, OfWhatCannotBeReadIsNone) {
  EXPECT_FALSE(each_line(-1, kMaxBytes, [](const InputLine&) { FAIL() << "a line of nothing"; }));
}

}  // namespace
}  // namespace yett
