#include "metrics/labelled_call.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "metrics/call_features.h"
#include "text/spelling.h"

namespace yett {
namespace {

std::unexpected<Error> refuse(std::string message, std::string hint = {}) {
  return fail(ErrorKind::Input, std::move(message), {}, std::move(hint));
}

/// The member as text; nullopt when it is absent.
Result<std::optional<std::string>> text_member(const Json& value, std::string_view key) {
  const Json* member = value.find(key);
  if (member == nullptr) return std::nullopt;
  if (const std::string* text = member->as_string(); text != nullptr && !text->empty()) return *text;
  return refuse(fmt::format("\"{}\" is no text", key));
}

Result<Truth> truth_of(const Json& value, const Experiment& experiment, const std::optional<std::string>& class_name,
                       const CallDefaults& defaults) {
  std::optional<Truth> by_label = defaults.truth;
  const Result<std::optional<std::string>> label = text_member(value, "label");
  if (!label) return std::unexpected(label.error());
  if (*label) {
    by_label = parse_truth(**label);
    if (!by_label) return refuse(fmt::format("there is no label {}", in_quotes(**label)), R"("clean" or "harmful")");
  }
  const std::optional<Truth> by_class = class_name ? experiment.truth_of(*class_name) : std::nullopt;
  if (by_label && by_class && *by_label != *by_class) {
    return refuse(fmt::format("the label says {}, and the experiment says {} of the class {}", to_string(*by_label),
                              to_string(*by_class), in_quotes(*class_name)));
  }
  if (by_label) return *by_label;
  if (by_class) return *by_class;
  return refuse("\"label\" is missing", "\"label\": \"clean\" or \"harmful\"");
}

Result<void> check_class(const Experiment& experiment, const std::string& name) {
  if (experiment.has_class(name)) return {};
  const std::vector<std::string_view> known(experiment.classes->begin(), experiment.classes->end());
  return refuse(fmt::format("there is no class {}", in_quotes(name)), did_you_mean(name, known));
}

/// Members that are nobody's are ignored, but not one that was meant to be another: a call without its arguments or
/// its source is a different call.
Result<void> check_spelling(const Json& value) {
  constexpr std::array<std::string_view, 11> kMembers = {
      "tool", "arguments", "source", "read_private", "label", "class", "task", "suite", "role", "features", "id"};
  constexpr std::array<std::string_view, 5> kOtherArguments = {"args", "params", "parameters", "input", "tool_input"};
  const Json::Object* members = value.as_object();
  if (members == nullptr) return {};
  for (const Json::Member& member : *members) {
    if (std::ranges::find(kMembers, member.key) != kMembers.end()) continue;
    std::optional<std::string_view> meant = nearest_word(member.key, kMembers);
    if (std::ranges::find(kOtherArguments, member.key) != kOtherArguments.end()) meant = "arguments";
    if (!meant || value.find(*meant) != nullptr) continue;
    return refuse(fmt::format("{} is no member of a labelled call", in_quotes(member.key)),
                  fmt::format("did you mean \"{}\"?", *meant));
  }
  return {};
}

Result<AttackRole> role_of(const Json& value) {
  const Result<std::optional<std::string>> role = text_member(value, "role");
  if (!role) return std::unexpected(role.error());
  if (!*role || **role == "payload") return AttackRole::Payload;
  if (**role == "preparation") return AttackRole::Preparation;
  return refuse(fmt::format("there is no role {}", in_quotes(**role)), R"("payload" or "preparation")");
}

Result<FeatureBits> features_of(const Json& value, const Experiment& experiment) {
  const Json* member = value.find("features");
  if (member == nullptr) return FeatureBits{0};
  const Json::Object* features = member->as_object();
  if (features == nullptr) return refuse("\"features\" is no object");
  FeatureBits bits = 0;
  for (const Json::Member& feature : *features) {
    const bool* holds = feature.value.as_bool();
    if (holds == nullptr) return refuse(fmt::format("feature {} is neither true nor false", in_quotes(feature.key)));
    if (std::ranges::find(kCallFeatures, feature.key) != kCallFeatures.end()) {
      return refuse(fmt::format("{} is a feature that the policy says of a tool", in_quotes(feature.key)));
    }
    const std::optional<std::size_t> index = experiment.feature(feature.key);
    if (!index && experiment.knows_all_features) {
      const std::vector<std::string_view> known(experiment.features.begin(), experiment.features.end());
      return refuse(fmt::format("there is no feature {}", in_quotes(feature.key)), did_you_mean(feature.key, known));
    }
    if (index && *holds) bits |= FeatureBits{1} << *index;
  }
  return bits;
}

}  // namespace

Result<LabelledCall> read_labelled_call(Json& value, std::string_view text, const Experiment& experiment,
                                        const CallDefaults& defaults) {
  LabelledCall labelled;
  const Result<std::optional<std::string>> class_name = text_member(value, "class");
  if (!class_name) return std::unexpected(class_name.error());
  if (*class_name) {
    if (Result<void> checked = check_class(experiment, **class_name); !checked) {
      return std::unexpected(std::move(checked.error()));
    }
  }
  if (Result<void> checked = check_spelling(value); !checked) return std::unexpected(std::move(checked.error()));
  const Result<Truth> truth = truth_of(value, experiment, *class_name, defaults);
  if (!truth) return std::unexpected(truth.error());
  labelled.truth = *truth;
  labelled.class_name = class_name->value_or(std::string(to_string(*truth)));
  if (!*class_name) {
    if (Result<void> checked = check_class(experiment, labelled.class_name); !checked) {
      return std::unexpected(std::move(checked.error()));
    }
  }
  Result<std::optional<std::string>> task = text_member(value, "task");
  if (!task) return std::unexpected(std::move(task.error()));
  labelled.task = *std::move(task);
  Result<std::optional<std::string>> suite = text_member(value, "suite");
  if (!suite) return std::unexpected(std::move(suite.error()));
  labelled.suite = std::move(*suite).value_or("");
  const Result<AttackRole> role = role_of(value);
  if (!role) return std::unexpected(role.error());
  labelled.role = *role;
  const Result<FeatureBits> features = features_of(value, experiment);
  if (!features) return std::unexpected(features.error());
  labelled.features = *features;
  labelled.call = read_call_value(value, text, OtherMembers::Ignored);
  if (labelled.call.fault) return std::unexpected(*labelled.call.fault);
  return labelled;
}

}  // namespace yett
