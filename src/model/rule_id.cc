#include "model/rule_id.h"

#include <array>

namespace yett {
namespace {

constexpr std::array kNames = {
    std::string_view("system.internal"),
    std::string_view("system.audit"),
    std::string_view("session.expired"),
    std::string_view("session.suspended"),
    std::string_view("session.limit"),
    std::string_view("tool.unregistered"),
    std::string_view("tool.changed"),
    std::string_view("tool.review"),
    std::string_view("permission.tool"),
    std::string_view("permission.capability"),
    std::string_view("permission.source"),
    std::string_view("arguments.malformed"),
    std::string_view("arguments.schema"),
    std::string_view("destination.missing"),
    std::string_view("destination.metadata"),
    std::string_view("destination.loopback"),
    std::string_view("destination.link_local"),
    std::string_view("destination.private_address"),
    std::string_view("destination.special_address"),
    std::string_view("destination.malformed"),
    std::string_view("destination.scheme"),
    std::string_view("destination.userinfo"),
    std::string_view("destination.port"),
    std::string_view("destination.path"),
    std::string_view("destination.unlisted"),
    std::string_view("destination.redirect"),
    std::string_view("destination.unresolved"),
    std::string_view("path.malformed"),
    std::string_view("path.outside"),
    std::string_view("path.protected"),
    std::string_view("command.malformed"),
    std::string_view("command.unlisted"),
    std::string_view("tenancy.no_tenant"),
    std::string_view("tenancy.out_of_scope"),
    std::string_view("tenancy.in_arguments"),
    std::string_view("flow.private_to_outside"),
    std::string_view("approval.dangerous"),
    std::string_view("approval.irreversible_write"),
    std::string_view("approval.fixed_destination"),
    std::string_view("approval.tool"),
    std::string_view("approval.repeat"),
    std::string_view("default.allow"),
    std::string_view("approval.denied"),
    std::string_view("approval.expired"),
    std::string_view("approval.cancelled"),
    std::string_view("approval.unknown"),
    std::string_view("approval.mismatch"),
    std::string_view("approval.consumed"),
    std::string_view("approval.self"),
    std::string_view("approval.not_entitled"),
    std::string_view("approval.flood"),
    std::string_view("tenancy.in_result"),
};
static_assert(kNames.size() == static_cast<std::size_t>(kLastRuleId) + 1, "each rule id needs its name");

}  // namespace

std::string_view to_string(RuleId id) { return kNames[static_cast<std::size_t>(id)]; }

std::optional<RuleId> parse_rule_id(std::string_view text) {
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    if (kNames[i] == text) return static_cast<RuleId>(i);
  }
  return std::nullopt;
}

}  // namespace yett
