#include "redact/span_search.h"

#include <algorithm>
#include <iterator>

#include "redact/anchors.h"
#include "redact/number_finder.h"
#include "redact/secret_finder.h"

namespace yett {
namespace {

/// How far in front of its anchor a find may begin.
constexpr std::size_t kLongestBegin = std::max(kLongestAddressPart, kLongestLogin) + 8;

/// From where on text has to be held back as long as what stands at `end` is not settled: a find that has its anchor
/// there may begin in what it follows without a break.
std::size_t held_from(std::string_view text, std::size_t from, std::size_t end) {
  const std::size_t lowest = std::max(from, end > kLongestBegin ? end - kLongestBegin : 0);
  std::size_t begin = end;
  while (begin > lowest && !is_of(text[begin - 1], ByteClass::Break)) --begin;
  return begin;
}

}  // namespace

/// Collects anchors, and looks for secrets on the way.
struct SpanSearch::Anchors {
  SpanSearch& search;
  SecretFinder finder;
  TextEnd end;
  std::optional<std::size_t> unsettled{};

  bool secret(std::size_t anchor) {
    if (finder.look(anchor) || end == TextEnd::Final) return true;
    unsettled = anchor;
    return false;
  }
  bool address(std::size_t at_sign) {
    search.at_signs_.push_back(at_sign);
    return secret(at_sign);
  }
  void number(std::size_t begin) { search.number_anchors_.push_back(begin); }
};

std::size_t SpanSearch::search(std::string_view text, std::size_t from, TextEnd end) {
  const std::size_t secrets_end = find_secrets(text, from, end);
  const std::size_t addresses_end = find_addresses(text, from, secrets_end, end);
  const std::size_t numbers_end = find_numbers(text, from, addresses_end, end);
  const std::size_t settled = in_front_of_finds(numbers_end);
  merge(settled);
  return settled;
}

std::size_t SpanSearch::find_secrets(std::string_view text, std::size_t from, TextEnd end) {
  at_signs_.clear();
  number_anchors_.clear();
  secrets_.clear();
  const std::size_t limit = end == TextEnd::Final ? text.size() : held_from(text, from, text.size());
  Anchors anchors{*this, SecretFinder(text, kinds_, secrets_), end};
  AnchorScan(text).each(from, limit, anchors);
  return anchors.unsettled ? held_from(text, from, *anchors.unsettled) : limit;
}

std::size_t SpanSearch::find_addresses(std::string_view text, std::size_t from, std::size_t limit, TextEnd end) {
  addresses_.clear();
  if (!kinds_.contains(RedactionKind::Email)) return limit;
  AddressFloor floor;
  auto secret = secrets_.all().begin();
  for (const std::size_t at : at_signs_) {
    if (at >= limit) break;
    for (; secret != secrets_.all().end() && secret->end <= at; ++secret) {
      if (secret->end >= floor.end) floor = {secret->end, AddressFloor::Kind::Secret};
    }
    const bool is_before = secret == secrets_.all().end() || secret->begin > at;
    if (!is_before) continue;
    const std::size_t ceiling = secret == secrets_.all().end() ? limit : std::min(limit, secret->begin);
    WatchedText known(text.substr(0, limit));
    const auto address = find_address(known, at, floor, ceiling);
    if (known.is_touched() && end == TextEnd::MayGoOn) return held_from(text, from, at);
    if (!address) continue;
    addresses_.push_back(*address);
    floor = {address->end, AddressFloor::Kind::Address};
  }
  return limit;
}

std::size_t SpanSearch::find_numbers(std::string_view text, std::size_t from, std::size_t limit, TextEnd end) {
  numbers_.clear();
  auto secret = secrets_.all().begin();
  auto address = addresses_.begin();
  std::size_t done = 0;
  for (const std::size_t begin : number_anchors_) {
    if (begin >= limit) break;
    if (begin < done) continue;
    while (secret != secrets_.all().end() && secret->end <= begin) ++secret;
    while (address != addresses_.end() && address->end <= begin) ++address;
    std::size_t ceiling = limit;
    if (secret != secrets_.all().end()) {
      if (secret->begin <= begin) continue;
      ceiling = std::min(ceiling, secret->begin);
    }
    if (address != addresses_.end()) {
      if (address->begin <= begin && begin <= address->at) continue;
      ceiling = std::min(ceiling, address->at < begin ? address->end : address->begin);
    }
    // What is taken out or put in ends a number; the end of what is known does not.
    WatchedText known(text.substr(0, ceiling));
    const auto number = find_number(known, begin, kinds_);
    if (known.is_touched() && ceiling == limit && end == TextEnd::MayGoOn) return held_from(text, from, begin);
    if (!number) continue;
    numbers_.push_back(*number);
    done = number->end;
  }
  return limit;
}

/// A settled find that what is not settled may still change is found again, and whole, later.
std::size_t SpanSearch::in_front_of_finds(std::size_t limit) const {
  const auto lower = [&limit](const auto& finds) {
    const std::size_t before = limit;
    for (auto find = finds.rbegin(); find != finds.rend() && find->end > limit; ++find) {
      limit = std::min(limit, find->begin);
    }
    return limit != before;
  };
  while (lower(secrets_.all()) || lower(addresses_) || lower(numbers_)) {
  }
  return limit;
}

void SpanSearch::merge(std::size_t limit) {
  spans_.clear();
  auto add_numbers = [&, number = numbers_.begin()](std::size_t end) mutable {
    for (; number != numbers_.end() && number->begin < end; ++number) spans_.push_back(*number);
  };
  auto address = addresses_.begin();
  auto add_addresses = [&](std::size_t end) {
    for (; address != addresses_.end() && address->begin < end; ++address) {
      add_numbers(address->begin);
      spans_.push_back({address->begin, address->at + 1, RedactionKind::Email});
      add_numbers(address->end);
      spans_.push_back({address->end, address->end, RedactionKind::Email});
    }
  };
  for (const RedactionSpan& secret : secrets_.all()) {
    if (secret.begin >= limit) break;
    add_addresses(secret.begin);
    add_numbers(secret.begin);
    spans_.push_back(secret);
  }
  add_addresses(limit);
  add_numbers(limit);
}

}  // namespace yett
