#include "store/sqlite/denial_list.h"

#include <fmt/format.h>

#include <charconv>
#include <chrono>
#include <cmath>
#include <iterator>
#include <optional>

#include "text/json.h"

namespace yett {
namespace {

constexpr std::size_t kKeyDigits = 16;

std::optional<TimePoint> read_time(const Json& value) {
  const double* number = value.as_number();
  // parse_json() takes no whole number that a double cannot hold exactly.
  if (number == nullptr || *number < 0 || std::trunc(*number) != *number) return std::nullopt;
  return TimePoint(std::chrono::microseconds(static_cast<std::int64_t>(*number)));
}

std::optional<std::uint64_t> read_key(const Json& value) {
  const std::string* text = value.as_string();
  if (text == nullptr || text->size() != kKeyDigits) return std::nullopt;
  std::uint64_t key = 0;
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), key, 16);
  if (error != std::errc() || end != text->data() + text->size()) return std::nullopt;
  return key;
}

std::optional<RecentDenial> read_denial(const Json& value) {
  const Json::Array* parts = value.as_array();
  if (parts == nullptr || parts->size() != 2) return std::nullopt;
  const std::optional<TimePoint> at = read_time((*parts)[0]);
  const std::optional<std::uint64_t> call = read_key((*parts)[1]);
  if (!at || !call) return std::nullopt;
  return RecentDenial{*at, *call};
}

}  // namespace

std::string write_denials(std::span<const RecentDenial> denials) {
  std::string text = "[";
  for (const RecentDenial& denial : denials) {
    fmt::format_to(std::back_inserter(text), R"({}[{},"{:016x}"])", text.size() == 1 ? "" : ",",
                   denial.at.time_since_epoch().count(), denial.call);
  }
  text += ']';
  return text;
}

Result<std::vector<RecentDenial>> read_denials(std::string_view text) {
  std::vector<RecentDenial> denials;
  if (text == "[]") return denials;  // of nearly every run, before every call
  const Result<Json> list = parse_json(text);
  const Json::Array* items = list ? list->as_array() : nullptr;
  const auto unreadable = [] { return fail(ErrorKind::Corrupt, "the store's list of refused calls cannot be read"); };
  if (items == nullptr) return unreadable();
  denials.reserve(items->size());
  for (const Json& item : *items) {
    const std::optional<RecentDenial> denial = read_denial(item);
    if (!denial) return unreadable();
    denials.push_back(*denial);
  }
  return denials;
}

}  // namespace yett
