#include "cli/measure_output.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "cli/figure_table.h"
#include "cli/frontier_view.h"
#include "cli/measurement_view.h"
#include "metrics/interval.h"
#include "metrics/write_frontier.h"
#include "metrics/write_measurement.h"
#include "os/files.h"
#include "text/json_indent.h"
#include "words/reason.h"

namespace yett {
namespace {

std::optional<MeasuredShare> measured_share(std::uint64_t part, std::uint64_t whole) {
  if (whole == 0) return std::nullopt;
  const Interval interval = wilson(part, whole);
  return MeasuredShare{.value = share(part, whole), .low = interval.low, .high = interval.high};
}

/// Of several sets the one that may block no more than this; without a word of it the one that blocks nothing clean.
double allowed_false_block(const MeasureTerms& terms) { return terms.max_false_block.value_or(0.0); }

/// That no set stops so few clean ones, and how few the best of them stops.
std::string none_within(const MeasureTerms& terms, const MeasureResult& result, double allowed) {
  double smallest = 1.0;
  for (const Frontier& frontier : result.frontiers) {
    for (const FrontierPoint& point : frontier.evaluated) {
      smallest = std::min(smallest, point.counts.false_block_rate());
    }
  }
  return fmt::format("{}; {}", word_with(terms.language, Label::MeasureNoneWithin, fmt::format("{}", allowed)),
                     word_with(terms.language, Label::MeasureSmallest, figure(smallest)));
}

void print_json(const Console& console, const MeasureTerms& terms, const MeasureResult& result) {
  Json json = measurement_json(result.measurement);
  for (const Json::Member& member : result.members) json.set(member.key, member.value);
  if (!result.frontiers.empty()) {
    Json::Array frontiers;
    for (const Frontier& frontier : result.frontiers) {
      const FrontierPoint* recommended = terms.max_false_block ? recommend(frontier, *terms.max_false_block) : nullptr;
      frontiers.push_back(frontier_json(frontier, recommended));
    }
    json.set("frontiers", Json(std::move(frontiers)));
  }
  console.print(write_indented_json(json));
}

void print_text(const Console& console, const MeasureTerms& terms, const MeasureResult& result) {
  std::string text =
      measurement_tables(result.experiment, result.measurement, terms.language, terms.detail, terms.format);
  for (const std::string& block : result.blocks) text += "\n" + block;
  for (const Frontier& frontier : result.frontiers) {
    text += "\n" + frontier_table(frontier, terms.language, terms.format);
  }
  if (!result.frontiers.empty() && terms.max_false_block) {
    const FrontierPoint* best = recommend(result.frontiers, *terms.max_false_block);
    text += "\n" +
            (best == nullptr ? none_within(terms, result, *terms.max_false_block)
                             : word_with(terms.language, Label::MeasureBestWithin,
                                         {{"{share}", fmt::format("{}", *terms.max_false_block)},
                                          {"{set}", point_text(*best, terms.language)}})) +
            "\n";
  }
  console.print(text);
}

Result<void> write_picture(const std::string& file, const MeasureTerms& terms, const MeasureResult& result) {
  const Measurement& measured = result.measurement;
  if (measured.narrowings.empty()) {
    return fail(ErrorKind::Input, "--plot draws a narrowing, and the experiment has none", {},
                "[[narrowing]] sets = [...]");
  }
  const MeasurePicture picture = picture_of(measured, result.experiment.name,
                                            word_with(terms.language, Label::MeasureTotals,
                                                      {{"{records}", std::to_string(measured.records)},
                                                       {"{harmful}", std::to_string(measured.harmful)},
                                                       {"{clean}", std::to_string(measured.clean)}}));
  return replace_file(file, draw_picture(picture, terms.language));
}

}  // namespace

MeasurePicture picture_of(const Measurement& measurement, std::string title, std::string subtitle) {
  MeasurePicture picture{.of = measurement.kind == SampleKind::Calls ? PictureOf::Calls : PictureOf::Records,
                         .title = std::move(title),
                         .subtitle = std::move(subtitle),
                         .sets = {},
                         .classes = {}};
  if (measurement.narrowings.empty()) return picture;
  const std::vector<MeasuredRow>& rows = measurement.narrowings.front();
  for (const MeasuredRow& row : rows) {
    const bool is_calls = measurement.kind == SampleKind::Calls;
    picture.sets.push_back(
        {.name = row.name,
         .recall = measured_share(row.counts.tp, row.counts.harmful()),
         .completion = is_calls ? measured_share(row.tasks.completed, row.tasks.clean)
                                : measured_share(row.counts.tn, row.counts.clean()),
         .false_block_rate = row.counts.clean() == 0 ? std::nullopt : std::optional(row.counts.false_block_rate()),
         .more_harmful = row.step && row.step->harmful > 0 ? static_cast<std::uint64_t>(row.step->harmful) : 0,
         .more_clean = row.step && row.step->clean > 0 ? static_cast<std::uint64_t>(row.step->clean) : 0});
  }
  for (std::size_t i = 0; i < measurement.classes.size(); ++i) {
    MeasuredClass drawn{.name = measurement.classes[i],
                        .kind = measurement.truths[i] == Truth::Clean ? ClassKind::Clean : ClassKind::Harmful,
                        .cells = {}};
    for (const MeasuredRow& row : rows) {
      drawn.cells.push_back({.stopped = row.classes[i].stopped, .total = row.classes[i].total});
    }
    picture.classes.push_back(std::move(drawn));
  }
  return picture;
}

Exit print_suggestion(const Console& console, const MeasureTerms& terms, const MeasureResult& result) {
  const double allowed = allowed_false_block(terms);
  const FrontierPoint* best = recommend(result.frontiers, allowed);
  if (best == nullptr) {
    console.complain(none_within(terms, result, allowed));
    return Exit::Fails;
  }
  if (const std::uint64_t skipped = result.measurement.skipped; skipped > 0) {
    console.print("# " + word_with(terms.language, Label::MeasureSkipped, std::to_string(skipped)) + "\n");
  }
  std::string text = word_with(terms.language, Label::MeasureSuggested,
                               {{"{tp}", std::to_string(best->counts.tp)},
                                {"{harmful}", std::to_string(best->counts.harmful())},
                                {"{fp}", std::to_string(best->counts.fp)},
                                {"{clean}", std::to_string(best->counts.clean())}}) +
                     "\n";
  if (result.measurement.kind == SampleKind::Calls) {
    // What is best depends on it: a set that never asks is best where nobody answers.
    text += word_with(terms.language, Label::MeasureSuggestedTasks,
                      {{"{tasks}", std::to_string(best->tasks.completed)},
                       {"{all}", std::to_string(best->tasks.clean)},
                       {"{asked}", std::to_string(best->asked)},
                       {"{how}", std::string(word(terms.language, asked_label(terms.approver)))}}) +
            "\n";
  }
  text += std::string(word(terms.language, Label::MeasureSuggestedUse)) + "\n";
  console.print(text + permission_table(best->set, "suggested"));
  return Exit::Done;
}

Exit print_measurement(const Invocation& invocation, const Console& console, const MeasureTerms& terms,
                       const MeasureResult& result) {
  // What cannot be drawn is not printed either: a command that fails has no result.
  if (const auto file = invocation.value("--plot")) {
    if (const Result<void> drawn = write_picture(*file, terms, result); !drawn) return console.refuse(drawn.error());
  }
  if (terms.format == Format::Json) {
    print_json(console, terms, result);
  } else if (terms.format == Format::Csv) {
    console.print(measurement_csv(result.measurement));
  } else {
    print_text(console, terms, result);
  }
  const bool is_missed = terms.max_false_block && !result.frontiers.empty() &&
                         recommend(result.frontiers, *terms.max_false_block) == nullptr;
  return is_missed ? Exit::Fails : Exit::Done;
}

}  // namespace yett
