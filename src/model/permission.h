#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "model/risk.h"

namespace yett {

/// What a call asks to be allowed to do (docs/policy.md).
enum class Capability : std::uint8_t { Read, ExternalAccess, Write, Execution };
inline constexpr std::size_t kCapabilityCount = 4;
inline constexpr std::array<Capability, kCapabilityCount> kAllCapabilities = {
    Capability::Read, Capability::ExternalAccess, Capability::Write, Capability::Execution};

/// A set of capabilities; empty by default.
class CapabilitySet {
 public:
  constexpr void insert(Capability capability) { held_[static_cast<std::size_t>(capability)] = true; }
  [[nodiscard]] constexpr bool contains(Capability capability) const {
    return held_[static_cast<std::size_t>(capability)];
  }
  bool operator==(const CapabilitySet&) const = default;

 private:
  std::array<bool, kCapabilityCount> held_{};
};

/// The kind of text that a run may have taken in.
enum class SourceKind : std::uint8_t { User, RetrievedDocument, ToolOutput };
inline constexpr std::size_t kSourceKindCount = 3;
inline constexpr std::array<SourceKind, kSourceKindCount> kAllSourceKinds = {
    SourceKind::User, SourceKind::RetrievedDocument, SourceKind::ToolOutput};

/// A set of kinds of text; empty by default.
class SourceSet {
 public:
  constexpr SourceSet() = default;
  constexpr SourceSet(std::initializer_list<SourceKind> kinds) {
    for (const SourceKind kind : kinds) insert(kind);
  }
  [[nodiscard]] static constexpr SourceSet all() {
    return {SourceKind::User, SourceKind::RetrievedDocument, SourceKind::ToolOutput};
  }
  /// From bits() of another set; unknown bits are dropped.
  [[nodiscard]] static constexpr SourceSet from_bits(std::uint8_t bits) {
    SourceSet set;
    set.bits_ = bits & all().bits_;
    return set;
  }
  constexpr void insert(SourceKind kind) { bits_ = static_cast<std::uint8_t>(bits_ | bit(kind)); }
  constexpr void insert(SourceSet other) { bits_ = static_cast<std::uint8_t>(bits_ | other.bits_); }
  [[nodiscard]] constexpr bool contains(SourceKind kind) const { return (bits_ & bit(kind)) != 0; }
  /// True when every kind of `other` is in this set.
  [[nodiscard]] constexpr bool covers(SourceSet other) const { return (other.bits_ & ~bits_) == 0; }
  [[nodiscard]] constexpr bool empty() const { return bits_ == 0; }
  /// True when the set holds text that is not the user's own. `user` alone is not untrusted (docs/calls.md).
  [[nodiscard]] constexpr bool has_untrusted() const { return (bits_ & ~bit(SourceKind::User)) != 0; }
  [[nodiscard]] constexpr std::uint8_t bits() const { return bits_; }
  constexpr bool operator==(const SourceSet&) const = default;

 private:
  static constexpr std::uint8_t bit(SourceKind kind) {
    return static_cast<std::uint8_t>(1u << static_cast<unsigned>(kind));
  }
  std::uint8_t bits_ = 0;
};

/// A permission set: for each capability, the kinds of text under which it may still be used.
/// No kinds means the capability is not granted. A pair "capabilities x sources" is the same grant for each.
/// A role, a set of the policy's own, may also name the tools and servers that it is for; a tool must be within both.
struct PermissionSet {
  std::string name;
  std::array<SourceSet, kCapabilityCount> grants{};
  std::optional<std::vector<std::string>> tools;  // names, "server.name" where two servers have it; absent: every tool
  std::optional<std::vector<std::string>> servers;  // absent: every server
  SourcePosition where{};                           // of a role

  [[nodiscard]] SourceSet grant(Capability capability) const { return grants[static_cast<std::size_t>(capability)]; }
  [[nodiscard]] bool has(Capability capability) const { return !grant(capability).empty(); }
  bool operator==(const PermissionSet&) const = default;
};

/// The five sets that always exist (docs/policy.md, permission sets), widest first.
[[nodiscard]] std::span<const PermissionSet> builtin_permission_sets();
/// The built-in set of that name; `full-access` is read as `full access` (and so for the others). nullptr when there is
/// none.
[[nodiscard]] const PermissionSet* find_builtin_permission_set(std::string_view name);

/// The capability that an effect asks for: read -> read, send -> external_access, write -> write, execute -> execution.
[[nodiscard]] constexpr Capability required_capability(Effect effect) {
  switch (effect) {
    case Effect::Read:
      return Capability::Read;
    case Effect::Write:
      return Capability::Write;
    case Effect::Send:
      return Capability::ExternalAccess;
    case Effect::Execute:
      return Capability::Execution;
  }
  return Capability::Execution;
}

[[nodiscard]] std::string_view to_string(Capability capability);
[[nodiscard]] std::string_view to_string(SourceKind kind);
[[nodiscard]] std::optional<Capability> parse_capability(std::string_view text);
[[nodiscard]] std::optional<SourceKind> parse_source_kind(std::string_view text);

}  // namespace yett
