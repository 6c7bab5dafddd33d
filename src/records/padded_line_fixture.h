#pragma once

#include <string>
#include <string_view>

#include "records/quick_records.h"

namespace yett {

/// A line with bytes behind it that no reader may take for its own.
class PaddedLine {
 public:
  explicit PaddedLine(std::string_view line) : bytes_(line), size_(line.size()) {
    bytes_ += '\n';
    bytes_.append(QuickRecords::kPadding, '"');
  }
  [[nodiscard]] std::string_view text() const { return std::string_view(bytes_).substr(0, size_); }

 private:
  std::string bytes_;
  std::size_t size_;
};

}  // namespace yett
