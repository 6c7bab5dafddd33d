#include "redact/token_shape.h"

#include "text/ascii.h"

namespace yett {
namespace {

using enum RedactionKind;
using enum TokenBytes;

// From the issuers' own documentation of what their tokens look like.
constexpr TokenShape kShapes[] = {
    {Aws, "AKIA", 0, Base32, 16, 16},
    {Aws, "ASIA", 0, Base32, 16, 16},
    {GitHub, "ghp_", 3, Alnum, 36, 0},
    {GitHub, "gho_", 3, Alnum, 36, 0},
    {GitHub, "ghu_", 3, Alnum, 36, 0},
    {GitHub, "ghs_", 3, Alnum, 36, 0},
    {GitHub, "ghr_", 3, Alnum, 36, 0},
    {GitHub, "github_pat_", 10, Word, 22, 0},
    {GitLab, "glpat-", 5, Base64Url, 20, 0},
    {GitLab, "gldt-", 4, Base64Url, 20, 0},
    {GitLab, "glrt-", 4, Base64Url, 20, 0},
    {GitLab, "glptt-", 5, Base64Url, 20, 0},
    {GitLab, "glcbt-", 5, Base64Url, 20, 0},
    {GitLab, "glft-", 4, Base64Url, 20, 0},
    {GitLab, "glsoat-", 6, Base64Url, 20, 0},
    {GitLab, "glimt-", 5, Base64Url, 20, 0},
    {GitLab, "glagent-", 7, Base64Url, 20, 0},
    {Slack, "xoxa-", 4, Dashed, 10, 0},
    {Slack, "xoxb-", 4, Dashed, 10, 0},
    {Slack, "xoxe-", 4, Dashed, 10, 0},
    {Slack, "xoxo-", 4, Dashed, 10, 0},
    {Slack, "xoxp-", 4, Dashed, 10, 0},
    {Slack, "xoxr-", 4, Dashed, 10, 0},
    {Slack, "xoxs-", 4, Dashed, 10, 0},
    {Slack, "xapp-", 4, Dashed, 20, 0},
    {Stripe, "sk_live_", 2, Alnum, 10, 0},
    {Stripe, "sk_test_", 2, Alnum, 10, 0},
    {Stripe, "rk_live_", 2, Alnum, 10, 0},
    {Stripe, "rk_test_", 2, Alnum, 10, 0},
    {Stripe, "whsec_", 5, Base64, 20, 0},
    {Google, "AIza", 0, Base64Url, 35, 35},
    {Google, "GOCSPX-", 6, Base64Url, 20, 0},
    {Google, "ya29.", 0, Base64Url, 20, 0},
    {Npm, "npm_", 3, Alnum, 36, 36},
};

bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }

}  // namespace

std::span<const TokenShape> token_shapes() { return kShapes; }

bool is_of(char c, TokenBytes bytes) {
  switch (bytes) {
    case Base32:
      return is_capital(c) || (c >= '2' && c <= '7');
    case Base64Url:
      return is_letter(c) || is_digit(c) || c == '-' || c == '_';
    case Word:
      return is_letter(c) || is_digit(c) || c == '_';
    case Dashed:
      return is_letter(c) || is_digit(c) || c == '-';
    case Base64:
      return is_letter(c) || is_digit(c) || c == '+' || c == '/' || c == '=';
    case Alnum:
      return is_letter(c) || is_digit(c);
  }
  return false;
}

std::optional<std::size_t> token_end(std::string_view text, std::size_t begin, const TokenShape& shape) {
  if (!text.substr(begin).starts_with(shape.begin)) return std::nullopt;
  const std::size_t rest = begin + shape.begin.size();
  std::size_t end = rest;
  while (end < text.size() && is_of(text[end], shape.bytes)) ++end;
  const std::size_t length = end - rest;
  if (length < shape.shortest || (shape.longest != 0 && length > shape.longest)) return std::nullopt;
  return end;
}

}  // namespace yett
