#include "text/url_reference.h"

#include <algorithm>
#include <cstddef>
#include <optional>

#include "text/ascii.h"
#include "text/plain_text.h"

namespace yett {
namespace {

/// The five parts of a reference as RFC 3986 appendix B splits it; what is absent differs from what is empty.
struct ReferenceParts {
  std::optional<std::string_view> scheme;
  std::optional<std::string_view> authority;
  std::string_view path;
  std::optional<std::string_view> query;
  std::optional<std::string_view> fragment;
};

/// Takes off everything before the first of `ends`, which stays.
std::string_view take_until(std::string_view& text, std::string_view ends) {
  const std::string_view taken = text.substr(0, text.find_first_of(ends));
  text.remove_prefix(taken.size());
  return taken;
}

/// RFC 3986 section 3.1.
bool is_scheme(std::string_view text) {
  return !text.empty() && is_letter(text[0]) && std::ranges::all_of(text, [](char c) {
    return is_letter(c) || is_digit(c) || c == '+' || c == '-' || c == '.';
  });
}

ReferenceParts split(std::string_view text) {
  ReferenceParts parts;
  const std::size_t colon = text.find_first_of(":/?#");
  if (colon != std::string_view::npos && text[colon] == ':' && is_scheme(text.substr(0, colon))) {
    parts.scheme = text.substr(0, colon);
    text.remove_prefix(colon + 1);
  }
  if (text.starts_with("//")) {
    text.remove_prefix(2);
    parts.authority = take_until(text, "/?#");
  }
  parts.path = take_until(text, "?#");
  if (text.starts_with('?')) {
    text.remove_prefix(1);
    parts.query = take_until(text, "#");
  }
  if (text.starts_with('#')) parts.fragment = text.substr(1);
  return parts;
}

/// RFC 3986 section 4.2: a relative path whose first segment has a colon could be taken for a scheme and its rest.
bool has_colon_in_first_segment(const ReferenceParts& parts) {
  return !parts.scheme && !parts.authority && parts.path.substr(0, parts.path.find('/')).find(':') != std::string::npos;
}

/// RFC 3986 section 5.2.4 for a path that begins with "/".
std::string without_dot_segments(std::string_view path) {
  std::string out;
  while (!path.empty()) {
    const std::string_view segment = path.substr(0, path.find('/', 1));  // with its slash
    path.remove_prefix(segment.size());
    const bool is_last = path.empty();
    if (segment == "/..") out.resize(out.empty() ? 0 : out.rfind('/'));
    if (segment == "/." || segment == "/..") {
      if (is_last) out += '/';
    } else {
      out += segment;
    }
  }
  return out;
}

/// RFC 3986 section 5.2.3 for a base that has an authority and a path.
std::string merged(std::string_view base_path, std::string_view path) {
  std::string merged(base_path.substr(0, base_path.rfind('/') + 1));
  merged += path;
  return merged;
}

/// What a path becomes; one that does not begin with "/" stands behind a scheme without authority and stays as it is.
std::string normal_path(std::string_view path) {
  return path.starts_with('/') ? without_dot_segments(path) : std::string(path);
}

/// "scheme://authority" of a canonical URL.
std::string_view origin_of(const Url& url) {
  return std::string_view(url.canonical()).substr(0, url.canonical().size() - url.target().size());
}

/// RFC 3986 section 5.2.2 up to the path, and 5.3.
std::string transformed(const Url& base, const ReferenceParts& parts) {
  if (parts.scheme) {
    std::string text(*parts.scheme);
    text += ':';
    if (parts.authority) text.append("//").append(*parts.authority);
    return text += normal_path(parts.path);
  }
  if (parts.authority) {
    std::string text = "https://";
    text += *parts.authority;
    return text += normal_path(parts.path);
  }
  std::string text(origin_of(base));
  if (parts.path.empty()) {
    text += parts.query ? base.path() : base.target();
  } else {
    text +=
        without_dot_segments(parts.path.starts_with('/') ? std::string(parts.path) : merged(base.path(), parts.path));
  }
  return text;
}

bool is_plain(std::string_view text) {
  return !text.empty() && text.size() <= kLongestUrl && is_printable_utf8(text) &&
         text.find_first_of(" \\") == std::string_view::npos;
}

}  // namespace

ResolvedReference resolve_reference(const Url& base, std::string_view reference) {
  const ReferenceParts parts = split(reference);
  ResolvedReference resolved;
  if (is_plain(reference) && !has_colon_in_first_segment(parts)) resolved.form = ReferenceForm::Sound;
  resolved.text = transformed(base, parts);
  if (parts.query) resolved.text.append(1, '?').append(*parts.query);
  if (parts.fragment) resolved.text.append(1, '#').append(*parts.fragment);
  return resolved;
}

}  // namespace yett
