#pragma once

#include <memory>
#include <string>

#include "cli/command.h"
#include "policy/policy.h"
#include "store/sqlite_store.h"

namespace yett {

inline constexpr OptionSpec kStateOption{"--state", OptionKind::Value, "DIR",
                                         "The state folder; else [state] dir, $YETT_STATE, $XDG_STATE_HOME/yett, "
                                         "~/.local/state/yett"};

/// Where the state lies: --state, else [state] dir of the policy (which may be null), else $YETT_STATE,
/// $XDG_STATE_HOME/yett, ~/.local/state/yett.
[[nodiscard]] Result<std::string> find_state_folder(const Invocation& invocation, const Console& console,
                                                    const Policy* policy);

/// The policy of --policy, $YETT_POLICY or ./yett.toml; null when none of them is there, or only the state is named.
[[nodiscard]] Result<PolicyRef> load_policy_if_any(const Invocation& invocation, const Console& console);

struct OpenState;
/// open_state() under a policy that is loaded already.
[[nodiscard]] Result<OpenState> open_state_of(const Invocation& invocation, const Console& console,
                                              const Policy* policy, StoreAccess access);

/// Opens the store of find_state_folder() for commands that look at it or answer in it. The policy is optional for
/// them: it only says where the state lies.
struct OpenState {
  std::string folder;
  std::unique_ptr<Store> store;
};
[[nodiscard]] Result<OpenState> open_state(const Invocation& invocation, const Console& console, StoreAccess access);

}  // namespace yett
