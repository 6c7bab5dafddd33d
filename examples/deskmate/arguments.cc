#include "arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace deskmate {

using yett::ErrorKind;
using yett::fail;
using yett::Json;
using yett::Result;

std::string ArgumentReader::text(std::string_view name) {
  const Json* value = take(name);
  if (value == nullptr) {
    note(fmt::format("argument {} is missing", name));
    return {};
  }
  const std::string* text = value->as_string();
  if (text == nullptr) {
    note(fmt::format("argument {} must be a string", name));
    return {};
  }
  return *text;
}

std::vector<std::string> ArgumentReader::texts(std::string_view name) {
  std::vector<std::string> found = optional_texts(name);
  if (found.empty()) note(fmt::format("argument {} must name at least one", name));
  return found;
}

std::vector<std::string> ArgumentReader::optional_texts(std::string_view name) {
  const Json* value = take(name);
  if (value == nullptr) return {};
  if (const std::string* text = value->as_string()) return {*text};

  std::vector<std::string> found;
  const Json::Array* list = value->as_array();
  if (list == nullptr) {
    note(fmt::format("argument {} must be a string or a list of strings", name));
    return {};
  }
  for (const Json& item : *list) {
    const std::string* text = item.as_string();
    if (text == nullptr) {
      note(fmt::format("argument {} must be a string or a list of strings", name));
      return {};
    }
    found.push_back(*text);
  }
  return found;
}

Result<void> ArgumentReader::finish() const {
  const Json::Object* members = arguments_.as_object();
  if (members == nullptr) return fail(ErrorKind::Input, "the arguments must be an object");
  if (problem_) return fail(ErrorKind::Input, *problem_);
  for (const Json::Member& member : *members) {
    if (std::ranges::find(read_, member.key) == read_.end()) {
      return fail(ErrorKind::Input, fmt::format("unknown argument {}", member.key));
    }
  }
  return {};
}

const Json* ArgumentReader::take(std::string_view name) {
  read_.emplace_back(name);
  return arguments_.find(name);
}

void ArgumentReader::note(std::string problem) {
  if (!problem_) problem_ = std::move(problem);
}

}  // namespace deskmate
