#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "schema/key_table.h"
#include "text/pointer.h"

namespace yett {

using PlaceId = std::uint32_t;
/// Where naming does not count: below `not`, and the names that propertyNames looks at.
inline constexpr PlaceId kNowhere = UINT32_MAX;

/// A branch of anyOf or oneOf with all that stands in it; 0 is the schema outside of every branch.
using ScopeId = std::uint32_t;

/// The scopes of a schema, numbered as they begin, each with the number behind the last one inside it. Of two branches
/// of one list, neither holds the other: what the one names, the other leaves unread.
class ScopeTable {
 public:
  [[nodiscard]] ScopeId open() {
    ends_.push_back(0);
    return static_cast<ScopeId>(ends_.size() - 1);
  }
  void close(ScopeId scope) { ends_[scope] = static_cast<ScopeId>(ends_.size()); }
  /// Whether one of the two stands in the other.
  [[nodiscard]] bool are_related(ScopeId a, ScopeId b) const { return holds(a, b) || holds(b, a); }

 private:
  [[nodiscard]] bool holds(ScopeId outer, ScopeId inner) const {
    return outer <= inner && (outer == 0 || inner < ends_[outer]);
  }

  std::vector<ScopeId> ends_{0};
};

/// A place of the value and the members that the schema names there, in whichever branch. Immutable.
struct Place {
  KeyTable names;
  KeyTable folds;                              // fold_name() of each name
  std::vector<PlaceId> members;                // in the order of names
  std::vector<std::vector<ScopeId>> named_in;  // in the order of names: where they are named
  PlaceId items = kNowhere;                    // of a list, all alike
  PlaceId rest = kNowhere;                     // of members that are not named
  bool has_names = false;                      // here or anywhere below
};

/// The places of a schema while it is read. Place 0 is the root.
class PlaceTree {
 public:
  static constexpr PlaceId kRoot = 0;

  PlaceTree() : nodes_(1) {}

  struct Naming {
    PlaceId place = kNowhere;
    bool is_first = false;       // nothing has named it before
    std::string_view taken_for;  // another named member with the same fold, or empty
    std::size_t path_bytes = 0;  // of all keys on the way
  };
  /// Names a member in a scope. Nothing happens at kNowhere, and the result is kNowhere. O(log n) and a fold.
  Naming name(PlaceId place, ScopeId scope, std::string_view key);
  /// The place of the items of a list, or of the members that are not named; made when there is none yet.
  PlaceId items_of(PlaceId place);
  PlaceId rest_of(PlaceId place);

  /// As above, but kNowhere for what has not been named.
  [[nodiscard]] PlaceId find(PlaceId place, std::string_view key) const;
  [[nodiscard]] PlaceId find_items(PlaceId place) const;

  /// By PlaceId.
  [[nodiscard]] std::vector<Place> places() const;
  /// Every place that is named, sorted; not the root and not what lies below members that are not named.
  [[nodiscard]] std::vector<Pointer> pointers() const;

 private:
  struct Member {
    PlaceId place = kNowhere;
    std::vector<ScopeId> scopes;  // each once
  };
  struct Node {
    std::map<std::string, Member, std::less<>> members;
    std::map<std::string, std::string_view> folds;  // to the name, a view of a key of `members`
    PlaceId items = kNowhere;
    PlaceId rest = kNowhere;
    std::size_t path_bytes = 0;
  };

  PlaceId add(std::size_t path_bytes);
  PlaceId below(PlaceId place, PlaceId Node::* child);
  void append_pointers(PlaceId place, const Pointer& pointer, std::vector<Pointer>& out) const;

  std::deque<Node> nodes_;  // that never move, for the sake of the views in them
};

}  // namespace yett
