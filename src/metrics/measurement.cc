#include "metrics/measurement.h"

#include <utility>

#include "metrics/part_names.h"

namespace yett {
namespace {

/// Fills the tables of one measurement.
class Measuring {
 public:
  Measuring(const Experiment& experiment, const Samples& samples, SampleKind kind, ScriptedAnswer approver)
      : experiment_(experiment),
        samples_(samples),
        sample_(approver == ScriptedAnswer::Approve ? samples.approved : samples.unanswered),
        kind_(kind),
        approver_(approver) {}

  Measurement run() {
    Measurement measured;
    measured.kind = kind_;
    measured.approver = approver_;
    measured.sources = sample_.sources;
    measured.capabilities = sample_.capabilities;
    measured.classes = sample_.classes;
    measured.truths = sample_.truths;
    for (const Group& group : sample_.groups) {
      measured.records += group.records;
      (group.truth == Truth::Harmful ? measured.harmful : measured.clean) += group.records;
    }
    for (const Narrowing& narrowing : experiment_.narrowings) measured.narrowings.push_back(rows_of(narrowing));
    for (const std::size_t set : experiment_.report.sets) {
      measured.sets.push_back(row_of({.kind = PartKind::Set, .index = set}));
    }
    for (std::size_t i = 0; i < experiment_.layers.size(); ++i) {
      measured.layers.push_back(row_of({.kind = PartKind::Layer, .index = i}));
      add_stack(experiment_.layers[i], measured);
    }
    for (const Part& part : experiment_.report.per_class) measured.per_class.push_back(row_of(part));
    for (const AddedTerms& terms : experiment_.report.added) measured.added.push_back(added(terms));
    return measured;
  }

 private:
  MeasuredRow row_of(const Part& part) const {
    MeasuredRow row{.name = part_name(experiment_, part),
                    .part = part,
                    .counts = count(experiment_, sample_, part, asked_calls(approver_)),
                    .classes = count_by_class(experiment_, sample_, part, asked_calls(approver_)),
                    .step = {},
                    .asked = {},
                    .tasks = {},
                    .unanswered = {},
                    .approved = {}};
    if (part.kind == PartKind::Set) row.set = experiment_.sets[part.index];
    if (kind_ == SampleKind::Records) return row;
    row.asked = count_asked(experiment_, sample_, part);
    row.tasks = count_tasks(experiment_, sample_, part, asked_calls(approver_));
    row.unanswered = bound(samples_.unanswered, part, AskedCalls::Stopped);
    row.approved = bound(samples_.approved, part, AskedCalls::Pass);
    return row;
  }

  Bound bound(const Sample& sample, const Part& part, AskedCalls asked) const {
    return {.counts = count(experiment_, sample, part, asked), .tasks = count_tasks(experiment_, sample, part, asked)};
  }

  std::vector<MeasuredRow> rows_of(const Narrowing& narrowing) const {
    std::vector<MeasuredRow> rows;
    Counts before;
    for (const std::size_t set : narrowing.sets) {
      MeasuredRow row = row_of({.kind = PartKind::Set, .index = set});
      row.step = step_between(before, row.counts);
      before = row.counts;
      rows.push_back(std::move(row));
    }
    return rows;
  }

  void add_stack(const Layer& layer, Measurement& measured) const {
    std::vector<StackedPart> parts = split_stack(experiment_, sample_, layer, asked_calls(approver_));
    if (parts.empty()) return;
    MeasuredStack stack{.layer = layer.name, .names = {}, .parts = std::move(parts)};
    for (const StackedPart& part : stack.parts) stack.names.push_back(part_name(experiment_, part.part));
    measured.stacks.push_back(std::move(stack));
  }

  AddedRow added(const AddedTerms& terms) const {
    const PairCounts pairs = compare(experiment_, sample_, terms.layer, terms.over, asked_calls(approver_));
    return {.name = terms.name,
            .layer = part_name(experiment_, terms.layer),
            .over = part_name(experiment_, terms.over),
            .harmful = pairs.harmful.only_first,
            .clean = pairs.clean.only_first,
            .pairs = pairs};
  }

  const Experiment& experiment_;
  const Samples& samples_;
  const Sample& sample_;
  SampleKind kind_;
  ScriptedAnswer approver_;
};

}  // namespace

Result<Measurement> measure(const Experiment& experiment, const Samples& samples, SampleKind kind,
                            ScriptedAnswer approver, OneSided one_sided) {
  Measurement measured = Measuring(experiment, samples, kind, approver).run();
  if (measured.records == 0) return fail(ErrorKind::Input, "there is no record");
  const bool is_one_sided = measured.clean == 0 || measured.harmful == 0;
  if (is_one_sided && one_sided == OneSided::Refused) {
    return fail(ErrorKind::Input, measured.clean == 0 ? "there is no clean record" : "there is no harmful record", {},
                "recall needs harmful records, and the false-block rate clean ones");
  }
  return measured;
}

double completion(SampleKind kind, const Counts& counts, const TaskCounts& tasks) {
  return kind == SampleKind::Records ? counts.completion() : share(tasks.completed, tasks.clean);
}

}  // namespace yett
