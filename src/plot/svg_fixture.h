#pragma once

#include <cstddef>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "text/unicode.h"

namespace yett {

/// An element of a document: its tag, as it stands in it, and the text directly behind the tag.
struct SvgElement {
  std::string name;
  std::string tag;
  std::string text;

  [[nodiscard]] std::string attribute(const std::string& key) const {
    const std::size_t at = tag.find(" " + key + "=\"");
    if (at == std::string::npos) return {};
    const std::size_t begin = at + key.size() + 3;
    return tag.substr(begin, tag.find('"', begin) - begin);
  }
  [[nodiscard]] double number(const std::string& key) const { return std::strtod(attribute(key).c_str(), nullptr); }
};

inline bool has_only_known_entities(std::string_view text) {
  for (std::size_t at = text.find('&'); at != std::string_view::npos; at = text.find('&', at + 1)) {
    bool is_known = false;
    for (const std::string_view entity : {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"}) {
      is_known = is_known || text.substr(at).starts_with(entity);
    }
    if (!is_known) return false;
  }
  return true;
}

/// XML 1.0, production 2.
inline bool has_only_xml_characters(std::string_view text) {
  while (!text.empty()) {
    const Utf8Character character = decode_utf8(text);
    const char32_t c = character.code_point;
    if (character.length == 0 || (c < 0x20 && c != '\n') || c == 0xFFFE || c == 0xFFFF) return false;
    text.remove_prefix(character.length);
  }
  return true;
}

/// The elements of a document in their order; nullopt where it is not well-formed. As strict as the writer is plain:
/// no comments, no CDATA, attributes in double quotes.
inline std::optional<std::vector<SvgElement>> read_svg(std::string_view text) {
  constexpr std::string_view kProlog = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  if (!text.starts_with(kProlog) || !has_only_xml_characters(text) || !has_only_known_entities(text))
    return std::nullopt;
  text.remove_prefix(kProlog.size());
  std::vector<SvgElement> elements;
  std::vector<std::string> open;
  while (!text.empty() && text != "\n") {
    if (text.front() != '<') return std::nullopt;
    const std::size_t end = text.find('>');
    if (end == std::string_view::npos) return std::nullopt;
    const std::string tag(text.substr(1, end - 1));
    text.remove_prefix(end + 1);
    const std::string behind(text.substr(0, text.find('<')));
    if (behind.find('>') != std::string::npos || tag.find('<') != std::string::npos) return std::nullopt;
    if (tag.starts_with('/')) {
      if (open.empty() || open.back() != tag.substr(1)) return std::nullopt;
      open.pop_back();
    } else {
      const std::string name = tag.substr(0, tag.find_first_of(" /"));
      if (!tag.ends_with('/')) open.push_back(name);
      elements.push_back({name, tag, behind});
    }
    if (open.empty()) break;
    text.remove_prefix(behind.size());
  }
  if (!open.empty() || text != "\n") return std::nullopt;
  return elements;
}

/// What stands in the groups of one kind: for each its elements, the first of which is its title.
inline std::vector<std::vector<SvgElement>> groups_of(const std::string& svg, const std::string& kind) {
  std::vector<std::vector<SvgElement>> groups;
  const std::string begin = "<g class=\"" + kind + "\">";
  for (std::size_t at = svg.find(begin); at != std::string::npos; at = svg.find(begin, at + 1)) {
    const std::string group = svg.substr(at, svg.find("</g>\n", at) + 4 - at);
    auto elements = read_svg("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + group + "\n").value();
    elements.erase(elements.begin());
    groups.push_back(std::move(elements));
  }
  return groups;
}

inline std::vector<SvgElement> named(const std::vector<SvgElement>& elements, const std::string& name) {
  std::vector<SvgElement> found;
  for (const SvgElement& element : elements) {
    if (element.name == name) found.push_back(element);
  }
  return found;
}

inline std::vector<std::string> texts_of(const std::vector<SvgElement>& elements) {
  std::vector<std::string> texts;
  for (const SvgElement& element : named(elements, "text")) texts.push_back(element.text);
  return texts;
}

}  // namespace yett
