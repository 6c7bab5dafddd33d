#pragma once

#include <re2/re2.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "redact/kind.h"
#include "redact/span.h"

namespace yett::reference {

// The secrets of the reference (reference_fixture.h), and what all of it is made of.

[[nodiscard]] inline const RE2& compiled(const std::string& pattern) {
  static std::map<std::string, RE2> known;
  return known.try_emplace(pattern, pattern, RE2::Latin1).first->second;
}

/// The end of what matches at `begin`, seen with the text around it.
[[nodiscard]] inline std::optional<std::size_t> match_end(std::string_view text, std::size_t begin,
                                                          const std::string& pattern) {
  const re2::StringPiece whole(text.data(), text.size());
  re2::StringPiece match;
  if (!compiled(pattern).Match(whole, begin, text.size(), RE2::ANCHOR_START, &match, 1)) return std::nullopt;
  return begin + match.size();
}

[[nodiscard]] inline bool ends_with(std::string_view text, std::size_t end, const std::string& pattern) {
  const std::string_view before = text.substr(0, end);
  return RE2::PartialMatch({before.data(), before.size()}, compiled("(?:" + pattern + ")\\z"));
}

[[nodiscard]] inline bool begins_word(std::string_view text, std::size_t at) {
  return !ends_with(text, at, "\\w") || ends_with(text, at, R"(\\(?:[nrtbf]|u[0-9A-Fa-f]{4})|%[0-9A-Fa-f]{2})");
}

struct KindPattern {
  RedactionKind kind;
  std::string pattern;
};

/// Secrets that begin where a word may begin.
[[nodiscard]] inline const std::vector<KindPattern>& word_patterns() {
  using enum RedactionKind;
  static const std::vector<KindPattern> patterns = {
      {ModelKey, R"(hf_[A-Za-z0-9]{30,})"},
      {ModelKey, R"(gsk_[A-Za-z0-9]{40,})"},
      {ModelKey, R"((?:xai|pplx)-[A-Za-z0-9]{40,})"},
      {Aws, R"((?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b)"},
      {GitHub, R"(gh[pousr]_[A-Za-z0-9]{36,})"},
      {GitHub, R"(github_pat_\w{22,})"},
      {GitLab,
       R"((?:glpat|gldt|glrt|glptt|glcbt|glft|glsoat|glimt|glagent)-[\w-]{20,}(?:\.[A-Za-z0-9]{2}\.[A-Za-z0-9]{7,16})?)"},
      {Slack, R"(xox[abeoprs]-[\w-]{10,})"},
      {Slack, R"(xapp-[\w-]{20,})"},
      {Stripe, R"([sr]k_(?:live|test)_[A-Za-z0-9]{10,})"},
      {Stripe, R"(whsec_[A-Za-z0-9+/=]{20,})"},
      {Google, R"(AIza[\w-]{35,})"},
      {Google, R"(GOCSPX-[\w-]{20,})"},
      {Google, R"(ya29\.[\w-]{20,})"},
      {Npm, R"(npm_[A-Za-z0-9]{36}\b)"},
      {Jwt, R"(eyJ[\w-]{7,}\.[\w-]*\.[\w-]{8,}(?:\.[\w-]+){0,2})"},
      {Jwt, R"(eyJ[\w-]{7,}\.eyJ[\w-]{5,}(?:\.[\w-]+)?)"},
      {Secret, R"((?i:sk|rk|api|token)[-_][A-Za-z0-9]{8,}\b)"},
  };
  return patterns;
}

inline void add_secrets_at(std::string_view text, std::size_t at, RedactionKinds kinds,
                           std::vector<RedactionSpan>& found) {
  using enum RedactionKind;
  const auto add = [&](RedactionKind kind, std::size_t begin, std::size_t end) {
    if (kinds.contains(kind)) found.push_back({begin, end, kind});
  };
  if (at > 0 && text[at - 1] == '_' && !begins_word(text, at)) {
    for (const KindPattern& row : word_patterns()) {
      if (row.kind == Jwt || row.kind == Secret) continue;
      if (const auto end = match_end(text, at, row.pattern)) add(row.kind, at, *end);
    }
  }
  if (begins_word(text, at)) {
    for (const KindPattern& row : word_patterns()) {
      if (row.kind == Jwt && row.pattern.contains("eyJ[\\w-]{5") &&
          match_end(text, at, R"(eyJ[\w-]{7,}\.[\w-]*\.[\w-]{8,})")) {
        continue;  // the whole one was found
      }
      if (const auto end = match_end(text, at, row.pattern)) add(row.kind, at, *end);
    }
    if (const auto end = match_end(text, at, R"(sk-[\w-]{24,})")) {
      const std::string rest(text.substr(at + 3, *end - at - 3));
      const bool is_random =
          RE2::PartialMatch(rest, R"(\A(?:proj|ant|or|svcacct|admin|None|lf)-)") || RE2::PartialMatch(rest, "[A-Z]");
      if (RE2::PartialMatch(rest, "[-_]") && RE2::PartialMatch(rest, "[0-9]") && is_random) add(ModelKey, at, *end);
    }
  }
  if (const auto end = match_end(text, at, R"((?i)access[-_]?key["' :=\\>]{1,8})")) {
    const bool is_anchored = match_end(text, at, R"((?i)access[-_]key)") || match_end(text, at, R"((?i:acce)ssK)");
    const auto value = match_end(text, *end, R"([A-Za-z0-9+/=]{40,})");
    const bool is_element = ends_with(text, at, R"(<[\w-]{0,16})");
    const bool is_name = !match_end(text, at, R"((?i)access[-_]?key>)") || is_element;
    if (is_anchored && is_name && value) add(Aws, *end, *value);
  }
  if (const auto end = match_end(text, at, R"(hooks\.slack\.com/services/T[A-Za-z0-9]*/[A-Za-z0-9]+/[A-Za-z0-9]+)")) {
    add(Slack, at + std::string_view("hooks.slack.com/services/").size(), *end);
  }
  if (const auto end =
          match_end(text, at, R"(hooks\.slack\.com\\/services\\/T[A-Za-z0-9]*\\/[A-Za-z0-9]+\\/[A-Za-z0-9]+)")) {
    add(Slack, at + std::string_view(R"(hooks.slack.com\/services\/)").size(), *end);
  }
  if (!ends_with(text, at, "-")) {
    const std::string heading = R"(-{4,64} ?BEGIN (?:[A-Z0-9 ]* )?PRIVATE KEY(?: BLOCK)? ?-{4,64})";
    const std::size_t label = match_end(text, at, "-* ?").value();
    const bool is_short = match_end(text, label, "[A-Z0-9 ]*").value() - label <= 48;
    if (const auto end = match_end(text, at, heading); end && is_short) {
      std::optional<std::size_t> footing;
      for (std::size_t i = *end; i < text.size() && !footing; ++i) {
        if (ends_with(text, i, "- ?")) footing = match_end(text, i, R"(END [A-Z0-9 ]{0,48}(?:-{1,64}|\w{0,48}))");
      }
      add(PrivateKey, at,
          footing ? *footing : *match_end(text, *end, R"([ \t]*(?:[A-Za-z0-9+/=]|\\[nrt][ \t]*|[\n\r\\][ \t]*)*)"));
    }
  }
  if (ends_with(text, at, R"([A-Za-z0-9](?:://|:\\/\\/))")) {
    std::size_t end = at;
    for (std::size_t i = at; i < text.size() && !std::string_view("/?#\"'<> \t\r\n").contains(text[i]); ++i) {
      if (text[i] == '@' && text.substr(at, i - at).contains(':')) end = i;
    }
    if (end != at) add(UrlPassword, at, end);
  }
}

[[nodiscard]] inline std::vector<RedactionSpan> find_secrets(std::string_view text, RedactionKinds kinds) {
  std::vector<RedactionSpan> found;
  for (std::size_t at = 0; at < text.size(); ++at) add_secrets_at(text, at, kinds, found);
  std::ranges::stable_sort(found, {}, [](const RedactionSpan& span) { return std::pair(span.begin, span.kind); });
  std::vector<RedactionSpan> joined;
  for (const RedactionSpan& span : found) {
    if (!joined.empty() && span.begin < joined.back().end) {
      joined.back().end = std::max(joined.back().end, span.end);
    } else {
      joined.push_back(span);
    }
  }
  return joined;
}

}  // namespace yett::reference
