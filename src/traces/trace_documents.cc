#include "traces/trace_documents.h"

#include <utility>

#include "text/json.h"
#include "traces/policy_name.h"

namespace yett {
namespace {

/// Whether a text is JSON, whatever its numbers: a trace may have some that no double holds.
bool is_json(std::string_view text) {
  JsonLimits limits;
  limits.numbers = JsonNumbers::Approximate;
  return parse_json(text, limits).has_value();
}

}  // namespace

void TraceDocuments::take(std::string_view line, std::size_t number) {
  switch (layout_) {
    case Layout::Unknown:
      // No JSON text that spans lines has a line at its beginning that is one.
      layout_ = is_json(line) ? Layout::Lines : Layout::Spanning;
      return layout_ == Layout::Lines ? read(line, number) : gather(line, number);
    case Layout::Spanning:
      return gather(line, number);
    case Layout::Lines:
      return read(line, number);
  }
}

void TraceDocuments::finish() {
  if (layout_ != Layout::Spanning) return;
  if (is_json(text_) || !has_lines()) return read(text_, 1);
  read_lines();
}

/// Blank lines are not given; without them a fault would stand at another line.
void TraceDocuments::gather(std::string_view line, std::size_t number) {
  if (text_.size() <= kMaxCallBytes) {
    while (lines_ + 1 < number) {
      text_ += '\n';
      ++lines_;
    }
    text_ += line;
    text_ += '\n';
    ++lines_;
    if (text_.size() <= kMaxCallBytes || !has_lines()) return;
    read_lines();
    layout_ = Layout::Lines;
  }
}

bool TraceDocuments::has_lines() const {
  const std::size_t begin = text_.find_first_not_of('\n');
  const std::size_t second = text_.find_first_not_of('\n', text_.find('\n', begin));
  if (second == std::string::npos) return false;
  const std::string_view line = std::string_view(text_).substr(second, text_.find('\n', second) - second);
  return line.starts_with('{') && is_json(line);
}

void TraceDocuments::read_lines() {
  std::size_t number = 0;
  for (std::size_t begin = 0; begin < text_.size();) {
    const std::size_t end = text_.find('\n', begin);
    ++number;
    if (end > begin) read(std::string_view(text_).substr(begin, end - begin), number);
    begin = end + 1;
  }
  text_ = {};
}

void TraceDocuments::read(std::string_view text, std::size_t first) {
  TracedDocument document = reader_.read(text);
  ++documents_;
  if (document.kind == DocumentKind::Other) ++others_;
  for (TracedCall& call : document.calls) {
    if (call.line.tool) call.line.call.tool = call.line.tool.emplace(name_of(*call.line.tool));
    const std::size_t line = call.line.fault && call.line.fault->where.line > 0 ? call.line.fault->where.line : 1;
    take_({.line = call.line, .number = first + line - 1, .run = call.run});
  }
}

const std::string& TraceDocuments::name_of(const std::string& tool) {
  const auto known = names_.find(tool);
  return known != names_.end() ? known->second : names_.emplace(tool, policy_name(policy_, tool)).first->second;
}

}  // namespace yett
