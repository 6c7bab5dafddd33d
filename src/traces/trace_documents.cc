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

/// Whether a line is a document of its own. A lone text or number may be a line of a document that breaks off.
bool is_document(std::string_view line) {
  const std::size_t begin = line.find_first_not_of(" \t\r");
  return begin != std::string_view::npos && (line[begin] == '{' || line[begin] == '[') && is_json(line);
}

}  // namespace

void TraceDocuments::take(std::string_view line, std::size_t number) {
  switch (layout_) {
    case Layout::Unknown:
      // No JSON text that spans lines has a line at its beginning that is one.
      layout_ = is_json(line) ? Layout::Lines : Layout::Spanning;
      return take(line, number);
    case Layout::Lines:
      return read(line, number);
    case Layout::Spanning: {
      gather(line, number);
      if (text_.size() <= kMaxCallBytes) return;
      return read_gathered();
    }
    case Layout::Broken:
      return take_broken(line, number);
  }
}

void TraceDocuments::finish() {
  if (layout_ == Layout::Spanning && !is_json(text_)) read_gathered();
  if (!text_.empty()) read(text_, first_);
  text_ = {};
}

/// Blank lines are not given; without them a fault would stand at another line.
void TraceDocuments::gather(std::string_view line, std::size_t number) {
  if (text_.size() > kMaxCallBytes) return;
  if (text_.empty()) first_ = next_ = number;
  for (; next_ < number; ++next_) text_ += '\n';
  text_ += line;
  text_ += '\n';
  ++next_;
}

void TraceDocuments::take_broken(std::string_view line, std::size_t number) {
  if (!is_document(line)) return gather(line, number);
  if (!text_.empty()) read(text_, first_);
  text_.clear();
  read(line, number);
}

/// The gathered text is no document, so its lines may be.
void TraceDocuments::read_gathered() {
  layout_ = Layout::Broken;
  const std::string gathered = std::exchange(text_, {});
  std::size_t number = first_;
  for (std::size_t begin = 0; begin < gathered.size(); ++number) {
    const std::size_t end = gathered.find('\n', begin);
    if (end > begin) take_broken(std::string_view(gathered).substr(begin, end - begin), number);
    begin = end + 1;
  }
}

void TraceDocuments::read(std::string_view text, std::size_t first) {
  TracedDocument document = reader_.read(text);
  ++documents_;
  if (document.kind == DocumentKind::Other) ++others_;
  for (TracedCall& call : document.calls) {
    if (call.line.tool) call.line.call.tool = call.line.tool.emplace(name_of(call));
    const std::size_t line = call.line.fault && call.line.fault->where.line > 0 ? call.line.fault->where.line : 1;
    take_({.line = call.line, .number = first + line - 1, .run = call.run, .kind = document.kind});
  }
}

const std::string& TraceDocuments::name_of(const TracedCall& call) {
  const std::string& tool = *call.line.tool;
  const auto [known, is_new] = names_.try_emplace({call.server, tool});
  if (is_new) {
    known->second = call.server                   ? policy_name_at(policy_, *call.server, tool)
                    : format_ == TraceFormat::Mcp ? tool
                                                  : policy_name(policy_, tool);
  }
  return known->second;
}

}  // namespace yett
