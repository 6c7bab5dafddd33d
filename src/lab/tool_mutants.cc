// A line of a tool that says less than it does.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "lab/idleness.h"
#include "lab/mutant.h"
#include "lab/policy_mutant.h"
#include "schema/schema.h"

namespace yett {
namespace {

/// The mutants of one tool.
class ToolMutants {
 public:
  ToolMutants(const Policy& policy, std::size_t index, std::vector<Mutant>& all)
      : policy_(policy), tool_(policy.tools.in_order()[index]), index_(index), all_(all) {}

  void add_all() {
    add_removal();
    add_fields();
    add_arguments();
    add_commands();
    add_results();
  }

 private:
  template <typename Change>
  Mutant& add(std::string_view kind, std::string what, Change change) {
    Mutant mutant = with_policy(MutantKind::Tool, fmt::format("{}: {}", kind, what), tool_.where,
                                [index = index_, change](Policy& policy) {
                                  change_tool(policy, index, change);
                                  return true;
                                });
    mutant.touches = [name = tool_.name](const Case& played, const CaseTrace&) {
      return std::ranges::any_of(played.calls, [&](const CaseCall& call) { return call.tool.ends_with(name); });
    };
    all_.push_back(std::move(mutant));
    return all_.back();
  }

  /// What is stricter than it has to be stops work: tasks notice.
  void add_removal() {
    add("tool-removed", tool_.name, [](Tool& tool) { tool.lapses_at = TimePoint{}; }).kind = MutantKind::Removal;
  }

  void add_fields() {
    const std::string& name = tool_.name;
    if (tool_.effect != Effect::Read) {
      add("effect-laxer", name + ".effect = \"read\"", [](Tool& tool) { tool.effect = Effect::Read; }).idle_because =
          why_effect_is_idle(tool_, policy_);
    }
    if (tool_.sensitivity == Sensitivity::Private) {
      add("sensitivity-laxer", name + ".sensitivity = \"internal\"", [](Tool& tool) {
        tool.sensitivity = Sensitivity::Internal;
      }).idle_because = why_sensitivity_is_idle(tool_, policy_);
    }
    if (tool_.reversibility == Reversibility::Irreversible) {
      add("reversible-laxer", name + ".reversible = true",
          [](Tool& tool) { tool.reversibility = Reversibility::Reversible; });
    }
    if (tool_.returns != Returns::Trusted) {
      add("returns-trusted", name + ".returns = \"trusted\"", [](Tool& tool) {
        tool.returns = Returns::Trusted;
      }).idle_because = why_returns_is_idle(tool_, policy_);
    }
    if (tool_.ask) add("ask-dropped", name + ".ask", [](Tool& tool) { tool.ask.reset(); });
    if (tool_.fixed_destination) {
      add("destination-dropped", name + ".destination.fixed", [](Tool& tool) { tool.fixed_destination.reset(); });
    }
    if (tool_.review == Review::Pending) {
      add("review-dropped", name + ".review", [](Tool& tool) { tool.review = Review::Done; });
    }
    if (tool_.lapses_at != TimePoint::max()) {
      add("until-dropped", name + ".until", [](Tool& tool) { tool.lapses_at = TimePoint::max(); });
    }
  }

  static std::string_view kind_of(ArgumentRole role) {
    if (is_destination(role)) return "destination-dropped";
    return role == ArgumentRole::Tenant    ? "tenant-dropped"
           : role == ArgumentRole::Command ? "command-dropped"
                                           : "path-dropped";
  }

  void add_arguments() {
    for (std::size_t i = 0; i < tool_.arguments.size(); ++i) {
      const BoundArgument& argument = tool_.arguments[i];
      // Parts go together, below.
      const bool is_free = argument.role == ArgumentRole::Content || argument.role == ArgumentRole::Unbound;
      if (is_free || argument.role == ArgumentRole::Part) continue;
      add(kind_of(argument.role), fmt::format("{}.{} is plain content", tool_.name, argument.name),
          [i](Tool& tool) { tool.arguments[i].role = ArgumentRole::Unbound; });
    }
    for (std::size_t i = 0; i < tool_.joins.size(); ++i) {
      add("destination-dropped", fmt::format("{}: the joined destination {}", tool_.name, i + 1), [i](Tool& tool) {
        for (const std::size_t part : tool.joins[i].parts) tool.arguments[part].role = ArgumentRole::Unbound;
        tool.joins.erase(tool.joins.begin() + static_cast<std::ptrdiff_t>(i));
      });
    }
    if (tool_.tenant == TenantSource::Credential || tool_.tenant == TenantSource::Single) {
      Mutant& dropped = add("tenant-dropped", fmt::format("{}.tenant", tool_.name),
                            [](Tool& tool) { tool.tenant = TenantSource::None; });
      if (tool_.sensitivity == Sensitivity::Private) dropped.idle_because = "a private tool needs a tenant anyway";
    }
    if (tool_.schema) {
      add("schema-dropped", fmt::format("{}.arguments", tool_.name), [](Tool& tool) {
        auto anything = compile_schema(Json(Json::Object{}), {.openness = Openness::Open});
        if (anything) tool.schema = std::move(*anything);
      });
    }
    if (tool_.display_names == DisplayNames::Refused && tool_.has_role(ArgumentRole::Email)) {
      add("display-names", fmt::format("{}.display_names = true", tool_.name),
          [](Tool& tool) { tool.display_names = DisplayNames::Accepted; });
    }
  }

  void add_commands() {
    for (std::size_t i = 0; i < tool_.commands.size(); ++i) {
      const ListedCommand& command = tool_.commands[i];
      if (command.effect != Effect::Read) {
        add("effect-laxer", fmt::format("{}: {} only reads", tool_.name, command.program),
            [i](Tool& tool) { tool.commands[i].effect = Effect::Read; });
      }
    }
  }

  void add_results() {
    for (std::size_t i = 0; i < tool_.result_redact.size(); ++i) {
      add("redaction-dropped", fmt::format("{}.result_redact: {}", tool_.name, tool_.result_redact[i]),
          [i](Tool& tool) { tool.result_redact.erase(tool.result_redact.begin() + static_cast<std::ptrdiff_t>(i)); });
    }
    for (std::size_t i = 0; i < tool_.result_tenant.size(); ++i) {
      add("tenant-dropped", fmt::format("{}.result_tenant: {}", tool_.name, tool_.result_tenant[i].text()),
          [i](Tool& tool) { tool.result_tenant.erase(tool.result_tenant.begin() + static_cast<std::ptrdiff_t>(i)); });
    }
  }

  const Policy& policy_;
  const Tool& tool_;
  std::size_t index_;
  std::vector<Mutant>& all_;
};

}  // namespace

std::vector<Mutant> tool_mutants(const Policy& policy) {
  std::vector<Mutant> all;
  for (std::size_t i = 0; i < policy.tools.in_order().size(); ++i) ToolMutants(policy, i, all).add_all();
  return all;
}

}  // namespace yett
