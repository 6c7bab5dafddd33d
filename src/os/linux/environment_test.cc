#include "os/environment.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>

#include "os/linux/forked_fixture.h"
#include "os/linux/user_database.h"

namespace yett {
namespace {

TEST(Environment, TellsUnsetFromEmpty) {
  const Environment env({{"EMPTY", ""}, {"NAME", "value"}});
  EXPECT_EQ(env.get("EMPTY"), "");
  EXPECT_EQ(env.get("NAME"), "value");
  EXPECT_EQ(env.get("UNSET"), std::nullopt);
  EXPECT_EQ(env.get("NAM"), std::nullopt);
  EXPECT_EQ(env.get(""), std::nullopt);
  EXPECT_TRUE(Environment().values().empty());
}

TEST(Environment, IsASnapshotThatCountsTheFirstOfARepeatedName) {
  const std::string answer = in_other_process([] {
    char first[] = "NAME=first=1";
    char second[] = "NAME=second";
    char empty[] = "EMPTY=";
    char no_name[] = "=value";
    char no_value[] = "LONELY";
    char* entries[] = {first, second, empty, no_name, no_value, nullptr};
    environ = entries;
    const auto env = Environment::of_this_process();
    ::setenv("NAME", "later", 1);
    std::string text;
    for (const auto& [name, value] : env.values()) text.append("[").append(name).append("|").append(value).append("]");
    return text;
  });
  EXPECT_EQ(answer, "[EMPTY|][NAME|first=1]");
}

TEST(Environment, MayBeAbsentAltogether) {
  EXPECT_EQ(in_other_process([] {
              ::clearenv();
              return std::to_string(Environment::of_this_process().values().size());
            }),
            "0");
}

TEST(UserName, ComesFromTheUserDatabase) {
  EXPECT_EQ(name_of_user(0).value(), "root");
  EXPECT_EQ(in_other_process([] {
              ::setenv("USER", "somebody else", 1);
              ::setenv("LOGNAME", "somebody else", 1);
              return user_name().value_or("");
            }),
            name_of_user(::geteuid()).value_or(""));
}

TEST(UserName, OfAUserWithoutOneIsAnError) {
  const auto name = name_of_user(kNameless);
  ASSERT_FALSE(name);
  EXPECT_EQ(name.error().kind, ErrorKind::NotFound);
  EXPECT_EQ(name.error().to_string(), "the user with uid 54321 has no name");
}

TEST(UserName, IsTheEffectiveUsers) {
  YETT_NEEDS_ROOT();
  EXPECT_EQ(
      in_other_process([] { return ::seteuid(kNameless) == 0 ? told(user_name()) : "cannot become another user"; }),
      "the user with uid 54321 has no name");
}

}  // namespace
}  // namespace yett
