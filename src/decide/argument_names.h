#pragma once

#include <string>
#include <string_view>

#include "model/tool.h"

namespace yett {

/// The name as a careless reader takes it: letters without case, fullwidth letters and the two look-alikes that
/// Unicode folds into ASCII (long s, Kelvin sign) as plain ones, without separators and invisible characters.
/// Two names with the same fold are taken for the same argument by somebody (CVE-2026-27896).
[[nodiscard]] std::string fold_name(std::string_view name);

/// True when an undeclared key folds into a declared one.
[[nodiscard]] bool is_folded_twin(const Tool& tool, std::string_view key);

/// True for names that say "tenant" in any spelling: tenant, org, organisation, organization, workspace, account,
/// each with id, name or plural (contract section 6).
[[nodiscard]] bool is_tenant_shaped(std::string_view name);

/// True for the arguments of a mail tool in which line breaks are text and not structure (destinations design).
[[nodiscard]] bool is_body_name(std::string_view name);

}  // namespace yett
