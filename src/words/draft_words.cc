#include "words/draft_words.h"

#include <array>
#include <cstddef>

namespace yett {
namespace {

struct Both {
  DraftText text = DraftText::Header;
  std::string_view english{};
  std::string_view chinese{};
};

constexpr std::size_t kTexts = static_cast<std::size_t>(kLastDraftText) + 1;

constexpr std::array<Both, kTexts> kBoth = {{
    {DraftText::Header,
     "Written by `yett init` from what the servers say of their tools. These are guesses: names can mislead, and a "
     "server\n"
     "can lie. Until a person has looked at a line and taken out its `review = true`, every call of that tool is "
     "denied.\n"
     "What is not written here is refused. Every key: docs/policy.md",
     "由 `yett init` 根据服务器对自己工具的说法写成。这些只是猜测：名字会误导，服务器也可能说谎。\n"
     "每一行要由人看过并去掉 `review = true`，在那之前这个工具的每次调用都被拒绝。\n"
     "没有写在这里的一律拒绝。全部的键见 docs/policy.md"},
    {DraftText::SessionRemark,
     "The narrowest of the five sets under which these tools can work, execution left out:\n"
     "full access | no execution | no side effects | allowlisted | read-only",
     "五个权限集里够这些工具用的最窄的一个，不含执行：\n"
     "full access | no execution | no side effects | allowlisted | read-only"},
    {DraftText::TenantRemark, "one tenant: everything is this person's own", "单租户：全部都属于这一个人"},
    {DraftText::ServerRemark, "How it is started, and its whole environment: nothing else is passed on.",
     "启动方式，以及它的全部环境变量：其他的都不会传给它。"},
    {DraftText::UnaskedServer, "It was not asked for its tools. Every call of a tool that is not listed is denied.",
     "没有问过它有哪些工具。没有列出的工具，每次调用都被拒绝。"},
    {DraftText::Placeholder, "This line stands for none of its tools: put one for each in its place.",
     "这一行不对应它的任何工具：请换成它的工具，每个一行。"},
    {DraftText::ToolsRemark,
     "effect: read, write, send, execute. sensitivity: internal, private. path.*: must lie below a root of [paths].\n"
     "destination.*: must be listed. content: text that nobody acts on. unbound: named like one of these, and none.",
     "effect：read、write、send、execute。sensitivity：internal、private。path.*：必须在 [paths] 的根目录之下。\n"
     "destination.*：必须在名单里。content：没有人据以行动的文字。unbound：名字像上面某一类，其实不是。"},
    {DraftText::PathsRemark, "The folders that path arguments must lie below.", "路径参数必须落在这些目录之下。"},
    {DraftText::WholeHomeRemark, "This is a whole home folder, with keys and settings in it: name a folder of its own.",
     "这是整个主目录，里面有密钥和配置：请改成一个专用的目录。"},
    {DraftText::EgressRemark, "Whole hosts and domains that tools may reach. An empty list lets nothing through.",
     "工具可以到达的主机和域名，逐个写全。空名单什么都不放行。"},
    {DraftText::ListRemark, "Exact texts, such as {a}. An empty list lets nothing through.",
     "逐个写全，例如 {a}。空名单什么都不放行。"},
    {DraftText::SecretRemark,
     "{a} was not copied: a policy is no place for it. {b} of Yett's own environment\n"
     "has to hold {\"token\": \"...\", \"expires_at\": \"...\"}; better is a program that mints it, or a file:\n"
     "from = [\"/usr/local/bin/mint-token\", \"{user}\"]   or   from = { file = \"/run/tokens/{user}\" }",
     "{a} 的值没有抄过来：策略不是放它的地方。Yett 自己环境里的 {b} 要保存\n"
     "{\"token\": \"...\", \"expires_at\": \"...\"}；更好的是签发令牌的程序，或者一个文件：\n"
     "from = [\"/usr/local/bin/mint-token\", \"{user}\"]   或   from = { file = \"/run/tokens/{user}\" }"},
    {DraftText::ApprovalRemark,
     "Who may answer: a person with a key ([approvers], `yett approvals enroll NAME`), or anybody who can run\n"
     "`yett approve` as this user. For the second, say why that is good enough; without either, nothing that asks can "
     "run:\n"
     "unsigned = \"one person, own laptop\"",
     "谁可以答复：持有密钥的人（[approvers]，`yett approvals enroll NAME`），或者任何能以本用户运行\n"
     "`yett approve` 的人。选后者就在这里写明为什么可以；两者都没有，需要询问的调用都不能执行：\n"
     "unsigned = \"one person, own laptop\""},
    {DraftText::FixedSend, "wherever {a} of server {b} sends to", "服务器 {b} 的 {a} 所发往之处"},
    {DraftText::FixedOutside, "the outside, by {a} of server {b}", "外部，经由服务器 {b} 的 {a}"},

    {DraftText::Unclear, "UNCLEAR", "不确定"},
    {DraftText::Unknown, "UNKNOWN", "未知"},
    {DraftText::NameSays, "its name says \"{a}\"", "名字里有 \"{a}\""},
    {DraftText::DescriptionSays, "its description begins with \"{a}\"", "说明以 \"{a}\" 开头"},
    {DraftText::DescriptionSpeaks, "its description also speaks of \"{a}\"", "说明里还提到 \"{a}\""},
    {DraftText::HintReads, "only the server's own hint says that it reads", "只有服务器自己的提示说它只读"},
    {DraftText::HintWrites, "the server's hint says that it does more than read", "服务器的提示说它不只是读"},
    {DraftText::HintDestroys, "the server's hint says that it destroys", "服务器的提示说它有破坏性"},
    {DraftText::HintOutside, "the server's hint says that it reaches outside", "服务器的提示说它会接触外部"},
    {DraftText::TakesCommand, "argument {a} holds what is run", "参数 {a} 是要运行的内容"},
    {DraftText::TakesQuery, "argument {a} holds a query that can change data", "参数 {a} 是可能改动数据的查询"},
    {DraftText::TakesRecipient, "argument {a} names people who are written to", "参数 {a} 是收件人"},
    {DraftText::ReachesWeb, "its name speaks of \"{a}\", so what it is asked leaves this machine",
     "名字里有 \"{a}\"，所以问它的内容会离开本机"},
    {DraftText::NothingSays, "nothing says what it does, so it counts as the worst", "看不出它做什么，按最坏的算"},
    {DraftText::NoDestination, "no argument says where to, so each call asks", "没有参数说明去向，所以每次都要问人"},
    {DraftText::LooksLikeEdge, "argument {a} is named like a recipient and taken for the end of a relation",
     "参数 {a} 名字像收件人，当作关系的一端"},
    {DraftText::HoldsCredential, "argument {a} is named like a credential, which no model should give",
     "参数 {a} 名字像凭据，不该由模型给出"},
    {DraftText::SpeaksOfSecrets, "its name speaks of \"{a}\": its results may hold secrets",
     "名字里有 \"{a}\"：结果里可能有秘密"},
    {DraftText::HoldsTenant, "argument {a} is named like a tenant, and gets that of the session",
     "参数 {a} 名字像租户，由会话的租户填写"},
    {DraftText::AnyMembers, "argument {a} takes any members, and nobody looks into them",
     "参数 {a} 可以有任意成员，没有人检查"},
    {DraftText::PathElsewhere, "argument {a} is taken for a path of this machine, and may be one in the repository",
     "参数 {a} 当作本机的路径，也可能是仓库里的路径"},
    {DraftText::AnyArguments, "its schema lets a call bring arguments that it does not name",
     "它的 schema 允许调用带上没有写出名字的参数"},
    {DraftText::StartsProgram, "argument {a} says how a program is started, so no call may bring it",
     "参数 {a} 决定程序怎样启动，所以调用不能带它"},
    {DraftText::UnreadableName, "an argument has a name that no person could read, so no call may bring it",
     "有个参数的名字人看不清，所以调用不能带它"},
    {DraftText::SchemaUnreadable, "its schema cannot be read: give it one under [tools.NAME.arguments]",
     "它的 schema 读不了：请在 [tools.NAME.arguments] 里另写一个"},
    {DraftText::Repeated, "its server offers the name twice", "服务器把这个名字列了两次"},
    {DraftText::NoToolName, "its name cannot stand in a policy", "它的名字不能写进策略"},
    {DraftText::NotHeld, "a policy with its line does not load: its name or an argument reads like another",
     "带上这一行策略就不能载入：它的名字或某个参数和别的看起来一样"},

    {DraftText::StarterWritten, "{a} is there: it lets one tool read below this folder, and nothing else.",
     "{a} 已写好：只放行一个读取本目录文件的工具，其他都不放行。"},
    {DraftText::Next, "Next:", "接下来："},
    {DraftText::YourServer, "YOUR-SERVER-COMMAND", "你的服务器命令"},
    {DraftText::Asking, "asking server {a}: {b}", "正在询问服务器 {a}：{b}"},
    {DraftText::Written, "{a} is written. Every tool in it is denied until a person has looked at its line.",
     "已写入 {a}。里面的每个工具在人看过那一行之前都被拒绝。"},
    {DraftText::ServerLine, "server {a}: {b}", "服务器 {a}：{b}"},
    {DraftText::ServerNotAsked, "server {a}: not asked, no tools listed", "服务器 {a}：没有询问，没有列出工具"},
    {DraftText::LookFirst, "Look at these first:", "先看这些："},
    {DraftText::LookUnclear, "Unclear:", "不确定的："},
    {DraftText::LookUnknown, "Could not be guessed, and count as the worst:", "猜不出来，按最坏的算："},
    {DraftText::LookPlain, "As their names say:", "和名字一致的："},
    {DraftText::LeftOut, "Left out, and so denied:", "没有写进去，所以被拒绝："},
    {DraftText::AndMore, "and {a} more", "还有 {a} 个"},
    {DraftText::Folders, "Paths must lie below {a}, which the command names.",
     "路径必须在 {a} 之下，命令里写的就是它。"},
    {DraftText::NoFolder,
     "No folder stands in the command, so paths must lie below {a}: change [paths] if that is not meant.",
     "命令里没有目录，所以路径必须在 {a} 之下：如果不对，请改 [paths]。"},
    {DraftText::SecretNotCopied,
     "{a} of server {b} looks like a secret and was not copied; [secrets.{c}] says where it has to come from.",
     "服务器 {b} 的 {a} 看起来是秘密，没有抄过来；它该从哪里来写在 [secrets.{c}]。"},
    {DraftText::FetchesItself,
     "server {a} is started by {b}, which may fetch another version tomorrow: install it and name its program.",
     "服务器 {a} 由 {b} 启动，明天取来的可能是另一个版本：请先安装，再写它自己的程序。"},
    {DraftText::Skipped, "server {a} is skipped: {b}", "跳过服务器 {a}：{b}"},
    {DraftText::SkippedByUrl, "it is reached by a URL, and Yett guards servers that it starts itself",
     "它通过 URL 访问，而 Yett 只看守自己启动的服务器"},
    {DraftText::SkippedNoCommand, "it has no command", "它没有启动命令"},
    {DraftText::SkippedNeedsClient, "its command holds something that only the client can fill in",
     "它的命令里有只有客户端才能填的内容"},
    {DraftText::SkippedHoldsSecret,
     "an argument of its command looks like a secret, and a policy is no place for one: pass it by its environment",
     "它的命令有个参数看起来是秘密，策略不是放它的地方：请改用环境变量"},
    {DraftText::SkippedDisabled, "it is switched off there", "它在配置里是关闭的"},
    {DraftText::NextReview, "open it, and where a line is right take out its `review = true`",
     "打开它；哪一行对，就去掉那一行的 `review = true`"},
    {DraftText::NextApproval, "say under [approval] who may answer: until then nothing that asks a person can run",
     "在 [approval] 里写明谁可以答复：在那之前，需要问人的调用都不能执行"},
    {DraftText::NextRest,
     "does it hold together, and what looks wrong\n"
     "what each tool may do, with its risk\n"
     "attacks and tasks, made from your tools and lists\n"
     "play them\n"
     "and see that they notice every way to weaken it\n"
     "from then on a changed tool is denied\n"
     "what your client starts in place of the server",
     "策略是否成立，哪里可疑\n"
     "每个工具能做什么，风险多大\n"
     "由你的工具和名单得出的攻击和任务\n"
     "演练它们\n"
     "看它们能否发现每一种削弱策略的改动\n"
     "从此改动过的工具被拒绝\n"
     "客户端改为启动它，代替原来的服务器"},
    {DraftText::CasesWritten, "{a} is there too: {b} attacks that must fail and tasks that must get done.",
     "{a} 也写好了：{b} 个必须失败的攻击和必须完成的任务。"},
    {DraftText::CasesKept, "{a} was there already and is kept.", "{a} 已经存在，保持不变。"},
    {DraftText::CasesNotMade, "no case file was made: {a}", "没有生成用例文件：{a}"},

    {DraftText::RecordStarts,
     "yett record: NOT A GATE: every call passes. Each is written to {a} with its arguments, secrets included.",
     "yett record：【不是】闸门：每次调用都放行。每次调用连同参数（包括里面的秘密）都写入 {a}。"},
    {DraftText::RecordEnds, "yett record: calls written down: {a}, in {b}", "yett record：记下的调用：{a}，在 {b}"},
    {DraftText::RecordUnread, "they could not be read as JSON", "无法当作 JSON 读取"},
    {DraftText::RecordLost, "yett record: messages that could not be written down: {a} ({b})",
     "yett record：没能记下的消息：{a}（{b}）"},
}};

consteval bool is_in_order() {
  for (std::size_t i = 0; i < kTexts; ++i) {
    if (static_cast<std::size_t>(kBoth[i].text) != i || kBoth[i].english.empty() || kBoth[i].chinese.empty())
      return false;
  }
  return true;
}
static_assert(is_in_order(), "each text stands at its place, in both languages");

}  // namespace

std::string_view draft_text(Language language, DraftText text) {
  const Both& both = kBoth[static_cast<std::size_t>(text)];
  return language == Language::Chinese ? both.chinese : both.english;
}

std::string draft_text(Language language, DraftText text, Gaps gaps) {
  std::string filled(draft_text(language, text));
  for (const auto& [name, value] : gaps) substitute(filled, name, value);
  return filled;
}

}  // namespace yett
