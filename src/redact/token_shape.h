#pragma once

#include <cstddef>
#include <string_view>

#include "redact/byte_class.h"
#include "redact/kind.h"

namespace yett {

/// A token that begins with a text of its own, as its issuer documents it.
struct TokenShape {
  RedactionKind kind;
  std::string_view begin;
  std::size_t anchor;    // where in `begin` an AnchorScan stops
  ByteClass bytes;       // of the rest
  std::size_t shortest;  // of the rest, in bytes
  std::size_t longest;   // 0: any length
};

namespace token_shapes {

using enum RedactionKind;
using enum ByteClass;

/// What ends with its separator.
constexpr TokenShape behind(RedactionKind kind, std::string_view begin, ByteClass bytes, std::size_t shortest,
                            std::size_t longest = 0) {
  return {kind, begin, begin.size() - 1, bytes, shortest, longest};
}

}  // namespace token_shapes

// From the issuers' own pages on what their tokens look like. Where a page says only how a token begins, the shortest
// one is a few bytes shorter than those that are handed out.
inline constexpr TokenShape kTokenShapes[] = {
    {RedactionKind::Aws, "AKIA", 0, ByteClass::Capitals, 16, 16},
    {RedactionKind::Aws, "ASIA", 0, ByteClass::Capitals, 16, 16},
    {RedactionKind::Aws, "ABIA", 0, ByteClass::Capitals, 16, 16},
    {RedactionKind::Aws, "ACCA", 0, ByteClass::Capitals, 16, 16},
    {RedactionKind::Google, "AIza", 0, ByteClass::Base64Url, 35, 0},
    {RedactionKind::Google, "ya29.", 3, ByteClass::Base64Url, 20, 0},
    token_shapes::behind(RedactionKind::Google, "GOCSPX-", ByteClass::Base64Url, 20),
    token_shapes::behind(RedactionKind::GitHub, "ghp_", ByteClass::Alnum, 36),
    token_shapes::behind(RedactionKind::GitHub, "gho_", ByteClass::Alnum, 36),
    token_shapes::behind(RedactionKind::GitHub, "ghu_", ByteClass::Alnum, 36),
    token_shapes::behind(RedactionKind::GitHub, "ghs_", ByteClass::Alnum, 36),
    token_shapes::behind(RedactionKind::GitHub, "ghr_", ByteClass::Alnum, 36),
    token_shapes::behind(RedactionKind::GitHub, "github_pat_", ByteClass::Word, 22),
    token_shapes::behind(RedactionKind::GitLab, "glpat-", ByteClass::Base64Url, 20),
    token_shapes::behind(RedactionKind::GitLab, "gldt-", ByteClass::Base64Url, 20),
    token_shapes::behind(RedactionKind::GitLab, "glrt-", ByteClass::Base64Url, 20),
    token_shapes::behind(RedactionKind::GitLab, "glptt-", ByteClass::Base64Url, 20),
    token_shapes::behind(RedactionKind::GitLab, "glcbt-", ByteClass::Base64Url, 20),
    token_shapes::behind(RedactionKind::GitLab, "glft-", ByteClass::Base64Url, 20),
    token_shapes::behind(RedactionKind::GitLab, "glsoat-", ByteClass::Base64Url, 20),
    token_shapes::behind(RedactionKind::GitLab, "glimt-", ByteClass::Base64Url, 20),
    token_shapes::behind(RedactionKind::GitLab, "glagent-", ByteClass::Base64Url, 20),
    token_shapes::behind(RedactionKind::Slack, "xoxa-", ByteClass::Base64Url, 10),
    token_shapes::behind(RedactionKind::Slack, "xoxb-", ByteClass::Base64Url, 10),
    token_shapes::behind(RedactionKind::Slack, "xoxe-", ByteClass::Base64Url, 10),
    token_shapes::behind(RedactionKind::Slack, "xoxo-", ByteClass::Base64Url, 10),
    token_shapes::behind(RedactionKind::Slack, "xoxp-", ByteClass::Base64Url, 10),
    token_shapes::behind(RedactionKind::Slack, "xoxr-", ByteClass::Base64Url, 10),
    token_shapes::behind(RedactionKind::Slack, "xoxs-", ByteClass::Base64Url, 10),
    token_shapes::behind(RedactionKind::Slack, "xapp-", ByteClass::Base64Url, 20),
    {RedactionKind::Stripe, "sk_live_", 2, ByteClass::Alnum, 10, 0},
    {RedactionKind::Stripe, "sk_test_", 2, ByteClass::Alnum, 10, 0},
    {RedactionKind::Stripe, "rk_live_", 2, ByteClass::Alnum, 10, 0},
    {RedactionKind::Stripe, "rk_test_", 2, ByteClass::Alnum, 10, 0},
    token_shapes::behind(RedactionKind::Stripe, "whsec_", ByteClass::Base64, 20),
    token_shapes::behind(RedactionKind::Npm, "npm_", ByteClass::Alnum, 36, 36),
    token_shapes::behind(RedactionKind::ModelKey, "hf_", ByteClass::Alnum, 30),
    token_shapes::behind(RedactionKind::ModelKey, "gsk_", ByteClass::Alnum, 40),
    token_shapes::behind(RedactionKind::ModelKey, "xai-", ByteClass::Alnum, 40),
    token_shapes::behind(RedactionKind::ModelKey, "pplx-", ByteClass::Alnum, 40),
};

/// What the seed's rule for secrets begins with, in any case.
inline constexpr std::string_view kSeedSecretWords[] = {"sk", "rk", "api", "token"};

/// So many bytes are looked at to tell whether something is a token. Of a longer one the rest is taken out too.
inline constexpr std::size_t kLongestToken = 16'384;

}  // namespace yett
