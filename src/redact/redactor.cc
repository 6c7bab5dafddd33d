#include "redact/redactor.h"

#include <re2/re2.h>

namespace yett {
namespace {

RE2::Options options(bool fold_case) {
  RE2::Options options;
  options.set_encoding(RE2::Options::EncodingLatin1);  // bytes: any input is accepted, classes are ASCII
  options.set_case_sensitive(!fold_case);
  options.set_log_errors(false);
  return options;
}

/// Characters of which every match consists. Between two others the text can be cut without changing a match.
bool may_be_in_match(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte >= '0' && byte <= '9') || (byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z') || c == '_' ||
         c == '.' || c == '+' || c == '-' || c == '@';
}

}  // namespace

struct Redactor::Kinds {
  explicit Kinds(RedactionWords words)
      : secret(R"(\b(?:sk|rk|api|token)[-_][A-Za-z0-9]{8,}\b)", options(true)),
        mailbox(R"(\b[\w.+-]+@([\w.-]+\.\w+)\b)", options(false)),
        phone(R"(\b1[3-9]\d{9}\b)", options(false)),
        secret_word(words == RedactionWords::Chinese ? "<密钥已脱敏>" : "<secret redacted>"),
        mailbox_word(words == RedactionWords::Chinese ? R"(<邮箱@\1>)" : R"(<mailbox@\1>)"),
        phone_word(words == RedactionWords::Chinese ? "<手机号已脱敏>" : "<phone redacted>") {}

  RE2 secret;
  RE2 mailbox;
  RE2 phone;
  std::string_view secret_word;
  std::string_view mailbox_word;
  std::string_view phone_word;
};

Redactor::Redactor(RedactionWords words) : kinds_(std::make_unique<const Kinds>(words)) {}
Redactor::~Redactor() = default;
Redactor::Redactor(Redactor&&) noexcept = default;
Redactor& Redactor::operator=(Redactor&&) noexcept = default;

std::string Redactor::redact(std::string_view text) const {
  std::string out(text);
  RE2::GlobalReplace(&out, kinds_->secret, re2::StringPiece(kinds_->secret_word.data(), kinds_->secret_word.size()));
  RE2::GlobalReplace(&out, kinds_->mailbox, re2::StringPiece(kinds_->mailbox_word.data(), kinds_->mailbox_word.size()));
  RE2::GlobalReplace(&out, kinds_->phone, re2::StringPiece(kinds_->phone_word.data(), kinds_->phone_word.size()));
  return out;
}

std::string RedactionStream::take(std::string_view piece) {
  open_ += piece;
  std::size_t cut = open_.size();
  const std::size_t unseen = open_.size() - piece.size();
  while (cut > unseen && may_be_in_match(open_[cut - 1])) --cut;
  // Only the new piece needs a look: the old rest holds no place to cut.
  if (cut == unseen) return {};
  std::string settled = redactor_.redact(std::string_view(open_).substr(0, cut));
  open_.erase(0, cut);
  return settled;
}

std::string RedactionStream::finish() {
  std::string rest = redactor_.redact(open_);
  open_.clear();
  return rest;
}

}  // namespace yett
