#include "redact/redactor.h"

#include <utility>

#include "redact/redacted_text.h"

namespace yett {

Redactor::Redactor(RedactionWords words)
    : parts_(std::make_unique<const Parts>(RedactionKinds::all(), words, AddedPatterns())) {}
Redactor::Redactor(std::unique_ptr<const Parts> parts) : parts_(std::move(parts)) {}
Redactor::~Redactor() = default;
Redactor::Redactor(Redactor&&) noexcept = default;
Redactor& Redactor::operator=(Redactor&&) noexcept = default;

Result<Redactor> Redactor::make(const RedactionRules& rules, RedactionWords words) {
  auto added = AddedPatterns::make(rules.added);
  if (!added) return std::unexpected(std::move(added.error()));
  return Redactor(std::make_unique<const Parts>(rules.kinds, words, *std::move(added)));
}

std::string Redactor::redact(std::string_view text) const {
  SpanSearch search(parts_->kinds);
  std::string out;
  out.reserve(text.size());
  (void)append_redacted(search, text, {}, TextEnd::Final, parts_->words, out);
  if (parts_->added.empty()) return out;
  std::string lines;
  lines.reserve(out.size());
  LineCutter cutter;
  cutter.take(out, parts_->added, lines);
  cutter.finish(parts_->added, lines);
  return lines;
}

}  // namespace yett
