#include "schema/place_tree.h"

#include <algorithm>
#include <utility>

#include "text/name_fold.h"

namespace yett {

PlaceId PlaceTree::add(std::size_t path_bytes) {
  nodes_.emplace_back().path_bytes = path_bytes;
  return static_cast<PlaceId>(nodes_.size() - 1);
}

PlaceTree::Naming PlaceTree::name(PlaceId place, ScopeId scope, std::string_view key) {
  if (place == kNowhere) return {};
  if (const auto member = nodes_[place].members.find(key); member != nodes_[place].members.end()) {
    const PlaceId known = member->second.place;
    std::vector<ScopeId>& scopes = member->second.scopes;
    if (std::ranges::find(scopes.rbegin(), scopes.rend(), scope) == scopes.rend()) scopes.push_back(scope);
    return {.place = known, .is_first = false, .taken_for = {}, .path_bytes = nodes_[known].path_bytes};
  }
  const std::size_t path_bytes = nodes_[place].path_bytes + key.size() + 1;
  const PlaceId child = add(path_bytes);
  Node& node = nodes_[place];
  const auto [member, added] = node.members.emplace(key, Member{.place = child, .scopes = {scope}});
  const auto [fold, is_new_fold] = node.folds.emplace(fold_name(key), member->first);
  return {.place = child,
          .is_first = true,
          .taken_for = is_new_fold ? std::string_view() : fold->second,
          .path_bytes = path_bytes};
}

PlaceId PlaceTree::below(PlaceId place, PlaceId Node::* child) {
  if (place == kNowhere) return kNowhere;
  if (nodes_[place].*child == kNowhere) {
    const PlaceId added = add(nodes_[place].path_bytes + 1);
    nodes_[place].*child = added;
  }
  return nodes_[place].*child;
}

PlaceId PlaceTree::items_of(PlaceId place) { return below(place, &Node::items); }
PlaceId PlaceTree::rest_of(PlaceId place) { return below(place, &Node::rest); }

PlaceId PlaceTree::find(PlaceId place, std::string_view key) const {
  if (place == kNowhere) return kNowhere;
  const auto& members = nodes_[place].members;
  const auto found = members.find(key);
  return found == members.end() ? kNowhere : found->second.place;
}

PlaceId PlaceTree::find_items(PlaceId place) const { return place == kNowhere ? kNowhere : nodes_[place].items; }

std::vector<Place> PlaceTree::places() const {
  std::vector<Place> places(nodes_.size());
  const auto has_names = [&places](PlaceId id) { return id != kNowhere && places[id].has_names; };
  // A place is added after the one above it, so what lies below is done first.
  for (std::size_t id = nodes_.size(); id-- > 0;) {
    const Node& node = nodes_[id];
    Place& place = places[id];
    std::vector<std::string> names;
    std::vector<std::string> folds;
    for (const auto& [name, member] : node.members) {
      names.push_back(name);
      place.members.push_back(member.place);
      place.named_in.push_back(member.scopes);
    }
    for (const auto& [fold, name] : node.folds) folds.push_back(fold);
    place.names = KeyTable(std::move(names));
    place.folds = KeyTable(std::move(folds));
    place.items = node.items;
    place.rest = node.rest;
    place.has_names = !node.members.empty() || has_names(node.items) || has_names(node.rest);
  }
  return places;
}

std::vector<Pointer> PlaceTree::pointers() const {
  std::vector<Pointer> pointers;
  append_pointers(kRoot, {}, pointers);
  std::ranges::sort(pointers);
  return pointers;
}

void PlaceTree::append_pointers(PlaceId place, const Pointer& pointer, std::vector<Pointer>& out) const {
  const auto append = [&](PlaceId child, Pointer below) {
    append_pointers(child, below, out);
    out.push_back(std::move(below));
  };
  const Node& node = nodes_[place];
  if (node.items != kNowhere) append(node.items, pointer.every_child());
  for (const auto& [name, member] : node.members) append(member.place, pointer.child(name));
}

}  // namespace yett
