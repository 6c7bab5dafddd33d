#include "model/tool.h"

#include <algorithm>

namespace yett {

const BoundArgument* Tool::find_argument(std::string_view argument) const {
  const auto found = std::ranges::find(arguments, argument, &BoundArgument::name);
  return found == arguments.end() ? nullptr : &*found;
}

bool Tool::has_role(ArgumentRole role) const {
  return std::ranges::find(arguments, role, &BoundArgument::role) != arguments.end();
}

bool Tool::has_destination_argument() const {
  return std::ranges::any_of(arguments, is_destination, &BoundArgument::role);
}

bool Tool::has_destination() const {
  return fixed_destination.has_value() || has_destination_argument() ||
         std::ranges::any_of(commands, &ListedCommand::has_url);
}

CapabilitySet Tool::capabilities() const {
  CapabilitySet needed;
  needed.insert(required_capability(effect));
  if (has_destination()) needed.insert(Capability::ExternalAccess);
  return needed;
}

bool Tool::goes_outside() const { return effect == Effect::Send || effect == Effect::Execute || has_destination(); }

std::string_view to_string(ArgumentRole role) {
  switch (role) {
    case ArgumentRole::Url:
      return "url";
    case ArgumentRole::Email:
      return "email";
    case ArgumentRole::Id:
      return "id";
    case ArgumentRole::Part:
      return "part";
    case ArgumentRole::ReadPath:
      return "path.read";
    case ArgumentRole::WritePath:
      return "path.write";
    case ArgumentRole::Command:
      return "command.argv";
    case ArgumentRole::Tenant:
      return "tenant";
    case ArgumentRole::Unbound:
      return "unbound";
    case ArgumentRole::Content:
      return "content";
  }
  return "content";
}

std::string_view to_string(Returns returns) {
  switch (returns) {
    case Returns::ToolOutput:
      return "tool_output";
    case Returns::RetrievedDocument:
      return "retrieved_document";
    case Returns::Trusted:
      return "trusted";
  }
  return "tool_output";
}

std::optional<SourceKind> source_of(Returns returns) {
  switch (returns) {
    case Returns::ToolOutput:
      return SourceKind::ToolOutput;
    case Returns::RetrievedDocument:
      return SourceKind::RetrievedDocument;
    case Returns::Trusted:
      return std::nullopt;
  }
  return SourceKind::ToolOutput;
}

}  // namespace yett
