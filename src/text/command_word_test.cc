#include "text/command_word.h"

#include <gtest/gtest.h>

namespace yett {
namespace {

TEST(PlainName, IsALetterADigitOrAnUnderscoreAndMore) {
  for (const std::string_view word : {"a", "7", "_x", "build", "test-unit", "v1.2.3", "nginx@1", "c++", "A_b"}) {
    EXPECT_TRUE(is_plain_name(word)) << word;
  }
}

TEST(PlainName, IsNoOptionNoPathAndNoFileOfWords) {
  for (const std::string_view word : {"",    "-a",  "--all", ".",  "..",  ".x", "@file",  "+5",  "a/b",  "/a",
                                      "a b", "a=b", "a:b",   "a*", "a;b", "$a", "\u00e9", "a\n", "a\\b", "%G?"}) {
    EXPECT_FALSE(is_plain_name(word)) << word;
  }
}

TEST(Revision, IsWhatGitCallsOne) {
  for (const std::string_view word :
       {"main",        "HEAD",      "HEAD~2",        "HEAD^^",         "HEAD^{commit}", "main@{1}", "@{-1}",
        "@",           "^main",     "main..feature", "main...feature", "main..",        "..main",   "feature/x",
        "origin/main", "v1.2-rc.1", "5f3c1a9",       "fix-#12",        "fe\u00e9",      "a.b/c.d",  "refs/heads/x"}) {
    EXPECT_TRUE(is_revision(word)) << word;
  }
}

TEST(Revision, LeadsNowhereAsAPath) {
  for (const std::string_view word :
       {"",     "-n",  "--all", "/etc/passwd", "..",     ".",       "../x", "./x",       "a/../b",
        "a/..", "a/.", "x/./y", "HEAD:a",      ":/text", ":(top)a", ":!a",  "main:../x", "a b",
        "a*",   "a?",  "a[b]",  "a\\b",        "~/x y",  "$HOME",   "a\nb", "a;b"}) {
    EXPECT_FALSE(is_revision(word)) << word;
  }
}

}  // namespace
}  // namespace yett
