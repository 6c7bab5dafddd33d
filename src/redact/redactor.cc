#include "redact/redactor.h"

#include <re2/re2.h>

#include <array>
#include <optional>
#include <utility>

#include "redact/anchors.h"
#include "redact/span_finder.h"

namespace yett {
namespace {

/// What stands in place of a find; "{}" is what is kept of it.
struct KindWords {
  std::string_view english;
  std::string_view chinese;
};

constexpr std::array<KindWords, kRedactionKinds> kWords = {{
    {"<private key redacted>", "<私钥已脱敏>"},
    {"<login redacted>", "<登录信息已脱敏>"},
    {"<model key redacted>", "<模型密钥已脱敏>"},
    {"<aws key redacted>", "<aws 密钥已脱敏>"},
    {"<github token redacted>", "<github 令牌已脱敏>"},
    {"<gitlab token redacted>", "<gitlab 令牌已脱敏>"},
    {"<slack token redacted>", "<slack 令牌已脱敏>"},
    {"<stripe key redacted>", "<stripe 密钥已脱敏>"},
    {"<google key redacted>", "<google 密钥已脱敏>"},
    {"<npm token redacted>", "<npm 令牌已脱敏>"},
    {"<jwt redacted>", "<jwt 已脱敏>"},
    {"<secret redacted>", "<密钥已脱敏>"},
    {"<mailbox@", "<邮箱@"},
    {"<account {} redacted>", "<账户 {} 已脱敏>"},
    {"<card ending {}>", "<卡号末四位 {}>"},
    {"<id number redacted>", "<身份证号已脱敏>"},
    {"<phone redacted>", "<手机号已脱敏>"},
    {"<phone redacted>", "<手机号已脱敏>"},
}};

void append_words(std::string& out, const RedactionSpan& span, RedactionWords words) {
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
  out.append(text.substr(0, gap)).append(span.kept).append(text.substr(gap + 2));
}

struct AddedPattern {
  std::unique_ptr<RE2> pattern;
  std::string with;
};

RE2::Options options() {
  RE2::Options options;
  options.set_encoding(RE2::Options::EncodingLatin1);  // bytes: any input is accepted
  options.set_log_errors(false);
  return options;
}

/// Each match, from left to right; an empty one is none.
std::string without(const std::string& text, const AddedPattern& added) {
  std::string out;
  std::size_t done = 0;
  std::size_t from = 0;
  re2::StringPiece match;
  while (from <= text.size() && added.pattern->Match(text, from, text.size(), RE2::UNANCHORED, &match, 1)) {
    const auto begin = static_cast<std::size_t>(match.data() - text.data());
    if (match.empty()) {
      from = begin + 1;
      continue;
    }
    out.append(text, done, begin - done).append(added.with);
    done = from = begin + match.size();
  }
  return out.append(text, done);
}

}  // namespace

struct Redactor::Parts {
  RedactionKinds kinds = RedactionKinds::all();
  RedactionWords words = RedactionWords::English;
  std::vector<AddedPattern> added{};
};

Redactor::Redactor(RedactionWords words) : parts_(std::make_unique<const Parts>(Parts{.words = words})) {}
Redactor::Redactor(std::unique_ptr<const Parts> parts) : parts_(std::move(parts)) {}
Redactor::~Redactor() = default;
Redactor::Redactor(Redactor&&) noexcept = default;
Redactor& Redactor::operator=(Redactor&&) noexcept = default;

Result<Redactor> Redactor::make(const RedactionTerms& terms) {
  auto parts = std::make_unique<Parts>(Parts{.kinds = terms.kinds, .words = terms.words});
  for (const AddedRedaction& added : terms.added) {
    auto pattern = std::make_unique<RE2>(added.pattern, options());
    if (!pattern->ok()) return fail(ErrorKind::Input, "not a pattern of RE2: " + pattern->error());
    parts->added.push_back({std::move(pattern), added.with});
  }
  return Redactor(std::unique_ptr<const Parts>(std::move(parts)));
}

std::string Redactor::redact(std::string_view text) const {
  SpanFinder finder(text, parts_->kinds);
  AnchorScan(text).each([&](std::size_t anchor) { finder.look(anchor); });
  std::string out;
  out.reserve(text.size());
  std::size_t done = 0;
  for (const RedactionSpan& span : finder.take()) {
    out.append(text.substr(done, span.begin - done));
    append_words(out, span, parts_->words);
    done = span.end;
  }
  out.append(text.substr(done));
  for (const AddedPattern& added : parts_->added) out = without(out, added);
  return out;
}

}  // namespace yett
