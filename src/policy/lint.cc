#include "policy/lint.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <span>
#include <tuple>
#include <utility>

#include "policy/lint_parts.h"
#include "text/spelling.h"

namespace yett {
namespace {

/// A session that lives longer outlives the work it was made for.
constexpr Duration kLongSession = std::chrono::days(7);

bool has_role_of_path(const Tool& tool) {
  const auto takes_path = [](const ListedCommand& command) {
    return command.has(WordKind::ReadPath) || command.has(WordKind::WritePath);
  };
  return tool.has_role(ArgumentRole::ReadPath) || tool.has_role(ArgumentRole::WritePath) ||
         std::ranges::any_of(tool.commands, takes_path);
}

/// Whether each call of the tool waits for a person, whatever its run has read.
bool asks_always(const Tool& tool, const Policy& policy) {
  const bool is_final_write = tool.effect == Effect::Write && tool.reversibility == Reversibility::Irreversible;
  return tool.tier() == RiskTier::Dangerous || tool.fixed_destination.has_value() ||
         (is_final_write && policy.approval.irreversible_writes);
}

/// A tool that only [flow] asks about says so: nobody sees it on the tool's line.
std::string name_of(const Tool& tool, const Policy& policy) {
  return asks_always(tool, policy) ? tool.name : tool.name + " (flow)";
}

/// "a", "a and b", "a, b, c and 4 more".
std::string names_of(std::span<const Tool* const> tools, const Policy& policy) {
  constexpr std::size_t kMaxNames = 5;  // more make no better message
  const bool has_more = tools.size() > kMaxNames;
  std::string names;
  for (std::size_t i = 0; i < std::min(tools.size(), kMaxNames); ++i) {
    if (i > 0) names += i + 1 == tools.size() ? " and " : ", ";
    names += name_of(*tools[i], policy);
  }
  return has_more ? fmt::format("{} and {} more", names, tools.size() - kMaxNames) : names;
}

/// Whether the set grants everything to every tool, whatever the run has taken in.
bool is_full(const PermissionSet& set) {
  return !set.tools && !set.servers &&
         std::ranges::all_of(set.grants, [](SourceSet sources) { return sources == SourceSet::all(); });
}

/// Warns about what is no tool and no list, each check a method.
class PolicyLint {
 public:
  PolicyLint(const Policy& policy, std::vector<LintWarning>& warnings) : policy_(policy), warnings_(warnings) {}

  void check() {
    check_session();
    check_paths();
    check_servers();
    check_answers();
    check_flow();
  }

 private:
  void warn(SourcePosition where, std::string message, std::string hint) {
    warnings_.push_back({std::move(where), std::move(message), std::move(hint)});
  }

  template <typename Condition>
  [[nodiscard]] const Tool* first_tool(Condition condition) const {
    const auto found = std::ranges::find_if(policy_.tools.in_order(), condition);
    return found == policy_.tools.in_order().end() ? nullptr : &*found;
  }

  void check_session() {
    const SessionTerms& session = policy_.session;
    const auto choice = std::ranges::find_if(session.may_choose, is_full);
    if (is_full(session.permissions) || choice != session.may_choose.end()) {
      const PermissionSet& set = is_full(session.permissions) ? session.permissions : *choice;
      warn(session.where,
           fmt::format("sessions can have {}: every tool, whatever text the run has taken in", in_quotes(set.name)),
           "name the narrowest set that still does the work, such as \"no execution\"");
    }
    if (session.expires > kLongSession) {
      warn(session.where, fmt::format("a session lives for {}", format_duration(session.expires)),
           "expires = \"12h\" is enough for most work");
    }
  }

  void check_paths() {
    if (first_tool(has_role_of_path) != nullptr) return;
    for (std::size_t i = 0; i < policy_.paths.size(); ++i) {
      const NamedRoot& root = policy_.paths[i];
      // What a server keeps there is no argument of its tools, and its sandbox shows it nothing else.
      const auto is_shown = [i](const ServerSpec& server) {
        const SandboxTerms& terms = server.sandbox;
        return !terms.none_because && (!terms.roots || std::ranges::find(*terms.roots, i) != terms.roots->end());
      };
      const SandboxTerms& run = policy_.run.sandbox;
      const bool is_shown_to_commands =
          policy_.run.where.line != 0 && (!run.roots || std::ranges::find(*run.roots, i) != run.roots->end());
      if (is_shown_to_commands || std::ranges::any_of(policy_.servers, is_shown)) continue;
      warn(root.where, fmt::format("paths.{} serves no tool: none binds path.read or path.write", root.name),
           "remove the root, or bind the tool's argument");
    }
  }

  /// The tools of a policy of one server may be those of [tools]; of several, each has its own.
  void check_servers() {
    if (policy_.servers.size() < 2) return;
    TextSet with_tools;
    for (const Tool& tool : policy_.tools.in_order()) with_tools.insert(tool.server);
    for (const ServerSpec& server : policy_.servers) {
      if (with_tools.contains(server.name)) continue;
      warn(server.where, fmt::format("servers.{} has no tools: every call to it is denied", server.name),
           fmt::format("[servers.{}.tools], or remove the server", server.name));
    }
  }

  /// Whoever is asked has to be able to answer; and a key that nobody needs protects nothing.
  void check_answers() {
    if (policy_.approval.unsigned_because) {
      if (policy_.approvers.empty()) return;
      warn(policy_.approval.where, "answers without a key count although there are approvers with keys",
           "remove `unsigned`: then only signed answers count");
      return;
    }
    const auto people = std::ranges::count_if(
        policy_.approvers, [](const Approver& one) { return one.is_entitled_to(Entitlement::Approve); });
    if (people > 0) {
      if (people == 1) check_four_eyes();
      return;
    }
    const bool reads_private =
        first_tool([](const Tool& tool) { return tool.sensitivity == Sensitivity::Private; }) != nullptr;
    std::vector<const Tool*> asking;
    for (const Tool& tool : policy_.tools.in_order()) {
      if (asks(tool, reads_private)) asking.push_back(&tool);
    }
    if (asking.empty()) return;
    warn(policy_.approval.where.line == 0 ? asking.front()->where : policy_.approval.where,
         fmt::format("{} a person and no answer can count",
                     names_of(asking, policy_) + (asking.size() == 1 ? " asks" : " ask")),
         "name [approvers], or take answers without a key: [approval] unsigned = \"WHY\"");
  }

  /// Of a policy with one approver.
  void check_four_eyes() {
    if (policy_.approval.own_user != OwnUser::NeverCounts) return;
    warn(policy_.approval.where, "with four_eyes and one approver, nobody can approve what that person's sessions do",
         "name a second person in [approvers]");
  }

  [[nodiscard]] bool asks(const Tool& tool, bool reads_private) const {
    if (asks_always(tool, policy_)) return true;
    return policy_.flow == FlowTerms::Confirm && tool.goes_outside() && reads_private;
  }

  void check_flow() {
    if (policy_.flow != FlowTerms::Allow) return;
    warn(policy_.flow_where, "private data may leave after untrusted text was read, and nobody is asked",
         "[flow] private_to_outside = \"confirm\"");
  }

  const Policy& policy_;
  std::vector<LintWarning>& warnings_;
};

/// Two policies in one folder share the lock, and pinning one takes out what the other needs.
void lint_lock(const Policy& policy, std::vector<LintWarning>& warnings) {
  if (!policy.lock) return;
  const std::string others = servers_of_others(*policy.lock, policy);
  if (others.empty()) return;
  warnings.push_back({.where = {.file = lock_file_of(policy.file)},
                      .message = "the lock has servers that this policy does not have: " + others,
                      .hint = "policies in one folder share it: give each a folder of its own; of one that was renamed "
                              "or removed `yett pin` clears the lock"});
}

}  // namespace

std::vector<LintWarning> lint(const Policy& policy, TimePoint now) {
  std::vector<LintWarning> warnings = policy.load_warnings;
  lint_lock(policy, warnings);
  PolicyLint(policy, warnings).check();
  lint_roles(policy, warnings);
  lint_tools(policy, now, warnings);
  lint_lists(policy, now, warnings);
  lint_secrets(policy, warnings);
  lint_sandboxes(policy, warnings);
  std::ranges::stable_sort(warnings, {},
                           [](const LintWarning& one) { return std::tie(one.where.line, one.where.column); });
  return warnings;
}

}  // namespace yett
