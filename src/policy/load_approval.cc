#include "policy/load_approval.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>

#include "policy/argument_schema.h"
#include "policy/format_keys.h"
#include "policy/load_argv.h"
#include "policy/load_names.h"
#include "policy/name_rules.h"
#include "text/spelling.h"

namespace yett {
namespace {

constexpr Duration kLongestApproval = std::chrono::hours(24);  // an answer is for the work of that day
constexpr std::int64_t kMaxQuorum = 100;                       // more people do not look at one call

std::uint32_t load_quorum(const Field& field) {
  return static_cast<std::uint32_t>(field.integer(1, kMaxQuorum).value_or(kMaxQuorum));
}

/// Reads one grant after the other.
class GrantLoader {
 public:
  explicit GrantLoader(const Policy& policy) : policy_(policy) {}

  GrantTerms load(const NamedField& named) const {
    const TableReader table(named.field, {.accepted = kGrantKeys});
    GrantTerms terms;
    terms.name = named.key;
    terms.where = named.where;
    if (!is_section_name(named.key)) {
      named.refuse_key(fmt::format("{} is no name for a grant", in_quotes(named.key)), std::string(kSectionName));
    }
    if (const auto tool = table.require("tool", "tool = \"TOOL\"")) terms.tool = load_tool_index(*tool);
    if (const auto schema = table.find("arguments")) terms.schema = load_ceiling(*schema);
    if (const auto uses = table.require("max_uses", "max_uses = 20")) {
      terms.max_uses =
          static_cast<std::uint32_t>(uses->integer(1, std::numeric_limits<std::uint32_t>::max()).value_or(1));
    }
    if (const auto longest = table.require("max_for", "max_for = \"8h\"")) {
      terms.max_for = longest->duration(kLongestApproval).value_or(Duration{});
    }
    return terms;
  }

 private:
  [[nodiscard]] std::size_t load_tool_index(const Field& field) const {
    const auto name = field.text();
    if (!name) return 0;
    const Tool* tool = require_tool(field, *name, policy_);
    return tool == nullptr ? 0 : static_cast<std::size_t>(tool - policy_.tools.in_order().data());
  }

  const Policy& policy_;
};

std::vector<GrantTerms> load_grants(const Field& section, const Policy& policy) {
  std::vector<GrantTerms> grants;
  const auto members = section.members();
  if (!members) return grants;
  const GrantLoader loader(policy);
  for (const NamedField& member : *members) grants.push_back(loader.load(member));
  return grants;
}

}  // namespace

ApprovalTerms load_approval(const Field& section, const Policy& policy) {
  const TableReader table(section, {.accepted = kApprovalKeys});
  ApprovalTerms terms;
  terms.where = section.where();
  if (const auto expires = table.find("expires")) {
    terms.expires = expires->duration(kLongestApproval).value_or(terms.expires);
  }
  if (const auto asks = table.find("irreversible_writes")) terms.irreversible_writes = asks->flag().value_or(true);
  if (const auto because = table.find("unsigned")) terms.unsigned_because = because->text();
  if (const auto pending = table.find("max_pending")) {
    const auto count = pending->integer(1, std::numeric_limits<std::uint32_t>::max());
    terms.max_pending = static_cast<std::uint32_t>(count.value_or(terms.max_pending));
  }
  if (const auto quorum = table.find("quorum")) terms.quorum = load_quorum(*quorum);
  if (const auto four_eyes = table.find("four_eyes")) {
    terms.own_user = four_eyes->flag().value_or(true) ? OwnUser::NeverCounts : OwnUser::Counts;
  }
  if (const auto notify = table.find("notify")) terms.notify = load_argv(*notify);
  if (const auto grants = table.find("grants")) terms.grants = load_grants(*grants, policy);
  return terms;
}

std::optional<AskTerms> load_ask(const TableReader& line) {
  const auto field = line.find("ask");
  if (!field) return std::nullopt;
  const TableReader table(*field, {.accepted = kAskKeys, .example = "ask = { quorum = 2, expires = \"2h\" }"});
  AskTerms terms;
  terms.where = field->where();
  if (const auto quorum = table.find("quorum")) terms.quorum = load_quorum(*quorum);
  if (const auto expires = table.find("expires")) terms.expires = expires->duration(kLongestApproval);
  return terms;
}

void check_asks(const Policy& policy, RefusalList& refusals) {
  const ApprovalTerms& terms = policy.approval;
  const auto people = static_cast<std::uint32_t>(std::ranges::count_if(
      policy.approvers, [](const Approver& one) { return one.is_entitled_to(Entitlement::Approve); }));
  const auto check_people = [&](const SourcePosition& where, std::string_view name, std::uint32_t quorum) {
    if (terms.unsigned_because || policy.approvers.empty() || quorum <= std::max(people, 1U)) return;
    refusals.add(where, fmt::format("{}: {} people must approve and {} may", name, quorum, people),
                 "name more in [approvers], or ask for fewer");
  };
  check_people(terms.where, "approval.quorum", terms.quorum);
  for (const Tool& tool : policy.tools.in_order()) {
    if (!tool.ask) continue;
    const std::string name = fmt::format("{}.ask", tool.name);
    const AskTerms& ask = *tool.ask;
    if (ask.quorum && *ask.quorum < terms.quorum) {
      refusals.add(ask.where,
                   fmt::format("{}: a quorum of {} is less than the policy's {}", name, *ask.quorum, terms.quorum),
                   "`ask` may only be stricter than [approval]");
    }
    if (ask.quorum) check_people(ask.where, name, *ask.quorum);
  }
}

}  // namespace yett
