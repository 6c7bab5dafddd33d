#include <gtest/gtest.h>

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "store/store.h"

namespace yett {
namespace {

RunKey key(std::string user, std::optional<std::string> tenant, std::string run) {
  Session session;
  session.user = std::move(user);
  session.tenant = std::move(tenant);
  session.run = std::move(run);
  return RunKey(session);
}

TEST(RunKey, DiffersWheneverAPartDiffers) {
  const std::vector<RunKey> keys = {
      key("ana", "acme", "r"),
      key("ana", "acme", "r2"),
      key("ana", "beta", "r"),
      key("bob", "acme", "r"),
      key("ana", std::nullopt, "r"),
      key("ana", "", "r"),
      key("ana", "null", "r"),
      key("", "", ""),
      // What would be the same if the parts were only joined.
      key("ana\",\"acme", "x", "r"),
      key("ana", "acme\",\"x", "r"),
      key("ana", "acme", "x\",\"r"),
      key("acme", "ana", "r"),
      // Bytes that are no text, and texts that look like what such bytes become.
      key("ana\xff", "acme", "r"),
      key("ana\xfe", "acme", "r"),
      key("ana\xEF\xBF\xBD", "acme", "r"),
      key("616e61ff", "acme", "r"),
      key("[\"616e61ff\"]", "acme", "r"),
      key(std::string("ana\0", 4), "acme", "r"),
  };
  std::set<std::string> texts;
  for (const RunKey& one : keys) EXPECT_TRUE(texts.insert(one.text()).second) << one.text();
}

TEST(RunKey, DependsOnNothingElseOfASession) {
  Session session;
  session.user = "ana";
  session.run = "r";
  const std::string before = RunKey(session).text();
  session.allowed_tenants = {"acme"};
  session.expires_at += std::chrono::hours(1);
  session.permissions.name = "full access";
  EXPECT_EQ(RunKey(session).text(), before);
  EXPECT_EQ(before, R"(["ana",null,"r"])");
}

}  // namespace
}  // namespace yett
