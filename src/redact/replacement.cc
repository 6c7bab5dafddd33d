#include "redact/replacement.h"

#include <array>
#include <string_view>

namespace yett {
namespace {

/// "{}" is what is kept of a find.
struct KindWords {
  std::string_view english;
  std::string_view chinese;
};

constexpr std::array<KindWords, kRedactionKinds> kWords = {{
    {"<private key redacted>", "<私钥已脱敏>"},
    {"<login redacted>", "<登录信息已脱敏>"},
    {"<model key redacted>", "<模型密钥已脱敏>"},
    {"<aws key redacted>", "<AWS 密钥已脱敏>"},
    {"<github token redacted>", "<GitHub 令牌已脱敏>"},
    {"<gitlab token redacted>", "<GitLab 令牌已脱敏>"},
    {"<slack token redacted>", "<Slack 令牌已脱敏>"},
    {"<stripe key redacted>", "<Stripe 密钥已脱敏>"},
    {"<google key redacted>", "<Google 密钥已脱敏>"},
    {"<npm token redacted>", "<npm 令牌已脱敏>"},
    {"<jwt redacted>", "<JWT 已脱敏>"},
    {"<secret redacted>", "<密钥已脱敏>"},
    {"<mailbox@", "<邮箱@"},
    {"<account {} redacted>", "<{} 账号已脱敏>"},
    {"<id number redacted>", "<身份证号已脱敏>"},
    {"<card ending {}>", "<尾号 {} 的卡号>"},
    {"{} <phone redacted>", "{} <手机号已脱敏>"},
    {"<phone redacted>", "<手机号已脱敏>"},
}};

}  // namespace

void append_replacement(std::string& out, const RedactionSpan& span, RedactionWords words) {
  if (span.part == SpanPart::Rest) return;
  if (span.begin == span.end) {
    out += '>';
    return;
  }
  const KindWords& both = kWords[static_cast<std::size_t>(span.kind)];
  const std::string_view text = words == RedactionWords::Chinese ? both.chinese : both.english;
  const std::size_t gap = text.find("{}");
  if (gap == std::string_view::npos) {
    out += text;
    return;
  }
  out.append(text.substr(0, gap)).append(span.kept.text()).append(text.substr(gap + 2));
}

}  // namespace yett
