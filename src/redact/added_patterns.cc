#include "redact/added_patterns.h"

#include <re2/re2.h>

#include <algorithm>
#include <utility>

namespace yett {
namespace {

/// Of one pattern's program and its cache of states.
constexpr std::int64_t kMaxMemory = 4 << 20;

RE2::Options options() {
  RE2::Options options;
  options.set_encoding(RE2::Options::EncodingLatin1);  // bytes: any input is accepted
  options.set_max_mem(kMaxMemory);
  options.set_log_errors(false);
  return options;
}

/// Each match, from left to right.
std::string without_matches(const RE2& expression, std::string_view with, const std::string& text) {
  std::string out;
  std::size_t done = 0;
  std::size_t from = 0;
  re2::StringPiece match;
  while (from <= text.size() && expression.Match(text, from, text.size(), RE2::UNANCHORED, &match, 1)) {
    const auto begin = static_cast<std::size_t>(match.data() - text.data());
    if (match.empty()) {
      from = begin + 1;
      continue;
    }
    out.append(text, done, begin - done).append(with);
    done = from = begin + match.size();
  }
  return out.append(text, done);
}

}  // namespace

AddedPatterns::AddedPatterns() = default;
AddedPatterns::~AddedPatterns() = default;
AddedPatterns::AddedPatterns(AddedPatterns&&) noexcept = default;
AddedPatterns& AddedPatterns::operator=(AddedPatterns&&) noexcept = default;

Result<void> AddedPatterns::check(const std::string& pattern) {
  const RE2 expression(pattern, options());
  if (!expression.ok()) {
    return fail(ErrorKind::Input, "not a pattern of RE2: " + expression.error(), {},
                "RE2 has no look-around and no back references");
  }
  if (RE2::FullMatch("", expression)) return fail(ErrorKind::Input, "it matches where nothing stands");
  return {};
}

Result<AddedPatterns> AddedPatterns::make(const std::vector<AddedRedaction>& added) {
  if (added.size() > kMost) return fail(ErrorKind::Input, "more than " + std::to_string(kMost) + " added kinds");
  AddedPatterns patterns;
  for (auto kind = added.begin(); kind != added.end(); ++kind) {
    const auto refuse = [&](const std::string& why) {
      return fail(ErrorKind::Input, "\"" + kind->name + "\": " + why);
    };
    if (kind->name.empty()) return refuse("a kind without a name");
    if (std::ranges::find(added.begin(), kind, kind->name, &AddedRedaction::name) != kind) {
      return refuse("a kind of that name was added before");
    }
    if (Result<void> checked = check(kind->pattern); !checked) return refuse(checked.error().message);
    patterns.patterns_.push_back({std::make_unique<const RE2>(kind->pattern, options()), kind->with});
  }
  return patterns;
}

void AddedPatterns::append_line(std::string_view line, std::string& out) const {
  std::string text(line);
  for (const Pattern& pattern : patterns_) text = without_matches(*pattern.expression, pattern.with, text);
  out += text;
}

void LineCutter::take(std::string_view piece, const AddedPatterns& patterns, std::string& out) {
  while (!piece.empty()) {
    const std::size_t room = AddedPatterns::kLongestLine - open_.size();
    const std::size_t line_end = piece.substr(0, room).find('\n');
    const bool is_whole = line_end != std::string_view::npos;
    open_ += piece.substr(0, is_whole ? line_end : room);
    piece.remove_prefix(is_whole ? line_end + 1 : std::min(room, piece.size()));
    if (!is_whole && open_.size() < AddedPatterns::kLongestLine) return;
    patterns.append_line(open_, out);
    if (is_whole) out += '\n';
    open_.clear();
  }
}

void LineCutter::finish(const AddedPatterns& patterns, std::string& out) {
  patterns.append_line(open_, out);
  open_.clear();
}

}  // namespace yett
