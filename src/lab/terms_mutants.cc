// Approval, flow, limits, paths and redaction that ask for less.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string>

#include "lab/idleness.h"
#include "lab/mutant.h"
#include "lab/policy_mutant.h"
#include "redact/kind.h"

namespace yett {
namespace {

constexpr Duration kForEver = std::chrono::days(3650);

class TermsMutants {
 public:
  explicit TermsMutants(const Policy& policy) : policy_(policy) {}

  std::vector<Mutant> all() {
    add_approval();
    if (policy_.flow != FlowTerms::Allow) {
      add(MutantKind::Terms, "flow-allowed: private_to_outside = \"allow\"", policy_.flow_where,
          [](Policy& policy) { policy.flow = FlowTerms::Allow; });
      all_.back().idle_because = why_flow_is_idle(policy_);
    }
    add_limits();
    add_lapses();
    add_roots();
    add_redaction();
    return std::move(all_);
  }

 private:
  template <typename Change>
  void add(MutantKind kind, std::string name, const SourcePosition& where, Change change) {
    all_.push_back(with_policy(kind, std::move(name), where, [change](Policy& policy) {
      change(policy);
      return true;
    }));
  }

  void add_approval() {
    const ApprovalTerms& terms = policy_.approval;
    const auto terms_mutant = [&](std::string name, auto change) {
      add(MutantKind::Terms, std::move(name), terms.where, [change](Policy& policy) { change(policy); });
    };
    const bool can_be_answered = terms.unsigned_because || !policy_.approvers.empty();
    terms_mutant("approval-for-ever: expires = \"3650d\"", [](Policy& policy) {
      policy.approval.expires = kForEver;
      for (std::size_t i = 0; i < policy.tools.in_order().size(); ++i) {
        if (!policy.tools.in_order()[i].ask) continue;
        change_tool(policy, i, [](Tool& tool) { tool.ask->expires = kForEver; });
      }
    });
    if (!can_be_answered) {
      all_.back().idle_because = "nobody can answer: there are no [approvers], and answers need a key";
    }
    if (terms.irreversible_writes) {
      terms_mutant("writes-unasked: irreversible_writes = false",
                   [](Policy& policy) { policy.approval.irreversible_writes = false; });
      if (std::ranges::none_of(policy_.tools.in_order(), [](const Tool& tool) {
            return tool.effect == Effect::Write && tool.reversibility == Reversibility::Irreversible;
          })) {
        all_.back().idle_because = "no write of a tool is irreversible";
      }
    }
    if (terms.quorum > 1) {
      terms_mutant("quorum-of-one: quorum = 1", [](Policy& policy) { policy.approval.quorum = 1; });
    }
    for (std::size_t i = 0; i < policy_.tools.in_order().size(); ++i) {
      const Tool& tool = policy_.tools.in_order()[i];
      if (!tool.ask || tool.ask->quorum.value_or(1) < 2) continue;
      add(MutantKind::Terms, fmt::format("quorum-of-one: {}.ask", tool.name), tool.where,
          [i](Policy& policy) { change_tool(policy, i, [](Tool& weaker) { weaker.ask->quorum = 1; }); });
    }
    if (terms.own_user == OwnUser::NeverCounts) {
      terms_mutant("own-user-counts: four_eyes = false",
                   [](Policy& policy) { policy.approval.own_user = OwnUser::Counts; });
    }
    if (!terms.unsigned_because) {
      terms_mutant("unsigned-answers: answers need no key", [](Policy& policy) {
        policy.approval.unsigned_because = "a mutant";
        policy.approvers.clear();
      });
    }
    terms_mutant("flood-allowed: max_pending",
                 [](Policy& policy) { policy.approval.max_pending = std::numeric_limits<std::uint32_t>::max(); });
  }

  void add_limits() {
    const auto limit = [&](std::string name, auto change) {
      add(MutantKind::Terms, std::move(name), policy_.limits_where,
          [change](Policy& policy) { change(policy.limits); });
    };
    limit("limit-off: denials", [](RunLimits& limits) { limits.denials = std::numeric_limits<std::uint32_t>::max(); });
    limit("limit-off: calls_per_minute",
          [](RunLimits& limits) { limits.calls_per_minute = std::numeric_limits<std::uint32_t>::max(); });
    limit("limit-off: sends_per_run",
          [](RunLimits& limits) { limits.sends_per_run = std::numeric_limits<std::uint64_t>::max(); });
    if (std::ranges::none_of(policy_.tools.in_order(), counts_as_send)) all_.back().idle_because = "no tool sends";
    limit("limit-off: result_bytes",
          [](RunLimits& limits) { limits.result_bytes = std::numeric_limits<std::uint64_t>::max(); });
  }

  /// Entries of lists that lapse.
  void add_lapses() {
    for (const WrittenList& written : policy_.written_lists) {
      for (const ListEntry& entry : written.entries) {
        if (entry.lapses_at == TimePoint::max()) continue;
        add(MutantKind::Destination, fmt::format("until-dropped: {}: {}", written.key, entry.text), entry.where,
            [list = written.list, text = entry.text](Policy& policy) {
              Allowlist& weaker = policy.lists[list];
              for (auto* texts : {&weaker.domains, &weaker.domain_parents, &weaker.emails, &weaker.ids}) {
                if (const auto found = texts->find(text); found != texts->end()) {
                  found->second.lapses_at = TimePoint::max();
                }
              }
              for (auto* hosts : {&weaker.hosts, &weaker.host_parents}) {
                const auto found = hosts->find(text.substr(0, text.find(':')));
                if (found == hosts->end()) continue;
                for (HostEntry& host : found->second) host.lapses_at = TimePoint::max();
              }
            });
      }
    }
  }

  void add_roots() {
    for (std::size_t i = 0; i < policy_.paths.size(); ++i) {
      const NamedRoot& root = policy_.paths[i];
      if (root.root.access() == PathAccess::Write) continue;
      add(MutantKind::Terms, fmt::format("root-writable: [paths.{}] access = \"read-write\"", root.name), root.where,
          [i](Policy& policy) {
            const auto writable = parse_path_root(policy.paths[i].root.text(), PathAccess::Write);
            if (writable) policy.paths[i].root = *writable;
          });
      const bool any_writes = std::ranges::any_of(policy_.tools.in_order(), [](const Tool& tool) {
        return tool.has_role(ArgumentRole::WritePath) ||
               std::ranges::any_of(tool.commands,
                                   [](const ListedCommand& one) { return one.has(WordKind::WritePath); });
      });
      if (!any_writes) all_.back().idle_because = "no tool writes files";
    }
  }

  void add_redaction() {
    for (std::size_t i = 0; i < kRedactionKinds; ++i) {
      const std::string name(to_string(static_cast<RedactionKind>(i)));
      if (std::ranges::find(policy_.redact.off, name) != policy_.redact.off.end()) continue;
      add(MutantKind::Redaction, fmt::format("redaction-off: {}", name), {},
          [name](Policy& policy) { policy.redact.off.push_back(name); });
      touch_leaks();
    }
    for (std::size_t i = 0; i < policy_.redact.add.size(); ++i) {
      add(MutantKind::Redaction, fmt::format("redaction-off: {}", policy_.redact.add[i].name), {},
          [i](Policy& policy) { policy.redact.add.erase(policy.redact.add.begin() + static_cast<std::ptrdiff_t>(i)); });
      touch_leaks();
    }
  }

  void touch_leaks() {
    all_.back().touches = [](const Case& played, const CaseTrace&) {
      return std::ranges::any_of(played.calls, [](const CaseCall& call) { return !call.leaks.empty(); });
    };
  }

  const Policy& policy_;
  std::vector<Mutant> all_;
};

}  // namespace

std::vector<Mutant> terms_mutants(const Policy& policy) { return TermsMutants(policy).all(); }

}  // namespace yett
