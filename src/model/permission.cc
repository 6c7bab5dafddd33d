#include "model/permission.h"

#include <algorithm>

namespace yett {
namespace {

PermissionSet pair_form(std::string_view name, std::initializer_list<Capability> capabilities, SourceSet sources) {
  PermissionSet set;
  set.name = name;
  for (const Capability capability : capabilities) set.grants[static_cast<std::size_t>(capability)] = sources;
  return set;
}

}  // namespace

std::span<const PermissionSet> builtin_permission_sets() {
  using enum Capability;
  using enum SourceKind;
  static const std::array<PermissionSet, 5> kSets = {
      pair_form("full access", {Read, ExternalAccess, Write, Execution}, SourceSet::all()),
      pair_form("no execution", {Read, ExternalAccess, Write}, SourceSet::all()),
      pair_form("no side effects", {Read, ExternalAccess}, SourceSet::all()),
      pair_form("allowlisted", {Read, ExternalAccess}, {User, RetrievedDocument}),
      pair_form("read-only", {Read}, {User}),
  };
  return kSets;
}

const PermissionSet* find_builtin_permission_set(std::string_view name) {
  const auto same = [](char a, char b) { return a == b || (a == ' ' && b == '-') || (a == '-' && b == ' '); };
  for (const PermissionSet& set : builtin_permission_sets()) {
    if (std::ranges::equal(set.name, name, same)) return &set;
  }
  return nullptr;
}

std::string_view to_string(Capability capability) {
  switch (capability) {
    case Capability::Read:
      return "read";
    case Capability::ExternalAccess:
      return "external_access";
    case Capability::Write:
      return "write";
    case Capability::Execution:
      return "execution";
  }
  return "execution";
}

std::string_view to_string(SourceKind kind) {
  switch (kind) {
    case SourceKind::User:
      return "user";
    case SourceKind::RetrievedDocument:
      return "retrieved_document";
    case SourceKind::ToolOutput:
      return "tool_output";
  }
  return "tool_output";
}

std::optional<Capability> parse_capability(std::string_view text) {
  for (const Capability capability : kAllCapabilities) {
    if (text == to_string(capability)) return capability;
  }
  return std::nullopt;
}

std::optional<SourceKind> parse_source_kind(std::string_view text) {
  for (const SourceKind kind : kAllSourceKinds) {
    if (text == to_string(kind)) return kind;
  }
  return std::nullopt;
}

}  // namespace yett
