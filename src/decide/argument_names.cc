#include "decide/argument_names.h"

#include <algorithm>
#include <array>

#include "text/name_fold.h"

namespace yett {
namespace {

constexpr std::array<std::string_view, 5> kBodyNames = {"body", "text", "html", "content", "message"};

}  // namespace

const Schema* closing_schema(const Query& query, const Tool& tool) {
  return tool.schema ? &*tool.schema : query.evidence.schema;
}

bool is_declared(const Tool& tool, const Schema* schema, std::string_view key) {
  const bool bound = std::ranges::any_of(tool.arguments, [key](const BoundArgument& argument) {
    const Pointer::Step& step = argument.place.steps().front();
    return !step.every && step.key == key;
  });
  return bound || (schema != nullptr && schema->names(Pointer::to_key(key)));
}

bool is_folded_twin(std::span<const BoundArgument* const> arguments, std::size_t depth, std::string_view key) {
  const std::string folded = fold_name(key);
  return std::ranges::any_of(arguments, [&](const BoundArgument* argument) {
    const Pointer::Step& step = argument->place.steps()[depth];
    return !step.every && fold_name(step.key) == folded;
  });
}

bool is_body_name(std::string_view name) { return std::ranges::find(kBodyNames, name) != kBodyNames.end(); }

}  // namespace yett
