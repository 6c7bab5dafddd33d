#include <span>

#include "store/store.h"
#include "text/json.h"
#include "text/unicode.h"

namespace yett {
namespace {

/// A string where JSON can carry it; other bytes as an array around their hex, which no string equals.
Json part(std::string_view text) {
  if (is_valid_utf8(text)) return Json(text);
  return Json(Json::Array{to_hex({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()})});
}

}  // namespace

RunKey::RunKey(const Session& session)
    : text_(canonical_json(
          Json::Array{part(session.user), session.tenant ? part(*session.tenant) : Json(), part(session.run)})) {}

}  // namespace yett
