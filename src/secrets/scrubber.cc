#include "secrets/scrubber.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include "secrets/secret_forms.h"

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

}  // namespace

Result<Scrubber> Scrubber::of(std::span<const std::string_view> secrets, RedactionWords words) {
  Scrubber scrubber(words);
  std::vector<std::string_view> literals;
  for (const std::string_view secret : secrets) {
    Result<std::vector<LockedText>> forms = secret_forms(secret);
    if (!forms) return std::unexpected(forms.error());
    std::ranges::move(*forms, std::back_inserter(scrubber.forms_));
  }
  for (const LockedText& form : scrubber.forms_) literals.push_back(form.view());
  scrubber.search_ = LiteralSearch(std::move(literals));
  return scrubber;
}

void Scrubber::scrub_until(std::string_view text, std::size_t open_at, Progress& progress, std::string& out) const {
  std::size_t from = 0;
  while (const auto match = search_.find(text, from, open_at)) {
    if (match->at >= progress.taken_to) {
      out += text.substr(progress.taken_to, match->at - progress.taken_to);
      out += replacement(words_);
      ++progress.finds;
    }
    progress.taken_to = std::max(progress.taken_to, match->at + match->size);
    from = match->at + 1;
  }
  if (progress.taken_to < open_at) {
    out += text.substr(progress.taken_to, open_at - progress.taken_to);
    progress.taken_to = open_at;
  }
}

std::size_t Scrubber::scrub(std::string& text) const {
  if (!search_.find(text)) return 0;
  Progress progress;
  std::string clean;
  scrub_until(text, text.size(), progress, clean);
  wipe(text);
  text = std::move(clean);
  return progress.finds;
}

std::size_t Scrubber::scrub(Json& value) const {
  if (search_.longest() == 0) return 0;
  std::size_t finds = 0;
  if (const std::string* text = value.as_string()) {
    if (!search_.find(*text)) return 0;
    std::string clean = *text;
    finds += scrub(clean);
    value = Json(std::move(clean));
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

std::string ScrubStream::take(std::string_view piece) {
  open_ += piece;
  const std::size_t longest = scrubber_->longest();
  // Whatever begins before this has its longest form within the text.
  const std::size_t open_at = longest == 0 ? open_.size() : open_.size() < longest ? 0 : open_.size() - longest + 1;
  std::string settled;
  scrubber_->scrub_until(open_, open_at, progress_, settled);
  open_.erase(0, open_at);
  progress_.taken_to -= open_at;
  return settled;
}

std::string ScrubStream::finish() {
  std::string rest;
  scrubber_->scrub_until(open_, open_.size(), progress_, rest);
  wipe(open_);
  return rest;
}

}  // namespace yett
