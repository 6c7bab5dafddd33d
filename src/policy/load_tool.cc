#include "policy/load_tool.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "policy/argument_schema.h"
#include "policy/argument_shape.h"
#include "policy/format_keys.h"
#include "policy/format_words.h"
#include "policy/load_approval.h"
#include "policy/load_arguments.h"
#include "policy/load_commands.h"
#include "policy/load_results.h"
#include "policy/name_rules.h"
#include "policy/table_reader.h"
#include "text/spelling.h"
#include "text/unicode.h"

namespace yett {
namespace {

constexpr std::string_view kTierIsComputed = "the tier is computed from effect, sensitivity and reversible";
constexpr KeyRemark kTierRemarks[] = {{"risk", kTierIsComputed},
                                      {"tier", kTierIsComputed},
                                      {"risk_tier", kTierIsComputed},
                                      {"dangerous", kTierIsComputed}};

constexpr std::size_t kMaxDestinationText = 256;

TenantSource load_tenant_source(const TableReader& line) {
  const auto tenant = line.find("tenant");
  if (!tenant) return TenantSource::None;
  if (tenant->value().as_string() == nullptr) return TenantSource::Arguments;
  const std::string& word = *tenant->value().as_string();
  if (argument_shape(word) == ArgumentShape::Tenant) {
    tenant->refuse_expected("a list of arguments, \"credential\" or \"single\"",
                            fmt::format("for the argument of that name write [{}]", in_quotes(word)));
    return TenantSource::None;
  }
  return tenant->choice(kTenantWords).value_or(TenantSource::None);
}

std::optional<std::string> load_fixed_destination(const TableReader& line) {
  const auto destination = line.find("destination");
  const auto fixed = destination ? destination->find("fixed") : std::nullopt;
  auto text = fixed ? fixed->text() : std::nullopt;
  if (!text || (text->size() <= kMaxDestinationText && is_fully_visible(*text))) return text;
  fixed->refuse_expected("words for a person",
                         fmt::format("at most {} bytes, no control or invisible characters", kMaxDestinationText));
  return std::nullopt;
}

/// Refuses what is wrong between the fields of one line. Only for a line whose fields could all be read.
class WholeLine {
 public:
  WholeLine(const Tool& tool, const TableReader& line) : tool_(tool), line_(line) {}

  void check(TenantRule tenants) const {
    check_destination();
    check_tenant(tenants);
    check_result_tenant();
    check_commands();
    if (tool_.schema) check_schema_names(*line_.find("arguments"), tool_);
    if (tool_.display_names == DisplayNames::Accepted && !tool_.has_role(ArgumentRole::Email)) {
      refuse("display_names is for arguments that are e-mail addresses, and none is bound",
             "destination.email = [\"ARGUMENT\"], or remove the key");
    }
  }

 private:
  void refuse(std::string_view message, std::string hint) const {
    line_.field().refusals().add(tool_.where, fmt::format("{}: {}", line_.field().name(), message), std::move(hint));
  }

  void check_destination() const {
    if (tool_.fixed_destination && tool_.has_destination_argument()) {
      refuse("destination.fixed stands beside a destination argument",
             "fixed is for a tool whose arguments do not say where it sends");
    }
    if (tool_.effect == Effect::Send && !tool_.has_destination()) {
      refuse("a send tool names its destination",
             "destination.url = [\"ARGUMENT\"], destination.email = [\"ARGUMENT\"] or, when no argument says where it "
             "goes, destination.fixed = \"WORDS\"");
    }
  }

  void check_tenant(TenantRule tenants) const {
    if (tool_.sensitivity != Sensitivity::Private || tool_.tenant != TenantSource::None ||
        tenants == TenantRule::OneTenantPolicy) {
      return;
    }
    refuse(
        "a private tool says where its tenant comes from",
        "tenant = [\"ARGUMENT\"], tenant = \"credential\" or tenant = \"single\"; or [session] tenant for a policy of "
        "one tenant");
  }

  /// Where nobody's tenant is at stake, a result that names one is somebody's data.
  void check_result_tenant() const {
    if (tool_.result_tenant.empty() || tool_.sensitivity == Sensitivity::Private ||
        tool_.tenant != TenantSource::None) {
      return;
    }
    line_.find("result_tenant")
        ->refuse("a tool whose results are of one tenant is private or bound to a tenant",
                 "sensitivity = \"private\", or tenant = [\"ARGUMENT\"]");
  }

  void check_commands() const {
    const bool takes_command = tool_.has_role(ArgumentRole::Command);
    if (takes_command && tool_.effect != Effect::Execute) {
      refuse("a tool that takes a command executes", "effect = \"execute\"");
    }
    if (!tool_.commands.empty() && !takes_command) {
      refuse("commands are listed and no argument is bound as the command", "command.argv = [\"ARGUMENT\"]");
    }
    if (tool_.effect != Effect::Execute || tool_.reversibility != Reversibility::Reversible) return;
    if (!takes_command || tool_.commands.empty()) {
      line_.find("reversible")
          ->refuse("true on an execute tool needs its commands listed",
                   "command.argv = [\"ARGUMENT\"] and [[tools.NAME.commands]], or reversible = false");
    }
  }

  const Tool& tool_;
  const TableReader& line_;
};

void load_risk(const TableReader& line, Tool& tool) {
  const auto effect = line.require("effect", kEffectHint);
  if (effect) tool.effect = effect->choice(kEffects).value_or(tool.effect);
  const auto sensitivity = line.require("sensitivity", "sensitivity = \"internal\" or \"private\"");
  if (sensitivity) tool.sensitivity = sensitivity->choice(kSensitivities).value_or(tool.sensitivity);
  const auto reversible = line.require("reversible", "reversible = true or false");
  if (reversible && reversible->flag().value_or(false)) tool.reversibility = Reversibility::Reversible;
}

void load_marks(const TableReader& line, Tool& tool) {
  tool.tenant = load_tenant_source(line);
  if (const auto returns = line.find("returns")) tool.returns = returns->choice(kReturns).value_or(tool.returns);
  if (const auto why = line.find("why")) tool.why = why->text().value_or("");
  tool.ask = load_ask(line);
  const auto until = line.find("until");
  tool.lapses_at = until ? until->lapse_point().value_or(TimePoint{}) : TimePoint::max();
  const auto review = line.find("review");
  tool.review = review && review->flag().value_or(true) ? Review::Pending : Review::Done;
  if (const auto names = line.find("display_names")) {
    if (names->flag().value_or(false)) tool.display_names = DisplayNames::Accepted;
  }
}

}  // namespace

Tool load_tool(const NamedField& named, TenantRule tenants, const Policy& policy) {
  const std::size_t refused_before = named.field.refusals().count();
  const TableReader line(named.field, {.accepted = kToolKeys, .remarks = kTierRemarks});
  Tool tool;
  tool.name = named.key;
  tool.where = named.where;
  if (!is_tool_name(named.key)) {
    named.refuse_key(fmt::format("{} is no tool name", in_quotes(named.key)), std::string(kToolName));
  }
  load_risk(line, tool);
  load_marks(line, tool);
  tool.fixed_destination = load_fixed_destination(line);
  load_arguments(line, policy, tool);
  load_results(line, policy, tool);
  if (const auto commands = line.find("commands")) tool.commands = load_commands(*commands);
  if (const auto schema = line.find("arguments")) {
    tool.schema = load_argument_schema(*schema, tool);
    tool.written_schema = std::make_shared<const Json>(written_argument_schema(*schema));
    // Without a schema, `content` closes the set of arguments, and headers of mail stand in it too.
    tool.content_is_listed = line.find("content").has_value();
  }

  // Between fields of which some could not be read there is nothing to judge.
  if (named.field.refusals().count() == refused_before) WholeLine(tool, line).check(tenants);
  return tool;
}

}  // namespace yett
