#include "policy/lint_schema.h"

#include <fmt/format.h>

#include <optional>
#include <string_view>

#include "policy/allowlist.h"
#include "text/spelling.h"

namespace yett {
namespace {

/// Two keywords of one schema between whose values something has to lie.
struct Bounds {
  std::string_view low;
  std::string_view high;
  bool may_be_equal;
};
constexpr Bounds kBounds[] = {{"minimum", "maximum", true},           {"exclusiveMinimum", "maximum", false},
                              {"minimum", "exclusiveMaximum", false}, {"exclusiveMinimum", "exclusiveMaximum", false},
                              {"minLength", "maxLength", true},       {"minItems", "maxItems", true}};

constexpr std::string_view kCombinations[] = {"allOf", "anyOf", "oneOf"};

std::optional<double> as_number(const Toml* value) {
  if (value == nullptr) return std::nullopt;
  if (const std::int64_t* whole = value->as_integer()) return static_cast<double>(*whole);
  if (const double* real = std::get_if<double>(&value->value)) return *real;
  return std::nullopt;
}

/// Calls `visit` with each schema that a value of this one may have to fit, itself first. What is under `not` is no
/// such schema: that nothing fits it lets everything through.
template <typename Visit>
void each_of_same_value(const Toml& schema, Visit visit) {
  visit(schema);
  for (const std::string_view keyword : kCombinations) {
    const Toml* list = schema.find(keyword);
    const Toml::Array* branches = list == nullptr ? nullptr : list->as_array();
    if (branches == nullptr) continue;
    for (const Toml& branch : *branches) each_of_same_value(branch, visit);
  }
}

/// Looks through one schema, from the outside to the inside, each check a method.
class SchemaLint {
 public:
  SchemaLint(const Field& field, Effect effect, std::vector<LintWarning>& warnings)
      : field_(field), effect_(effect), warnings_(warnings) {}

  /// The schema of a value, and of what lies below it.
  void check_value(const Toml& schema) {
    check_required(schema);
    if (effect_ == Effect::Send) check_half_bounds(schema);
    each_of_same_value(schema, [this](const Toml& branch) {
      check_bounds(branch);
      if (const Toml* items = branch.find("items")) check_value(*items);
      if (const Toml* others = branch.find("additionalProperties")) check_value(*others);
      const Toml* properties = branch.find("properties");
      const Toml::Table* members = properties == nullptr ? nullptr : properties->as_table();
      if (members == nullptr) return;
      for (const Toml::Member& member : *members) check_value(member.value);
    });
  }

 private:
  void warn(SourcePosition where, std::string message, std::string hint) {
    warnings_.push_back({std::move(where), fmt::format("{}: {}", field_.name(), message), std::move(hint)});
  }

  void check_bounds(const Toml& schema) {
    for (const Bounds& bounds : kBounds) {
      const Toml* low = schema.find(bounds.low);
      const Toml* high = schema.find(bounds.high);
      const auto from = as_number(low);
      const auto to = as_number(high);
      if (!from || !to || *from < *to || (bounds.may_be_equal && *from == *to)) continue;
      warn(low->where, fmt::format("{} {} and {} {} let nothing fit", bounds.low, *from, bounds.high, *to),
           fmt::format("lower {}, or raise {}", bounds.low, bounds.high));
    }
  }

  /// Whoever limits an amount means one that is not below zero.
  void check_half_bounds(const Toml& schema) {
    const Toml* high = nullptr;
    bool has_low = false;
    each_of_same_value(schema, [&](const Toml& branch) {
      for (const std::string_view keyword : {"maximum", "exclusiveMaximum"}) {
        if (high == nullptr) high = branch.find(keyword);
      }
      has_low = has_low || branch.find("minimum") != nullptr || branch.find("exclusiveMinimum") != nullptr;
    });
    if (high == nullptr || has_low) return;
    warn(high->where, "a number has an upper bound and no lower one, so it may be negative",
         "add minimum = 0 or exclusiveMinimum = 0");
  }

  /// A name that no schema of the object describes is one that a closed object refuses.
  void check_required(const Toml& schema) {
    TextSet described;
    bool is_open = false;
    each_of_same_value(schema, [&](const Toml& branch) {
      const Toml* others = branch.find("additionalProperties");
      const bool* takes_others = others == nullptr ? nullptr : others->as_bool();
      if (others != nullptr && (takes_others == nullptr || *takes_others)) is_open = true;
      const Toml* properties = branch.find("properties");
      const Toml::Table* members = properties == nullptr ? nullptr : properties->as_table();
      if (members == nullptr) return;
      for (const Toml::Member& member : *members) described.insert(member.key);
    });
    if (is_open) return;
    each_of_same_value(schema, [&](const Toml& branch) {
      const Toml* required = branch.find("required");
      const Toml::Array* names = required == nullptr ? nullptr : required->as_array();
      if (names == nullptr) return;
      for (const Toml& name : *names) {
        const std::string* text = name.as_string();
        if (text == nullptr || described.contains(*text)) continue;
        warn(name.where,
             fmt::format("{} is required and stands under no properties, so nothing fits", in_quotes(*text)),
             "add it under properties, or remove it from required");
      }
    });
  }

  const Field& field_;
  Effect effect_;
  std::vector<LintWarning>& warnings_;
};

}  // namespace

void lint_schema(const Field& field, Effect effect, std::vector<LintWarning>& warnings) {
  SchemaLint(field, effect, warnings).check_value(field.value());
}

}  // namespace yett
