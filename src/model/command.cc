#include "model/command.h"

#include <algorithm>

namespace yett {

bool ListedCommand::has_url() const {
  return std::ranges::find(operands, WordKind::Url) != operands.end() ||
         std::ranges::find(options, WordKind::Url, &ListedOption::value) != options.end();
}

}  // namespace yett
