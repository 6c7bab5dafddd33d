#include "os/input.h"

#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <string_view>

#include "os/scratch_folder.h"

namespace yett {
namespace {

TEST(Input, IsReadUpToItsEnd) {
  const ScratchFolder scratch = ScratchFolder::make(testing::TempDir(), "input").value();
  const std::string path = scratch.path() + "/calls";
  std::ofstream(path) << "seven b";
  const Result<FileDescriptor> file = open_input(path);
  ASSERT_TRUE(file) << file.error().to_string();
  std::array<char, 5> block{};
  EXPECT_EQ(read_input(file->get(), block), 5U);
  EXPECT_EQ(read_input(file->get(), block), 2U);
  EXPECT_EQ(std::string_view(block.data(), 2), " b");
  EXPECT_EQ(read_input(file->get(), block), 0U);
}

TEST(Input, ThatIsNotThereSaysSo) {
  const Result<FileDescriptor> file = open_input("/nowhere/calls");
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().kind, ErrorKind::NotFound);
  EXPECT_EQ(file.error().to_string(), "cannot open /nowhere/calls: No such file or directory");
}

TEST(Input, ThatCannotBeReadIsNoEnd) {
  std::array<char, 5> block{};
  const Result<std::size_t> count = read_input(-1, block);
  ASSERT_FALSE(count) << "an error passes for the end of the input";
  EXPECT_EQ(count.error().kind, ErrorKind::System);
}

}  // namespace
}  // namespace yett
