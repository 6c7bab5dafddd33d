#include "compare/extended_policy.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "compare/compare.h"
#include "policy/extend.h"
#include "policy/load.h"
#include "policy/refusal_list.h"

namespace yett {
namespace {

std::string shown(const std::string& text) { return text.empty() ? "nothing" : text; }

/// Refuses what lets more through than the policy below.
void refuse_grants(const LoadedPolicy& base, const LoadedPolicy& whole, RefusalList& refusals) {
  const auto differences = compare_policies({*base.policy, base.document}, {*whole.policy, whole.document});
  for (const Difference& difference : differences) {
    if (!may_grant(difference)) continue;
    const std::string_view what = difference.direction == Direction::Grants ? "grants more" : "may grant more";
    refusals.add(
        difference.after.where,
        fmt::format("{}: {} than {}: {}, not {}", difference.subject, what, difference.before.where.to_string(),
                    shown(difference.after.text), shown(difference.before.text)),
        "a policy that extends another may only narrow it");
  }
}

}  // namespace

std::expected<LoadedPolicy, PolicyErrors> load_extended(std::vector<PolicyFile> files) {
  LoadedPolicy below;
  for (std::size_t i = files.size(); i-- > 0;) {
    PolicyFile& file = files[i];
    LoadedPolicy whole;
    whole.document = below.policy == nullptr ? std::move(file.document) : extended(below.document, file.document);
    auto policy = check_document(whole.document, file.file);
    if (!policy) return std::unexpected(std::move(policy.error()));
    if (below.policy != nullptr) {
      auto standing = std::make_shared<Policy>(**policy);
      standing->bases = {below.policy->file};
      standing->bases.insert(standing->bases.end(), below.policy->bases.begin(), below.policy->bases.end());
      *policy = std::move(standing);
    }
    whole.policy = *std::move(policy);
    if (below.policy != nullptr) {
      RefusalList refusals;
      refuse_grants(below, whole, refusals);
      if (!refusals.empty()) return std::unexpected(refusals.take());
    }
    below = std::move(whole);
  }
  return below;
}

}  // namespace yett
