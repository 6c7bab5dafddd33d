#include "replay/rejudge_record.h"

#include <algorithm>
#include <utility>

#include "decide/evaluate.h"

namespace yett {
namespace {

std::string text_at(const Json& value, std::string_view key) {
  const Json* member = value.find(key);
  const std::string* text = member == nullptr ? nullptr : member->as_string();
  return text == nullptr ? std::string() : *text;
}

std::optional<Verdict> verdict_of(std::string_view text) {
  for (const Verdict verdict : {Verdict::Deny, Verdict::Confirm, Verdict::Allow}) {
    if (to_string(verdict) == text) return verdict;
  }
  return std::nullopt;
}

/// A destination as a record has it.
struct RecordedTarget {
  std::string argument;
  std::string kind;  // "url", "email", "id", "path"
  std::string name;  // host or domain; empty: only its length is known
};

std::vector<RecordedTarget> targets_of(const Json& intent) {
  std::vector<RecordedTarget> targets;
  const Json* list = intent.find("destinations");
  const Json::Array* items = list == nullptr ? nullptr : list->as_array();
  if (items == nullptr) return targets;
  for (const Json& item : *items) {
    RecordedTarget target{.argument = text_at(item, "argument"), .kind = text_at(item, "kind"), .name = {}};
    target.name = text_at(item, "host");
    const std::string address = text_at(item, "address");
    constexpr std::string_view kFront = "<mailbox@";
    if (address.starts_with(kFront)) target.name = address.substr(kFront.size(), address.size() - kFront.size() - 1);
    targets.push_back(std::move(target));
  }
  return targets;
}

/// What differs of a tool and is judged by values that no record has.
bool is_of_values(Matter matter) {
  constexpr Matter kMatters[] = {
      Matter::Argument, Matter::JoinedDestination, Matter::PathRoots, Matter::PathBase,    Matter::TenantSource,
      Matter::Command,  Matter::CommandTerms,      Matter::Schema,    Matter::DisplayNames};
  return std::ranges::find(kMatters, matter) != std::end(kMatters);
}

/// What differs and is judged by what the run had been through.
bool is_of_the_run(Matter matter) {
  constexpr Matter kMatters[] = {Matter::Flow, Matter::Returns, Matter::Sensitivity, Matter::Limit};
  return std::ranges::find(kMatters, matter) != std::end(kMatters);
}

/// Whether a list has the destination, as far as its host or domain tells; nullopt: that depends on the rest of it.
std::optional<bool> is_listed(const Allowlist& list, const RecordedTarget& target, const Host& host, TimePoint now) {
  if (target.kind == "url") {
    const HostEntry* entry = find_host(list, host, now);
    if (entry == nullptr) return false;
    const auto entries = list.hosts.find(host.text());
    const bool is_one = entries == list.hosts.end() || entries->second.size() == 1;
    if (!is_one || !entry->paths.empty() || entry->port != kHttpsPort) return std::nullopt;
    return true;
  }
  if (find_domain(list, host, now) != nullptr) return true;
  const auto is_at_domain = [&](const auto& entry) { return entry.first.ends_with("@" + std::string(host.text())); };
  for (const Allowlist* one : {&list, list.kept.get()}) {
    if (one != nullptr && std::ranges::any_of(one->emails, is_at_domain)) return std::nullopt;
  }
  return false;
}

/// The session of a record under a policy: without rights where that does not let it have its set.
Session session_under(const Policy& policy, const Json& body, const std::string& permissions, TimePoint now) {
  Session session;
  session.run = text_at(body, "run");
  session.user = text_at(body, "user");
  if (const std::string tenant = text_at(body, "tenant"); !tenant.empty()) {
    session.tenant = tenant;
    session.allowed_tenants = {tenant};
  }
  session.expires_at = now + std::chrono::hours(1);
  const auto may_have = [&](const PermissionSet& set) { return set.name == permissions; };
  const bool is_usual = may_have(policy.session.permissions);
  if (is_usual || std::ranges::any_of(policy.session.may_choose, may_have)) {
    session.permissions = *policy.find_permission_set(permissions);
  }
  return session;
}

/// Judges one record under one policy after the other.
class RecordJudge {
 public:
  RecordJudge(const RejudgingTerms& terms, const Json& body) : terms_(terms), body_(body) {
    if (const Json* intent = body.find("intent"); intent != nullptr && intent->as_object() != nullptr) {
      intent_ = intent;
      targets_ = targets_of(*intent);
    }
    if (const Result<TimePoint> time = parse_time(text_at(body, "time"))) now_ = *time;
  }

  [[nodiscard]] RejudgedCall judge(const std::optional<std::string>& permissions) {
    RejudgedCall call{.tool = text_at(body_, "tool"), .not_replayable = {}};
    const std::optional<Verdict> verdict = verdict_of(text_at(body_, "decision"));
    const std::string rule = text_at(body_, "rule");
    if (call.tool.empty() || intent_ == nullptr || !verdict) return cannot(call, Label::DiffNoStructure);
    if (text_at(body_, "policy") != terms_.policy.digest.to_string()) return cannot(call, Label::DiffOtherPolicy);
    if (!permissions) return cannot(call, Label::DiffNoSession);
    const std::optional<OneRuling> before = rule_under(terms_.policy, *permissions);
    const std::optional<OneRuling> after = rule_under(terms_.other, *permissions);
    // A person who was asked has answered since.
    const bool was_asked = intent_->find("approval") != nullptr || intent_->find("grant") != nullptr;
    const Verdict ruled = *verdict == Verdict::Allow && was_asked ? Verdict::Confirm : *verdict;
    if (!before || before->verdict != ruled || (ruled == Verdict::Deny && to_string(before->rule) != rule)) {
      return cannot(call, Label::DiffOtherRule, rule);
    }
    if (!after) return cannot(call, Label::DiffNoValue, unknown_);
    if (const std::optional<std::string> subject = judged_by_values(*permissions)) {
      return cannot(call, Label::DiffChangedTool, *subject);
    }
    call.before = *before;
    call.after = *after;
    return call;
  }

 private:
  static RejudgedCall cannot(RejudgedCall& call, Label why, std::string about = {}) {
    if (call.tool.empty()) call.tool = "-";
    call.not_replayable = NotReplayable{why, std::move(about)};
    return call;
  }

  [[nodiscard]] const Tool* tool_under(const Policy& policy) const {
    const std::string server = text_at(body_, "server");
    const std::string name = text_at(body_, "tool");
    const Tool* tool = server.empty() ? policy.tools.find(name) : policy.tools.find_at(server, name);
    return tool == nullptr ? policy.tools.find(name) : tool;
  }

  /// The ruling as far as the record tells; nullopt: it depends on a value.
  std::optional<OneRuling> rule_under(const Policy& policy, const std::string& permissions) {
    const Tool* tool = tool_under(policy);
    const Session session = session_under(policy, body_, permissions, now_);
    const SessionState state = SessionState::of_new_run();
    const ToolCall call = ToolCall::readable(text_at(body_, "tool"), Json::Object{});
    Evidence evidence;
    if (tool != nullptr) evidence.tool = observe_by_name(policy, *tool);
    const std::vector<std::string> sealed;
    const Query query{.policy = policy,
                      .session = session,
                      .state = state,
                      .call = call,
                      .evidence = evidence,
                      .now = now_,
                      .sealed = sealed};
    Facts facts;
    if (tool != nullptr && now_ < tool->lapses_at) facts.tool = tool;
    if (facts.tool != nullptr && !add_targets(query, *tool, facts)) return std::nullopt;
    const Decision decision = evaluate(Engine::strict(), query, facts);
    return OneRuling{decision.verdict(), decision.rule()};
  }

  /// The destinations of the record, as the lists of the policy see them. False when that depends on a value.
  bool add_targets(const Query& query, const Tool& tool, Facts& facts) {
    for (const RecordedTarget& recorded : targets_) {
      const bool has_list = recorded.kind == "url" || recorded.kind == "email";
      const BoundArgument* argument = tool.find_argument(recorded.argument);
      if (!has_list || argument == nullptr || recorded.name.empty()) continue;
      const auto host = parse_host(recorded.name, strict_address_ranges());
      const Allowlist& list = query.policy.list_for(argument->list, query.session.tenant);
      const std::optional<bool> listed = host ? is_listed(list, recorded, *host, query.now) : std::nullopt;
      if (!listed) {
        unknown_ = recorded.argument;
        return false;
      }
      NamedTarget target;
      target.argument = argument;
      target.channel = recorded.kind == "url" ? Channel::Url : Channel::Email;
      if (!*listed) target.flaws.insert(Flaw::Unlisted);
      facts.targets.push_back(std::move(target));
    }
    return true;
  }

  /// The key that differs and that the call would have to be judged by once more, with what no record has.
  [[nodiscard]] std::optional<std::string> judged_by_values(const std::string& permissions) const {
    const Tool* tool = tool_under(terms_.policy);
    if (tool == nullptr) return std::nullopt;
    const bool has_paths = std::ranges::any_of(targets_, [](const RecordedTarget& one) { return one.kind == "path"; });
    const bool has_ids = std::ranges::any_of(targets_, [](const RecordedTarget& one) { return one.kind == "id"; });
    for (const Difference& difference : terms_.differences) {
      const bool is_own = difference.tool == tool->name && is_of_values(difference.matter);
      const bool is_of_run = is_of_the_run(difference.matter) && tool->goes_outside();
      const bool is_root = difference.matter == Matter::Root && has_paths;
      const bool is_list = has_ids && difference.subject.starts_with("destinations.");
      if (is_own || is_of_run || is_root || is_list) return difference.subject;
    }
    // What a right listens to depends on what the run had read.
    const PermissionSet* one = terms_.policy.find_permission_set(permissions);
    const PermissionSet* other = terms_.other.find_permission_set(permissions);
    if (one == nullptr || other == nullptr) return std::nullopt;
    const CapabilitySet needed = tool->capabilities();
    for (const Capability capability : kAllCapabilities) {
      if (!needed.contains(capability) || !one->has(capability) || !other->has(capability)) continue;
      if (one->grant(capability) != other->grant(capability)) return "permissions." + permissions;
    }
    return std::nullopt;
  }

  const RejudgingTerms& terms_;
  const Json& body_;
  const Json* intent_ = nullptr;
  std::vector<RecordedTarget> targets_;
  TimePoint now_{};
  std::string unknown_;  // the argument whose value is not known
};

}  // namespace

RejudgedCall rejudge_record(const RejudgingTerms& terms, const Json& body,
                            const std::optional<std::string>& permissions) {
  return RecordJudge(terms, body).judge(permissions);
}

}  // namespace yett
