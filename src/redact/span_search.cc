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
    if (!finder.look(anchor) && end == TextEnd::MayGoOn) {
      unsettled = anchor;
      return false;
    }
    for (const RedactionSpan& span : finder.found()) {
      search.secrets_.add(span);
      if (span.begin > anchor) search.behind_anchor_.push_back({anchor, span.begin});
    }
    return true;
  }
  bool address(std::size_t at_sign) {
    search.at_signs_.push_back(at_sign);
    return secret(at_sign);
  }
  void number(std::size_t begin) { search.number_anchors_.push_back(begin); }
};

SearchPosition SpanSearch::search(std::string_view text, SearchPosition position, TextEnd end) {
  const std::size_t secrets_end = find_secrets(text, position, end);
  const std::size_t addresses_end = find_addresses(text, position, secrets_end, end);
  const std::size_t numbers_end = find_numbers(text, position, addresses_end, end);
  return merge(text, position, in_front_of_finds(numbers_end));
}

std::size_t SpanSearch::find_secrets(std::string_view text, SearchPosition position, TextEnd end) {
  const std::size_t from = position.from;
  at_signs_.clear();
  number_anchors_.clear();
  behind_anchor_.clear();
  rest_ = position.rest;
  secrets_.start(from, rest_.take(text, position.taken_to));
  const std::size_t limit = end == TextEnd::Final ? text.size() : held_from(text, from, text.size());
  Anchors anchors{*this, SecretFinder(text, kinds_), end};
  AnchorScan(text).each(from, limit, anchors);
  rest_.add(anchors.finder.rest());
  return end == TextEnd::Final ? limit : held_from(text, from, anchors.unsettled.value_or(limit));
}

std::size_t SpanSearch::find_addresses(std::string_view text, SearchPosition position, std::size_t limit, TextEnd end) {
  addresses_.clear();
  if (!kinds_.contains(RedactionKind::Email)) return limit;
  AddressFloor floor = position.behind;
  auto secret = secrets_.all().begin();
  for (const std::size_t at : at_signs_) {
    if (at >= limit) break;
    for (; secret != secrets_.all().end() && secret->end <= at; ++secret) {
      if (secret->end >= floor.end) floor = {secret->end, AddressFloor::Kind::Find};
    }
    const bool is_before = secret == secrets_.all().end() || secret->begin > at;
    if (!is_before) continue;
    const std::size_t ceiling = secret == secrets_.all().end() ? limit : std::min(limit, secret->begin);
    WatchedText known(text.substr(0, limit));
    const auto address = find_address(known, at, floor, ceiling);
    if (known.is_touched() && end == TextEnd::MayGoOn) return held_from(text, position.from, at);
    // One that would begin in front of where the search goes on was looked at before, and was none.
    if (!address || address->begin < position.from) continue;
    addresses_.push_back(*address);
    floor = {address->end, AddressFloor::Kind::Address};
  }
  return end == TextEnd::Final ? limit : held_from(text, position.from, limit);
}

std::size_t SpanSearch::find_numbers(std::string_view text, SearchPosition position, std::size_t limit, TextEnd end) {
  numbers_.clear();
  auto secret = secrets_.all().begin();
  auto address = addresses_.begin();
  // Up to where something was found.
  std::size_t done = position.behind.end;
  for (const std::size_t begin : number_anchors_) {
    if (begin >= limit) break;
    for (; secret != secrets_.all().end() && secret->end <= begin; ++secret) done = std::max(done, secret->end);
    for (; address != addresses_.end() && address->end <= begin; ++address) done = std::max(done, address->end);
    if (begin < done) continue;
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
    WatchedText known(text.substr(0, ceiling), done);
    const auto number = find_number(known, begin, kinds_);
    if (known.is_touched() && ceiling == limit && end == TextEnd::MayGoOn) return begin;
    if (!number) continue;
    if (number->begin > begin) behind_anchor_.push_back({begin, number->begin});
    numbers_.push_back(*number);
    done = number->end;
  }
  return limit;
}

/// An address or a number of which a part is not settled is found again, and whole, later, and so is what stands apart
/// from its anchor. Of a secret the rest may come later.
std::size_t SpanSearch::in_front_of_finds(std::size_t limit) const {
  const auto keep_whole = [&limit](const auto& finds) {
    const std::size_t before = limit;
    for (auto find = finds.rbegin(); find != finds.rend() && find->end > limit; ++find) {
      limit = std::min(limit, find->begin);
    }
    return limit != before;
  };
  const auto keep_anchors = [&limit, this] {
    const auto parts = [limit](const FindBehindAnchor& find) { return find.anchor < limit && limit <= find.begin; };
    const auto parted = std::ranges::find_if(behind_anchor_, parts);
    if (parted == behind_anchor_.end()) return false;
    limit = parted->anchor;
    return true;
  };
  while (keep_anchors() || keep_whole(addresses_) || keep_whole(numbers_)) {
  }
  return limit;
}

SearchPosition SpanSearch::merge(std::string_view text, SearchPosition before, std::size_t limit) {
  spans_.clear();
  SearchPosition position{.from = limit, .taken_to = limit, .behind = before.behind};
  const auto ended = [&position, limit](std::size_t end, AddressFloor::Kind kind) {
    if (end <= limit && end >= position.behind.end) position.behind = {end, kind};
  };
  for (const RedactionSpan& secret : secrets_.all()) ended(secret.end, AddressFloor::Kind::Find);
  for (const RedactionSpan& number : numbers_) ended(number.end, AddressFloor::Kind::Find);
  for (const FoundAddress& address : addresses_) ended(address.end, AddressFloor::Kind::Address);
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
    if (secret.begin >= limit && secret.part == SpanPart::Find) break;
    add_addresses(secret.begin);
    add_numbers(secret.begin);
    spans_.push_back(secret);
    spans_.back().end = std::min(secret.end, limit);
    position.taken_to = std::max(limit, secret.end);
  }
  if (position.taken_to == text.size()) position.rest = rest_;
  add_addresses(limit);
  add_numbers(limit);
  return position;
}

}  // namespace yett
