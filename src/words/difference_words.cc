#include "words/difference_words.h"

#include <array>

namespace yett {
namespace {

/// In the order of the enumeration.
struct MatterText {
  Matter matter = Matter::Tool;
  std::string_view english;
  std::string_view chinese;
};

constexpr std::array<MatterText, kMatterCount> kMatterTexts = {{
    {Matter::Tool, "a tool", "工具"},
    {Matter::Effect, "what the tool does", "工具的作用"},
    {Matter::Sensitivity, "whose data it handles", "数据的敏感性"},
    {Matter::Reversible, "whether it can be undone", "能否撤回"},
    {Matter::Returns, "what kind of text its results are", "结果算哪一类文本"},
    {Matter::Argument, "what an argument is to the gate", "参数对闸门来说是什么"},
    {Matter::JoinedDestination, "a destination of several arguments", "由几个参数合成的目的地"},
    {Matter::FixedDestination, "a destination that no argument names", "不在参数里的目的地"},
    {Matter::PathRoots, "below which roots its paths lie", "路径可以在哪些根目录之下"},
    {Matter::PathBase, "where its relative paths begin", "相对路径从哪里算起"},
    {Matter::TenantSource, "where its tenant comes from", "租户从哪里来"},
    {Matter::Command, "a command that it may start", "可以启动的命令"},
    {Matter::CommandTerms, "how a command may be started", "命令可以怎样启动"},
    {Matter::Schema, "which arguments it accepts; may grant unless it says otherwise",
     "接受哪些参数；说不准时按放宽算"},
    {Matter::DisplayNames, "whether recipients may have display names", "收件人能否带显示名"},
    {Matter::Ask, "on which terms a person is asked", "按什么条件询问人"},
    {Matter::ResultRedact, "what is taken out of its results", "结果里要去掉什么"},
    {Matter::ResultTenant, "where its results say whose they are", "结果在哪里写明属于谁"},
    {Matter::Review, "whether a person has looked at the line", "这一行有没有人审过"},
    {Matter::ToolEnd, "the last day of the tool", "工具的最后一天"},
    {Matter::Destination, "where data may go", "数据可以去哪里"},
    {Matter::WideDestination, "where data may go: every name below this one", "数据可以去哪里：这个名字之下的所有名字"},
    {Matter::EntryTerms, "the terms of an entry", "条目的条件"},
    {Matter::ListKind, "what a list lists", "名单列的是什么"},
    {Matter::Root, "a folder for files", "文件目录"},
    {Matter::SessionSet, "the rights of a session that names none", "没有指明权限集的会话的权限"},
    {Matter::SetChoice, "a permission set that sessions can have", "会话可以有的权限集"},
    {Matter::SetRights, "what a permission set grants", "权限集授予什么"},
    {Matter::SetReach, "for which tools and servers a set is", "权限集用于哪些工具和服务器"},
    {Matter::SessionTenant, "the tenant of every session", "每个会话的租户"},
    {Matter::SessionExpiry, "how long a session lasts", "会话持续多久"},
    {Matter::ApprovalExpiry, "how long an answer holds", "答复多久有效"},
    {Matter::IrreversibleWrites, "whether a person is asked before a write that cannot be undone",
     "无法撤回的写入之前要不要问人"},
    {Matter::Quorum, "how many people must approve", "需要几个人批准"},
    {Matter::FourEyes, "whether the session's own user counts", "会话自己的用户算不算数"},
    {Matter::Unsigned, "whether answers without a key count", "没有密钥的答复算不算数"},
    {Matter::MaxPending, "how many requests may wait", "可以有多少请求在等"},
    {Matter::Notify, "a program that is started for each request", "每个请求都会启动的程序"},
    {Matter::GrantCeiling, "what may be approved ahead", "可以预先批准什么"},
    {Matter::Approver, "whose answers count", "谁的答复算数"},
    {Matter::ApproverTerms, "what an approver may answer", "批准人可以答复什么"},
    {Matter::Flow, "private data that leaves after untrusted text was read", "读过不可信文本之后私有数据外流"},
    {Matter::Limit, "a limit of a run", "一次运行的上限"},
    {Matter::Tenant, "a tenant", "租户"},
    {Matter::TenantsClosed, "whether other tenants exist", "有没有别的租户"},
    {Matter::Server, "a server that is started", "要启动的服务器"},
    {Matter::ServerCommand, "what is started as the server", "作为服务器启动什么"},
    {Matter::ServerEnvironment, "the environment of a server", "服务器的环境"},
    {Matter::ServerSecret, "a secret that a server gets", "服务器得到的密钥"},
    {Matter::ServerFolder, "where a server stands", "服务器所在的目录"},
    {Matter::ServerNames, "under which names its tools are known", "工具以什么名字为人所知"},
    {Matter::Method, "methods that are open beside tools", "工具之外开放的方法"},
    {Matter::ClientRequest, "what a server may ask the client for", "服务器可以向客户端要什么"},
    {Matter::Isolation, "what holds a program in", "把程序关在什么里面"},
    {Matter::Mounts, "what a program is shown beside [paths]", "程序除 [paths] 外还能看到什么"},
    {Matter::ShownRoots, "which of [paths] a program is shown", "程序能看到 [paths] 中的哪些"},
    {Matter::SandboxLimit, "how much a program may use up", "程序可以用多少资源"},
    {Matter::Secret, "a secret", "密钥"},
    {Matter::SecretSource, "where a secret comes from", "密钥从哪里来"},
    {Matter::SecretTime, "how long a secret is good for", "密钥多久有效"},
    {Matter::RedactionOff, "what is no longer redacted", "不再去除什么"},
    {Matter::RedactionAdded, "what is redacted besides", "另外去除什么"},
    {Matter::StateFolder, "where the state lies", "状态放在哪里"},
    {Matter::StateSync, "what the state survives", "状态能经受什么"},
    {Matter::AuditKeep, "how long records stay", "记录保留多久"},
    {Matter::AuditCheckpoints, "who keeps checkpoints", "谁保存检查点"},
    {Matter::LockPresence, "whether servers and tools are pinned", "服务器和工具有没有钉住"},
    {Matter::PinnedServer, "a server that is pinned", "钉住的服务器"},
    {Matter::PinnedTool, "a tool that is pinned", "钉住的工具"},
}};

consteval bool are_in_order() {
  for (std::size_t i = 0; i < kMatterTexts.size(); ++i) {
    const MatterText& text = kMatterTexts[i];
    if (static_cast<std::size_t>(text.matter) != i || text.english.empty() || text.chinese.empty()) return false;
  }
  return true;
}
static_assert(are_in_order());

}  // namespace

std::string_view matter_words(Language language, Matter matter) {
  const MatterText& text = kMatterTexts[static_cast<std::size_t>(matter)];
  return language == Language::Chinese ? text.chinese : text.english;
}

std::string_view direction_words(Language language, Direction direction) {
  const bool is_chinese = language == Language::Chinese;
  switch (direction) {
    case Direction::Grants:
      return is_chinese ? "放宽" : "grants";
    case Direction::Changes:
      return is_chinese ? "可能放宽" : "may grant";
    case Direction::TakesAway:
      return is_chinese ? "收紧" : "takes away";
  }
  return is_chinese ? "可能放宽" : "may grant";
}

std::string_view danger_words(Language language, Danger danger) {
  const bool is_chinese = language == Language::Chinese;
  switch (danger) {
    case Danger::Slight:
      return is_chinese ? "轻微" : "slight";
    case Danger::Marked:
      return is_chinese ? "明显" : "marked";
    case Danger::Serious:
      return is_chinese ? "严重" : "serious";
    case Danger::Grave:
      return is_chinese ? "极严重" : "grave";
  }
  return is_chinese ? "极严重" : "grave";
}

}  // namespace yett
