#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "cli/commands.h"
#include "cli/format_option.h"
#include "cli/language_option.h"
#include "cli/policy_option.h"
#include "cli/session_option.h"
#include "cli/standing_ruling.h"
#include "cli/table.h"
#include "policy/lapse.h"
#include "words/reason.h"
#include "words/tool_words.h"

namespace yett {
namespace {

/// The server that has the tool, as people name it; empty where the policy names none.
std::string server_of(const Tool& tool, const Policy& policy) {
  if (!tool.server.empty()) return tool.server;
  return policy.servers.size() == 1 ? policy.servers.front().name : std::string();
}

Json text_or_null(const std::string& text) { return text.empty() ? Json() : Json(text); }

Json destinations_json(const Tool& tool, const Policy& policy) {
  Json::Array destinations;
  for (const JoinedDestination& join : tool.joins) {
    Json::Array parts;
    for (const std::size_t part : join.parts) parts.emplace_back(tool.arguments[part].name);
    destinations.push_back(Json::object(
        {{"argument", Json()}, {"join", std::move(parts)}, {"kind", "id"}, {"list", policy.lists[join.list].name}}));
  }
  for (const BoundArgument& argument : tool.arguments) {
    if (!is_destination(argument.role) || argument.role == ArgumentRole::Part) continue;
    destinations.push_back(Json::object(
        {{"argument", argument.name}, {"kind", to_string(argument.role)}, {"list", policy.lists[argument.list].name}}));
  }
  return destinations;
}

Json names_json(const Tool& tool, ArgumentRole role) {
  Json::Array names;
  for (const BoundArgument& argument : tool.arguments) {
    if (argument.role == role) names.emplace_back(argument.name);
  }
  return names;
}

Json places_json(const std::vector<Pointer>& places) {
  Json::Array names;
  for (const Pointer& place : places) names.emplace_back(place.text());
  return names;
}

Json paths_json(const Tool& tool) {
  return Json::object(
      {{"read", names_json(tool, ArgumentRole::ReadPath)}, {"write", names_json(tool, ArgumentRole::WritePath)}});
}

Json commands_json(const Tool& tool) {
  Json::Array commands;
  for (const ListedCommand& command : tool.commands) {
    Json::Array subcommands(command.subcommands.begin(), command.subcommands.end());
    Json::Array fixed(command.fixed.begin(), command.fixed.end());
    commands.push_back(Json::object({{"program", command.program},
                                     {"fixed", std::move(fixed)},
                                     {"subcommands", std::move(subcommands)},
                                     {"effect", to_string(command.effect)}}));
  }
  return commands;
}

/// How many people any call of the tool waits for. One answer is enough in this version.
std::int64_t people_asked(const Tool& tool, const Policy& policy) { return always_asks(tool, policy) ? 1 : 0; }

Json tool_json(const Tool& tool, const Policy& policy) {
  const bool has_tenant = tool.tenant != TenantSource::None;
  return Json::object({{"name", tool.name},
                       {"server", text_or_null(server_of(tool, policy))},
                       {"effect", to_string(tool.effect)},
                       {"sensitivity", to_string(tool.sensitivity)},
                       {"reversible", tool.reversibility == Reversibility::Reversible},
                       {"tier", to_string(tool.tier())},
                       {"asks", people_asked(tool, policy)},
                       {"destinations", destinations_json(tool, policy)},
                       {"fixed_destination", tool.fixed_destination ? Json(*tool.fixed_destination) : Json()},
                       {"paths", paths_json(tool)},
                       {"commands", commands_json(tool)},
                       {"tenant", has_tenant ? Json(tenant_word(tool.tenant)) : Json()},
                       {"tenant_arguments", names_json(tool, ArgumentRole::Tenant)},
                       {"content", names_json(tool, ArgumentRole::Content)},
                       {"unbound", names_json(tool, ArgumentRole::Unbound)},
                       {"schema", tool.schema.has_value()},
                       {"returns", to_string(tool.returns)},
                       {"result_redact", Json::Array(tool.result_redact.begin(), tool.result_redact.end())},
                       {"result_tenant", places_json(tool.result_tenant)},
                       {"review", tool.review == Review::Pending},
                       {"until", tool.lapses_at == TimePoint::max() ? Json() : Json(last_day_of(tool.lapses_at))},
                       {"why", text_or_null(tool.why)},
                       {"policy", tool.where.to_string()}});
}

/// Whom a call waits for: a person each time, one once the flow rule speaks, or nobody.
Label asking_label(const Tool& tool, const Policy& policy) {
  if (always_asks(tool, policy)) return Label::OnePerson;
  return asks_by_flow(tool, policy) ? Label::ByFlow : Label::No;
}

/// The columns that only some policies need are left out where they would be empty.
Table tools_table(const std::vector<const Tool*>& tools, const Policy& policy, Language language) {
  constexpr std::ptrdiff_t kServerColumn = 1;
  constexpr std::ptrdiff_t kAsksColumn = 5;  // behind the tier
  const bool has_servers = policy.servers.size() > 1;
  const bool has_remarks =
      std::ranges::any_of(tools, [&](const Tool* tool) { return !tool_remarks(language, *tool).empty(); });
  std::vector<std::string> headings;
  for (const Label label : {Label::Tool, Label::Effect, Label::Sensitivity, Label::Reversible, Label::Tier,
                            Label::AsksPeople, Label::BoundArguments}) {
    headings.emplace_back(word(language, label));
  }
  if (has_servers) headings.insert(headings.begin() + kServerColumn, std::string(word(language, Label::Server)));
  if (has_remarks) headings.emplace_back(word(language, Label::Remarks));
  Table table(std::move(headings));
  table.fold_last(has_remarks ? 2 : 1);
  for (const Tool* tool : tools) {
    std::vector<std::string> row = capability_row(language, *tool, policy);
    row.insert(row.begin() + kAsksColumn, std::string(word(language, asking_label(*tool, policy))));
    if (has_servers) row.insert(row.begin() + kServerColumn, server_of(*tool, policy));
    if (has_remarks) row.push_back(tool_remarks(language, *tool));
    table.add(std::move(row));
  }
  return table;
}

bool names_session(const Invocation& invocation) {
  return std::ranges::any_of(std::array{kSessionOption, kTenantOption, kAllowTenantOption, kPermissionsOption},
                             [&](const OptionSpec& option) { return invocation.has(option.names); });
}

/// The tools of the policy; where the command line names a session, those that it may call, and on stderr why it may
/// not call the others.
Result<std::vector<const Tool*>> find_tools(const Invocation& invocation, const Console& console, const Policy& policy,
                                            Language language) {
  std::vector<const Tool*> tools;
  if (!names_session(invocation)) {
    for (const Tool& tool : policy.tools.in_order()) tools.push_back(&tool);
    return tools;
  }
  const TimePoint now = console.clock.now();
  const Result<Session> session = find_session(invocation, policy, "tools", now);
  if (!session) return std::unexpected(session.error());
  std::string barred;
  for (const Tool& tool : policy.tools.in_order()) {
    if (const std::optional<RuleId> rule = barred_by(tool, policy, *session, now)) {
      barred += fmt::format("{}{} ({})", barred.empty() ? "" : ", ", tool.name, to_string(*rule));
    } else {
      tools.push_back(&tool);
    }
  }
  if (!barred.empty()) console.complain("yett: " + word_with(language, Label::NotForSession, barred));
  return tools;
}

Exit run_tools(const Invocation& invocation, const Console& console) {
  const Result<Language> language = find_language(invocation, console);
  if (!language) return console.refuse(language.error());
  const Result<Format> format = find_format(invocation);
  if (!format) return console.refuse(format.error());
  const auto named = invocation.positional("POLICY");
  const Result<PolicyRef> policy = named ? load_policy_file(invocation, *named) : load_policy(invocation, console);
  if (!policy) return console.refuse(policy.error());
  const Result<std::vector<const Tool*>> tools = find_tools(invocation, console, **policy, *language);
  if (!tools) return console.refuse(tools.error());
  if (*format == Format::Table && tools->empty()) {
    console.print(fmt::format("{}\n", word(*language, Label::NoToolForSession)));
    return Exit::Done;
  }
  if (*format != Format::Json) {
    console.print(tools_table(*tools, **policy, *language).print(*format));
    return Exit::Done;
  }
  Json::Array rows;
  for (const Tool* tool : *tools) rows.push_back(tool_json(*tool, **policy));
  console.print(write_json(rows) + "\n");
  return Exit::Done;
}

}  // namespace

CommandSpec tools_command() {
  return {.name = "tools",
          .summary =
              "Print the capability table with the computed risk tiers; for one session, what it may call. "
              "asks: a person for each call, or \"flow\": once the run has read private data and untrusted text",
          .positionals = {{"POLICY", "The policy file; else as --policy", PositionalSpec::Need::Optional}},
          .options = {kPolicyOption, kPolicyDigestOption, kSessionOption, kTenantOption, kAllowTenantOption,
                      kPermissionsOption, kFormatOption, kLangOption},
          .trailing = Trailing::Refused,
          .example = "yett tools yett.toml --format markdown",
          .run = run_tools};
}

}  // namespace yett
