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
  ++count_;
  if (!would_report(where)) return;
  first_ = Error{ErrorKind::Input, std::move(message), std::move(where), std::move(hint)};
}

bool Refusals::would_report(const SourcePosition& where) const { return !first_ || rank(where) < rank(first_->where); }

std::unexpected<Error> Refusals::take() {
  count_ = 0;
  return std::unexpected(*std::exchange(first_, std::nullopt));
}

}  // namespace yett
