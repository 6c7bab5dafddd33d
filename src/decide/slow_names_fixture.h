#pragma once

#include <algorithm>
#include <cctype>
#include <functional>
#include <set>
#include <string>

#include "model/tool.h"
#include "text/json.h"

// How the slow judge reads names and texts. It only ever sees those that random calls are made of.
namespace yett::slow {

[[nodiscard]] inline std::string folded(const std::string& key) {
  std::string out;
  for (const char c : key) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) out += static_cast<char>(std::tolower(c));
  }
  return out;
}

[[nodiscard]] inline bool says_tenant(const std::string& key) {
  static const std::set<std::string> kNames = [] {
    std::set<std::string> names;
    for (const std::string word : {"tenant", "org", "organisation", "organization", "workspace", "account"}) {
      for (const std::string end : {"", "s", "id", "ids", "name", "names"}) names.insert(word + end);
    }
    return names;
  }();
  return kNames.contains(folded(key));
}

[[nodiscard]] inline bool breaks_line(const std::string& text) {
  return std::ranges::any_of(text, [](char c) { return c == '\r' || c == '\n' || c == '\0'; });
}

/// Whether a text of the value is bad, or a key of it breaks a line: a key is never a body.
[[nodiscard]] inline bool any_text(const Json& value, const std::function<bool(const std::string&)>& is_bad) {
  if (const std::string* text = value.as_string()) return is_bad(*text);
  if (const Json::Array* items = value.as_array()) {
    return std::ranges::any_of(*items, [&](const Json& item) { return any_text(item, is_bad); });
  }
  const Json::Object* members = value.as_object();
  return members != nullptr && std::ranges::any_of(*members, [&](const Json::Member& member) {
           return breaks_line(member.key) || any_text(member.value, is_bad);
         });
}

/// Whether a key anywhere in the value is a header that names people.
[[nodiscard]] inline bool names_who_gets_it(const Json& value) {
  static const std::set<std::string> kHeaders = {"to", "cc", "bcc", "from", "sender", "replyto"};
  if (const Json::Array* items = value.as_array()) return std::ranges::any_of(*items, names_who_gets_it);
  const Json::Object* members = value.as_object();
  return members != nullptr && std::ranges::any_of(*members, [](const Json::Member& member) {
           return kHeaders.contains(folded(member.key)) || names_who_gets_it(member.value);
         });
}

/// Whether a text or key anywhere in the value could begin a header of its own.
[[nodiscard]] inline bool breaks_header(const Json& value) {
  return any_text(value, breaks_line) || names_who_gets_it(value);
}
/// In a body only NUL has no place.
[[nodiscard]] inline bool holds_nul(const Json& value) {
  return any_text(value, [](const std::string& text) { return text.find('\0') != std::string::npos; });
}

/// The names that the random calls use and that look like a destination, a path, a tenant or a credential; of a tool
/// that executes also those that say how a program starts, and beside a command those that add to it.
[[nodiscard]] inline bool holds_shaped_name(const Tool& line, const std::string& key, const Json& value) {
  static const std::set<std::string> kShaped = {"to",    "cc",       "bcc",         "url",      "path",  "file",
                                                "files", "callback", "callbackurl", "apitoken", "target"};
  const std::string name = folded(key);
  const bool executes = line.effect == Effect::Execute;
  const bool takes_command = std::ranges::count(line.arguments, ArgumentRole::Command, &BoundArgument::role) > 0;
  if (kShaped.contains(name) || says_tenant(key)) return true;
  if (executes && (name == "env" || (takes_command && name == "argv"))) return true;
  if (const Json::Array* items = value.as_array()) {
    return std::ranges::any_of(*items, [&](const Json& item) { return holds_shaped_name(line, "", item); });
  }
  const Json::Object* members = value.as_object();
  return members != nullptr && std::ranges::any_of(*members, [&](const Json::Member& member) {
           return holds_shaped_name(line, member.key, member.value);
         });
}

}  // namespace yett::slow
