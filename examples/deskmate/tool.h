#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "text/json.h"

namespace deskmate {

using yett::ErrorKind;
using yett::fail;
using yett::Json;
using yett::Result;

/// One tool of the server: what `tools/list` says about it and what `tools/call` runs.
/// `call` gets the arguments object as the caller sent it and returns a JSON object; an error's message goes
/// back to the caller as the tool's own failure. Whatever `call` refers to must outlive the tool.
struct Tool {
  std::string name;
  Json definition;
  std::function<Result<Json>(const Json& arguments)> call;
};

/// A tool from its definition, which is a JSON literal in the source: a broken one is a bug and ends the program.
[[nodiscard]] inline Tool make_tool(std::string_view definition,
                                    std::function<Result<Json>(const Json& arguments)> call) {
  Json parsed = yett::parse_json(definition).value();
  std::string name = *parsed.find("name")->as_string();
  return {.name = std::move(name), .definition = std::move(parsed), .call = std::move(call)};
}

}  // namespace deskmate
