#pragma once

#include <cstdint>
#include <string_view>

namespace yett {

/// What the name of an argument lets its reader expect. An argument that is named like a destination, a path, a tenant
/// or a credential is never plain content by silence: the policy binds it or lists it as unbound (docs/policy.md).
enum class ArgumentShape : std::uint8_t { Plain, Destination, Path, Tenant, Credential };

/// The shape of a name, judged by its fold (text/name_fold.h). Tenant: tenant, org, organisation, organization,
/// workspace, account, each alone or in the plural, also with id, ids, name or names. The other
/// shapes go by the whole name ("to", "cc", "host") or by its ending ("callback_url", "filePath", "api_token"). O(1).
[[nodiscard]] ArgumentShape argument_shape(std::string_view name);

/// Whether the shape is Tenant; cheap enough for every argument of every call.
[[nodiscard]] bool is_tenant_name(std::string_view name);

/// "a destination", "a path", ...: for messages.
[[nodiscard]] std::string_view to_string(ArgumentShape shape);

}  // namespace yett
