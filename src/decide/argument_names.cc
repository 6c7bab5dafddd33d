#include "decide/argument_names.h"

#include <algorithm>
#include <array>

#include "text/name_fold.h"

namespace yett {
namespace {

constexpr std::array<std::string_view, 5> kBodyNames = {"body", "text", "html", "content", "message"};

}  // namespace

bool is_folded_twin(const Tool& tool, std::string_view key) {
  const std::string folded = fold_name(key);
  return std::ranges::any_of(tool.arguments, [&](const BoundArgument& argument) {
    return argument.name != key && fold_name(argument.name) == folded;
  });
}

bool is_body_name(std::string_view name) { return std::ranges::find(kBodyNames, name) != kBodyNames.end(); }

}  // namespace yett
