#include "secrets/scrubber.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include "text/ascii.h"
#include "text/json_numbers.h"

namespace yett {
namespace {

std::string_view replacement(RedactionWords words) {
  return words == RedactionWords::Chinese ? "<密钥已脱敏>" : "<secret redacted>";
}

/// An object holds no name twice: those that were scrubbed get a number where they are like another by now. A server
/// chooses names and their count, so each number of a name is tried once. The set is a sorted one because the server
/// could choose names that collide in a hash table. O(n log n).
void make_names_differ(Json::Object& members, std::span<const std::size_t> scrubbed) {
  std::set<std::string, std::less<>> names;
  std::map<std::string, std::size_t, std::less<>> counts;
  for (std::size_t i = 0, next = 0; i < members.size(); ++i) {
    if (next < scrubbed.size() && scrubbed[next] == i) {
      ++next;
    } else {
      names.insert(members[i].key);
    }
  }
  for (const std::size_t i : scrubbed) {
    std::string& name = members[i].key;
    if (names.insert(name).second) continue;
    std::size_t& count = counts.try_emplace(name, 1).first->second;
    std::string numbered;
    do {
      numbered = fmt::format("{} {}", name, ++count);
    } while (!names.insert(numbered).second);
    name = std::move(numbered);
  }
}

/// A text that could be part of a number of JSON.
bool is_of_a_number(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return is_digit(c) || std::string_view("+-.eE").contains(c); });
}

/// How long a secret can be in a text: each character in the longest escape, and so is each of that; and the line
/// breaks in between, which no layer has more often than every 40 characters.
std::size_t longest_written(std::size_t longest) {
  static_assert(Scrubber::kLayers == 2);
  return longest * (kLongestEscape * kLongestEscape + 4) + 2 * kLayerContext;
}

/// What undoing the layers at a place may look at behind it.
constexpr std::size_t kContext = kLayerContext * (kLongestEscape + 2);

/// A stream is searched whenever so many times the longest secret have come.
constexpr std::size_t kRounds = 4;

}  // namespace

Scrubber::Forms Scrubber::forms_of(std::string_view secret) const {
  const auto known = std::ranges::find(forms_, secret, [](const Forms& forms) { return forms->secret(); });
  return known == forms_.end() ? nullptr : *known;
}

void Scrubber::look_for(std::vector<Forms> forms) {
  forms_ = std::move(forms);
  std::vector<std::string_view> texts;
  for (const Forms& one : forms_) std::ranges::copy(one->texts(), std::back_inserter(texts));
  has_number_ = std::ranges::any_of(texts, is_of_a_number);
  search_ = LiteralSearch(std::move(texts));
}

Result<Scrubber> Scrubber::of(std::span<const std::string_view> secrets, RedactionWords words, const Scrubber* known) {
  Scrubber scrubber(words);
  for (const std::string_view secret : secrets) {
    if (scrubber.forms_of(secret) != nullptr) continue;
    Forms forms = known == nullptr ? nullptr : known->forms_of(secret);
    if (forms == nullptr) {
      Result<SecretForms> made = SecretForms::of(secret);
      if (!made) return std::unexpected(made.error());
      forms = std::make_shared<const SecretForms>(std::move(*made));
    }
    scrubber.forms_.push_back(std::move(forms));
  }
  scrubber.look_for(std::move(scrubber.forms_));
  return scrubber;
}

Scrubber Scrubber::only(std::span<const std::string_view> secrets) const {
  Scrubber scrubber(words_);
  std::vector<Forms> kept;
  std::ranges::copy_if(forms_, std::back_inserter(kept), [&](const Forms& forms) {
    return std::ranges::find(secrets, forms->secret()) != secrets.end();
  });
  scrubber.look_for(std::move(kept));
  return scrubber;
}

std::vector<TextSpan> Scrubber::spans(std::string_view text, unsigned layers) const {
  std::vector<TextSpan> found;
  for (auto match = search_.find(text, 0); match; match = search_.find(text, match->at + 1)) {
    add_span(found, {match->at, match->at + match->size});
  }
  if (layers == 0 || search_.longest() == 0) return found;
  std::vector<TextSpan> inner;
  for (const TextSpan part : layered_parts(text, search_.longest())) {
    const std::string_view written = text.substr(part.begin, part.end - part.begin);
    std::string below = without_layer(written);
    for (TextSpan span : with_layer(written, spans(below, layers - 1))) {
      inner.push_back({part.begin + span.begin, part.begin + span.end});
    }
    wipe(below);
  }
  if (inner.empty()) return found;
  std::vector<TextSpan> all;
  all.reserve(found.size() + inner.size());
  std::ranges::merge(found, inner, std::back_inserter(all), {}, &TextSpan::begin, &TextSpan::begin);
  found.clear();
  for (const TextSpan span : all) add_span(found, span);
  return found;
}

void Scrubber::write_clean(std::string_view text, std::span<const TextSpan> spans, TextSpan part, Progress& progress,
                           std::string& out) const {
  progress.taken_to = std::max(progress.taken_to, part.begin);
  for (const TextSpan span : spans) {
    if (span.begin >= part.end) break;
    if (span.begin >= progress.taken_to) {
      out += text.substr(progress.taken_to, span.begin - progress.taken_to);
      out += replacement(words_);
      ++progress.finds;
    }
    progress.taken_to = std::max(progress.taken_to, span.end);
  }
  if (progress.taken_to < part.end) {
    out += text.substr(progress.taken_to, part.end - progress.taken_to);
    progress.taken_to = part.end;
  }
}

std::size_t Scrubber::scrub(std::string& text) const {
  const std::vector<TextSpan> found = spans(text, kLayers);
  if (found.empty()) return 0;
  Progress progress;
  std::string clean;
  write_clean(text, found, {0, text.size()}, progress, clean);
  wipe(text);
  text = std::move(clean);
  return progress.finds;
}

std::size_t Scrubber::scrub(Json& value) const {
  if (search_.longest() == 0) return 0;
  std::size_t finds = 0;
  if (const std::string* text = value.as_string()) {
    const std::vector<TextSpan> found = spans(*text, kLayers);
    if (found.empty()) return 0;
    Progress progress;
    std::string clean;
    write_clean(*text, found, {0, text->size()}, progress, clean);
    finds += progress.finds;
    value = Json(std::move(clean));
  } else if (value.as_number() != nullptr) {
    if (!has_number_) return 0;
    std::string number = write_json(value);
    finds += scrub(number);
    if (finds != 0) value = Json(std::move(number));
  } else if (Json::Array* items = value.as_array()) {
    for (Json& item : *items) finds += scrub(item);
  } else if (Json::Object* members = value.as_object()) {
    std::vector<std::size_t> scrubbed;
    for (std::size_t i = 0; i < members->size(); ++i) {
      Json::Member& member = (*members)[i];
      if (const std::size_t in_key = scrub(member.key); in_key != 0) {
        finds += in_key;
        scrubbed.push_back(i);
      }
      finds += scrub(member.value);
    }
    if (!scrubbed.empty()) make_names_differ(*members, scrubbed);
  }
  return finds;
}

std::size_t Scrubber::scrub_numbers(std::string& json) const {
  if (!has_number_) return 0;
  std::size_t finds = 0;
  replace_numbers(json, [&](std::string_view number) -> std::optional<std::string> {
    std::string clean(number);
    const std::size_t in_number = scrub(clean);
    finds += in_number;
    return in_number == 0 ? std::nullopt : std::optional(std::move(clean));
  });
  return finds;
}

std::size_t ScrubStream::most_kept(std::size_t longest) { return kRounds * longest_written(longest) + 2 * kContext; }

std::string ScrubStream::take(std::string_view piece) {
  const std::size_t longest = scrubber_->longest();
  if (longest == 0) return std::string(piece);
  open_ += piece;
  // What is kept is searched again with the next piece: not for each that is small.
  const std::size_t kept = longest_written(longest);
  if (open_.size() - done_ < kRounds * kept) return {};
  // Whatever begins before this has its longest form within the text.
  const std::size_t open_at = std::max(done_, border_before(open_, open_.size() - kept, Scrubber::kLayers));
  std::string settled;
  scrubber_->write_clean(open_, scrubber_->spans(open_, Scrubber::kLayers), {done_, open_at}, progress_, settled);
  const std::size_t begin = open_at < kContext ? 0 : border_before(open_, open_at - kContext, Scrubber::kLayers);
  open_.erase(0, begin);
  done_ = open_at - begin;
  progress_.taken_to -= begin;
  return settled;
}

std::string ScrubStream::finish() {
  std::string rest;
  scrubber_->write_clean(open_, scrubber_->spans(open_, Scrubber::kLayers), {done_, open_.size()}, progress_, rest);
  wipe(open_);
  return rest;
}

}  // namespace yett
