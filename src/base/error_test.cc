#include "base/error.h"

#include <gtest/gtest.h>

namespace yett {
namespace {

TEST(SourcePosition, IsShortenedByWhatIsUnknown) {
  EXPECT_EQ((SourcePosition{"yett.toml", 3, 7}).to_string(), "yett.toml:3:7");
  EXPECT_EQ((SourcePosition{"yett.toml", 3, 0}).to_string(), "yett.toml:3");
  EXPECT_EQ((SourcePosition{"yett.toml", 0, 7}).to_string(), "yett.toml");
  EXPECT_EQ(SourcePosition{}.to_string(), "");
}

TEST(Error, LeavesOutWhatIsEmpty) {
  EXPECT_EQ((Error{ErrorKind::Input, "no such key", {"a.toml", 1, 2}, "remove it"}).to_string(),
            "a.toml:1:2: no such key (remove it)");
  EXPECT_EQ((Error{.message = "no such key"}).to_string(), "no such key");
}

TEST(Error, IsABugUnlessSaidOtherwise) { EXPECT_EQ(Error{}.kind, ErrorKind::Internal); }

TEST(Fail, MakesAFailedResult) {
  const Result<int> result = fail(ErrorKind::NotFound, "no such tool", {"a.toml", 4, 1}, "list them");
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().kind, ErrorKind::NotFound);
  EXPECT_EQ(result.error().to_string(), "a.toml:4:1: no such tool (list them)");
}

}  // namespace
}  // namespace yett
