#include "base/error.h"

#include <fmt/format.h>

namespace yett {

std::string SourcePosition::to_string() const {
  if (line == 0) return file;
  if (column == 0) return fmt::format("{}:{}", file, line);
  return fmt::format("{}:{}:{}", file, line, column);
}

std::string Error::to_string() const {
  std::string out = where.to_string();
  if (!out.empty()) out += ": ";
  out += message;
  if (!hint.empty()) out += fmt::format(" ({})", hint);
  return out;
}

}  // namespace yett
