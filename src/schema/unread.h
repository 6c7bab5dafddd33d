#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "schema/place_tree.h"
#include "schema/reading.h"
#include "text/json.h"

namespace yett {

/// Schemas that are left out, such as that of `then`. They only refuse values as long as whatever they name is named by
/// something that is read.
class UnreadSchemas {
 public:
  /// Both must outlive it.
  UnreadSchemas(SchemaReading& reading, const PlaceTree& places) : reading_(reading), places_(places) {}

  /// Notes a schema for the values of `place`, at the place where the reading stands; nothing at kNowhere, where names
  /// do not count. The schema must outlive this.
  void add(const Json& schema, PlaceId place);
  /// Refuses each that names more than the places, which must be complete.
  void expect_all_named();

 private:
  struct Unread {
    const Json* schema = nullptr;
    PlaceId place = kNowhere;
    std::vector<std::string> at;
  };

  /// Where a schema stands, and how deep.
  struct Spot {
    PlaceId place = kNowhere;
    std::size_t depth = 0;
  };

  void expect_named(const Json& schema, const Spot& spot);
  void expect_named_by(const Json::Member& keyword, const Spot& spot);
  void expect_named_by_each(const Json& schemas, const Spot& spot);
  void expect_properties_named(const Json& properties, const Spot& spot);

  SchemaReading& reading_;
  const PlaceTree& places_;
  std::vector<Unread> unread_;
};

}  // namespace yett
