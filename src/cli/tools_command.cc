#include "cli/commands.h"
#include "cli/options.h"
#include "cli/setting.h"
#include "cli/table.h"
#include "words/reason.h"
#include "words/tool_words.h"

namespace yett {
namespace {

Json tool_json(const Tool& tool, const std::string& server) {
  Json::Array destinations;
  for (const BoundArgument& argument : tool.arguments) {
    if (argument.role != ArgumentRole::Url && argument.role != ArgumentRole::Email) continue;
    destinations.push_back(Json::object({{"argument", argument.name}, {"kind", to_string(argument.role)}}));
  }
  return Json::object({{"name", tool.name},
                       {"server", server.empty() ? Json() : Json(server)},
                       {"effect", to_string(tool.effect)},
                       {"sensitivity", to_string(tool.sensitivity)},
                       {"reversible", tool.reversibility == Reversibility::Reversible},
                       {"tier", to_string(tool.tier())},
                       {"destinations", std::move(destinations)},
                       {"fixed_destination", tool.fixed_destination ? Json(*tool.fixed_destination) : Json()},
                       {"returns", to_string(tool.returns)},
                       {"why", tool.why.empty() ? Json() : Json(tool.why)}});
}

Exit run_tools(const Invocation& invocation, const Console& console) {
  const Result<Language> language = find_language(invocation, console);
  if (!language) return console.refuse(language.error());
  const Result<Format> format = parse_format(invocation.value("--format").value_or("table"));
  if (!format) return console.refuse(format.error());
  const auto named = invocation.positional("POLICY");
  const Result<PolicyRef> policy = named ? load_policy_file(*named) : load_policy(invocation, console);
  if (!policy) return console.refuse(policy.error());

  const std::string server = (*policy)->servers.size() == 1 ? (*policy)->servers.front().name : std::string();
  if (*format == Format::Json) {
    Json::Array tools;
    for (const Tool& tool : (*policy)->tools.in_order()) tools.push_back(tool_json(tool, server));
    console.print(write_json(tools) + "\n");
    return Exit::Done;
  }
  Table table({std::string(word(*language, Label::Tool)), std::string(word(*language, Label::Effect)),
               std::string(word(*language, Label::Sensitivity)), std::string(word(*language, Label::Reversible)),
               std::string(word(*language, Label::Tier)), std::string(word(*language, Label::BoundArguments))});
  for (const Tool& tool : (*policy)->tools.in_order()) table.add(capability_row(*language, tool));
  console.print(table.print(*format));
  return Exit::Done;
}

}  // namespace

CommandSpec tools_command() {
  return {.name = "tools",
          .summary = "Print the capability table with the computed risk tiers",
          .positionals = {{"POLICY", "The policy file; else as --policy", PositionalSpec::Need::Optional}},
          .options = {kPolicyOption, kFormatOption, kLangOption},
          .trailing = Trailing::Refused,
          .example = "yett tools yett.toml --format markdown",
          .run = run_tools};
}

}  // namespace yett
