#include "words/chinese.h"

namespace yett {
namespace {

consteval Catalogue make_chinese() {
  Catalogue c{};
  const auto reason = [&c](RuleId id, ReasonText text) { c.reasons[static_cast<std::size_t>(id)] = text; };
  const auto label = [&c](Label id, std::string_view text) { c.labels[static_cast<std::size_t>(id)] = text; };

  reason(RuleId::SystemInternal, {"内部故障；没有执行任何动作"});
  reason(RuleId::SystemAudit, {"审计记录写不进去；没有执行任何动作"});
  reason(RuleId::SessionExpired, {"会话已过期"});
  reason(RuleId::SessionSuspended, {"这次运行已被暂停"});
  reason(RuleId::SessionLimit, {"这次运行达到了上限：{}"});
  reason(RuleId::ToolUnregistered, {"未登记的工具：{}"});
  reason(RuleId::ToolChanged, {"服务器给这个工具的定义和已接受的不一样：{}"});
  reason(RuleId::ToolReview, {"这个工具的策略行还没有人审过：{}"});
  reason(RuleId::PermissionTool, {"会话的角色没有列出这个工具：{}"});
  reason(RuleId::PermissionCapability, {"会话的权限集没有授予 {}"});
  reason(RuleId::PermissionSource, {"读入过 {} 类文本之后，会话的权限集不再允许这个动作"});
  reason(RuleId::ArgumentsMalformed, {.any = "读不成一次工具调用", .value = "只是看起来像已声明参数的参数：{}"});
  reason(RuleId::ArgumentsSchema,
         {.any = "没有声明过的参数：{}", .value = "参数 {a} 不符合它的模式：{}", .whole = "整组参数不符合模式：{}"});
  reason(RuleId::DestinationMissing, {"调用没有给出目的地"});
  for (const RuleId id : {RuleId::DestinationMetadata, RuleId::DestinationLoopback, RuleId::DestinationLinkLocal,
                          RuleId::DestinationPrivateAddress, RuleId::DestinationSpecialAddress}) {
    reason(id, {"目标是内网或回环地址：{} ({k})"});
  }
  reason(RuleId::DestinationMalformed, {.any = "不是一个合法地址：{}",
                                        .url = "不是一个合法地址：{}",
                                        .email = "不是一个邮箱地址：{}",
                                        .id = "不是一个合法标识：{}",
                                        .header = "参数 {a} 里有换行、NUL 或收件人头，可以伪造邮件头",
                                        .recipients = "一次调用的收件人超过 50 个",
                                        .whole = "没有声明过的参数里有换行、NUL 或收件人头，可以伪造邮件头"});
  reason(RuleId::DestinationScheme, {"只允许 https：{}"});
  reason(RuleId::DestinationUserinfo, {"地址里带有用户名或密码：{}"});
  reason(RuleId::DestinationPort, {"{} 的端口不在白名单里"});
  reason(RuleId::DestinationPath, {"{} 的路径不在白名单里"});
  reason(RuleId::DestinationUnlisted, {.any = "目标不在白名单里：{}",
                                       .url = "目标主机不在白名单里：{}",
                                       .email = "收件域名不在白名单里：{}",
                                       .unreadable = "{} 在白名单里，但不是现在这种写法"});
  reason(RuleId::DestinationRedirect, {"重定向次数过多：{}"});
  reason(RuleId::DestinationUnresolved, {"没有可以连接的地址：{}"});
  reason(RuleId::PathMalformed, {"参数 {a} 不是一个合法路径：{}"});
  reason(RuleId::PathOutside, {"参数 {a} 的路径在允许的目录之外：{}"});
  reason(RuleId::PathProtected, {"参数 {a} 的路径受保护：{}"});
  reason(RuleId::CommandMalformed, {"参数 {a} 不是一列词：{}"});
  reason(RuleId::CommandUnlisted, {"参数 {a} 的命令不在清单里：{}"});
  reason(RuleId::TenancyNoTenant, {"这个工具需要租户，而会话没有租户"});
  reason(RuleId::TenancyOutOfScope, {"租户 {} 不在本次会话的可访问范围内"});
  reason(RuleId::TenancyInArguments, {"租户只来自会话；参数 {a} 写了另一个：{}"});
  reason(RuleId::FlowPrivateToOutside, {"这次运行里既有私有数据又有不可信文本，而这个动作通向外部"});
  reason(RuleId::ApprovalDangerous, {"不可逆的对外动作，需要人确认"});
  reason(RuleId::ApprovalIrreversibleWrite, {"无法撤回的写入，需要人确认"});
  reason(RuleId::ApprovalFixedDestination, {"目的地不在任何参数里，需要人确认"});
  reason(RuleId::ApprovalTool, {"策略要求这个工具的每次调用都由人确认"});
  reason(RuleId::ApprovalRepeat, {"同一个调用上次的结果未知，需要人确认"});
  reason(RuleId::DefaultAllow, {"危险等级 {}"});
  reason(RuleId::ApprovalDenied, {"有人拒绝了这个调用"});
  reason(RuleId::ApprovalExpired, {"没有人在期限内批准这个调用"});
  reason(RuleId::ApprovalCancelled, {"还没有人答复，调用就被取消了"});
  reason(RuleId::ApprovalMismatch, {"批准的内容和现在要执行的不一样"});
  reason(RuleId::ApprovalUnknown, {"没有这个调用的请求记录"});
  reason(RuleId::ApprovalConsumed, {"这个批准已经用过了"});
  reason(RuleId::ApprovalSelf, {"答复来自本次运行的工具，或来自会话自己的用户"});
  reason(RuleId::ApprovalNotEntitled, {"答复的人无权批准这个调用"});
  reason(RuleId::ApprovalFlood, {"这次运行里等人答复的调用太多"});

  const auto because = [&c](RuleId id, std::string_view first, std::string_view second = {}) {
    c.because[static_cast<std::size_t>(id)] = {first, second};
  };
  because(RuleId::SessionExpired, "会话有期限，过期之后什么都不执行。");
  because(RuleId::SessionSuspended, "断路开关：被暂停的运行什么都不做。");
  because(RuleId::ArgumentsMalformed, "整个调用：读不成调用的，没法裁决。",
          "单个参数：只是长得像已声明的参数，闸和工具会读成两样。");
  because(RuleId::SessionLimit, "做得比谁计划的都多的运行，先停下来再弄明白。");
  because(RuleId::ToolChanged, "人接受之后又变了的定义，可能对模型说别的，也可能做别的。");
  because(RuleId::ToolReview, "没有人看过的策略行只是建议，不是策略。");
  because(RuleId::PermissionTool, "角色只用于它列出的工具。");
  because(RuleId::CommandMalformed, "命令是一列词；一个字符串会变成 shell 的意思。");
  because(RuleId::CommandUnlisted, "程序做什么由它的选项决定，所以两者都要登记。");
  because(RuleId::ToolUnregistered, "策略、服务器、锁文件里没有的工具，都不存在。");
  because(RuleId::PermissionCapability, "会话只能做它的权限集授予的事。");
  because(RuleId::PermissionSource, "读过权限集不听的那类文本之后，权利就结束了。");
  because(RuleId::ArgumentsSchema, "参数集合是封闭的：没声明的参数可以把任何东西带到任何地方。");
  because(RuleId::DestinationMissing, "要发出去就得说去哪里；工具自己的默认值没有人裁决过。");
  because(RuleId::DestinationMetadata, "云元数据端点会交出这台机器的凭据。");
  because(RuleId::DestinationLoopback, "本机的服务相信从里面来的任何人。");
  because(RuleId::DestinationLinkLocal, "链路本地地址通向任何名单都写不出的邻居。");
  because(RuleId::DestinationPrivateAddress, "内网从这里够得着，从外面够不着：正是 SSRF 的目标。");
  because(RuleId::DestinationSpecialAddress, "保留、共享、组播、文档用的地址段不是发数据的地方。");
  because(RuleId::DestinationMalformed, "不合标准：好的解析器都读得不一样的写法，闸和工具会走到不同的地方。",
          "合乎标准：人会看错的写法。");
  because(RuleId::DestinationScheme, "只有 https 能证明对面是谁。");
  because(RuleId::DestinationUserinfo, "主机前面的用户名会遮住主机。");
  because(RuleId::DestinationPort, "主机是连同端口一起登记的：换个端口就是另一个服务。");
  because(RuleId::DestinationPath, "主机是连同路径一起登记的：换个路径就是另一个服务。");
  because(RuleId::DestinationUnlisted, "数据只去策略写明的地方，精确匹配。");
  because(RuleId::PathMalformed, "两个读者会读成两样的路径不算路径。");
  because(RuleId::PathOutside, "文件只在策略写明的目录下读写。");
  because(RuleId::PathProtected, "会让别的程序运行代码的文件，Agent 不能写。");
  because(RuleId::TenancyNoTenant, "私有数据属于某个租户；没有租户就没有可读的。");
  because(RuleId::TenancyOutOfScope, "只认会话里带来的范围。");
  because(RuleId::TenancyInArguments, "租户来自会话，永远不来自模型的输出。");
  because(RuleId::FlowPrivateToOutside, "策略规定 deny 时：私有数据、不可信文本、出口凑在一起，数据就是这样被偷走的。",
          "策略规定 confirm 时：私有数据、不可信文本、出口凑在一起，需要人。");
  because(RuleId::ApprovalDangerous, "出了门又撤不回来的，需要人。");
  because(RuleId::ApprovalIrreversibleWrite, "撤不回来的写入，需要人。");
  because(RuleId::ApprovalFixedDestination, "没有参数写明目的地，只有人能判断。");
  because(RuleId::ApprovalTool, "策略的作者要求这个工具的每次调用都先问人。");
  because(RuleId::ApprovalRepeat, "没人知道上次执行了没有，再执行一次需要人。");

  because(RuleId::DefaultAllow, "没有一条规则有异议：读得懂、登记过、各阶段都不说话的调用就放行。");

  label(Label::Tool, "工具");
  label(Label::Server, "服务器");
  label(Label::Effect, "作用");
  label(Label::Sensitivity, "敏感性");
  label(Label::Reversible, "可逆");
  label(Label::Tier, "危险等级");
  label(Label::Yes, "是");
  label(Label::No, "否");
  label(Label::Read, "读");
  label(Label::Write, "写");
  label(Label::Send, "发");
  label(Label::Execute, "执行");
  label(Label::Internal, "内部");
  label(Label::Private, "私有");
  label(Label::Safe, "safe");
  label(Label::Sensitive, "sensitive");
  label(Label::Dangerous, "dangerous");
  label(Label::Decision, "裁决");
  label(Label::Allow, "放行");
  label(Label::Confirm, "要确认");
  label(Label::Deny, "拒绝");
  label(Label::Rule, "规则");
  label(Label::Stage, "阶段");
  label(Label::Verdict, "裁决");
  label(Label::Because, "为什么");
  label(Label::Reason, "理由");
  label(Label::Time, "时间");
  label(Label::Kind, "类型");
  label(Label::Run, "运行");
  label(Label::User, "用户");
  label(Label::Tenant, "租户");
  label(Label::Id, "编号");
  label(Label::State, "状态");
  label(Label::Expires, "到期");
  label(Label::Asked, "提出");
  label(Label::Intent, "意图");
  label(Label::BoundArguments, "要裁决的参数");
  label(Label::Seq, "序号");
  label(Label::Pending, "等待中");
  label(Label::Approved, "已批准");
  label(Label::Denied, "已拒绝");
  label(Label::Expired, "已过期");
  label(Label::Cancelled, "已取消");
  label(Label::Consumed, "已使用");
  label(Label::Running, "运行中");
  label(Label::Open, "正常");
  label(Label::Suspended, "已暂停");
  label(Label::TakenIn, "读入过");
  label(Label::Arguments, "参数");
  label(Label::LeadsTo, "实际指向");
  label(Label::Destinations, "发往");
  label(Label::FirstUse, "本次运行第一次");
  label(Label::WhoMayAnswer, "批准人");
  label(Label::AnyPerson, "能访问状态目录的任何人");
  label(Label::ApprovalsOf, "批准数");
  label(Label::AnsweredBy, "答复");
  label(Label::ApprovedBy, "批准人");
  label(Label::Name, "名称");
  label(Label::Used, "已用");
  label(Label::Revoked, "已撤销");
  label(Label::SignedAnswer, "已签名");
  label(Label::StillWaiting, "你的批准已记录。还要其他人批准，调用才会执行。");
  label(Label::NewPassphrase, "新密钥的口令");
  label(Label::PassphraseAgain, "再输入一次");
  label(Label::KeyWritten, "私钥在");
  label(Label::KeyNext, "请由策略信任的人把下面几行写进策略：");
  label(Label::NothingYet, "还没有内容");
  label(Label::ApprovedNext, "已批准。调用方还在等就立刻执行；否则等 Agent 再发一次同一个调用，只执行一次。");
  label(Label::DeniedNext, "已拒绝。只要这次运行没有读入新类别的文本，同一个调用一直是拒绝。");
  label(Label::DeniedReply, "Denied ({rule})：{reason}。调用没有执行。");
  label(Label::PendingReply, "NOT EXECUTED ({rule})：{reason}。正在等人答复：请求 {id}。");
  label(Label::PendingHowTo, "批准之后把同一个调用再发一次，它只会执行一次。");
  label(Label::DemoTitle, "deskmate：工单已经劫持了 Agent");
  label(Label::DemoCapabilities, "每个工具能做什么；危险等级是算出来的，没有人指定");
  label(Label::DemoSequence, "被劫持的 Agent 试了什么");
  label(Label::DemoAudit, "审计：记结构，不记内容");
  label(Label::DemoOutbox, "发件箱");
  label(Label::DemoExecuted, "已执行");
  label(Label::DemoNotExecuted, "没有执行");
  label(Label::DemoNobodyApproved, "问了人；没有人批准；拒绝");
  label(Label::DemoHumanApproved, "问了人；疲惫的人点了同意；已执行");
  label(Label::DemoHumanApprovedThenDenied, "问了人；疲惫的人点了同意；重新裁决后拒绝：{}");
  label(Label::DemoMutationAllowAttacker, "变异 allow-attacker-domain：attacker.example 进了收件域名白名单");
  label(Label::DemoMutationGateFirst, "变异 gate-first：还没判目的地，就先去问人");
  label(Label::DemoExfiltrated, "攻击得手：客户名单已经发给攻击者，发件箱里有 {} 封。");
  label(Label::DemoHeld, "什么都没有流出去：攻击失败。");
  label(Label::DemoAskedInVain, "有人被问到要不要给攻击者发邮件，而且点了同意。挡住它的只有第二次裁决。");
  label(Label::DemoMails, "发件箱里的邮件：{}");
  label(Label::ExplainClock, "现在 {a}；会话到 {b} 结束");
  label(Label::ExplainRun, "运行状态 {a}：一分钟内 {b}/{c} 次调用，发出 {d}/{e} 次，结果 {f}/{g}");
  label(Label::ExplainNoTool, "策略里没有这个工具");
  label(Label::ExplainOffered, "它的服务器提供它");
  label(Label::PinServerAdded, "服务器 {a} 是新的，这样启动：");
  label(Label::PinServerRemoved, "服务器 {a} 没有了：");
  label(Label::PinCommandChanged, "服务器 {a} 的启动方式和已接受的【不一样】：");
  label(Label::PinToolAdded, "服务器 {a} 的工具 {b} 是新的：");
  label(Label::PinToolRemoved, "服务器 {a} 的工具 {b} 没有了：");
  label(Label::PinToolChanged, "服务器 {a} 的工具 {b} 的定义和已接受的【不一样】：");
  label(Label::PinUnchanged, "{a} 没有变化");
  label(Label::PinNotAccepted, "没有写 {a}：先看清哪些已接受的内容要被替换，再加 --accept 接受");
  label(Label::PinWritten, "已写入 {a}：{b}");
  label(Label::ExplainAbsent, "它的服务器不提供它");
  label(Label::ExplainUnpinned, "它不在 yett.lock 里");
  label(Label::ExplainChanged, "它的服务器给出的定义和 yett.lock 不一样");
  label(Label::ExplainNotAsked, "没有问过服务器");
  label(Label::ExplainSet, "权限集 {a} 授予 {b}");
  label(Label::ExplainNeeds, "调用需要 {a}；运行读入过 {b}");
  label(Label::ExplainRoleTools, "角色只用于工具 {a}");
  label(Label::ExplainRoleServers, "角色只用于服务器 {a}");
  label(Label::ExplainClosedByLine, "由工具的策略行封闭：{a}");
  label(Label::ExplainClosedBySchema, "由策略里的模式封闭；绑定：{a}");
  label(Label::ExplainClosedByServer, "由服务器的模式封闭；绑定：{a}");
  label(Label::ExplainDefect, "{target}：第 {at} 字节，{what}");
  label(Label::ExplainListed, "{a}：{b}，登记在 {c}");
  label(Label::ExplainUnlisted, "{a}：{b}，{c} 里没有这一项");
  label(Label::ExplainCommand, "{a}：{b}，列在 {c}");
  label(Label::ExplainCommandMalformed, "{a}：不是以程序开头的词表");
  label(Label::ExplainCommandShort, "{a}：在第 {c} 个词之后结束，清单还要求一个词（子命令、值或文件）；{d}");
  label(Label::ExplainCommandWord, "{a}：第 {b} 个词（共 {c} 个）不在任何列出的命令里；{d}");
  label(Label::ExplainHostOtherScheme, "{target}：{shown}，主机登记在 {entry}；协议不符");
  label(Label::ExplainHostOtherPort, "{target}：{shown}，主机登记在 {entry}；端口不符");
  label(Label::ExplainHostOtherPath, "{target}：{shown}，主机登记在 {entry}；路径不符");
  label(Label::ExplainHostOtherwise, "{target}：{shown}，主机登记在 {entry}；URL 的其余部分不符");
  label(Label::ExplainPathInside, "{target}：{shown}，在 {roots} 之下");
  label(Label::ExplainPathReadOnly, "{target}：{shown}，在 {roots} 之下，而它只读");
  label(Label::ExplainPathOfOthers,
        "{target}：{shown}，在 {roots} 之下，但也在另一个根之内或包含它；那个根不属于这个工具、租户或用户");
  label(Label::ExplainPathLeadsOut, "{target}：{shown}，按字面在 {roots} 之下；但它通向外面，或者不是单独的文件或目录");
  label(Label::ExplainPathOutside, "{target}：{shown}，不在任何一个根目录之下；试过 {roots}");
  label(Label::ExplainPathExpanded, "{target}：{shown}，以 ~ 或 $ 开头，别的程序会把它展开");
  label(Label::ExplainPathNoBase, "{target}：{shown}，是相对路径，而几个根目录里没有基准：{roots}");
  label(Label::ExplainPathClimbsOut, "{target}：{shown}，用 \"..\" 爬出了 {roots}");
  label(Label::ExplainPathNeedsTenant, "{target}：{shown}，在 {roots} 之下，它需要租户，而会话没有租户");
  label(Label::ExplainPathOtherTenant, "{target}：{shown}，在 {roots} 之下，是另一个租户的目录");
  label(Label::ExplainPathOtherUser, "{target}：{shown}，在 {roots} 之下，是另一个用户的目录");
  label(Label::ExplainNotLookedAt, "没有看：调用读不懂");
  label(Label::ValueUrl, "网址");
  label(Label::ValueEmail, "邮箱地址");
  label(Label::ValuePathToRead, "路径，用于读");
  label(Label::ValuePathToWrite, "路径，用于写");
  label(Label::ValueCommand, "{} 的命令");
  label(Label::ValueSpelling, "写法");
  label(Label::ValueSeen, "看到的");
  label(Label::ValueOtherChecks, "其他 {} 项检查");
  label(Label::ValueCanonical, "规范写法");
  label(Label::ValueFine, "没有异议");
  label(Label::ValueVerdict, "裁决");
  label(Label::ValueAccepted, "接受");
  label(Label::ValueDenied, "拒绝");
  label(Label::ExplainFixed, "固定目的地：{a}");
  label(Label::ExplainNoDestination, "没有目的地、路径或命令");
  label(Label::ExplainReadable, "调用读得懂");
  label(Label::ExplainUnreadable, "调用读不懂");
  label(Label::ExplainTenancy, "会话租户 {a}，可访问 {b}；工具的租户来自 {c}");
  label(Label::ExplainFlow, "读过私有数据：{a}；读过不可信文本：{b}；通向外部：{c}；策略规定 {d}");
  label(Label::ExplainApproval, "等级 {a}；无法撤回的写入要问人：{b}");
  label(Label::ExplainTier, "{tier}：作用 {effect}，可逆 {reversible}，敏感性 {sensitivity}");
  label(Label::NothingAgainst, "没有异议");
  label(Label::Call, "调用");
  label(Label::ForReview, "等人审阅");
  label(Label::UntilDay, "到 {} 为止");
  label(Label::ReturnsDocuments, "返回文档");
  label(Label::ReturnsTrusted, "返回可信文本");
  label(Label::OneTenantsData, "只有一个租户的数据");
  label(Label::OwnCredential, "用会话自己的凭据");
  label(Label::OneCommand, "1 条命令");
  label(Label::CommandCount, "{} 条命令");
  label(Label::NameAtServer, "在服务器上叫 {}");
  label(Label::Remarks, "备注");
  label(Label::Also, "另有");
  label(Label::LineNumber, "（第 {} 行）");
  label(Label::AsksPeople, "问人");
  label(Label::OnePerson, "1 人");
  label(Label::ByFlow, "看流向");
  label(Label::NoToolForSession, "本次会话一个工具都不能用。");
  label(Label::Colon, "：");
  label(Label::StageSession, "会话");
  label(Label::StageReading, "读取");
  label(Label::StageTool, "工具");
  label(Label::StagePermission, "权限");
  label(Label::StageArguments, "参数");
  label(Label::StageDestination, "目的地");
  label(Label::StageTenancy, "租户");
  label(Label::StageFlow, "流向");
  label(Label::StageApproval, "确认");
  label(Label::HoldsTogether, "{file}：策略 \"{policy}\" 前后一致：{tools}，{warnings}");
  label(Label::OneTool, "1 个工具");
  label(Label::ToolCount, "{} 个工具");
  label(Label::OneWarning, "1 条警告");
  label(Label::WarningCount, "{} 条警告");
  label(Label::Warning, "警告");
  label(Label::NotForSession, "本次会话不能用：{}");
  label(Label::Resumed, "已恢复");
  label(Label::Records, "记录");
  label(Label::Runs, "运行");
  label(Label::ChainWhole, "{} 条记录，完整");
  label(Label::ChainBroken, "链在第 {} 条记录处断开");
  label(Label::ChainPruned, "第 {} 条及以前的已清理");
  label(Label::ChainMeets, "与第 {} 条的检查点一致");
  label(Label::CheckpointBroken, "第 {} 行的检查点不成立");
  label(Label::CheckpointNext, "现在请把一个知道这次清理的检查点存到别处：`yett audit checkpoint --out FILE`");
  label(Label::PrunedThrough, "已清理到第 {} 条记录");
  label(Label::NothingToPrune, "没有足够旧、可以清理的记录");
  label(Label::StoryTries, "尝试 {}");
  label(Label::StoryNotRun, "没有执行");
  label(Label::StoryWaits, "等待人答复：请求 {}");
  label(Label::StoryUnused, "；尚未使用");
  label(Label::StoryRequest, "请求 {}");
  label(Label::StoryApproved, "{by} 已批准");
  label(Label::StoryApprovedOfMany, "{by} 已批准，共需 {m} 人，这是第 {n} 人");
  label(Label::StoryDenied, "{by} 已拒绝");
  label(Label::StoryExecuted, "已执行");
  label(Label::StoryFailed, "已执行，失败");
  label(Label::StoryUnknown, "没有人知道执行到哪里");
  label(Label::StoryNoOutcome, "已放行，没有记录结果");
  label(Label::Digest, "摘要");
  label(Label::ElseNotRun, "没有人答复就不执行");
  label(Label::ExplainUndeclared, "没有声明过：{a}");
  label(Label::ExplainMore, "另外 {} 个");
  label(Label::ExplainFound, "{a}：实际是{b}");
  label(Label::FoundText, "长 {} 字节的文本");
  label(Label::FoundNumber, "数字");
  label(Label::FoundBool, "true 或 false");
  label(Label::FoundList, "{} 项的列表");
  label(Label::FoundObject, "{} 个成员的对象");
  label(Label::FoundNull, "null");

  const auto keyword = [&c](Keyword id, std::string_view text) { c.keywords[static_cast<std::size_t>(id)] = text; };
  keyword(Keyword::Type, "值的类型不对");
  keyword(Keyword::Enum, "不在列出的值里");
  keyword(Keyword::Const, "不是规定的那个值");
  keyword(Keyword::Properties, "有成员不符合");
  keyword(Keyword::Required, "缺少必需的成员");
  keyword(Keyword::AdditionalProperties, "多出成员");
  keyword(Keyword::PropertyNames, "成员名不对");
  keyword(Keyword::Items, "有一项不符合");
  keyword(Keyword::MinItems, "项太少");
  keyword(Keyword::MaxItems, "项太多");
  keyword(Keyword::UniqueItems, "有重复的项");
  keyword(Keyword::MinLength, "太短");
  keyword(Keyword::MaxLength, "太长");
  keyword(Keyword::Pattern, "形式不对");
  keyword(Keyword::Minimum, "太小");
  keyword(Keyword::Maximum, "太大");
  keyword(Keyword::ExclusiveMinimum, "太小");
  keyword(Keyword::ExclusiveMaximum, "太大");
  keyword(Keyword::MultipleOf, "不是倍数");
  keyword(Keyword::AllOf, "没有符合全部形式");
  keyword(Keyword::AnyOf, "不符合任何一种形式");
  keyword(Keyword::OneOf, "没有恰好符合一种形式");
  keyword(Keyword::Not, "是被排除的");

  c.mailbox = "<邮箱@{}>";
  return c;
}

constexpr Catalogue kChinese = make_chinese();

}  // namespace

const Catalogue& chinese() { return kChinese; }

}  // namespace yett
