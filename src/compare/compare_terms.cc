#include <fmt/format.h>

#include "compare/comparison.h"
#include "policy/format_words.h"

namespace yett {
namespace {

void compare_session(Comparison& comparison) {
  const SessionTerms& one = comparison.before().session;
  const SessionTerms& other = comparison.after().session;
  // A one-tenant policy refuses the sessions of others and gives its tenant to those that bring none.
  if (one.tenant != other.tenant) {
    comparison.add(Direction::Changes, Matter::SessionTenant, {"session", "tenant"},
                   {one.tenant.value_or(""), other.tenant.value_or("")});
  }
  if (one.expires != other.expires) {
    comparison.add(when_greater_grants(one.expires, other.expires), Matter::SessionExpiry, {"session", "expires"},
                   {format_duration(one.expires), format_duration(other.expires)});
  }
}

void compare_flow(Comparison& comparison) {
  const FlowTerms one = comparison.before().flow;
  const FlowTerms other = comparison.after().flow;
  if (one == other) return;
  const auto show = [](FlowTerms flow) {
    return std::string(std::ranges::find(kFlows, flow, &Choice<FlowTerms>::value)->spelling);
  };
  comparison.add(when_greater_grants(one, other), Matter::Flow, {"flow", "private_to_outside"},
                 {show(one), show(other)});
}

void compare_limits(Comparison& comparison) {
  const RunLimits& one = comparison.before().limits;
  const RunLimits& other = comparison.after().limits;
  const auto compare = [&](std::string_view key, std::uint64_t before, std::uint64_t after) {
    if (before == after) return;
    comparison.add(when_greater_grants(before, after), Matter::Limit, {"limits", std::string(key)},
                   {std::to_string(before), std::to_string(after)});
  };
  compare("denials", one.denials, other.denials);
  compare("calls_per_minute", one.calls_per_minute, other.calls_per_minute);
  compare("sends_per_run", one.sends_per_run, other.sends_per_run);
  compare("result_bytes", one.result_bytes, other.result_bytes);
}

void compare_redaction(Comparison& comparison) {
  const RedactTerms& one = comparison.before().redact;
  const RedactTerms& other = comparison.after().redact;
  if (const auto change = list_change(one.off, other.off); !change.empty()) {
    comparison.add(change.direction(), Matter::RedactionOff, {"redact", "off"},
                   {list_text(one.off), list_text(other.off)});
  }
  const auto show = [](const AddedRedaction& kind) {
    return fmt::format("{}: {} -> {}", kind.name, kind.pattern, kind.with);
  };
  const KeyPath keys{"redact", "add"};
  each_name(
      one.add, other.add, &AddedRedaction::name,
      [&](const AddedRedaction& before, const AddedRedaction& after) {
        if (before == after) return;
        comparison.add(Direction::Changes, Matter::RedactionAdded, keys, {show(before), show(after)});
      },
      [&](const AddedRedaction& kind, Direction side) {
        comparison.add(opposite(side), Matter::RedactionAdded, keys, only(side, show(kind)));
      });
}

void compare_keeping(Comparison& comparison) {
  const Policy& one = comparison.before();
  const Policy& other = comparison.after();
  if (one.state.dir != other.state.dir) {
    comparison.add(Direction::Changes, Matter::StateFolder, {"state", "dir"},
                   {one.state.dir.value_or(""), other.state.dir.value_or("")});
  }
  if (one.state.sync != other.state.sync) {
    const bool is_weaker = other.state.sync == StateSync::Os;
    comparison.add(is_weaker ? Direction::Grants : Direction::TakesAway, Matter::StateSync, {"state", "sync"},
                   is_weaker ? Change{"full", "os"} : Change{"os", "full"});
  }
  // Records that are kept longer show more of what was done.
  if (one.audit.keep != other.audit.keep) {
    const auto show = [](const std::optional<Duration>& keep) { return keep ? format_duration(*keep) : ""; };
    comparison.add(when_greater_grants(other.audit.keep, one.audit.keep), Matter::AuditKeep, {"audit", "keep"},
                   {show(one.audit.keep), show(other.audit.keep)});
  }
  if (one.audit.checkpoint_to != other.audit.checkpoint_to) {
    const auto show = [](const std::vector<std::string>& argv) { return argv.empty() ? "" : argv_text(argv); };
    comparison.add(Direction::Changes, Matter::AuditCheckpoints, {"audit", "checkpoint_to"},
                   {show(one.audit.checkpoint_to), show(other.audit.checkpoint_to)});
  }
}

std::string change_text(const Json& side) {
  constexpr std::size_t kLongest = 400;
  if (side.is_null()) return {};
  const std::string text = write_json(side);
  return text.size() <= kLongest ? text : "sha256:" + sha256(canonical_json(side)).hex();
}

}  // namespace

void compare_terms(Comparison& comparison) {
  compare_session(comparison);
  compare_flow(comparison);
  compare_limits(comparison);
  compare_redaction(comparison);
  compare_keeping(comparison);
}

void compare_locks(Comparison& comparison) {
  const std::optional<ToolLock>& one = comparison.before().lock;
  const std::optional<ToolLock>& other = comparison.after().lock;
  const auto in_lock = [&](Difference& difference) {
    difference.before.where = {.file = lock_file_of(comparison.before().file)};
    difference.after.where = {.file = lock_file_of(comparison.after().file)};
  };
  if (one.has_value() != other.has_value()) {
    const Direction side = one ? Direction::TakesAway : Direction::Grants;
    in_lock(comparison.add(opposite(side), Matter::LockPresence, {"lock"}, only(side, "yett.lock")));
    return;
  }
  if (!one) return;
  for (const LockChange& change : lock_changes(*one, *other)) {
    using enum LockChange::Kind;
    const bool is_added = change.kind == ServerAdded || change.kind == ToolAdded;
    const Direction direction = is_added            ? Direction::Grants
                                : change.replaces() ? Direction::Changes
                                                    : Direction::TakesAway;
    KeyPath keys{"lock", change.server};
    if (!change.tool.empty()) keys.push_back(change.tool);
    in_lock(comparison.add(direction, change.tool.empty() ? Matter::PinnedServer : Matter::PinnedTool, keys,
                           {change_text(change.before), change_text(change.after)}));
  }
}

}  // namespace yett
