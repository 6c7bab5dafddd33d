#pragma once

#include "words/catalogue.h"

namespace yett {

/// The words of measuring and of its pictures.
constexpr void add_measuring_words_chinese(Catalogue& c) {
  const auto label = [&c](Label id, std::string_view text) { c.labels[static_cast<std::size_t>(id)] = text; };
  label(Label::MeasureTotals, "记录：{records}，有害：{harmful}，正常：{clean}");
  label(Label::MeasureSkipped, "跳过：{} 行无法使用");
  label(Label::MeasureSource, "来源");
  label(Label::MeasureCapability, "请求的能力");
  label(Label::MeasureAskedStopped, "询问的调用：无人回答，被拦下");
  label(Label::MeasureAskedDenied, "询问的调用：被拒绝，被拦下");
  label(Label::MeasureAskedPass, "询问的调用：被批准，执行");
  label(Label::MeasureSet, "权限集");
  label(Label::MeasureLayer, "层层叠加");
  label(Label::MeasureBlock, "拦下");
  label(Label::MeasureFalse, "误拦");
  label(Label::MeasurePrecision, "精确率");
  label(Label::MeasureRecall, "召回率");
  label(Label::MeasureFalseBlock, "误拦率");
  label(Label::MeasureTask, "完成率");
  label(Label::MeasureMarginal, "边际");
  label(Label::MeasureAskedHarmful, "询问有害");
  label(Label::MeasureAskedClean, "询问正常");
  label(Label::MeasureAskedPerTask, "每任务询问");
  label(Label::MeasureAttacks, "攻击得逞");
  label(Label::MeasureOneSet, "权限集 {}");
  label(Label::MeasureClassShares, "各类被拦下的比例（{}）");
  label(Label::MeasureAdded, "{name} 另外拦下：{records} 条记录，其中 {harmful} 条有害");
  label(Label::MeasureBounds, "全部批准至无人回答");
  label(Label::MeasureResolution, "一条有害记录占召回率 {harmful}，一条正常记录占误拦率 {clean}");
  label(Label::MeasureIntervals, "95 % 区间");
  label(Label::MeasureMoreHarmful, "+有害");
  label(Label::MeasureMoreClean, "+正常");
  label(Label::MeasureBreakEven, "得失比");
  label(Label::MeasureStack, "{} 的分摊");
  label(Label::MeasureHarmful, "有害");
  label(Label::MeasureClean, "正常");
  label(Label::MeasureTests, "只有一方拦下");
  label(Label::MeasureOnlyFirst, "前者");
  label(Label::MeasureOnlySecond, "后者");
  label(Label::MeasurePair, "{layer} / {over}，{kind}");
  label(Label::MeasureAsked, "询问");
  label(Label::MeasureFrontier, "{} 个权限集中的最优");
  label(Label::MeasureFrontierGreedy, "逐个去掉工具所得 {} 个集合中的最优");
  label(Label::MeasureWithout, "去掉 {}");
  label(Label::MeasureAllTools, "全部工具");
  label(Label::MeasureNoneWithin, "没有权限集的误拦率低至 {}");
  label(Label::MeasureBestWithin, "误拦率至多 {share}：{set}");
  label(Label::MeasureSuggested, "# 拦下 {harmful} 条有害记录中的 {tp} 条，{clean} 条正常记录中的 {fp} 条");
  label(Label::MeasureNumber, "编号");
  label(Label::MeasureClass, "类别");
  label(Label::MeasureLabel, "标签");
  label(Label::MeasureStoppedBy, "被谁拦下");
  label(Label::MeasureRule, "由哪条规则裁决");
  label(Label::MeasureHeldTask, "被挡住的正常任务");
  label(Label::MeasureTaskName, "任务");
  label(Label::MeasurePairs, "任务中的攻击");
  label(Label::MeasurePairCount, "对数");
  label(Label::MeasureStopped, "被拦下");
  label(Label::MeasurePartly, "部分得逞");
  label(Label::MeasureSucceeded, "得逞");
  label(Label::MeasureNotShown, "未出现");
  label(Label::MeasureAsksPerPair, "每对询问");
  label(Label::MeasureAllPairs, "全部");
  label(Label::MeasurePayload, "拦下的载荷");
  label(Label::MeasureNoHarmful, "没有有害记录：精确率与召回率没有意义");
  label(Label::MeasureNoClean, "没有正常记录：误拦率与完成率没有意义");
  label(Label::MeasureOver, "{layer}（在 {over} 之外）");
  label(Label::MeasureOfClean, "{}（正常）");
  label(Label::MeasureSuggestedTasks, "# 完成 {all} 个正常任务中的 {tasks} 个，询问 {asked} 次；{how}");
  label(Label::MeasureSuggestedUse, "# 在 [session] 下写入 permissions 或 may_choose");
  label(Label::MeasureSmallest, "最小的误拦率是 {}；用 --max-false-block 给出可接受的值");
  label(Label::PlotTasksAxis, "完成的正常任务占比");
  label(Label::PlotTasksNote,
        "每个点是一个权限集，折线按收紧的顺序相连。十字的两臂是 95 % 区间。一个任务的每次调用都能执行，才算完成。");
  label(Label::PlotPlane, "每个权限集的收益与代价");
  label(Label::PlotRecallAxis, "拦下的有害记录占比（召回率）");
  label(Label::PlotCompletionAxis, "放行的正常记录占比（任务完成率）");
  label(Label::PlotChance, "拦下正常记录与有害记录的比例相同");
  label(Label::PlotBetter, "更好");
  label(Label::PlotPlaneNote,
        "每个点是一个权限集，折线按收紧的顺序相连。十字的两臂是 95 % "
        "区间。在虚线上方，有害记录被拦下的比例高于正常记录。");
  label(Label::PlotPoint, "召回 {r} · 任务完成 {t} · 误拦 {f}");
  label(Label::PlotPointWhole, "{name}：召回率 {recall}，任务完成率 {tasks}，误拦率 {f}");
  label(Label::PlotInterval, "{v}（95 % 区间 {low} 至 {high}）");
  label(Label::PlotSteps, "每一步比前一个权限集多拦下什么");
  label(Label::PlotStepsNote,
        "这一步多拦下的记录里，深色是有害的部分，也就是边际精确率；斜线是正常的部分。深色不到 0.5 "
        "处的竖线时，它多拦下的正常记录就更多。");
  label(Label::PlotPrecision, "精确率");
  label(Label::PlotCounts, "有害 / 正常");
  label(Label::PlotStopsNothing, "什么也没拦下");
  label(Label::PlotStopsNoMore, "没有比前一个权限集多拦下任何记录");
  label(Label::PlotStepWhole, "{name}：有害 +{h}，正常 +{c}，边际精确率 {p}");
  label(Label::PlotClasses, "各类别被拦下的比例");
  label(Label::PlotClassesNote, "每一格上方是该类别拦下的条数与总条数，下方是比例。颜色越深，比例越大。");
  label(Label::PlotGain, "收益：拦下的有害记录。越深越好。");
  label(Label::PlotCost, "代价：误拦的正常记录。越深越糟。");
  label(Label::PlotShare, "拦下的比例");
  label(Label::PlotCell, "{class}，{set}：{m} 条中拦下 {n} 条");
  label(Label::PlotDescription,
        "三幅图，比较 {} 个权限集：召回率与任务完成率、每一步的边际精确率、各类别被拦下的比例。");
}

}  // namespace yett
