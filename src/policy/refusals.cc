#include "policy/refusals.h"

#include <limits>
#include <tuple>

namespace yett {
namespace {

auto rank(const SourcePosition& where) {
  const std::uint32_t line = where.line == 0 ? std::numeric_limits<std::uint32_t>::max() : where.line;
  return std::tuple(line, where.column);
}

}  // namespace

void Refusals::add(SourcePosition where, std::string message, std::string hint) {
  if (first_ && rank(first_->where) <= rank(where)) return;
  first_ = Error{ErrorKind::Input, std::move(message), std::move(where), std::move(hint)};
}

void Refusals::add(Refusals other) {
  if (other.first_ && (!first_ || rank(other.first_->where) < rank(first_->where))) first_ = std::move(other.first_);
}

}  // namespace yett
