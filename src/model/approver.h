#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/signature.h"

namespace yett {

/// What an approver can be entitled to.
enum class Entitlement : std::uint8_t {
  Approve,     // a call that waits
  AcceptTool,  // a changed definition of a tool
  Resume,      // a run that is suspended
};

/// A person whose signed answers count, as the policy names them.
struct Approver {
  std::string name;  // the user's name, where the approver also runs sessions: see four_eyes
  PublicKey key;
  std::optional<std::vector<std::string>> tenants;  // absent: for all, and for runs without one; empty: for none
  std::optional<std::vector<std::string>> tools;    // by name, or "server.name"; absent: for all; empty: for none
  std::vector<Entitlement> may;
  SourcePosition where;

  [[nodiscard]] bool is_entitled_to(Entitlement entitlement) const {
    return std::ranges::find(may, entitlement) != may.end();
  }
  /// A run without a tenant is nobody's that an approver of named tenants answers for.
  [[nodiscard]] bool answers_for(const std::optional<std::string>& tenant) const {
    return !tenants || (tenant && std::ranges::find(*tenants, *tenant) != tenants->end());
  }
  [[nodiscard]] bool answers_for_tool(std::string_view server, std::string_view tool) const {
    const std::string qualified = std::string(server) + "." + std::string(tool);
    return !tools || std::ranges::any_of(*tools, [&](const std::string& listed) {
      return listed == tool || (!server.empty() && listed == qualified);
    });
  }
};

}  // namespace yett
