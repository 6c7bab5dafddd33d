#include "cli/state_option.h"

#include <filesystem>

#include "cli/policy_option.h"
#include "os/linux/kernel_entropy.h"

namespace yett {

Result<std::string> find_state_folder(const Invocation& invocation, const Console& console, const Policy* policy) {
  if (const auto flag = invocation.value("--state"))
    return std::filesystem::absolute(*flag).lexically_normal().string();
  if (policy != nullptr && policy->state.dir) return *policy->state.dir;
  if (const auto variable = console.variable("YETT_STATE")) {
    return std::filesystem::absolute(*variable).lexically_normal().string();
  }
  if (const auto xdg = console.variable("XDG_STATE_HOME")) return *xdg + "/yett";
  if (const auto home = console.variable("HOME")) return *home + "/.local/state/yett";
  return fail(ErrorKind::Input, "there is no place for the state", {}, "name one with --state DIR");
}

Result<PolicyRef> load_policy_if_any(const Invocation& invocation, const Console& console) {
  std::error_code unreadable;
  const bool is_named = invocation.has("--policy") || invocation.has("--policy-digest");
  const bool is_there = console.variable("YETT_POLICY") || std::filesystem::exists("yett.toml", unreadable);
  // A policy may say where the state lies, so one that is there must be readable; --state needs none.
  if (!is_named && (!is_there || invocation.has("--state"))) return PolicyRef();
  return load_policy(invocation, console);
}

Result<OpenState> open_state(const Invocation& invocation, const Console& console, StoreAccess access) {
  const Result<PolicyRef> found = load_policy_if_any(invocation, console);
  if (!found) return std::unexpected(found.error());
  return open_state_of(invocation, console, found->get(), access);
}

Result<OpenState> open_state_of(const Invocation& invocation, const Console& console, const Policy* policy,
                                StoreAccess access) {
  Result<std::string> folder = find_state_folder(invocation, console, policy);
  if (!folder) return std::unexpected(folder.error());
  std::error_code unreadable;
  const bool is_there = std::filesystem::exists(*folder, unreadable);
  if (unreadable) return fail(ErrorKind::System, "cannot look at " + *folder + ": " + unreadable.message());
  if (!is_there) {
    return fail(ErrorKind::NotFound, "there is no state at " + *folder, {},
                "name it with --state DIR; `yett mcp` makes it");
  }
  KernelEntropy entropy;
  const Durability durability =
      policy != nullptr && policy->state.sync == StateSync::Os ? Durability::ProcessCrash : Durability::PowerLoss;
  Result<std::unique_ptr<Store>> store =
      console.open_store({.dir = *folder, .access = access, .durability = durability, .entropy = &entropy});
  if (!store) return std::unexpected(store.error());
  return OpenState{std::move(*folder), std::move(*store)};
}

}  // namespace yett
