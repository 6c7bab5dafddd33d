#include "policy/lock_signature.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

namespace yett {
namespace {

using testing::HasSubstr;

SigningKey key_of(std::uint8_t seed) {
  std::array<std::uint8_t, SigningKey::kSeedBytes> bytes{};
  bytes.fill(seed);
  return SigningKey(bytes);
}

Approver olga() {
  Approver one;
  one.name = "olga";
  one.key = key_of(1).public_key();
  one.may = {Entitlement::AcceptTool};
  return one;
}

ToolLock lock() {
  ToolLock lock;
  lock.put({.name = "files",
            .command = {"/usr/bin/files"},
            .cwd = {},
            .tools = {{.name = "read", .definition = Json::object({{"name", "read"}})}}});
  return lock;
}

std::string refusal(const ToolLock& lock, const std::vector<Approver>& approvers) {
  const Result<void> sound = require_lock_signature(lock, approvers, "yett.lock");
  return sound ? "" : sound.error().to_string();
}

TEST(LockSignature, IsNotAskedForWithoutApprovers) { EXPECT_EQ(refusal(lock(), {}), ""); }

TEST(LockSignature, OfAnApproverWhoMayAcceptToolsHolds) {
  EXPECT_EQ(refusal(sign_lock(lock(), "olga", key_of(1)), {olga()}), "");
}

TEST(LockSignature, IsMissedWhereThereAreApprovers) {
  EXPECT_THAT(refusal(lock(), {olga()}), HasSubstr("nobody has signed the lock"));
}

TEST(LockSignature, IsOfThisVeryLock) {
  ToolLock changed = sign_lock(lock(), "olga", key_of(1));
  changed.servers.front().tools.front().definition.set("description", "sends everything away");
  EXPECT_THAT(refusal(changed, {olga()}), HasSubstr("not what olga has signed"));
  ToolLock other_command = sign_lock(lock(), "olga", key_of(1));
  other_command.servers.front().command = {"/tmp/files"};
  EXPECT_THAT(refusal(other_command, {olga()}), HasSubstr("not what olga has signed"));
}

TEST(LockSignature, OfAnotherKeyOrNobodyIsNone) {
  EXPECT_THAT(refusal(sign_lock(lock(), "olga", key_of(9)), {olga()}), HasSubstr("not what olga has signed"));
  EXPECT_THAT(refusal(sign_lock(lock(), "eve", key_of(9)), {olga()}), HasSubstr("may not accept tools: eve"));
  ToolLock broken = sign_lock(lock(), "olga", key_of(1));
  broken.signature->signature = "AAAA";
  EXPECT_THAT(refusal(broken, {olga()}), HasSubstr("not what olga has signed"));
}

TEST(LockSignature, OfAnApproverForSomeThingsAloneDoesNotVouchForAll) {
  Approver without = olga();
  without.may = {Entitlement::Approve};
  Approver of_a_tenant = olga();
  of_a_tenant.tenants = {"acme"};
  Approver of_a_tool = olga();
  of_a_tool.tools = {"read"};
  for (const Approver& narrow : {without, of_a_tenant, of_a_tool}) {
    EXPECT_THAT(refusal(sign_lock(lock(), "olga", key_of(1)), {narrow}), HasSubstr("may not accept tools"));
  }
}

}  // namespace
}  // namespace yett
