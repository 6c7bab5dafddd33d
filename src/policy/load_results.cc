#include "policy/load_results.h"

#include <set>
#include <utility>

#include "policy/argument_bindings.h"
#include "policy/load_redact.h"

namespace yett {
namespace {

/// A place that is named twice would be looked at twice.
std::vector<Pointer> load_places(const Field& list) {
  std::vector<Pointer> places;
  const auto items = list.items();
  if (!items) return places;
  if (items->empty()) list.refuse("an empty list looks at nothing", "name a place, or remove the key");
  std::set<Pointer> named;
  for (const Field& item : *items) {
    auto place = load_place(item);
    if (!place) continue;
    if (!named.insert(*place).second) item.refuse_repeated();
    places.push_back(*std::move(place));
  }
  return places;
}

}  // namespace

void load_results(const TableReader& line, const Policy& policy, Tool& tool) {
  if (const auto kinds = line.find("result_redact")) tool.result_redact = load_found_kinds(*kinds, policy.redact);
  if (const auto places = line.find("result_tenant")) tool.result_tenant = load_places(*places);
}

}  // namespace yett
