#include "policy/write_toml.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace yett {
namespace {

/// Whole numbers beyond this have no integer of their own among doubles.
constexpr double kExactIntegers = 9007199254740992.0;

bool is_bare(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

void append(std::string& out, const Json& value) {
  if (const bool* flag = value.as_bool()) {
    out += *flag ? "true" : "false";
  } else if (const double* number = value.as_number()) {
    const bool is_whole = std::trunc(*number) == *number && std::abs(*number) <= kExactIntegers;
    out += is_whole ? fmt::format("{}", static_cast<std::int64_t>(*number)) : fmt::format("{}", *number);
  } else if (const std::string* text = value.as_string()) {
    out += toml_text(*text);
  } else if (const Json::Array* items = value.as_array()) {
    out += '[';
    bool is_first = true;
    for (const Json& item : *items) {
      if (item.is_null()) continue;
      if (!is_first) out += ", ";
      is_first = false;
      append(out, item);
    }
    out += ']';
  } else if (const Json::Object* members = value.as_object()) {
    out += '{';
    bool is_first = true;
    for (const Json::Member& member : *members) {
      if (member.value.is_null()) continue;
      out += is_first ? " " : ", ";
      is_first = false;
      out += toml_key(member.key);
      out += " = ";
      append(out, member.value);
    }
    out += is_first ? "}" : " }";
  }
}

}  // namespace

std::string toml_text(std::string_view text) {
  // The escapes of a JSON string are those of TOML, but for DEL, which TOML wants escaped too.
  std::string quoted;
  append_json_string(quoted, text);
  std::string out;
  for (const char c : quoted) {
    if (c == '\x7F') {
      out += "\\u007f";
    } else {
      out += c;
    }
  }
  return out;
}

std::string toml_key(std::string_view key) {
  return !key.empty() && std::ranges::all_of(key, is_bare) ? std::string(key) : toml_text(key);
}

std::string toml_inline(const Json& value) {
  std::string out;
  append(out, value);
  return out;
}

}  // namespace yett
