#include "cli/rejudging_audit.h"

#include <map>
#include <tuple>

#include "cli/audit_actions.h"
#include "cli/state_option.h"
#include "replay/rejudge_record.h"

namespace yett {
namespace {

/// Whose run it is: user, tenant and name, as records have them.
using RunName = std::tuple<std::string, std::string, std::string>;

RunName run_of(const Json& body) { return {text_of(body, "user"), text_of(body, "tenant"), text_of(body, "run")}; }

}  // namespace

Result<void> rejudge_audit(const Invocation& invocation, const Console& console, const Policy& before,
                           const Policy& after, DifferenceReport& report) {
  Result<RecordFilter> filter = find_record_filter(invocation);
  if (!filter) return std::unexpected(filter.error());
  Result<OpenState> state = open_state_of(invocation, console, &before, StoreAccess::Read);
  if (!state) return std::unexpected(state.error());
  // The set of permissions stands in the record that opened the session.
  std::map<RunName, std::string> permissions;
  std::uint64_t last = 0;
  return each_match(*state->store, RecordFilter{}, last, [&](const Record& record, Json body) {
    const Json* intent = body.find("intent");
    const Json* set = intent == nullptr ? nullptr : intent->find("permissions");
    if (set != nullptr && set->as_string() != nullptr) permissions[run_of(body)] = *set->as_string();
    if (text_of(body, "kind") != "decision" || !filter->passes(body)) return true;
    const auto session = permissions.find(run_of(body));
    RejudgedCall call =
        rejudge_record({.policy = before, .other = after, .differences = report.differences}, body,
                       session == permissions.end() ? std::nullopt : std::optional<std::string>(session->second));
    call.number = record.seq;
    if (!call.not_replayable) ++report.calls_judged;
    if (call.is_told()) report.calls.push_back(std::move(call));
    return true;
  });
}

}  // namespace yett
