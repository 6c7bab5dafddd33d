#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "policy/field.h"
#include "text/json.h"

namespace yett {

/// Whether a table has to have a key.
enum class Need : std::uint8_t { Optional, Required };

/// A key of a closed table as an editor shows it.
struct DescribedKey {
  std::string_view key;
  std::string_view text;  // one or two sentences for whoever writes the policy
  Json (*shape)();        // the JSON Schema of its value
  Need need = Need::Optional;
};

/// True when exactly the keys that the loader accepts are described. For static_assert, so that neither goes without
/// the other.
consteval bool describes(std::span<const DescribedKey> described, std::span<const std::string_view> accepted) {
  return described.size() == accepted.size() && std::ranges::all_of(accepted, [&](std::string_view key) {
           return std::ranges::count(described, key, &DescribedKey::key) == 1;
         });
}

/// A table that has these keys and no others. `text` may be empty where the key of the table says it all.
[[nodiscard]] Json closed_table(std::string_view text, std::span<const DescribedKey> keys);
/// A table whose keys are names of the author's choice, all of which match `names`.
[[nodiscard]] Json named_table(std::string_view names, Json value);
[[nodiscard]] Json list_of(Json item, std::size_t least = 0);
[[nodiscard]] Json any_of(std::initializer_list<Json> shapes);
[[nodiscard]] Json text_like(std::string_view pattern);

// What values are, as Field reads them.
[[nodiscard]] Json some_text();
[[nodiscard]] Json readable_name();
[[nodiscard]] Json absolute_path();
[[nodiscard]] Json flag();
[[nodiscard]] Json duration();
[[nodiscard]] Json byte_count();
[[nodiscard]] Json day();
[[nodiscard]] Json count_from(int low);
[[nodiscard]] Json count_between(int low, int high);
[[nodiscard]] Json texts();

/// One of the words of the format.
template <typename Value, std::size_t kCount>
[[nodiscard]] Json word(const Choice<Value> (&choices)[kCount]) {
  Json::Array spellings;
  for (const Choice<Value>& choice : choices) spellings.emplace_back(choice.spelling);
  return Json::object({{"enum", std::move(spellings)}});
}

/// The names of sections that authors name themselves, as is_section_name() takes them.
inline constexpr std::string_view kSectionNames = "^[A-Za-z0-9_-]{1,64}$";
/// The names of environment variables, as is_variable_name() takes them.
inline constexpr std::string_view kVariableNames = "^[A-Za-z_][A-Za-z0-9_]*$";
/// Names that people read, as far as a pattern can say it.
inline constexpr std::string_view kReadableNames = "^\\S(.{0,126}\\S)?$";

}  // namespace yett
