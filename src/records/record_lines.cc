#include "records/record_lines.h"

#include "records/block_source.h"

namespace yett {

Result<void> each_record_line(std::span<const std::string> inputs, const std::function<void(const RecordLine&)>& take) {
  BlockSource source(inputs);
  Block block;
  std::size_t input = 0;
  std::uint64_t number = 0;
  while (true) {
    const Result<std::size_t> filled = source.fill(block);
    if (!filled) return std::unexpected(filled.error());
    if (*filled == 0) return {};
    if (block.input() != input) {
      input = block.input();
      number = 0;
    }
    std::string_view rest = block.text();
    while (!rest.empty()) {
      const std::size_t end = rest.find('\n');
      const std::string_view line = rest.substr(0, end);
      rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
      ++number;
      if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
      take({.text = line, .input = input, .line = number});
    }
  }
}

}  // namespace yett
