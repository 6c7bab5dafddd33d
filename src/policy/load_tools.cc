#include "policy/load_tools.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "policy/allowlist.h"
#include "policy/load_arguments.h"
#include "policy/spelling.h"
#include "text/ascii.h"
#include "text/name_fold.h"
#include "text/spelling.h"

namespace yett {
namespace {

constexpr std::string_view kToolKeys[] = {"effect", "sensitivity", "reversible", "destination", "path",
                                          "tenant", "content",     "unbound",    "returns",     "why"};
constexpr std::string_view kLaterToolKeys[] = {"arguments", "ask",    "command",      "commands",
                                               "until",     "review", "display_names"};
constexpr std::string_view kTierIsComputed = "the tier is computed from effect, sensitivity and reversible";
constexpr KeyRemark kTierRemarks[] = {{"risk", kTierIsComputed},
                                      {"tier", kTierIsComputed},
                                      {"risk_tier", kTierIsComputed},
                                      {"dangerous", kTierIsComputed}};
constexpr std::string_view kDestinationKeys[] = {"url", "email", "fixed"};

constexpr Choice<Effect> kEffects[] = {
    {"read", Effect::Read}, {"write", Effect::Write}, {"send", Effect::Send}, {"execute", Effect::Execute}};
constexpr Choice<Sensitivity> kSensitivities[] = {{"internal", Sensitivity::Internal},
                                                  {"private", Sensitivity::Private}};
constexpr Choice<Returns> kReturns[] = {{"tool_output", Returns::ToolOutput},
                                        {"retrieved_document", Returns::RetrievedDocument},
                                        {"trusted", Returns::Trusted}};
constexpr Choice<TenantSource> kTenantWords[] = {{"credential", TenantSource::Credential},
                                                 {"single", TenantSource::Single}};

/// MCP 2025-11-25, tools: 1 to 128 of these characters; `/` because methods can be tools ("resources/read").
constexpr std::size_t kMaxToolName = 128;
constexpr std::size_t kMaxDestinationText = 256;

bool is_tool_name(std::string_view name) {
  return !name.empty() && name.size() <= kMaxToolName && std::ranges::all_of(name, [](char c) {
    return is_letter(c) || is_digit(c) || c == '_' || c == '.' || c == '-' || c == '/';
  });
}

TenantSource load_tenant_source(const TableReader& line) {
  const auto tenant = line.find("tenant");
  if (!tenant) return TenantSource::None;
  if (tenant->value().as_string() == nullptr) return TenantSource::Arguments;
  return tenant->choice(kTenantWords).value_or(TenantSource::None);
}

std::optional<std::string> load_fixed_destination(const TableReader& destination) {
  const auto fixed = destination.find("fixed");
  auto text = fixed ? fixed->text() : std::nullopt;
  if (!text || (text->size() <= kMaxDestinationText && is_fully_visible(*text))) return text;
  fixed->refuse_expected("words for a person",
                         fmt::format("at most {} bytes, no control or invisible characters", kMaxDestinationText));
  return std::nullopt;
}

/// What no field alone can tell. Only for a tool whose fields could all be read.
void check_whole(const Tool& tool, const TableReader& line, TenantRule tenants) {
  Refusals& refusals = line.field().refusals();
  const std::string& name = line.field().name();
  const bool has_argument = std::ranges::any_of(tool.arguments, [](const BoundArgument& argument) {
    return argument.role == ArgumentRole::Url || argument.role == ArgumentRole::Email;
  });
  if (tool.fixed_destination && has_argument) {
    refusals.add(tool.where, fmt::format("{}: destination.fixed stands beside a destination argument", name),
                 "fixed is for a tool whose arguments do not say where it sends");
  }
  if (tool.effect == Effect::Send && !tool.has_destination()) {
    refusals.add(tool.where, fmt::format("{}: a send tool names its destination", name),
                 "destination.url = [\"ARGUMENT\"], destination.email = [\"ARGUMENT\"] or, when no argument says where "
                 "it goes, destination.fixed = \"WORDS\"");
  }
  if (tool.sensitivity == Sensitivity::Private && tool.tenant == TenantSource::None &&
      tenants == TenantRule::EachToolSaysWhere) {
    refusals.add(tool.where, fmt::format("{}: a private tool says where its tenant comes from", name),
                 "tenant = [\"ARGUMENT\"], tenant = \"credential\" or tenant = \"single\"; or [session] tenant for a "
                 "policy of one tenant");
  }
  if (tool.effect == Effect::Execute && tool.reversibility == Reversibility::Reversible) {
    line.find("reversible")
        ->refuse("true on an execute tool needs its commands listed, which is not in this version",
                 "reversible = false");
  }
}

Tool load_tool(const NamedField& named, TenantRule tenants, Refusals& refusals) {
  // Refusals of its own tell whether this line can be judged as a whole.
  Refusals own;
  const TableReader line(Field(named.field.value(), named.field.name(), own),
                         {.accepted = kToolKeys, .later = kLaterToolKeys, .remarks = kTierRemarks});
  Tool tool;
  tool.name = named.key;
  tool.where = named.where;
  if (!is_tool_name(named.key)) {
    own.add(named.where, fmt::format("{} is no tool name", in_quotes(named.key)),
            "1 to 128 letters, digits, _, -, . and /");
  }
  const auto effect = line.require("effect", "effect = \"read\", \"write\", \"send\" or \"execute\"");
  if (effect) tool.effect = effect->choice(kEffects).value_or(tool.effect);
  const auto sensitivity = line.require("sensitivity", "sensitivity = \"internal\" or \"private\"");
  if (sensitivity) tool.sensitivity = sensitivity->choice(kSensitivities).value_or(tool.sensitivity);
  const auto reversible = line.require("reversible", "reversible = true or false");
  if (reversible && reversible->flag().value_or(false)) tool.reversibility = Reversibility::Reversible;

  std::optional<TableReader> destination;
  if (const auto table = line.find("destination")) {
    // Any further key names a list of [destinations].
    destination.emplace(*table, TableKeys{.accepted = kDestinationKeys, .others = ForeignKey::Later});
    tool.fixed_destination = load_fixed_destination(*destination);
  }
  tool.arguments = load_arguments(line, destination);
  tool.tenant = load_tenant_source(line);
  if (const auto returns = line.find("returns")) tool.returns = returns->choice(kReturns).value_or(tool.returns);
  if (const auto why = line.find("why")) tool.why = why->text().value_or("");

  if (own.empty()) check_whole(tool, line, tenants);
  refusals.add(std::move(own));
  return tool;
}

}  // namespace

ToolTable load_tools(const Field& section, TenantRule tenants) {
  ToolTable tools;
  const auto lines = section.members();
  if (!lines) return tools;
  if (lines->empty()) section.refuse("no tool is listed", "a policy without tools allows nothing");
  TextMap<const NamedField*> by_folded_name;
  for (const NamedField& line : *lines) {
    Tool tool = load_tool(line, tenants, section.refusals());
    const auto [earlier, is_new] = by_folded_name.try_emplace(fold_name(line.key), &line);
    if (!is_new || !tools.insert(std::move(tool))) {
      section.refusals().add(line.where,
                             fmt::format("tool {} reads like {} at {}", in_quotes(line.key),
                                         in_quotes(earlier->second->key), earlier->second->where.to_string()),
                             "names must differ by more than case, - and _");
    }
  }
  return tools;
}

}  // namespace yett
