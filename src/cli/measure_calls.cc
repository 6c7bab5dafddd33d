#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "cli/call_intake.h"
#include "cli/call_rows.h"
#include "cli/call_tables.h"
#include "cli/experiment_file.h"
#include "cli/judging_option.h"
#include "cli/measure_output.h"
#include "cli/measuring.h"
#include "metrics/attack_pairs.h"
#include "metrics/call_frontier.h"
#include "metrics/judge_calls.h"
#include "metrics/ruling_counts.h"
#include "metrics/write_calls.h"
#include "os/path_resolution.h"

namespace yett {
namespace {

/// The calls of one command line, judged as if nobody answered and as if everybody approved.
struct JudgedBothWays {
  JudgedCalls unanswered;
  JudgedCalls approved;

  [[nodiscard]] const JudgedCalls& by(ScriptedAnswer approver) const {
    return approver == ScriptedAnswer::Approve ? approved : unanswered;
  }
};

/// Leaves stages out of the report that neither stop a call nor ask about one: most are silent. The policy stays.
void leave_out_silent_stages(Experiment& experiment, const Measurement& measured) {
  std::erase_if(experiment.report.layers, [&](std::size_t layer) {
    const bool is_stage = experiment.layers[layer].parts.front().kind == PartKind::Stage;
    const MeasuredRow& row = measured.layers[layer];
    return is_stage && row.counts.stopped() + row.asked.harmful + row.asked.clean == 0;
  });
}

void add_call_tables(const Invocation& invocation, const MeasureTerms& terms, const CallWork& work,
                     const CallJudging& judging, const JudgedCalls& judged, MeasureResult& result) {
  const std::vector<RulingCount> rulings = count_rulings(judged);
  result.blocks.push_back(rulings_table(rulings, terms.language, terms.format));
  result.members.push_back({"rules", rulings_json(rulings)});
  const std::vector<HeldTask> held = held_tasks(work, judged);
  if (terms.detail == MeasureDetail::Statistics && !held.empty()) {
    result.blocks.push_back(held_tasks_table(held, terms.language, terms.format));
  }
  result.members.push_back({"tasks_held", held_tasks_json(held)});
  if (!invocation.has("--pairs")) return;
  const AttackPairs pairs = play_pairs(work, judging, asked_calls(terms.approver));
  result.blocks.push_back(pairs_table(pairs, terms.language, terms.format));
  result.members.push_back({"pairs", pairs_json(pairs)});
}

Exit print_calls(const Invocation& invocation, const Console& console, const MeasureTerms& terms,
                 const Experiment& experiment, const CallWork& work, const CallJudging& judging,
                 std::uint64_t skipped) {
  const JudgedBothWays judged{.unanswered = judge_calls(experiment, work, judging, AskedCalls::Stopped),
                              .approved = judge_calls(experiment, work, judging, AskedCalls::Pass)};
  if (invocation.has("--per-record") || invocation.has("--records-out")) {
    const Result<void> written = write_call_rows(
        invocation, console, terms, {.work = work, .rulings = judged.by(terms.approver).rulings, .skipped = skipped});
    if (!written) return console.refuse(written.error());
    if (invocation.has("--per-record")) return Exit::Done;
  }
  Result<Measurement> measured = measure(
      experiment, {.unanswered = judged.unanswered.sample, .approved = judged.approved.sample}, SampleKind::Calls,
      terms.approver, terms.bad == BadRecords::Skipped ? OneSided::Measured : OneSided::Refused);
  if (!measured) {
    measured.error().hint += "; --skip-bad measures what there is";
    return console.refuse(measured.error());
  }
  measured->skipped = skipped;
  Experiment shown = experiment;
  if (!invocation.has("--experiment")) leave_out_silent_stages(shown, *measured);
  MeasureResult result{.experiment = shown, .measurement = *measured, .frontiers = {}, .blocks = {}, .members = {}};
  if (invocation.has("--frontier") || invocation.has("--suggest")) {
    const AskedCalls asked = asked_calls(terms.approver);
    result.frontiers.push_back(call_set_frontier(work, judging, asked));
    result.frontiers.push_back(call_tool_frontier(work, judged.by(terms.approver), judging, asked));
  }
  if (invocation.has("--suggest")) return print_suggestion(console, terms, result);
  add_call_tables(invocation, terms, work, judging, judged.by(terms.approver), result);
  return print_measurement(invocation, console, terms, result);
}

}  // namespace

Exit measure_calls(const Invocation& invocation, const Console& console, const MeasureTerms& terms) {
  const Result<JudgingTerms> judging_terms = find_judging_terms(invocation, console, "measure");
  if (!judging_terms) return console.refuse(judging_terms.error());
  const Policy& policy = *judging_terms->policy;
  const Result<Experiment> experiment = find_experiment(invocation, console, &policy);
  if (!experiment) return console.refuse(experiment.error());
  Result<TakenCalls> taken = take_calls(invocation, console, terms, *experiment, policy);
  if (!taken) return console.refuse(taken.error());
  const auto unregistered = std::ranges::count_if(
      taken->calls, [&policy](const LabelledCall& call) { return policy.tools.find(call.call.call.tool) == nullptr; });
  if (unregistered > 0) {
    console.complain(fmt::format("yett: {} of {} calls are of tools that the policy does not have, and are denied",
                                 unregistered, taken->calls.size()));
  }
  for (const std::string& rule : invocation.values("--without")) {
    console.complain(fmt::format("yett: measured without {}", rule));
  }
  const CallWork work = sort_into_runs(std::move(taken->calls));
  const CallJudging judging{.engine = judging_terms->engine,
                            .policy = policy,
                            .session = judging_terms->session,
                            .now = judging_terms->now,
                            .sources = terms.sources,
                            .resolve = resolve_path,
                            .sealed = judging_terms->sealed};
  return print_calls(invocation, console, terms, *experiment, work, judging, taken->skipped);
}

}  // namespace yett
