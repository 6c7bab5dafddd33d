#include "schema/reference.h"

#include <charconv>
#include <optional>

#include "text/ascii.h"
#include "text/pointer.h"

namespace yett {
namespace {

/// Undoes %XX (RFC 3986 section 2.1).
std::optional<std::string> strictly_percent_decoded(std::string_view text) {
  std::string decoded;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      decoded += text[i];
      continue;
    }
    if (text.size() - i < 3) return std::nullopt;
    const auto high = hex_value(text[i + 1]);
    const auto low = hex_value(text[i + 2]);
    if (!high || !low) return std::nullopt;
    decoded += static_cast<char>(*high << 4 | *low);
    i += 2;
  }
  return decoded;
}

const Json* child_of(const Json& value, const std::string& step) {
  const Json::Array* items = value.as_array();
  if (items == nullptr) return value.find(step);
  std::size_t position = 0;
  const auto [end, error] = std::from_chars(step.data(), step.data() + step.size(), position);
  const bool is_number = error == std::errc{} && end == step.data() + step.size() && std::to_string(position) == step;
  return is_number && position < items->size() ? &(*items)[position] : nullptr;
}

}  // namespace

std::expected<ReferenceTarget, ReferenceRefusal> follow_reference(const Json& root, std::string_view reference) {
  if (!reference.starts_with('#')) return std::unexpected(ReferenceRefusal::Remote);
  const auto decoded = strictly_percent_decoded(reference.substr(1));
  if (!decoded) return std::unexpected(ReferenceRefusal::Malformed);
  std::string_view pointer = *decoded;
  if (!pointer.empty() && !pointer.starts_with('/')) return std::unexpected(ReferenceRefusal::Remote);

  ReferenceTarget target{.schema = &root, .at = {}, .passed = 0};
  while (!pointer.empty()) {
    pointer.remove_prefix(1);
    const std::string_view step = pointer.substr(0, pointer.find('/'));
    pointer.remove_prefix(step.size());
    auto key = unescape_pointer_step(step);
    if (!key) return std::unexpected(ReferenceRefusal::Malformed);
    if (const Json::Object* members = target.schema->as_object()) target.passed += members->size();
    target.schema = child_of(*target.schema, *key);
    if (target.schema == nullptr) return std::unexpected(ReferenceRefusal::Missing);
    target.at.push_back(*std::move(key));
  }
  return target;
}

}  // namespace yett
