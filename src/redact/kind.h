#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>

namespace yett {

/// What text is searched for. Secrets are looked for first, then addresses in what is left, then numbers. Where two
/// secrets overlap both go, under the name of the one that begins first; of two that begin together, and of two
/// numbers, the first in this order.
enum class RedactionKind : std::uint8_t {
  PrivateKey,          // a PEM block that holds a private key
  UrlPassword,         // user and password in front of a URL's host
  ModelKey,            // sk-proj-..., sk-ant-..., hf_...: keys of model providers
  Aws,                 // access key ids, and secret access keys behind their name
  GitHub,              // ghp_..., github_pat_...
  GitLab,              // glpat-... and its relatives
  Slack,               // xoxb-..., xapp-..., addresses of webhooks
  Stripe,              // sk_live_..., rk_test_..., whsec_...
  Google,              // AIza..., GOCSPX-..., ya29....
  Npm,                 // npm_...
  Jwt,                 // parts of base64url, the first a JSON object
  Secret,              // the seed's: sk-..., rk-..., api-..., token-...
  Email,               // the seed's: the local part goes, the domain stays
  Iban,                // by country, length and check digits; the country stays
  ChineseId,           // 18 characters, by province, birthday and check digit
  Card,                // by issuer, length and Luhn's check digit; the last four stay
  InternationalPhone,  // "+" and 8 to 15 digits; the country's code stays
  Phone,               // the seed's: a Chinese mobile number
};

inline constexpr RedactionKind kLastRedactionKind = RedactionKind::Phone;
inline constexpr std::size_t kRedactionKinds = static_cast<std::size_t>(kLastRedactionKind) + 1;

/// The names by which a policy switches kinds off, in their order.
inline constexpr std::array<std::string_view, kRedactionKinds> kRedactionKindNames = {"private_key",
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

[[nodiscard]] constexpr std::string_view to_string(RedactionKind kind) {
  return kRedactionKindNames[static_cast<std::size_t>(kind)];
}

/// The kind of that name; nullopt when there is none.
[[nodiscard]] constexpr std::optional<RedactionKind> find_redaction_kind(std::string_view name) {
  for (std::size_t i = 0; i < kRedactionKinds; ++i) {
    const auto kind = static_cast<RedactionKind>(i);
    if (to_string(kind) == name) return kind;
  }
  return std::nullopt;
}

/// Kinds that are searched for. All, unless some are taken out.
class RedactionKinds {
 public:
  constexpr RedactionKinds() = default;

  [[nodiscard]] static constexpr RedactionKinds all() {
    RedactionKinds kinds;
    kinds.bits_ = (std::uint32_t{1} << kRedactionKinds) - 1;
    return kinds;
  }
  [[nodiscard]] static constexpr RedactionKinds only(std::initializer_list<RedactionKind> kinds) {
    RedactionKinds some;
    for (const RedactionKind kind : kinds) some.bits_ |= bit(kind);
    return some;
  }
  constexpr void remove(RedactionKind kind) { bits_ &= ~bit(kind); }
  constexpr void insert(RedactionKind kind) { bits_ |= bit(kind); }
  [[nodiscard]] constexpr bool contains(RedactionKind kind) const { return (bits_ & bit(kind)) != 0; }

  bool operator==(const RedactionKinds&) const = default;

 private:
  [[nodiscard]] static constexpr std::uint32_t bit(RedactionKind kind) {
    return std::uint32_t{1} << static_cast<unsigned>(kind);
  }
  std::uint32_t bits_ = 0;
};

}  // namespace yett
