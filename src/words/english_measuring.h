#pragma once

#include "words/catalogue.h"

namespace yett {

/// The words of measuring and of its pictures.
constexpr void add_measuring_words_english(Catalogue& c) {
  const auto label = [&c](Label id, std::string_view text) { c.labels[static_cast<std::size_t>(id)] = text; };
  label(Label::MeasureTotals, "records: {records} - harmful: {harmful} - clean: {clean}");
  label(Label::MeasureSkipped, "skipped: {} lines that could not be used");
  label(Label::MeasureSource, "source");
  label(Label::MeasureCapability, "requested capability");
  label(Label::MeasureAskedStopped, "asked calls: nobody answers, they are stopped");
  label(Label::MeasureAskedDenied, "asked calls: denied, they are stopped");
  label(Label::MeasureAskedPass, "asked calls: approved, they run");
  label(Label::MeasureSet, "permission set");
  label(Label::MeasureLayer, "layer on layer");
  label(Label::MeasureBlock, "block");
  label(Label::MeasureFalse, "false");
  label(Label::MeasurePrecision, "precision");
  label(Label::MeasureRecall, "recall");
  label(Label::MeasureFalseBlock, "false-block");
  label(Label::MeasureTask, "task");
  label(Label::MeasureMarginal, "marginal");
  label(Label::MeasureAskedHarmful, "asked-harmful");
  label(Label::MeasureAskedClean, "asked-clean");
  label(Label::MeasureAskedPerTask, "asks/task");
  label(Label::MeasureAttacks, "attacks done");
  label(Label::MeasureOneSet, "{} set");
  label(Label::MeasureClassShares, "share stopped per class ({})");
  label(Label::MeasureAdded, "added by {name}: {records} records, {harmful} harmful");
  label(Label::MeasureBounds, "all approved - none answered");
  label(Label::MeasureResolution,
        "one harmful record is {harmful} of recall, one clean record {clean} of the false-block rate");
  label(Label::MeasureIntervals, "95 % interval");
  label(Label::MeasureMoreHarmful, "+harmful");
  label(Label::MeasureMoreClean, "+clean");
  label(Label::MeasureBreakEven, "break-even");
  label(Label::MeasureStack, "shares of {}");
  label(Label::MeasureHarmful, "harmful");
  label(Label::MeasureClean, "clean");
  label(Label::MeasureTests, "only one stops it");
  label(Label::MeasureOnlyFirst, "first");
  label(Label::MeasureOnlySecond, "second");
  label(Label::MeasurePair, "{layer} / {over}, {kind}");
  label(Label::MeasureAsked, "asked");
  label(Label::MeasureFrontier, "best of {} permission sets");
  label(Label::MeasureFrontierGreedy, "best of {} sets, tool by tool");
  label(Label::MeasureWithout, "without {}");
  label(Label::MeasureAllTools, "all tools");
  label(Label::MeasureNoneWithin, "no permission set blocks so little: {}");
  label(Label::MeasureBestWithin, "false-block rate at most {share}: {set}");
  label(Label::MeasureSuggested, "# stops {tp} of {harmful} harmful records and {fp} of {clean} clean ones");
  label(Label::MeasureNumber, "no");
  label(Label::MeasureClass, "class");
  label(Label::MeasureLabel, "label");
  label(Label::MeasureStoppedBy, "stopped by");
  label(Label::MeasureRule, "decided by");
  label(Label::MeasureHeldTask, "clean task held up");
  label(Label::MeasureTaskName, "task");
  label(Label::MeasurePairs, "attack inside a task");
  label(Label::MeasurePairCount, "pairs");
  label(Label::MeasureStopped, "stopped");
  label(Label::MeasurePartly, "partly");
  label(Label::MeasureSucceeded, "succeeded");
  label(Label::MeasureNotShown, "not shown");
  label(Label::MeasureAsksPerPair, "asks/pair");
  label(Label::MeasureAllPairs, "all pairs");
  label(Label::MeasurePayload, "payload stopped");
  label(Label::MeasureNoHarmful, "no harmful record: precision and recall mean nothing");
  label(Label::MeasureNoClean, "no clean record: false-block rate and task mean nothing");
  label(Label::MeasureOver, "{layer} (over {over})");
  label(Label::MeasureOfClean, "{} (clean)");
  label(Label::MeasureSuggestedTasks, "# completes {tasks} of {all} clean tasks, and asks {asked} times; {how}");
  label(Label::MeasureSuggestedUse, "# name it under [session]: permissions or may_choose");
  label(Label::MeasureSmallest, "the smallest false-block rate is {}; --max-false-block says what is allowed");
  label(Label::PlotTasksAxis, "clean tasks completed");
  label(Label::PlotTasksNote,
        "A point is a permission set; the line joins them in the order of the narrowing. The bars of a cross are 95 % "
        "intervals. A task is completed when every call of it runs.");
  label(Label::PlotPlane, "What each set gains and what it costs");
  label(Label::PlotRecallAxis, "harmful records stopped (recall)");
  label(Label::PlotCompletionAxis, "clean records let through (task completion)");
  label(Label::PlotChance, "stops clean records as often as harmful ones");
  label(Label::PlotBetter, "better");
  label(Label::PlotPlaneNote,
        "A point is a permission set; the line joins them in the order of the narrowing. The bars of a cross are 95 % "
        "intervals. Above the dashed line a set stops harmful records more often than clean ones.");
  label(Label::PlotPoint, "recall {r} · tasks {t} · false blocks {f}");
  label(Label::PlotPointWhole, "{name}: recall {recall}, task completion {tasks}, false block rate {f}");
  label(Label::PlotInterval, "{v} (95 % interval {low} to {high})");
  label(Label::PlotSteps, "What each step stops beyond the set before it");
  label(Label::PlotStepsNote,
        "Of what a step stops in addition, dark is the harmful part, which is its marginal precision, and hatched the "
        "clean part. Where the dark part ends left of the line at 0.5, the step stops more clean records than harmful "
        "ones.");
  label(Label::PlotPrecision, "precision");
  label(Label::PlotCounts, "harmful / clean");
  label(Label::PlotStopsNothing, "stops nothing");
  label(Label::PlotStopsNoMore, "stops nothing that the set before lets through");
  label(Label::PlotStepWhole, "{name}: +{h} harmful, +{c} clean, marginal precision {p}");
  label(Label::PlotClasses, "Which classes are stopped");
  label(Label::PlotClassesNote,
        "A cell has the number stopped of all records of the class and, below, their share. The darker, the larger the "
        "share.");
  label(Label::PlotGain, "Gain: harmful records stopped. Dark is good.");
  label(Label::PlotCost, "Cost: clean records stopped by mistake. Dark is bad.");
  label(Label::PlotShare, "share stopped");
  label(Label::PlotCell, "{class}, {set}: {n} of {m} stopped");
  label(Label::PlotDescription,
        "Three panels about {} permission sets: recall against task completion, marginal precision of each step, and "
        "the share of each class that is stopped.");
}

}  // namespace yett
