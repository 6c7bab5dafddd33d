#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "model/permission.h"
#include "model/risk.h"

namespace yett {

/// What an argument of a tool is to the gate. The set is closed: an argument without a role is refused.
enum class ArgumentRole : std::uint8_t {
  Url,    // a destination, judged against [egress] hosts
  Email,  // one or more recipients, judged against [egress] email_domains and emails
  ReadPath,
  WritePath,
  Tenant,   // must be the session's tenant; the runtime writes it when it is absent
  Unbound,  // named like one of the above, and the policy says that it is none
  Content,  // plain content
};

struct BoundArgument {
  std::string name;  // top-level key of the call's arguments
  ArgumentRole role = ArgumentRole::Content;
  bool operator==(const BoundArgument&) const = default;
};

/// Where the tenant of a private tool comes from (contract section 2).
enum class TenantSource : std::uint8_t {
  None,        // the tool is not bound to a tenant
  Arguments,   // the arguments with role Tenant
  Credential,  // its server runs with this session's own credential
  Single,      // it holds one tenant's data
};

/// What kind of text a result carries into the run.
enum class Returns : std::uint8_t { ToolOutput, RetrievedDocument, Trusted };

/// One line of the capability table: everything the gate knows about a tool, as the policy declares it.
/// The defaults are the most dangerous values, so a field that nobody filled in never widens a right.
struct Tool {
  std::string name;
  Effect effect = Effect::Execute;
  Sensitivity sensitivity = Sensitivity::Private;
  Reversibility reversibility = Reversibility::Irreversible;
  std::vector<BoundArgument> arguments;          // in the order of the policy
  std::optional<std::string> fixed_destination;  // where it goes when no argument says so; such a call always asks
  TenantSource tenant = TenantSource::None;
  Returns returns = Returns::ToolOutput;
  std::string why;
  SourcePosition where;

  [[nodiscard]] RiskTier tier() const { return risk_tier(effect, reversibility, sensitivity); }
  [[nodiscard]] const BoundArgument* find_argument(std::string_view argument) const;
  /// True when the tool names a destination, by argument or fixed.
  [[nodiscard]] bool has_destination() const;
};

[[nodiscard]] std::string_view to_string(ArgumentRole role);
[[nodiscard]] std::string_view to_string(Returns returns);
[[nodiscard]] std::optional<Returns> parse_returns(std::string_view text);
/// The kind of text that a result adds to the run; nullopt for trusted results.
[[nodiscard]] std::optional<SourceKind> source_of(Returns returns);

}  // namespace yett
