#pragma once

#include <algorithm>
#include <cmath>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "schema/schema.h"
#include "text/json.h"
#include "text/pointer.h"

// A second reading of schemas: slow, straight from the text of draft 7 and of schema.h, without a program in between.
namespace yett::schema_test {

inline bool naive_equal(const Json& a, const Json& b) {
  const Json::Array* items = a.as_array();
  if (items != nullptr && b.as_array() != nullptr) return std::ranges::equal(*items, *b.as_array(), naive_equal);
  const Json::Object* members = a.as_object();
  if (members == nullptr || b.as_object() == nullptr) return a == b;
  return members->size() == b.as_object()->size() && std::ranges::all_of(*members, [&b](const Json::Member& member) {
           const Json* other = b.find(member.key);
           return other != nullptr && naive_equal(member.value, *other);
         });
}

/// Of ASCII names with `_` as the only separator.
inline std::string naive_fold(std::string name) {
  std::erase(name, '_');
  std::ranges::transform(name, name.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return name;
}

class NaiveSchema {
 public:
  NaiveSchema(const Json& schema, Openness openness) : root_(schema), openness_(openness) {}

  [[nodiscard]] bool accepts(const Json& value) const {
    return accepts(root_, value, {.schemas = {&root_}, .counts = true}, openness_ == Openness::Open);
  }
  [[nodiscard]] bool has_twin(const Json& value) const {
    return openness_ == Openness::Closed && has_twin(value, {.schemas = {&root_}, .counts = true});
  }
  [[nodiscard]] std::set<Pointer> pointers() const {
    std::set<Pointer> all;
    collect_pointers({.schemas = {&root_}, .counts = true}, {}, all);
    return all;
  }

 private:
  /// Of lists under anyOf and oneOf: the branch by which the value is being read. In others all branches count.
  using Chosen = std::map<const Json*, const Json*>;

  /// A place: every schema that stands there by itself, without its branches.
  struct Place {
    std::vector<const Json*> schemas;
    bool counts = false;  // not below `not` or propertyNames
    Chosen chosen{};
  };

  static void add_with_branches(const Json& schema, const Chosen& chosen, std::vector<const Json*>& out) {
    out.push_back(&schema);
    for (const char* keyword : {"allOf", "anyOf", "oneOf"}) {
      const Json* branches = schema.find(keyword);
      if (branches == nullptr) continue;
      const auto choice = chosen.find(branches);
      for (const Json& branch : *branches->as_array()) {
        if (choice == chosen.end() || choice->second == &branch) add_with_branches(branch, chosen, out);
      }
    }
  }
  static std::vector<const Json*> all_of(const Place& place) {
    std::vector<const Json*> all;
    for (const Json* schema : place.schemas) add_with_branches(*schema, place.chosen, all);
    return all;
  }
  static std::set<std::string> names_at(const Place& place) {
    std::set<std::string> names;
    for (const Json* schema : all_of(place)) {
      const Json* properties = schema->find("properties");
      if (properties == nullptr) continue;
      for (const Json::Member& member : *properties->as_object()) names.insert(member.key);
    }
    return names;
  }
  static Place below(const Place& place, const char* keyword) {
    Place child{.schemas = {}, .counts = place.counts, .chosen = place.chosen};
    for (const Json* schema : all_of(place)) {
      if (const Json* found = schema->find(keyword)) child.schemas.push_back(found);
    }
    return child;
  }
  static Place member_of(const Place& place, std::string_view key) {
    Place child{.schemas = {}, .counts = place.counts, .chosen = place.chosen};
    for (const Json* schema : all_of(place)) {
      const Json* properties = schema->find("properties");
      const Json* found = properties != nullptr ? properties->find(key) : nullptr;
      if (found != nullptr) child.schemas.push_back(found);
    }
    return child;
  }

  static bool has_twin(const Json& value, const Place& place) {
    const auto names = names_at(place);
    if (const Json::Object* members = value.as_object()) {
      return std::ranges::any_of(*members, [&](const Json::Member& member) {
        if (names.contains(member.key)) return has_twin(member.value, member_of(place, member.key));
        return std::ranges::any_of(
                   names, [&](const std::string& name) { return naive_fold(name) == naive_fold(member.key); }) ||
               has_twin(member.value, below(place, "additionalProperties"));
      });
    }
    const Json::Array* items = value.as_array();
    return items != nullptr &&
           std::ranges::any_of(*items, [&](const Json& item) { return has_twin(item, below(place, "items")); });
  }

  static void collect_pointers(const Place& place, const Pointer& pointer, std::set<Pointer>& out) {
    for (const std::string& name : names_at(place)) {
      const Pointer child = pointer.child(name);
      out.insert(child);
      collect_pointers(member_of(place, name), child, out);
    }
    const Place items = below(place, "items");
    if (items.schemas.empty()) return;
    out.insert(pointer.every_child());
    collect_pointers(items, pointer.every_child(), out);
  }

  static bool has_type(const Json& value, std::string_view type) {
    if (type == "null") return value.is_null();
    if (type == "boolean") return value.as_bool() != nullptr;
    if (type == "string") return value.as_string() != nullptr;
    if (type == "array") return value.as_array() != nullptr;
    if (type == "object") return value.as_object() != nullptr;
    const double* number = value.as_number();
    return number != nullptr && (type == "number" || *number == std::floor(*number));
  }
  static bool names_type(const Json& type, std::string_view wanted) {
    if (const std::string* one = type.as_string()) return *one == wanted;
    return std::ranges::any_of(*type.as_array(), [&](const Json& one) { return *one.as_string() == wanted; });
  }

  /// A branch of anyOf or oneOf of a schema that refuses what nobody names, or that has such a schema around it.
  bool accepts_choice(const Json& list, const Json& branch, const Json& value, Place place, bool is_closed,
                      bool closed_above) const {
    if (!place.counts) return accepts(branch, value, place, closed_above);
    place.chosen[&list] = &branch;
    if (is_closed && (branch.as_object() == nullptr || branch.find("additionalProperties") == nullptr)) {
      const std::set<std::string> names = names_at(place);
      const Json::Object* members = value.as_object();
      if (members != nullptr &&
          std::ranges::any_of(*members, [&](const Json::Member& member) { return !names.contains(member.key); })) {
        return false;
      }
    }
    return accepts(branch, value, place, closed_above, is_closed);
  }

  /// `closed_above`: no member is left for this schema to refuse, or it is read as open. `closed_around`: because a
  /// schema around it refuses them.
  bool accepts(const Json& schema, const Json& value, const Place& place, bool closed_above,
               bool closed_around = false) const {
    if (const bool* everything = schema.as_bool()) return *everything;
    const bool speaks_of_objects = schema.find("properties") != nullptr || schema.find("required") != nullptr ||
                                   schema.find("propertyNames") != nullptr ||
                                   (schema.find("type") != nullptr && names_type(*schema.find("type"), "object"));
    const bool says_additional = schema.find("additionalProperties") != nullptr;
    const bool closes = !closed_above && place.counts && speaks_of_objects && !says_additional;
    const bool branches_closed = closed_above || closes || says_additional;

    const bool branches_share = (closes || closed_around) && !says_additional;
    const auto in_branch = [&](const Json& branch) {
      return accepts(branch, value, place, branches_closed, branches_share);
    };
    const auto in_open_branch = [&](const Json& branch) { return accepts(branch, value, {}, true); };
    for (const Json::Member& keyword : *schema.as_object()) {
      const Json& says = keyword.value;
      const std::string& word = keyword.key;
      const auto in_choice = [&](const Json& branch) {
        return accepts_choice(says, branch, value, place, branches_share, branches_closed);
      };
      if (word == "allOf" && !std::ranges::all_of(*says.as_array(), in_branch)) return false;
      if (word == "anyOf" && !std::ranges::any_of(*says.as_array(), in_choice)) return false;
      if (word == "oneOf" && (std::ranges::count_if(*says.as_array(), in_open_branch) != 1 ||
                              std::ranges::none_of(*says.as_array(), in_choice))) {
        return false;
      }
      if (word == "not" && accepts(says, value, {}, true)) return false;
      if (word == "if") {
        const Json* then = schema.find(accepts(says, value, {}, true) ? "then" : "else");
        if (then != nullptr && !in_branch(*then)) return false;
      }
      if (!accepts_plain(word, says, value)) return false;
    }
    if (const Json::Array* items = value.as_array()) return accepts_items(schema, *items, place);
    if (const Json::Object* members = value.as_object()) return accepts_members(schema, *members, place, closes);
    return true;
  }

  bool accepts_items(const Json& schema, const Json::Array& items, const Place& place) const {
    const Json* each = schema.find("items");
    const bool open = openness_ == Openness::Open;
    if (each != nullptr && !std::ranges::all_of(items, [&](const Json& item) {
          return accepts(*each, item, below(place, "items"), open || !place.counts);
        })) {
      return false;
    }
    const Json* contains = schema.find("contains");
    return contains == nullptr ||
           std::ranges::any_of(items, [&](const Json& item) { return accepts(*contains, item, {}, true); });
  }

  bool accepts_members(const Json& schema, const Json::Object& members, const Place& place, bool closes) const {
    const bool open = openness_ == Openness::Open || !place.counts;
    const Json* properties = schema.find("properties");
    const Json* additional = schema.find("additionalProperties");
    const Json* names = schema.find("propertyNames");
    for (const auto& [key, value] : members) {
      if (names != nullptr && !accepts(*names, key, {}, true)) return false;
      const Json* own = properties != nullptr ? properties->find(key) : nullptr;
      if (own != nullptr) {
        if (!accepts(*own, value, member_of(place, key), open)) return false;
      } else if (additional != nullptr) {
        if (!accepts(*additional, value, below(place, "additionalProperties"), open)) return false;
      } else if (closes && !names_at(place).contains(key)) {
        return false;
      }
    }
    return true;
  }

  /// The keywords without schemas below them, and some that are not read.
  static bool accepts_plain(const std::string& word, const Json& says, const Json& value) {
    if (word == "type") {
      return std::ranges::any_of(
          std::initializer_list<std::string_view>{"null", "boolean", "number", "integer", "string", "array", "object"},
          [&](std::string_view type) { return names_type(says, type) && has_type(value, type); });
    }
    if (word == "const") return naive_equal(says, value);
    if (word == "enum") {
      return std::ranges::any_of(*says.as_array(), [&](const Json& one) { return naive_equal(one, value); });
    }
    if (const double* number = value.as_number()) return accepts_number(word, says, *number);
    if (const std::string* text = value.as_string()) return accepts_text(word, says, *text);
    if (const Json::Array* items = value.as_array()) return accepts_list(word, says, *items);
    if (value.as_object() != nullptr) return accepts_object(word, says, value);
    return true;
  }

  static bool accepts_number(const std::string& word, const Json& says, double number) {
    if (word == "minimum") return number >= *says.as_number();
    if (word == "maximum") return number <= *says.as_number();
    if (word == "exclusiveMinimum") return number > *says.as_number();
    if (word == "exclusiveMaximum") return number < *says.as_number();
    if (word != "multipleOf") return true;
    const double times = number / *says.as_number();
    return std::abs(times - std::round(times)) < 1e-9;
  }

  static bool accepts_text(const std::string& word, const Json& says, const std::string& text) {
    const auto length = static_cast<double>(std::ranges::count_if(text, [](char c) { return (c & 0xC0) != 0x80; }));
    if (word == "minLength") return length >= *says.as_number();
    if (word == "maxLength") return length <= *says.as_number();
    return word != "pattern" || std::regex_search(text, std::regex(*says.as_string()));
  }

  static bool accepts_list(const std::string& word, const Json& says, const Json::Array& items) {
    if (word == "minItems") return static_cast<double>(items.size()) >= *says.as_number();
    if (word == "maxItems") return static_cast<double>(items.size()) <= *says.as_number();
    if (word != "uniqueItems" || !*says.as_bool()) return true;
    for (std::size_t i = 0; i < items.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        if (naive_equal(items[i], items[j])) return false;
      }
    }
    return true;
  }

  static bool accepts_object(const std::string& word, const Json& says, const Json& value) {
    const auto has = [&value](const Json& name) { return value.find(*name.as_string()) != nullptr; };
    const auto size = static_cast<double>(value.as_object()->size());
    if (word == "required") return std::ranges::all_of(*says.as_array(), has);
    if (word == "minProperties") return size >= *says.as_number();
    if (word == "maxProperties") return size <= *says.as_number();
    if (word != "dependencies") return true;
    return std::ranges::all_of(*says.as_object(), [&](const Json::Member& member) {
      return value.find(member.key) == nullptr || std::ranges::all_of(*member.value.as_array(), has);
    });
  }

  const Json& root_;
  Openness openness_;
};

}  // namespace yett::schema_test
