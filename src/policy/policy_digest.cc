#include "policy/policy_digest.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <string_view>
#include <utility>

#include "base/time.h"

namespace yett {
namespace {

/// The largest whole number below which every one has a double of its own (RFC 8785 section 3.2.2.3).
constexpr std::int64_t kExactIntegers = std::int64_t{1} << 53;

/// The one key of what JSON has no form of its own for.
constexpr std::string_view kForms[] = {"integer", "float", "date", "time", "table"};

Json typed(std::string_view type, std::string text) {
  return Json::object({{std::string(type), Json(std::move(text))}});
}

struct Form {
  Json operator()(bool value) const { return Json(value); }
  Json operator()(std::int64_t value) const {
    if (value < -kExactIntegers || value > kExactIntegers) return typed("integer", std::to_string(value));
    return Json(value);
  }
  Json operator()(double value) const { return typed("float", fmt::format("{:a}", value)); }
  Json operator()(const std::string& value) const { return Json(value); }
  Json operator()(const std::chrono::year_month_day& value) const {
    return typed("date", fmt::format("{}-{}-{}", static_cast<int>(value.year()), static_cast<unsigned>(value.month()),
                                     static_cast<unsigned>(value.day())));
  }
  Json operator()(const TimePoint& value) const {
    return typed("time", std::to_string(value.time_since_epoch().count()));
  }
  Json operator()(const Toml::Array& value) const {
    Json::Array items;
    items.reserve(value.size());
    for (const Toml& item : value) items.push_back(json_form(item));
    return Json(std::move(items));
  }
  Json operator()(const Toml::Table& value) const {
    Json::Object members;
    members.reserve(value.size());
    for (const Toml::Member& member : value) members.push_back({member.key, json_form(member.value)});
    // A table that is spelt like one of the forms above must not have its digest.
    const bool looks_typed = members.size() == 1 && std::ranges::find(kForms, members.front().key) != std::end(kForms);
    if (looks_typed) return Json::object({{"table", Json(std::move(members))}});
    return Json(std::move(members));
  }
};

}  // namespace

Json json_form(const Toml& value) { return std::visit(Form{}, value.value); }

Digest policy_digest(const Toml& document) { return sha256(canonical_json(json_form(document))); }

}  // namespace yett
