#include "policy/refusal_list.h"

#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>

namespace yett {
namespace {

auto rank(const SourcePosition& where) {
  const std::uint32_t line = where.line == 0 ? std::numeric_limits<std::uint32_t>::max() : where.line;
  return std::tuple(line, where.column);
}

auto rank_of(const Error& error) { return rank(error.where); }

}  // namespace

void RefusalList::add(SourcePosition where, std::string message, std::string hint) {
  ++count_;
  if (!would_report(where)) return;
  const auto place = std::ranges::upper_bound(first_, rank(where), {}, rank_of);
  first_.insert(place, Error{ErrorKind::Input, std::move(message), std::move(where), std::move(hint)});
  if (first_.size() > kMaxReportedErrors) first_.pop_back();
}

bool RefusalList::would_report(const SourcePosition& where) const {
  return first_.size() < kMaxReportedErrors || rank(where) < rank_of(first_.back());
}

PolicyErrors RefusalList::take() {
  const std::size_t left_out = std::exchange(count_, 0) - first_.size();
  return {.reported = std::exchange(first_, {}), .left_out = left_out};
}

}  // namespace yett
