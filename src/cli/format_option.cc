#include "cli/format_option.h"

namespace yett {

Result<Format> find_format(const Invocation& invocation, Format usual) {
  const std::optional<std::string> text = invocation.value("--format");
  if (!text) return usual;
  if (text == "table") return Format::Table;
  if (text == "json") return Format::Json;
  if (text == "csv") return Format::Csv;
  if (text == "markdown") return Format::Markdown;
  return fail(ErrorKind::Input, "--format takes table, json, csv or markdown");
}

}  // namespace yett
