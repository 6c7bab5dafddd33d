#include "redact/kind.h"

#include <algorithm>

namespace yett {
namespace {

constexpr std::array<std::string_view, kRedactionKinds> kNames = {"private_key",
                                                                  "url_password",
                                                                  "model_key",
                                                                  "aws",
                                                                  "github",
                                                                  "gitlab",
                                                                  "slack",
                                                                  "stripe",
                                                                  "google",
                                                                  "npm",
                                                                  "jwt",
                                                                  "secret",
                                                                  "email",
                                                                  "iban",
                                                                  "chinese_id",
                                                                  "card",
                                                                  "international_phone",
                                                                  "phone"};

}  // namespace

std::string_view to_string(RedactionKind kind) { return kNames[static_cast<std::size_t>(kind)]; }

std::optional<RedactionKind> find_redaction_kind(std::string_view name) {
  const auto found = std::ranges::find(kNames, name);
  if (found == kNames.end()) return std::nullopt;
  return static_cast<RedactionKind>(found - kNames.begin());
}

}  // namespace yett
