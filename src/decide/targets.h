#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "decide/engine.h"
#include "decide/facts.h"
#include "text/path.h"

namespace yett {

/// Reads one argument that names a destination or a path, item by item, and appends what it names.
/// null and an empty list name nothing; anything but a string or a list of strings is malformed, but for ids, which may
/// be whole numbers. Returns how many targets it appended.
std::size_t append_targets(const Engine& engine, const Query& query, const Tool& tool, const BoundArgument& argument,
                           const Json& value, NamedTargets& targets);

/// Judges one word of a command as an argument of that role: Url, ReadPath or WritePath.
[[nodiscard]] NamedTarget judge_word(const Engine& engine, const Query& query, const Tool& tool,
                                     const BoundArgument& argument, const std::string& word, ArgumentRole role);

/// Whether a destination that several arguments make up is named at all.
enum class Joined : std::uint8_t { NotNamed, Appended };

/// Reads a destination of several arguments and appends it: their texts with "/" between them. Without any of them it
/// is not named; a part that is missing, empty, no text, or holds a "/" makes it malformed.
[[nodiscard]] Joined append_joined_target(const Engine& engine, const Query& query, const Tool& tool,
                                          const JoinedDestination& join, const Json::Object& arguments,
                                          NamedTargets& targets);

}  // namespace yett
