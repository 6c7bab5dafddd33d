#include "os/linux/system_interfaces.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "route/route_fixture.h"

namespace yett {
namespace {

TEST(SystemInterfaces, ListsTheLoopbackAddressAmongAll) {
  const auto addresses = SystemInterfaces().read();
  ASSERT_TRUE(addresses.has_value()) << addresses.error().to_string();
  EXPECT_THAT(*addresses, testing::Contains(route_test::ip("127.0.0.1")));
}

}  // namespace
}  // namespace yett
