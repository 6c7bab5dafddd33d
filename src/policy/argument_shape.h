#pragma once

#include <cstdint>
#include <string_view>

#include "model/tool.h"

namespace yett {

/// What the name of an argument lets its reader expect. An argument that is named like a destination, a path, a tenant
/// or a credential is never plain content by silence: the policy binds it or lists it as unbound (docs/policy.md). On a
/// tool that executes, nor is one that says how a program is started: its environment, shell, input and folder.
enum class ArgumentShape : std::uint8_t { Plain, Destination, Path, Tenant, Credential, Execution };

/// The shape of a name, judged by its fold (text/name_fold.h). Tenant: tenant, org, organisation, organization,
/// workspace, account, each alone or in the plural, also with id, ids, name or names. The other
/// shapes go by the whole name ("to", "cc", "host") or by its ending ("callback_url", "filePath", "api_token"). O(1).
[[nodiscard]] ArgumentShape argument_shape(std::string_view name);

/// The same for an argument of that tool. Execution, where it executes and the name has no other shape: env,
/// environment, shell, stdin, executable, interpreter, workdir and the like; and args, argv, command and the like
/// beside an argument that is bound as the command. Of the tool, effect and arguments count. O(arguments).
[[nodiscard]] ArgumentShape argument_shape(std::string_view name, const Tool& tool);

/// Whether the shape is Tenant; cheap enough for every argument of every call.
[[nodiscard]] bool is_tenant_name(std::string_view name);

/// "a destination", "a path", ...: for messages.
[[nodiscard]] std::string_view to_string(ArgumentShape shape);

}  // namespace yett
