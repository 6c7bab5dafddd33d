#include "policy/field_json.h"

#include <fmt/format.h>

#include <chrono>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>

namespace yett {
namespace {

/// The largest whole number below which every one has a double of its own (RFC 8785 section 3.2.2.3).
constexpr std::int64_t kExactIntegers = std::int64_t{1} << 53;

struct JsonOf {
  const Field& field;
  std::string_view place;
  const Toml& at;

  Json operator()(bool value) const { return Json(value); }
  Json operator()(std::int64_t value) const {
    if (value < -kExactIntegers || value > kExactIntegers)
      return refused("a whole number beyond 2^53", "numbers of JSON calls end there");
    return Json(value);
  }
  Json operator()(double value) const { return Json(value); }
  Json operator()(const std::string& value) const { return Json(value); }
  Json operator()(const std::chrono::year_month_day&) const { return refused(at.type_name(), "write it as a text"); }
  Json operator()(const TimePoint&) const { return refused(at.type_name(), "write it as a text"); }
  Json operator()(const Toml::Array& value) const {
    Json::Array items;
    items.reserve(value.size());
    for (const Toml& item : value) items.push_back(of(item));
    return Json(std::move(items));
  }
  Json operator()(const Toml::Table& value) const {
    Json::Object members;
    members.reserve(value.size());
    for (const Toml::Member& member : value) members.push_back({member.key, of(member.value)});
    return Json(std::move(members));
  }

  [[nodiscard]] Json of(const Toml& part) const { return std::visit(JsonOf{field, place, part}, part.value); }
  [[nodiscard]] Json refused(std::string_view what, std::string_view hint) const {
    field.refusals().add(at.where, fmt::format("{}: {} has no place in {}", field.name(), what, place),
                         std::string(hint));
    return {};
  }
};

}  // namespace

Json field_json(const Field& field, std::string_view place) {
  return std::visit(JsonOf{field, place, field.value()}, field.value().value);
}

}  // namespace yett
