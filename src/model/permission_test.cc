#include "model/permission.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace yett {
namespace {

using enum Capability;
using enum SourceKind;

constexpr std::array kCapabilities = {Read, ExternalAccess, Write, Execution};
constexpr std::array kKinds = {User, RetrievedDocument, ToolOutput};

struct Row {
  std::string_view name;
  std::vector<Capability> capabilities;
  SourceSet sources;
};

/// Contract section 4, in its order.
const std::vector<Row>& table() {
  static const std::vector<Row> kTable = {
      {"full access", {Read, ExternalAccess, Write, Execution}, {User, RetrievedDocument, ToolOutput}},
      {"no execution", {Read, ExternalAccess, Write}, {User, RetrievedDocument, ToolOutput}},
      {"no side effects", {Read, ExternalAccess}, {User, RetrievedDocument, ToolOutput}},
      {"allowlisted", {Read, ExternalAccess}, {User, RetrievedDocument}},
      {"read-only", {Read}, {User}},
  };
  return kTable;
}

TEST(BuiltinPermissionSets, AreExactlyTheContracts) {
  ASSERT_EQ(builtin_permission_sets().size(), table().size());
  for (std::size_t i = 0; i < table().size(); ++i) {
    const PermissionSet& set = builtin_permission_sets()[i];
    EXPECT_EQ(set.name, table()[i].name);
    for (const Capability capability : kCapabilities) {
      const bool granted = std::ranges::find(table()[i].capabilities, capability) != table()[i].capabilities.end();
      EXPECT_EQ(set.grant(capability), granted ? table()[i].sources : SourceSet{})
          << set.name << " / " << to_string(capability);
      EXPECT_EQ(set.has(capability), granted) << set.name << " / " << to_string(capability);
    }
  }
}

TEST(BuiltinPermissionSets, NarrowFromFirstToLast) {
  const auto sets = builtin_permission_sets();
  for (std::size_t i = 1; i < sets.size(); ++i) {
    for (const Capability capability : kCapabilities) {
      EXPECT_TRUE(sets[i - 1].grant(capability).covers(sets[i].grant(capability)))
          << sets[i].name << " grants what " << sets[i - 1].name << " does not: " << to_string(capability);
    }
  }
}

TEST(FindBuiltinPermissionSet, ByNameWithSpacesOrHyphens) {
  for (const auto& [asked, name] : {std::pair{"full access", "full access"}, std::pair{"full-access", "full access"},
                                    std::pair{"no-side-effects", "no side effects"},
                                    std::pair{"read-only", "read-only"}, std::pair{"allowlisted", "allowlisted"}}) {
    const PermissionSet* set = find_builtin_permission_set(asked);
    ASSERT_NE(set, nullptr) << asked;
    EXPECT_EQ(set->name, name);
  }
}

TEST(FindBuiltinPermissionSet, NothingElse) {
  for (const char* text : {"", "full", "full access ", "fullaccess", "Full Access", "full_access", "full  access", "*",
                           "read-only\n", "support"}) {
    EXPECT_EQ(find_builtin_permission_set(text), nullptr) << text;
  }
}

TEST(PermissionSet, ThatNobodyFilledInGrantsNothing) {
  for (const Capability capability : kCapabilities) EXPECT_FALSE(PermissionSet{}.has(capability));
}

TEST(PermissionSet, IsForEveryToolAndServerUntilItNamesSome) {
  EXPECT_EQ(PermissionSet{}.tools, std::nullopt);
  EXPECT_EQ(PermissionSet{}.servers, std::nullopt);
  for (const PermissionSet& set : builtin_permission_sets()) {
    EXPECT_EQ(set.tools, std::nullopt) << set.name;
    EXPECT_EQ(set.servers, std::nullopt) << set.name;
  }
}

TEST(RequiredCapability, OfEachEffect) {
  EXPECT_EQ(required_capability(Effect::Read), Read);
  EXPECT_EQ(required_capability(Effect::Send), ExternalAccess);
  EXPECT_EQ(required_capability(Effect::Write), Write);
  EXPECT_EQ(required_capability(Effect::Execute), Execution);
}

TEST(SourceSet, OnlyTheUsersOwnTextIsTrusted) {
  EXPECT_FALSE(SourceSet{}.has_untrusted());
  EXPECT_FALSE(SourceSet{User}.has_untrusted());
  EXPECT_TRUE((SourceSet{User, ToolOutput}).has_untrusted());
  EXPECT_TRUE(SourceSet{RetrievedDocument}.has_untrusted());
}

TEST(SourceSet, CoversExactlyItsSubsets) {
  for (unsigned a = 0; a < 8; ++a) {
    for (unsigned b = 0; b < 8; ++b) {
      const SourceSet outer = SourceSet::from_bits(static_cast<std::uint8_t>(a));
      const SourceSet inner = SourceSet::from_bits(static_cast<std::uint8_t>(b));
      bool every = true;
      for (const SourceKind kind : kKinds) every = every && (!inner.contains(kind) || outer.contains(kind));
      EXPECT_EQ(outer.covers(inner), every) << a << " " << b;
    }
  }
}

TEST(SourceSet, DropsBitsThatMeanNothing) {
  EXPECT_EQ(SourceSet::from_bits(0xFF), SourceSet::all());
  EXPECT_TRUE(SourceSet::from_bits(0xF8).empty());
}

TEST(Capability, IsReadBackAndInNoOtherSpelling) {
  for (const Capability capability : kAllCapabilities) EXPECT_EQ(parse_capability(to_string(capability)), capability);
  for (const char* text : {"", "Read", "external-access", "execute", "write "}) {
    EXPECT_EQ(parse_capability(text), std::nullopt) << text;
  }
}

TEST(SourceKind, IsReadBackAndInNoOtherSpelling) {
  for (const SourceKind kind : kKinds) EXPECT_EQ(parse_source_kind(to_string(kind)), kind);
  for (const char* text : {"", "User", "tool-output", "trusted", "tool_output ", "document"}) {
    EXPECT_EQ(parse_source_kind(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace yett
