#include "draft/secret_looks.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace yett {
namespace {

TEST(LooksSecret, ByTheNameOfTheVariable) {
  for (const char* name : {"GITHUB_TOKEN", "API_KEY", "apiKey", "DB_PASSWORD", "AWS_SECRET_ACCESS_KEY", "SENTRY_DSN"}) {
    EXPECT_TRUE(looks_secret(name, "x")) << name;
  }
  for (const char* name : {"LOG_LEVEL", "KEY_FILE", "TOKEN_PATH", "PORT", "MONKEY", "MEMORY_FILE_PATH"}) {
    EXPECT_FALSE(looks_secret(name, "x")) << name;
  }
}

TEST(LooksSecret, ByTheValue) {
  EXPECT_TRUE(looks_secret("X", "postgres://ana:hunter22@db/x"));
  EXPECT_TRUE(looks_secret("X", "a8f5f167f44f4964e6c998dee827110c"));
  EXPECT_FALSE(looks_secret("X", "/home/ana/projects/website2026/index"));
  EXPECT_FALSE(looks_secret("X", "--max-old-space-size=4096"));
  EXPECT_FALSE(looks_secret("X", "an ordinary sentence with 1 number"));
}

TEST(FindSecretArgument, ByItsOptionOrItsForm) {
  using Command = std::vector<std::string>;
  EXPECT_EQ(find_secret_argument(Command{"x", "--token", "abc"}), 2u);
  EXPECT_EQ(find_secret_argument(Command{"x", "--api-key=abc"}), 1u);
  EXPECT_EQ(find_secret_argument(Command{"env", "TOKEN=abc", "x"}), 1u);
  EXPECT_EQ(find_secret_argument(Command{"x", "postgresql://u:hunter22@db/x"}), 1u);
  EXPECT_EQ(find_secret_argument(Command{"x", "--key", "/etc/key.pem", "--token-file", "abc"}), std::nullopt);
  EXPECT_EQ(find_secret_argument(Command{"node", "/opt/server/dist/index.js", "/srv/files"}), std::nullopt);
}

}  // namespace
}  // namespace yett
