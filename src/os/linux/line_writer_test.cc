#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <random>
#include <string>

#include "os/file_descriptor.h"
#include "os/line_channel.h"
#include "os/signals.h"

namespace yett {
namespace {

using enum WriteOutcome;

/// A pipe, neither end of which blocks.
class LineWriterTest : public testing::Test {
 protected:
  LineWriterTest() {
    ignore_broken_pipes();
    int ends[2];
    EXPECT_EQ(::pipe2(ends, O_CLOEXEC | O_NONBLOCK), 0);
    read_ = FileDescriptor(ends[0]);
    write_ = FileDescriptor(ends[1]);
  }

  /// What lies in the pipe.
  [[nodiscard]] std::string receive() const {
    std::string text;
    std::array<char, 4096> bytes;
    for (;;) {
      const auto count = ::read(read_.get(), bytes.data(), bytes.size());
      if (count <= 0) return text;
      text.append(bytes.data(), static_cast<std::size_t>(count));
    }
  }

  FileDescriptor read_;
  FileDescriptor write_;
};

TEST_F(LineWriterTest, WritesNothingUnasked) {
  LineWriter writer(write_.get());
  EXPECT_EQ(writer.flush(), Done);
  writer.queue("one");
  EXPECT_EQ(receive(), "");
  EXPECT_EQ(writer.pending_bytes(), 4U);
}

TEST_F(LineWriterTest, NoLineCanEndEarly) {
  LineWriter writer(write_.get());
  writer.queue("{\"a\":1}\n{\"forged\":true}");
  writer.queue("\n\n");
  writer.queue("");
  writer.queue(std::string("a\0b\r", 4));
  EXPECT_EQ(writer.flush(), Done);
  EXPECT_EQ(receive(), std::string("{\"a\":1} {\"forged\":true}\n  \n\na\0b\r\n", 33));
}

TEST_F(LineWriterTest, KeepsWhatTheReaderIsTooSlowFor) {
  LineWriter writer(write_.get());
  const std::string large(300'000, 'x');
  writer.queue("before");
  writer.queue(large);
  writer.queue("after");
  EXPECT_EQ(writer.flush(), WouldBlock);
  const std::size_t left = writer.pending_bytes();
  EXPECT_GT(left, 0U);
  EXPECT_EQ(writer.flush(), WouldBlock);
  EXPECT_EQ(writer.pending_bytes(), left);

  std::string text = receive();
  EXPECT_EQ(text.size() + left, large.size() + 14);
  while (writer.flush() == WouldBlock) text += receive();
  text += receive();
  EXPECT_TRUE(text == "before\n" + large + "\nafter\n");
  EXPECT_EQ(writer.pending_bytes(), 0U);
}

TEST_F(LineWriterTest, KeepsOrderAndCountWhateverTheSizes) {
  for (std::uint32_t seed = 0; seed < 20; ++seed) {
    std::mt19937 random(seed);
    LineWriter writer(write_.get());
    std::string expected;
    std::string received;
    for (int i = 0; i < 200; ++i) {
      const std::size_t lengths[] = {random() % 10, random() % 1000, random() % 20'000, random() % 100'000};
      const std::string line(lengths[random() % 4], static_cast<char>('a' + random() % 26));
      expected += line + "\n";
      writer.queue(line);
      if (random() % 3 == 0) (void)writer.flush();
      if (random() % 2 != 0) continue;
      received += receive();
      ASSERT_EQ(expected.size(), received.size() + writer.pending_bytes());
    }
    while (writer.flush() == WouldBlock) received += receive();
    received += receive();
    ASSERT_TRUE(received == expected) << "seed " << seed;
  }
}

TEST_F(LineWriterTest, AReaderThatIsGoneIsAValue) {
  LineWriter writer(write_.get());
  writer.queue("one");
  read_.reset();
  EXPECT_EQ(writer.flush(), Closed);
  EXPECT_EQ(writer.pending_bytes(), 0U);
  writer.queue("two");
  EXPECT_EQ(writer.pending_bytes(), 0U);
  EXPECT_EQ(writer.flush(), Closed);
}

TEST_F(LineWriterTest, ABrokenDescriptorIsNotAnEnd) {
  LineWriter writer(-1);
  EXPECT_EQ(writer.flush(), Done);
  writer.queue("one");
  EXPECT_EQ(writer.flush(), Failed);
  EXPECT_EQ(writer.error_number(), EBADF);
  EXPECT_EQ(writer.flush(), Failed);
}

}  // namespace
}  // namespace yett
