#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <random>
#include <string>
#include <thread>
#include <vector>

#include "os/file_descriptor.h"
#include "os/line_channel.h"

namespace yett {
namespace {

using testing::ElementsAre;
using enum ReadOutcome;

constexpr std::size_t kMaxLineBytes = 100'000;

/// A pipe whose reading end does not block.
class LineReaderTest : public testing::Test {
 protected:
  LineReaderTest() {
    int ends[2];
    EXPECT_EQ(::pipe2(ends, O_CLOEXEC), 0);
    read_ = FileDescriptor(ends[0]);
    write_ = FileDescriptor(ends[1]);
    EXPECT_EQ(::fcntl(read_.get(), F_SETFL, O_NONBLOCK), 0);
  }

  /// Blocks when the pipe is full.
  void send(std::string_view bytes) const {
    while (!bytes.empty()) {
      const auto count = ::write(write_.get(), bytes.data(), bytes.size());
      ASSERT_GT(count, 0);
      bytes.remove_prefix(static_cast<std::size_t>(count));
    }
  }
  [[nodiscard]] int unread_bytes() const {
    int count = 0;
    return ::ioctl(read_.get(), FIONREAD, &count) == 0 ? count : -1;
  }
  static std::vector<std::string> take_lines(LineReader& reader) {
    std::vector<std::string> lines;
    while (auto line = reader.next_line()) lines.push_back(std::move(*line));
    return lines;
  }
  /// All outcomes and lines until there is nothing to read at the moment or ever.
  static std::vector<std::string> take_all(LineReader& reader) {
    std::vector<std::string> seen;
    for (;;) {
      switch (reader.read_available()) {
        case Lines:
          for (auto& line : take_lines(reader)) seen.push_back("line " + line);
          break;
        case TooLong:
          seen.emplace_back("too long");
          break;
        case WouldBlock:
          seen.emplace_back("would block");
          return seen;
        case Closed:
          seen.emplace_back("closed");
          return seen;
        case Failed:
          seen.emplace_back("failed");
          return seen;
      }
    }
  }

  FileDescriptor read_;
  FileDescriptor write_;
};

TEST_F(LineReaderTest, HasNothingBeforeSomethingCame) {
  LineReader reader(read_.get(), kMaxLineBytes);
  EXPECT_EQ(reader.read_available(), WouldBlock);
  EXPECT_EQ(reader.next_line(), std::nullopt);
  EXPECT_EQ(reader.take_unterminated(), "");
}

TEST_F(LineReaderTest, CutsOnlyAtNewlines) {
  LineReader reader(read_.get(), kMaxLineBytes);
  send(std::string("one\ntwo\r\n\n\r\na\rb\0c\xff\n \n", 21));
  EXPECT_THAT(take_all(reader), ElementsAre("line one", "line two", "line ", "line ",
                                            std::string("line a\rb\0c\xff", 11), "line  ", "would block"));
}

TEST_F(LineReaderTest, WaitsForTheRestOfALine) {
  LineReader reader(read_.get(), kMaxLineBytes);
  send("be");
  EXPECT_EQ(reader.read_available(), WouldBlock);
  EXPECT_EQ(reader.next_line(), std::nullopt);
  send("gun\r");
  EXPECT_EQ(reader.read_available(), WouldBlock);
  send("\nnext");
  EXPECT_EQ(reader.read_available(), Lines);
  EXPECT_EQ(reader.next_line(), "begun");
  EXPECT_EQ(reader.next_line(), std::nullopt);
}

TEST_F(LineReaderTest, ReportsTheEndOnlyAfterTheLinesBeforeIt) {
  LineReader reader(read_.get(), kMaxLineBytes);
  send("one\ntwo\nthr");
  write_.reset();
  EXPECT_EQ(reader.read_available(), Lines);
  EXPECT_EQ(reader.next_line(), "one");
  EXPECT_EQ(reader.read_available(), Lines);
  EXPECT_EQ(reader.take_unterminated(), "");
  EXPECT_EQ(reader.next_line(), "two");
  EXPECT_EQ(reader.take_unterminated(), "");
  EXPECT_EQ(reader.read_available(), Closed);
  EXPECT_EQ(reader.next_line(), std::nullopt);
  EXPECT_EQ(reader.take_unterminated(), "thr");
  EXPECT_EQ(reader.take_unterminated(), "");
  EXPECT_EQ(reader.read_available(), Closed);
}

TEST_F(LineReaderTest, TakesALineOfExactlyTheLimit) {
  LineReader reader(read_.get(), 4);
  send("1234\n1234\r\n12345\n123\r\n1234\r\r\n12345\r\nend\n");
  EXPECT_THAT(take_all(reader), ElementsAre("line 1234", "line 1234", "too long", "line 123", "too long", "too long",
                                            "line end", "would block"));
}

TEST_F(LineReaderTest, CountsTheLimitTheSameWhenBytesComeOneByOne) {
  LineReader reader(read_.get(), 4);
  std::vector<std::string> seen;
  for (const char c : std::string("1234\n1234\r\n12345\n1234567890\n\n12345\r\n1234\r5\nend\n")) {
    send({&c, 1});
    for (auto& event : take_all(reader)) {
      if (event != "would block") seen.push_back(std::move(event));
    }
  }
  EXPECT_THAT(
      seen, ElementsAre("line 1234", "line 1234", "too long", "too long", "line ", "too long", "too long", "line end"));
}

TEST_F(LineReaderTest, TellsOfALongLineBeforeItsEndAndGoesOnBehindIt) {
  LineReader reader(read_.get(), 1000);
  send("before\n" + std::string(50'000, 'x'));
  EXPECT_THAT(take_all(reader), ElementsAre("line before", "too long", "would block"));
  send(std::string(50'000, 'x'));
  EXPECT_THAT(take_all(reader), ElementsAre("would block"));
  send("xxx\nafter\n");
  EXPECT_THAT(take_all(reader), ElementsAre("line after", "would block"));
}

TEST_F(LineReaderTest, TheRestOfALongLineIsNoLastLine) {
  LineReader reader(read_.get(), 10);
  send(std::string(100, 'x'));
  write_.reset();
  EXPECT_THAT(take_all(reader), ElementsAre("too long", "closed"));
  EXPECT_EQ(reader.take_unterminated(), "");
}

TEST_F(LineReaderTest, WithoutALimitNothingIsTooLong) {
  LineReader reader(read_.get(), static_cast<std::size_t>(-1));
  send(std::string(50'000, 'x') + "\n");
  EXPECT_EQ(reader.read_available(), Lines);
  EXPECT_EQ(reader.next_line()->size(), 50'000U);
}

TEST_F(LineReaderTest, ReadsNothingMoreWhileLinesWait) {
  LineReader reader(read_.get(), kMaxLineBytes);
  send("one\n");
  EXPECT_EQ(reader.read_available(), Lines);
  send("two\n");
  EXPECT_EQ(reader.read_available(), Lines);
  EXPECT_EQ(unread_bytes(), 4);
  EXPECT_THAT(take_lines(reader), ElementsAre("one"));
  EXPECT_EQ(reader.read_available(), Lines);
  EXPECT_EQ(unread_bytes(), 0);
}

TEST_F(LineReaderTest, TakesTurnsWithTheOthers) {
  const FileDescriptor endless(::open("/dev/zero", O_RDONLY | O_CLOEXEC));
  // Comes back although this peer never pauses and never ends its line.
  LineReader busy(endless.get(), std::size_t{1} << 30);
  EXPECT_EQ(busy.read_available(), WouldBlock);
}

TEST_F(LineReaderTest, MovesLinesOfManyMegabytes) {
  LineReader reader(read_.get(), std::size_t{64} << 20);
  const std::string large(std::size_t{20} << 20, 'x');
  const std::jthread writer([&] { send("small\n" + large + "\n" + large + "y\r\nlast\n"); });
  std::vector<std::string> lines;
  while (lines.size() < 4) {
    const ReadOutcome outcome = reader.read_available();
    ASSERT_TRUE(outcome == Lines || outcome == WouldBlock);
    for (auto& line : take_lines(reader)) lines.push_back(std::move(line));
  }
  EXPECT_EQ(lines[0], "small");
  EXPECT_TRUE(lines[1] == large);
  EXPECT_TRUE(lines[2] == large + "y");
  EXPECT_EQ(lines[3], "last");
}

TEST_F(LineReaderTest, AgreesWithCuttingTheWholeTextHoweverItArrives) {
  for (std::uint32_t seed = 0; seed < 200; ++seed) {
    std::mt19937 random(seed);
    std::string text;
    std::vector<std::string> expected;
    while (text.size() < 30'000) {
      const std::size_t lengths[] = {0, 1, random() % 20, random() % 200, random() % 9000};
      const std::string line(lengths[random() % 5], static_cast<char>('a' + random() % 26));
      text += line + (random() % 2 == 0 ? "\n" : "\r\n");
      expected.push_back("line " + line);
    }
    LineReader reader(read_.get(), 9000);
    std::vector<std::string> seen;
    for (std::size_t begin = 0; begin < text.size();) {
      const std::size_t count =
          std::min<std::size_t>(1 + random() % (random() % 2 == 0 ? 10 : 20'000), text.size() - begin);
      send(std::string_view(text).substr(begin, count));
      begin += count;
      for (auto& event : take_all(reader)) {
        if (event != "would block") seen.push_back(std::move(event));
      }
    }
    ASSERT_EQ(seen, expected) << "seed " << seed;
  }
}

TEST_F(LineReaderTest, FailsForGoodOnABrokenDescriptor) {
  LineReader reader(-1, kMaxLineBytes);
  EXPECT_EQ(reader.read_available(), Failed);
  EXPECT_EQ(reader.error_number(), EBADF);
  EXPECT_EQ(reader.read_available(), Failed);
}

TEST(LineReaderOnSockets, AResetIsAnEnd) {
  int ends[2];
  ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends), 0);
  const FileDescriptor ours(ends[0]);
  FileDescriptor theirs(ends[1]);
  ASSERT_EQ(::write(theirs.get(), "last\n", 5), 5);
  // Closing with unread data is what resets.
  ASSERT_EQ(::write(ours.get(), "unread", 6), 6);
  theirs.reset();
  LineReader reader(ours.get(), kMaxLineBytes);
  EXPECT_EQ(reader.read_available(), Lines);
  EXPECT_EQ(reader.next_line(), "last");
  EXPECT_EQ(reader.read_available(), Closed);
}

}  // namespace
}  // namespace yett
