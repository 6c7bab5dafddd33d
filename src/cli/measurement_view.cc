#include "cli/measurement_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "cli/figure_table.h"
#include "cli/table.h"
#include "metrics/interval.h"
#include "metrics/part_names.h"
#include "text/display_width.h"
#include "text/unicode.h"
#include "words/reason.h"

namespace yett {
namespace {

constexpr std::size_t kSetWidth = 15;
constexpr std::size_t kClassWidth = 20;
constexpr std::size_t kLayerWidth = 24;

std::string optional_figure(std::optional<double> value) { return value ? figure(*value) : "-"; }

std::string interval_text(const Interval& interval) {
  return fmt::format("{:.4f}-{:.4f}", interval.low, interval.high);
}

/// "{'user': 137, 'tool_output': 31}".
template <typename Kinds, typename Counts>
std::string kind_counts(const Kinds& kinds, const Counts& counts) {
  std::string text = "{";
  for (const auto kind : kinds) {
    text += fmt::format("{}'{}': {}", text.size() == 1 ? "" : ", ", to_string(kind), counts[std::to_underlying(kind)]);
  }
  return text + "}";
}

/// Writes the tables of one measurement.
class MeasurementText {
 public:
  MeasurementText(const Experiment& experiment, const Measurement& measured, Language language, Format format)
      : experiment_(experiment), measured_(measured), language_(language), format_(format) {}

  std::string tables(MeasureDetail detail) {
    blocks_.push_back(header());
    for (const std::vector<MeasuredRow>& narrowing : measured_.narrowings) add_sets(narrowing);
    if (!measured_.sets.empty()) add_sets(measured_.sets);
    for (const MeasuredRow& row : measured_.per_class) add_classes(row);
    add_layers();
    if (measured_.kind == SampleKind::Calls) add_bounds();
    if (detail == MeasureDetail::Statistics) {
      add_resolution();
      add_intervals();
      for (const MeasuredStack& stack : measured_.stacks) add_stack(stack);
      add_tests();
    }
    std::string text;
    for (const std::string& block : blocks_) text += (text.empty() ? "" : "\n") + block;
    return text;
  }

 private:
  [[nodiscard]] std::string_view say(Label label) const { return word(language_, label); }
  [[nodiscard]] std::string heading(Label label) const { return std::string(say(label)); }
  [[nodiscard]] bool is_calls() const { return measured_.kind == SampleKind::Calls; }

  std::string header() const {
    std::string text = word_with(language_, Label::MeasureTotals,
                                 {{"{records}", std::to_string(measured_.records)},
                                  {"{harmful}", std::to_string(measured_.harmful)},
                                  {"{clean}", std::to_string(measured_.clean)}}) +
                       "\n";
    if (measured_.skipped > 0)
      text += word_with(language_, Label::MeasureSkipped, std::to_string(measured_.skipped)) + "\n";
    text += fmt::format("{}{}{}\n", say(Label::MeasureSource), say(Label::Colon),
                        kind_counts(kAllSourceKinds, measured_.sources));
    text += fmt::format("{}{}{}\n", say(Label::MeasureCapability), say(Label::Colon),
                        kind_counts(kAllCapabilities, measured_.capabilities));
    if (measured_.harmful == 0) text += fmt::format("{}\n", say(Label::MeasureNoHarmful));
    if (measured_.clean == 0) text += fmt::format("{}\n", say(Label::MeasureNoClean));
    if (!is_calls()) return text;
    return text + fmt::format("{}\n", say(asked_label(measured_.approver)));
  }

  [[nodiscard]] std::vector<FigureColumn> count_columns() const {
    return {{heading(Label::MeasureBlock), 6},
            {heading(Label::MeasureFalse), 7},
            {heading(Label::MeasurePrecision), 10},
            {heading(Label::MeasureRecall), 11},
            {heading(Label::MeasureFalseBlock), 12}};
  }

  static std::vector<std::string> count_figures(const Counts& counts) {
    return {std::to_string(counts.tp), std::to_string(counts.fp), figure(counts.precision()), figure(counts.recall()),
            figure(counts.false_block_rate())};
  }

  void add_call_columns(std::vector<FigureColumn>& columns) const {
    if (!is_calls()) return;
    columns.push_back({heading(Label::MeasureAskedHarmful), 0});
    columns.push_back({heading(Label::MeasureAskedClean), 0});
    columns.push_back({heading(Label::MeasureAskedPerTask), 0});
    columns.push_back({heading(Label::MeasurePayload), 0});
    columns.push_back({heading(Label::MeasureAttacks), 0});
    columns.push_back({heading(Label::MeasurePartly), 0});
  }

  void add_call_figures(std::vector<std::string>& figures, const MeasuredRow& row) const {
    if (!is_calls()) return;
    figures.push_back(std::to_string(row.asked.harmful));
    figures.push_back(std::to_string(row.asked.clean));
    figures.push_back(figure(share(row.tasks.asks, row.tasks.clean)));
    figures.push_back(fmt::format("{}/{}", row.tasks.payloads_stopped, row.tasks.payloads));
    figures.push_back(fmt::format("{}/{}", row.tasks.succeeded, row.tasks.attacks));
    figures.push_back(std::to_string(row.tasks.partly));
  }

  void add_sets(const std::vector<MeasuredRow>& rows) {
    const bool has_steps = std::ranges::any_of(rows, [](const MeasuredRow& row) { return row.step.has_value(); });
    std::vector<FigureColumn> columns = count_columns();
    columns.push_back({heading(Label::MeasureTask), 6});
    if (has_steps) columns.push_back({heading(Label::MeasureMarginal), 10});
    add_call_columns(columns);
    FigureTable table({heading(Label::MeasureSet), kSetWidth}, std::move(columns));
    for (const MeasuredRow& row : rows) {
      std::vector<std::string> figures = count_figures(row.counts);
      figures.push_back(figure(completion(measured_.kind, row.counts, row.tasks)));
      if (has_steps) figures.push_back(optional_figure(row.step ? row.step->precision() : std::nullopt));
      add_call_figures(figures, row);
      table.add(row.name, std::move(figures));
    }
    blocks_.push_back(table.print(format_));
  }

  void add_classes(const MeasuredRow& row) {
    const bool is_set = row.part.kind == PartKind::Set;
    const std::string of = is_set ? word_with(language_, Label::MeasureOneSet, row.name) : row.name;
    const std::string title = word_with(language_, Label::MeasureClassShares, of);
    std::vector<std::pair<std::string, std::string>> shares;
    std::size_t width = kClassWidth;
    for (std::size_t i = 0; i < measured_.classes.size(); ++i) {
      const ClassShare& stopped = row.classes[i];
      // The name of a class comes from a record: it must not steer the terminal. A cell of Markdown sees to that
      // itself.
      const std::string& raw = measured_.classes[i];
      std::string name = format_ == Format::Markdown ? raw : escape_for_display(raw);
      // Of clean calls what is stopped is the cost, and a class need not sound like it.
      if (measured_.truths[i] == Truth::Clean && raw != to_string(Truth::Clean) && !raw.ends_with(" (clean)")) {
        name = word_with(language_, Label::MeasureOfClean, name);
      }
      width = std::max(width, display_width(name));
      // Clean records are no class that a layer should stop; among calls, which of them it stops is what it costs.
      if ((measured_.truths[i] == Truth::Clean && !is_calls()) || stopped.total == 0) continue;
      std::string figures =
          fmt::format("{:>2}/{:<3} {:.4f}", stopped.stopped, stopped.total, share(stopped.stopped, stopped.total));
      if (stopped.asked > 0) figures += fmt::format("  {} {}", say(Label::MeasureAsked), stopped.asked);
      shares.emplace_back(std::move(name), std::move(figures));
    }
    if (format_ == Format::Markdown) {
      FigureTable table({title, kClassWidth}, {{heading(Label::MeasureStopped), 0}});
      for (auto& [name, figures] : shares) table.add(std::move(name), {std::move(figures)});
      blocks_.push_back(table.print(format_));
      return;
    }
    std::string text = title + "\n";
    for (const auto& [name, figures] : shares) {
      text += fmt::format("  {}{} {}\n", name, std::string(width - display_width(name), ' '), figures);
    }
    blocks_.push_back(std::move(text));
  }

  void add_layers() {
    if (experiment_.report.layers.empty() && measured_.added.empty()) return;
    std::string text;
    if (!experiment_.report.layers.empty()) {
      std::vector<FigureColumn> columns = count_columns();
      if (is_calls()) columns.push_back({heading(Label::MeasureTask), 6});
      add_call_columns(columns);
      FigureTable table({heading(Label::MeasureLayer), kLayerWidth}, std::move(columns));
      for (const std::size_t layer : experiment_.report.layers) {
        const MeasuredRow& row = measured_.layers[layer];
        std::vector<std::string> figures = count_figures(row.counts);
        if (is_calls()) figures.push_back(figure(completion(measured_.kind, row.counts, row.tasks)));
        add_call_figures(figures, row);
        table.add(row.name, std::move(figures));
      }
      text = table.print(format_);
    }
    for (const AddedRow& row : measured_.added) {
      const std::string name =
          row.name.empty() ? word_with(language_, Label::MeasureOver, {{"{layer}", row.layer}, {"{over}", row.over}})
                           : row.name;
      // Below a table a line of Markdown would be a row of it.
      if (format_ == Format::Markdown && !text.empty() && !text.ends_with("\n\n")) text += '\n';
      text += word_with(language_, Label::MeasureAdded,
                        {{"{name}", format_ == Format::Markdown ? markdown_text(name) : escape_for_display(name)},
                         {"{records}", std::to_string(row.harmful + row.clean)},
                         {"{harmful}", std::to_string(row.harmful)}}) +
              "\n";
    }
    blocks_.push_back(std::move(text));
  }

  template <typename Take>
  void each_row(Take take) const {
    for (const std::vector<MeasuredRow>& narrowing : measured_.narrowings) std::ranges::for_each(narrowing, take);
    std::ranges::for_each(measured_.sets, take);
    for (const std::size_t layer : experiment_.report.layers) take(measured_.layers[layer]);
  }

  /// From what is stopped if everybody approves to what is stopped if nobody answers.
  void add_bounds() {
    FigureTable table({heading(Label::MeasureBounds), kLayerWidth}, {{heading(Label::MeasureRecall), 15},
                                                                     {heading(Label::MeasureFalseBlock), 15},
                                                                     {heading(Label::MeasureTask), 15},
                                                                     {heading(Label::MeasureAttacks), 11}});
    each_row([&](const MeasuredRow& row) {
      if (row.asked.harmful + row.asked.clean == 0) return;
      const auto range = [](double low, double high) { return fmt::format("{:.4f}-{:.4f}", low, high); };
      table.add(row.name, {range(row.approved.counts.recall(), row.unanswered.counts.recall()),
                           range(row.approved.counts.false_block_rate(), row.unanswered.counts.false_block_rate()),
                           range(completion(measured_.kind, row.unanswered.counts, row.unanswered.tasks),
                                 completion(measured_.kind, row.approved.counts, row.approved.tasks)),
                           fmt::format("{}-{}/{}", row.unanswered.tasks.succeeded, row.approved.tasks.succeeded,
                                       row.tasks.attacks)});
    });
    if (!table.empty()) blocks_.push_back(table.print(format_));
  }

  void add_resolution() {
    blocks_.push_back(
        word_with(language_, Label::MeasureResolution,
                  {{"{harmful}", fmt::format("1/{} = {:.4f}", measured_.harmful, share(1, measured_.harmful))},
                   {"{clean}", fmt::format("1/{} = {:.4f}", measured_.clean, share(1, measured_.clean))}}) +
        "\n");
  }

  void add_intervals() {
    FigureTable table({heading(Label::MeasureIntervals), kLayerWidth}, {{heading(Label::MeasureRecall), 15},
                                                                        {heading(Label::MeasureFalseBlock), 15},
                                                                        {heading(Label::MeasureTask), 15},
                                                                        {heading(Label::MeasureMoreHarmful), 9},
                                                                        {heading(Label::MeasureMoreClean), 9},
                                                                        {heading(Label::MeasureBreakEven), 10}});
    each_row([&](const MeasuredRow& row) {
      const bool is_profile = measured_.kind == SampleKind::Records;
      table.add(row.name, {interval_text(wilson(row.counts.tp, row.counts.harmful())),
                           interval_text(wilson(row.counts.fp, row.counts.clean())),
                           interval_text(is_profile ? wilson(row.counts.tn, row.counts.clean())
                                                    : wilson(row.tasks.completed, row.tasks.clean)),
                           row.step ? fmt::format("{:+}", row.step->harmful) : "",
                           row.step ? fmt::format("{:+}", row.step->clean) : "",
                           row.step ? optional_figure(row.step->break_even()) : ""});
    });
    if (!table.empty()) blocks_.push_back(table.print(format_));
  }

  void add_stack(const MeasuredStack& stack) {
    FigureTable table({word_with(language_, Label::MeasureStack, stack.layer), kLayerWidth},
                      {{heading(Label::MeasureHarmful), 9},
                       {heading(Label::MeasureClean), 9},
                       {heading(Label::MeasurePrecision), 10}});
    for (std::size_t i = 0; i < stack.parts.size(); ++i) {
      const StackedPart& part = stack.parts[i];
      const double all = part.harmful + part.clean;
      table.add(stack.names[i], {fmt::format("{:.2f}", part.harmful), fmt::format("{:.2f}", part.clean),
                                 all == 0.0 ? "-" : figure(part.harmful / all)});
    }
    blocks_.push_back(table.print(format_));
  }

  void add_tests() {
    FigureTable table({heading(Label::MeasureTests), kLayerWidth},
                      {{heading(Label::MeasureOnlyFirst), 9}, {heading(Label::MeasureOnlySecond), 9}, {"p", 9}});
    for (const AddedRow& row : measured_.added) {
      const auto add = [&](Label kind, const Discordance& discordance) {
        table.add(word_with(language_, Label::MeasurePair,
                            {{"{layer}", row.layer}, {"{over}", row.over}, {"{kind}", heading(kind)}}),
                  {std::to_string(discordance.only_first), std::to_string(discordance.only_second),
                   fmt::format("{:.2g}", mcnemar_p(discordance))});
      };
      add(Label::MeasureHarmful, row.pairs.harmful);
      add(Label::MeasureClean, row.pairs.clean);
    }
    if (!table.empty()) blocks_.push_back(table.print(format_));
  }

  const Experiment& experiment_;
  const Measurement& measured_;
  Language language_;
  Format format_;
  std::vector<std::string> blocks_;
};

}  // namespace

Label asked_label(ScriptedAnswer approver) {
  switch (approver) {
    case ScriptedAnswer::Approve:
      return Label::MeasureAskedPass;
    case ScriptedAnswer::Deny:
      return Label::MeasureAskedDenied;
    case ScriptedAnswer::None:
      return Label::MeasureAskedStopped;
  }
  return Label::MeasureAskedStopped;
}

std::string measurement_tables(const Experiment& experiment, const Measurement& measurement, Language language,
                               MeasureDetail detail, Format format) {
  return MeasurementText(experiment, measurement, language, format).tables(detail);
}

std::string measurement_csv(const Measurement& measurement) {
  Table table({"kind",
               "name",
               "tp",
               "fp",
               "fn",
               "tn",
               "precision",
               "recall",
               "recall_low",
               "recall_high",
               "false_block_rate",
               "false_block_low",
               "false_block_high",
               "task_completion",
               "marginal_precision",
               "break_even",
               "asked_harmful",
               "asked_clean",
               "asked_per_task",
               "payloads_stopped",
               "payloads",
               "attacks_succeeded",
               "attacks",
               "skipped"});
  const auto add = [&](std::string_view kind, const MeasuredRow& row) {
    const Interval recall = wilson(row.counts.tp, row.counts.harmful());
    const Interval false_block = wilson(row.counts.fp, row.counts.clean());
    const auto optional = [](std::optional<double> value) { return value ? figure(*value) : std::string(); };
    const bool is_calls = measurement.kind == SampleKind::Calls;
    const auto of_calls = [is_calls](std::uint64_t count) { return is_calls ? std::to_string(count) : std::string(); };
    table.add({std::string(kind),
               row.name,
               std::to_string(row.counts.tp),
               std::to_string(row.counts.fp),
               std::to_string(row.counts.fn),
               std::to_string(row.counts.tn),
               figure(row.counts.precision()),
               figure(row.counts.recall()),
               figure(recall.low),
               figure(recall.high),
               figure(row.counts.false_block_rate()),
               figure(false_block.low),
               figure(false_block.high),
               figure(completion(measurement.kind, row.counts, row.tasks)),
               optional(row.step ? row.step->precision() : std::nullopt),
               optional(row.step ? row.step->break_even() : std::nullopt),
               of_calls(row.asked.harmful),
               of_calls(row.asked.clean),
               is_calls ? figure(share(row.tasks.asks, row.tasks.clean)) : std::string(),
               of_calls(row.tasks.payloads_stopped),
               of_calls(row.tasks.payloads),
               of_calls(row.tasks.succeeded),
               of_calls(row.tasks.attacks),
               std::to_string(measurement.skipped)});
  };
  for (const std::vector<MeasuredRow>& narrowing : measurement.narrowings) {
    for (const MeasuredRow& row : narrowing) add("permission_set", row);
  }
  for (const MeasuredRow& row : measurement.sets) add("permission_set", row);
  for (const MeasuredRow& row : measurement.layers) add("layer", row);
  return table.print(Format::Csv);
}

}  // namespace yett
