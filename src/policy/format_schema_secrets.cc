#include <array>
#include <string_view>

#include "policy/described_key.h"
#include "policy/format_keys.h"
#include "policy/format_schema_parts.h"
#include "policy/format_words.h"
#include "redact/added_patterns.h"
#include "redact/kind.h"

namespace yett {
namespace {

constexpr DescribedKey kSecretPlaces[] = {
    {"file", "The file that holds it, by its absolute path. A component of it has {tenant} or {user} once.",
     absolute_path},
    {"env", "The variable of Yett's own environment that holds it.", [] { return text_like(kVariableNames); }}};
static_assert(describes(kSecretPlaces, kSecretPlaceKeys));

Json from() {
  Json place = closed_table({}, kSecretPlaces);
  const auto with = [](std::string_view key) { return Json::object({{"required", Json::Array{Json(key)}}}); };
  place.set("oneOf", Json::Array{with("file"), with("env")});
  return any_of({command_line_shape(), std::move(place)});
}

constexpr DescribedKey kSecret[] = {
    {"from",
     "Where it comes from: a program that prints it, with {tenant} and {user} in its arguments, or { file = \"/PATH\" "
     "} "
     "or { env = \"NAME\" }.",
     from, Need::Required},
    {"max_ttl", "How long a token may be good for, at most: \"15m\". Default 1h, at most 24h.", duration}};
static_assert(describes(kSecret, kSecretKeys));

constexpr DescribedKey kServerSecret[] = {
    {"secret", "The secret, by its name in [secrets].", some_text, Need::Required},
    {"as", "\"file\", the default: the variable names a file that holds it. \"env\": the variable holds it.",
     [] { return word(kSecretForms); }}};
static_assert(describes(kServerSecret, kServerSecretKeys));

Json builtin_kind() {
  Json::Array names;
  for (std::size_t i = 0; i < kRedactionKinds; ++i) names.emplace_back(to_string(static_cast<RedactionKind>(i)));
  return Json::object({{"enum", std::move(names)}});
}

constexpr DescribedKey kAddedKind[] = {
    {"name", "The name of the kind, for `result_redact`.", readable_name, Need::Required},
    {"pattern", "What it looks like, as a pattern of RE2. It sees one line at a time.", some_text, Need::Required},
    {"with", "What stands in its place: \"<employee>\".", some_text, Need::Required}};
static_assert(describes(kAddedKind, kAddedKindKeys));

Json added_kinds() {
  Json kinds = list_of(closed_table("A kind of the policy's own.", kAddedKind));
  kinds.set("maxItems", static_cast<std::int64_t>(AddedPatterns::kMost));
  return kinds;
}

constexpr DescribedKey kRedact[] = {
    {"off", "The built-in kinds that are not looked for.", [] { return list_of(builtin_kind()); }},
    {"add", "Kinds of the policy's own.", added_kinds}};
static_assert(describes(kRedact, kRedactKeys));

}  // namespace

Json secret_shape() { return closed_table("A short-lived token.", kSecret); }
Json server_secret_shape() { return closed_table("A secret of [secrets].", kServerSecret); }
Json redact_shape() { return closed_table({}, kRedact); }

/// The names of built-in kinds, so that an editor offers them, and any other: added ones stand elsewhere in the file.
Json found_kinds_shape() { return list_of(any_of({builtin_kind(), readable_name()}), 1); }

}  // namespace yett
