#include "words/doctor_words.h"

#include <algorithm>
#include <iterator>

namespace yett {
namespace {

struct TextRow {
  DoctorText text;
  std::string_view english;
  std::string_view chinese;
};

constexpr TextRow kTexts[] = {
    {DoctorText::Attempt, "attempt", "尝试"},
    {DoctorText::Outside, "outside", "沙箱外"},
    {DoctorText::Inside, "inside", "沙箱内"},
    {DoctorText::What, "what it does", "做什么"},
    {DoctorText::Group, "group", "类别"},
    {DoctorText::Backend, "backend", "后端"},
    {DoctorText::Succeeds, "succeeds", "做得到"},
    {DoctorText::Fails, "fails", "做不到"},
    {DoctorText::NotTried, "not tried", "没有试"},
    {DoctorText::NoAnswer, "NO ANSWER", "没有回答"},
    {DoctorText::Held, "held", "挡住"},
    {DoctorText::Open, "OPEN", "敞开"},
    {DoctorText::Impossible, "fails too", "同样做不到"},
    {DoctorText::Holding, "backend {backend}, {abi}, {filter}", "后端 {backend}，{abi}，{filter}"},
    {DoctorText::NoLandlock, "no Landlock", "没有 Landlock"},
    {DoctorText::LandlockAbi, "Landlock ABI {abi}", "Landlock ABI {abi}"},
    {DoctorText::Filtered, "system calls filtered", "系统调用已过滤"},
    {DoctorText::NotFiltered, "system calls not filtered", "系统调用未过滤"},
    {DoctorText::Gap, "gap: {gap}", "缺口：{gap}"},
    {DoctorText::Counts, "{all} attempts: {held} held, {impossible} not possible here, {open} open",
     "{all} 个尝试：{held} 个挡住，{impossible} 个在这里本来就做不到，{open} 个敞开"},
    {DoctorText::Silent, ", {silent} without an answer", "，{silent} 个没有回答"},
    {DoctorText::NothingIsolated, "the policy has nothing run in a sandbox", "策略没有让任何东西在沙箱里运行"},
    {DoctorText::Skipped, "skipped {backend}: {why}", "跳过 {backend}：{why}"},
};
static_assert(std::size(kTexts) == static_cast<std::size_t>(kLastDoctorText) + 1);

struct GroupRow {
  EscapeGroup group;
  std::string_view english;
  std::string_view chinese;
};

constexpr GroupRow kGroups[] = {
    {EscapeGroup::Files, "Files", "文件"},       {EscapeGroup::Processes, "Processes", "进程"},
    {EscapeGroup::Network, "Network", "网络"},   {EscapeGroup::Kernel, "Kernel", "内核"},
    {EscapeGroup::Terminal, "Terminal", "终端"}, {EscapeGroup::Limits, "Limits", "限额"},
};
static_assert(std::size(kGroups) == kEscapeGroups.size());

}  // namespace

std::string_view doctor_text(Language language, DoctorText text) {
  const auto row = std::ranges::find(kTexts, text, &TextRow::text);
  if (row == std::end(kTexts)) return {};
  return language == Language::Chinese ? row->chinese : row->english;
}

std::string doctor_text(Language language, DoctorText text, Gaps gaps) {
  std::string filled(doctor_text(language, text));
  for (const auto& [name, value] : gaps) substitute(filled, name, value);
  return filled;
}

std::string_view escape_group_words(Language language, EscapeGroup group) {
  const auto row = std::ranges::find(kGroups, group, &GroupRow::group);
  if (row == std::end(kGroups)) return {};
  return language == Language::Chinese ? row->chinese : row->english;
}

}  // namespace yett
