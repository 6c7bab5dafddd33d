#include "schema/twins.h"

#include <cstdint>

#include "text/name_fold.h"

namespace yett {
namespace {

class TwinSearch {
 public:
  explicit TwinSearch(std::span<const Place> places) : places_(places) {}

  std::optional<Twin> look_at(const Json& value, PlaceId id) const {
    if (id == kNowhere || !places_[id].has_names) return std::nullopt;
    const Place& place = places_[id];
    if (const Json::Object* members = value.as_object()) return look_at_members(*members, place);
    if (const Json::Array* items = value.as_array()) {
      for (const Json& item : *items) {
        if (auto twin = look_at(item, place.items)) return twin;
      }
    }
    return std::nullopt;
  }

 private:
  /// Those of this object before those of objects in it.
  std::optional<Twin> look_at_members(const Json::Object& members, const Place& place) const {
    std::uint32_t guess = 0;
    bool has_compound = false;
    for (const Json::Member& member : members) {
      const std::uint32_t at = place.names.find(member.key, guess);
      if (at != KeyTable::kAbsent) {
        guess = at + 1;
      } else if (!place.folds.empty() && place.folds.contains(fold_name(member.key))) {
        return Twin{.key_bytes = member.key.size(), .top_key = &member.key};
      }
      has_compound |= member.value.as_object() != nullptr || member.value.as_array() != nullptr;
    }
    if (!has_compound) return std::nullopt;
    guess = 0;
    for (const Json::Member& member : members) {
      const std::uint32_t at = place.names.find(member.key, guess);
      if (at != KeyTable::kAbsent) guess = at + 1;
      if (auto twin = look_at(member.value, at == KeyTable::kAbsent ? place.rest : place.members[at])) {
        twin->top_key = &member.key;
        return twin;
      }
    }
    return std::nullopt;
  }

  std::span<const Place> places_;
};

}  // namespace

std::optional<Twin> find_twin(std::span<const Place> places, const Json& value) {
  if (places.empty()) return std::nullopt;
  return TwinSearch(places).look_at(value, 0);
}

}  // namespace yett
