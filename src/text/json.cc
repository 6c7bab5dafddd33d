#include "text/json.h"

#include <algorithm>

namespace yett {

Json Json::object(std::initializer_list<Member> members) { return Json(Object(members)); }

const Json* Json::find(std::string_view key) const {
  const Object* members = as_object();
  if (members == nullptr) return nullptr;
  const auto member = std::ranges::find(*members, key, &Member::key);
  return member == members->end() ? nullptr : &member->value;
}

Json* Json::find(std::string_view key) { return const_cast<Json*>(std::as_const(*this).find(key)); }

void Json::set(std::string_view key, Json value) {
  if (is_null()) value_ = Object{};
  if (Json* present = find(key)) {
    *present = std::move(value);
  } else {
    std::get<Object>(value_).push_back({std::string(key), std::move(value)});
  }
}

void Json::erase(std::string_view key) {
  if (Object* members = as_object()) std::erase_if(*members, [key](const Member& member) { return member.key == key; });
}

}  // namespace yett
