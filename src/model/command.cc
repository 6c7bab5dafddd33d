#include "model/command.h"

#include <algorithm>

namespace yett {

bool ListedCommand::has(WordKind kind) const {
  return std::ranges::find(operands, kind) != operands.end() ||
         std::ranges::find(options, kind, &ListedOption::value) != options.end();
}

}  // namespace yett
