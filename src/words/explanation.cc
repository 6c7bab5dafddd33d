#include "words/explanation.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <span>
#include <string_view>

#include "decide/path_place.h"
#include "words/argument_lines.h"
#include "words/byte_count.h"
#include "words/defect_words.h"
#include "words/reason.h"
#include "words/tool_words.h"

namespace yett {
namespace {

std::string yes_or_no(Language language, bool holds) {
  return std::string(word(language, holds ? Label::Yes : Label::No));
}

template <typename Range, typename Show>
std::string joined(const Range& range, Show show) {
  std::string text;
  for (const auto& item : range) text += (text.empty() ? "" : ", ") + std::string(show(item));
  return text.empty() ? "-" : text;
}

std::string kinds_of(SourceSet kinds) {
  std::vector<std::string_view> names;
  for (const SourceKind kind : kAllSourceKinds) {
    if (kinds.contains(kind)) names.push_back(to_string(kind));
  }
  return joined(names, [](std::string_view name) { return name; });
}

std::string grants_of(const PermissionSet& set) {
  std::string text;
  for (std::size_t i = 0; i < kAllCapabilities.size(); ++i) {
    const Capability capability = kAllCapabilities[i];
    if (!set.has(capability)) continue;
    text += fmt::format("{}{}", text.empty() ? "" : ", ", to_string(capability));
    // Capabilities that listen to the same kinds of text are told together.
    const bool same_follows =
        i + 1 < kAllCapabilities.size() && set.grant(kAllCapabilities[i + 1]) == set.grant(capability);
    if (!same_follows) text += fmt::format(" ({})", kinds_of(set.grant(capability)));
  }
  return text.empty() ? "-" : text;
}

std::string names_of(const CapabilitySet& needed) {
  std::string text;
  for (const Capability capability : kAllCapabilities) {
    if (needed.contains(capability)) text.append(text.empty() ? "" : ", ").append(to_string(capability));
  }
  return text;
}

std::string position(const SourcePosition& where) { return where.line == 0 ? "-" : where.to_string(); }

std::vector<std::string> session_lines(Language language, const Query& query) {
  const RunTally& tally = query.state.tally;
  const RunLimits& limits = query.policy.limits;
  const bool running = query.state.suspension == Suspension::Running;
  return {word_with(language, Label::ExplainClock,
                    {{"{a}", format_time(query.now)}, {"{b}", format_time(query.session.expires_at)}}),
          word_with(language, Label::ExplainRun,
                    {{"{a}", std::string(word(language, running ? Label::Running : Label::Suspended))},
                     {"{b}", std::to_string(calls_within_a_minute(tally, query.now))},
                     {"{c}", std::to_string(limits.calls_per_minute)},
                     {"{d}", std::to_string(tally.sends)},
                     {"{e}", std::to_string(limits.sends_per_run)},
                     {"{f}", byte_count(tally.result_bytes)},
                     {"{g}", byte_count(limits.result_bytes)}})};
}

std::vector<std::string> tool_lines(Language language, const Query& query, const Tool* tool) {
  if (tool == nullptr) return {std::string(word(language, Label::ExplainNoTool))};
  Label seen = Label::ExplainNotAsked;
  if (query.evidence.tool == Observation::Offered) seen = Label::ExplainOffered;
  if (query.evidence.tool == Observation::Absent) seen = Label::ExplainAbsent;
  if (query.evidence.tool == Observation::Unpinned) seen = Label::ExplainUnpinned;
  if (query.evidence.tool == Observation::Changed) seen = Label::ExplainChanged;
  return {fmt::format("{} ({})", tool->name, position(tool->where)), std::string(word(language, seen))};
}

std::vector<std::string> permission_lines(Language language, const Query& query, const Facts& facts) {
  const PermissionSet& set = query.session.permissions;
  std::vector<std::string> lines = {
      word_with(language, Label::ExplainSet, {{"{a}", set.name}, {"{b}", grants_of(set)}}),
      word_with(language, Label::ExplainNeeds,
                {{"{a}", facts.tool == nullptr ? "-" : names_of(needed_capabilities(facts))},
                 {"{b}", kinds_of(query.state.taken_in)}})};
  const auto itself = [](const std::string& name) { return name; };
  if (set.tools) lines.push_back(word_with(language, Label::ExplainRoleTools, {{"{a}", joined(*set.tools, itself)}}));
  if (set.servers)
    lines.push_back(word_with(language, Label::ExplainRoleServers, {{"{a}", joined(*set.servers, itself)}}));
  return lines;
}

/// "owner/repo" of a destination that several arguments make up, "to[2]" where one argument names several.
std::string target_name(const Facts& facts, const NamedTarget& target) {
  if (target.value == nullptr) {
    for (const JoinedDestination& join : facts.tool->joins) {
      if (&facts.tool->arguments[join.parts.front()] != target.argument) continue;
      std::string names;
      for (const std::size_t part : join.parts) names += (names.empty() ? "" : "/") + facts.tool->arguments[part].name;
      return names;
    }
  }
  const auto is_beside = [&](const NamedTarget& other) { return other.argument == target.argument; };
  if (std::ranges::count_if(facts.targets, is_beside) < 2) return target.argument->name;
  const std::span all = facts.targets.all();
  const auto before = all.first(static_cast<std::size_t>(&target - all.data()));
  return fmt::format("{}[{}]", target.argument->name, std::ranges::count_if(before, is_beside) + 1);
}

/// "paths.work (yett.toml:61:1), paths.ref (yett.toml:64:1)".
std::string root_names(const Policy& policy, const std::vector<std::size_t>& roots) {
  return joined(roots, [&](std::size_t root) {
    return fmt::format("paths.{} ({})", policy.paths[root].name, position(policy.paths[root].where));
  });
}

/// Nothing for what is no path at all: the rule on malformed paths says so.
std::optional<Label> standing_label(PathStanding standing) {
  switch (standing) {
    case PathStanding::Malformed:
      return std::nullopt;
    case PathStanding::Outside:
      return Label::ExplainPathOutside;
    case PathStanding::Expanded:
      return Label::ExplainPathExpanded;
    case PathStanding::NoBase:
      return Label::ExplainPathNoBase;
    case PathStanding::ClimbsOut:
      return Label::ExplainPathClimbsOut;
    case PathStanding::NeedsTenant:
      return Label::ExplainPathNeedsTenant;
    case PathStanding::OfOtherTenant:
      return Label::ExplainPathOtherTenant;
    case PathStanding::OfOtherUser:
      return Label::ExplainPathOtherUser;
    case PathStanding::ReadOnly:
      return Label::ExplainPathReadOnly;
    case PathStanding::OfOthers:
      return Label::ExplainPathOfOthers;
    case PathStanding::LeadsOut:
      return Label::ExplainPathLeadsOut;
    case PathStanding::Inside:
      return Label::ExplainPathInside;
  }
  return std::nullopt;
}

std::string path_line(Language language, const Query& query, const Facts& facts, const NamedTarget& target) {
  const std::string name = target_name(facts, target);
  const std::string shown = show_subject(language, target.subject);
  const PathPlace place = place_of_path(query, *facts.tool, target);
  const std::optional<Label> label = standing_label(place.standing);
  if (!label) return fmt::format("{}: {}", name, shown);
  return word_with(language, *label,
                   {{"{target}", name}, {"{shown}", shown}, {"{roots}", root_names(query.policy, place.roots)}});
}

/// What of a URL does not fit the entry that lists its host; the gravest counts.
Label misfit_label(const FlawSet& flaws) {
  if (flaws.contains(Flaw::Scheme)) return Label::ExplainHostOtherScheme;
  if (flaws.contains(Flaw::Port)) return Label::ExplainHostOtherPort;
  if (flaws.contains(Flaw::Path)) return Label::ExplainHostOtherPath;
  return Label::ExplainHostOtherwise;
}

bool misses_its_entry(const FlawSet& flaws) {
  return flaws.contains(Flaw::Unlisted) || flaws.contains(Flaw::Port) || flaws.contains(Flaw::Path);
}

std::string target_line(Language language, const Query& query, const Facts& facts, const NamedTarget& target) {
  if (target.channel == Channel::Path) return path_line(language, query, facts, target);
  const std::string shown = show_subject(language, target.subject.kind == SubjectKind::Domain
                                                       ? Subject{SubjectKind::Mailbox, target.subject.text, 0}
                                                       : target.subject);
  const std::string name = target_name(facts, target);
  if (target.entry) {
    const std::string entry = position(place_of_entry(query, target));
    if (!misses_its_entry(target.flaws)) {
      return word_with(language, Label::ExplainListed, {{"{a}", name}, {"{b}", shown}, {"{c}", entry}});
    }
    return word_with(language, misfit_label(target.flaws),
                     {{"{target}", name}, {"{shown}", shown}, {"{entry}", entry}});
  }
  const WrittenList* list = list_for(query, target);
  return word_with(language, Label::ExplainUnlisted,
                   {{"{a}", name},
                    {"{b}", shown},
                    {"{c}", list == nullptr ? "-" : fmt::format("{} ({})", list->key, position(list->where))}});
}

/// What has to be mended, and where: positions and kinds say nothing that the call chose.
std::string defect_line(Language language, const Facts& facts, const NamedTarget& target) {
  return word_with(language, Label::ExplainDefect,
                   {{"{target}", target_name(facts, target)},
                    {"{at}", std::to_string(target.defect.at + 1)},
                    {"{what}", std::string(defect_words(language, target.defect.kind))}});
}

/// "/usr/bin/git log", as the policy spells it.
std::string command_name(const NamedCommand& command) {
  const Json::Array* words = command.canonical.as_array();
  if (command.listed == nullptr || words == nullptr) return "-";
  if (command.listed->subcommands.empty()) return command.listed->program;
  return fmt::format("{} {}", command.listed->program, *(*words)[1].as_string());
}

/// The words of a call are its own; only those that the policy lists are shown.
std::string command_line(Language language, const Tool& tool, const NamedCommand& command) {
  const std::string& name = command.argument->name;
  switch (command.fault) {
    case CommandFault::Malformed:
      return word_with(language, Label::ExplainCommandMalformed, {{"{a}", name}});
    case CommandFault::Unlisted: {
      const std::string entry = position(command.listed != nullptr ? command.listed->where : tool.where);
      const std::size_t count = command.value->as_array()->size();
      const bool is_short = command.word >= count;
      return word_with(language, is_short ? Label::ExplainCommandShort : Label::ExplainCommandWord,
                       {{"{a}", name},
                        {"{b}", std::to_string(std::min(command.word + 1, count))},
                        {"{c}", std::to_string(count)},
                        {"{d}", entry}});
    }
    case CommandFault::None:
      break;
  }
  const SourcePosition where = command.listed != nullptr ? command.listed->where : tool.where;
  return word_with(language, Label::ExplainCommand,
                   {{"{a}", name}, {"{b}", command_name(command)}, {"{c}", position(where)}});
}

/// Enough to see where a call goes; a call may name thousands.
constexpr std::size_t kMaxTargetsShown = 20;

std::vector<std::string> destination_lines(Language language, const Query& query, const Facts& facts) {
  std::vector<std::string> lines;
  const std::span targets = facts.targets.all();
  const std::size_t shown = std::min(targets.size(), kMaxTargetsShown);
  for (const NamedTarget& target : targets.first(shown)) {
    lines.push_back(target_line(language, query, facts, target));
    if (!target.defect.is_none()) lines.push_back(defect_line(language, facts, target));
  }
  if (shown < targets.size()) {
    lines.push_back(word_with(language, Label::ExplainMore, std::to_string(targets.size() - shown)));
  }
  for (const NamedCommand& command : facts.commands) lines.push_back(command_line(language, *facts.tool, command));
  if (facts.tool != nullptr && facts.tool->fixed_destination) {
    lines.push_back(word_with(language, Label::ExplainFixed, {{"{a}", *facts.tool->fixed_destination}}));
  }
  if (lines.empty()) lines.emplace_back(word(language, Label::ExplainNoDestination));
  return lines;
}

std::string_view flow_word(FlowTerms terms) {
  switch (terms) {
    case FlowTerms::Deny:
      return "deny";
    case FlowTerms::Confirm:
      return "confirm";
    case FlowTerms::Allow:
      return "allow";
  }
  return "deny";
}

}  // namespace

std::vector<std::string> observations(Language language, Stage stage, const Query& query,
                                      const Explanation& explanation) {
  const Tool* tool = explanation.facts.tool;
  if (stage > Stage::Reading && !is_readable(query)) return {std::string(word(language, Label::ExplainNotLookedAt))};
  switch (stage) {
    case Stage::Session:
      return session_lines(language, query);
    case Stage::Reading: {
      return {std::string(word(language, is_readable(query) ? Label::ExplainReadable : Label::ExplainUnreadable))};
    }
    case Stage::Tool:
      return tool_lines(language, query, tool);
    case Stage::Permission:
      return permission_lines(language, query, explanation.facts);
    case Stage::Arguments:
      return argument_lines(language, query, explanation.facts);
    case Stage::Destination:
      return destination_lines(language, query, explanation.facts);
    case Stage::Tenancy:
      return {word_with(language, Label::ExplainTenancy,
                        {{"{a}", query.session.tenant.value_or("-")},
                         {"{b}", joined(query.session.allowed_tenants, [](const std::string& name) { return name; })},
                         {"{c}", tool == nullptr ? "-" : std::string(tenant_word(tool->tenant))}})};
    case Stage::Flow:
      return {word_with(language, Label::ExplainFlow,
                        {{"{a}", yes_or_no(language, query.state.private_seen)},
                         {"{b}", yes_or_no(language, query.state.taken_in.has_untrusted())},
                         {"{c}", yes_or_no(language, tool != nullptr && tool->goes_outside())},
                         {"{d}", std::string(flow_word(query.policy.flow))}})};
    case Stage::Approval:
      return {word_with(language, Label::ExplainApproval,
                        {{"{a}", tool == nullptr ? "-" : std::string(tier_word(language, tool->tier()))},
                         {"{b}", yes_or_no(language, query.policy.approval.irreversible_writes)}})};
  }
  return {};
}

std::vector<std::string> destination_observations(Language language, const Query& query, const Facts& facts) {
  return destination_lines(language, query, facts);
}

std::string tier_derivation(Language language, const Tool* tool) {
  if (tool == nullptr) return {};
  const bool reversible = tool->reversibility == Reversibility::Reversible;
  return word_with(language, Label::ExplainTier,
                   {{"{tier}", std::string(tier_word(language, tool->tier()))},
                    {"{effect}", std::string(effect_word(language, tool->effect))},
                    {"{reversible}", yes_or_no(language, reversible)},
                    {"{sensitivity}", std::string(sensitivity_word(language, tool->sensitivity))}});
}

}  // namespace yett
