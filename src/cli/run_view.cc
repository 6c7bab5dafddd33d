#include "cli/run_view.h"

#include <map>

#include "words/reason.h"

namespace yett {
namespace {

std::vector<std::string> kinds_of(SourceSet set) {
  std::vector<std::string> kinds;
  for (const SourceKind kind : {SourceKind::User, SourceKind::RetrievedDocument, SourceKind::ToolOutput}) {
    if (set.contains(kind)) kinds.emplace_back(to_string(kind));
  }
  return kinds;
}

}  // namespace

std::vector<std::string> run_headings(Language language) {
  std::vector<std::string> headings;
  for (const Label label : {Label::Run, Label::User, Label::Tenant, Label::State, Label::Running, Label::Pending,
                            Label::TakenIn, Label::Time}) {
    headings.emplace_back(word(language, label));
  }
  return headings;
}

std::vector<std::string> run_row(Language language, const RunSummary& run) {
  std::string kinds;
  for (const std::string& kind : kinds_of(run.state.taken_in)) kinds += (kinds.empty() ? "" : ", ") + kind;
  if (run.state.private_seen) kinds += ", " + std::string(word(language, Label::Private));
  const bool suspended = run.state.suspension == Suspension::Suspended;
  return {run.run,
          run.user,
          run.tenant.value_or("-"),
          std::string(word(language, suspended ? Label::Suspended : Label::Open)),
          std::to_string(run.running),
          std::to_string(run.pending),
          kinds,
          format_time(run.seen_at)};
}

Result<std::vector<RunSummary>> runs_at(Store& store, TimePoint now) {
  Result<std::vector<RunSummary>> runs = store.runs();
  if (!runs) return runs;
  const Result<std::vector<ApprovalRequest>> requests = store.requests();
  if (!requests) return std::unexpected(requests.error());
  std::map<std::string, std::uint32_t> pending;
  for (const ApprovalRequest& request : *requests) {
    if (aged(request, now).state == RequestState::Pending) ++pending[request.run_key];
  }
  for (RunSummary& run : *runs) run.pending = pending[run.run_key];
  return runs;
}

Json run_json(const RunSummary& run, TimePoint now) {
  const RunTally& tally = run.state.tally;
  Json::Array kinds;
  for (const std::string& kind : kinds_of(run.state.taken_in)) kinds.emplace_back(kind);
  return Json::object({{"run", run.run},
                       {"user", run.user},
                       {"tenant", run.tenant ? Json(*run.tenant) : Json()},
                       {"suspended", run.state.suspension == Suspension::Suspended},
                       {"running", static_cast<std::uint64_t>(run.running)},
                       {"pending", static_cast<std::uint64_t>(run.pending)},
                       {"taken_in", std::move(kinds)},
                       {"private_seen", run.state.private_seen},
                       {"used", Json::object({{"calls_per_minute", std::int64_t{calls_within_a_minute(tally, now)}},
                                              {"denials", std::int64_t{denials_within_a_minute(tally, now)}},
                                              {"sends_per_run", tally.sends},
                                              {"result_bytes", tally.result_bytes}})},
                       {"seen_at", format_time(run.seen_at)}});
}

}  // namespace yett
