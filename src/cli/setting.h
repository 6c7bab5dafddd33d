#pragma once

#include <memory>
#include <optional>
#include <string>

#include "cli/command.h"
#include "model/session.h"
#include "policy/policy.h"
#include "policy/session_request.h"
#include "store/sqlite_store.h"
#include "words/language.h"

namespace yett {

// What commands need before they can start: found by flags, the environment and defaults (contract sections 1, 2, 5).

/// The longest policy that is read.
inline constexpr std::size_t kMaxPolicyBytes = 16u << 20;

/// The language of --lang, else of the locale.
[[nodiscard]] Result<Language> find_language(const Invocation& invocation, const Console& console);

/// Loads the policy of -p, $YETT_POLICY or ./yett.toml. A policy that others could write is refused, and so is, here
/// and below, any other than that of --policy-digest where it is given.
[[nodiscard]] Result<PolicyRef> load_policy(const Invocation& invocation, const Console& console);

/// Loads the policy of -p only: for commands that execute things.
[[nodiscard]] Result<PolicyRef> load_named_policy(const Invocation& invocation);

/// Loads the policy of a path.
[[nodiscard]] Result<PolicyRef> load_policy_file(const Invocation& invocation, const std::string& path);

/// What --session and the session flags ask for, with a run and a user: the login name and `default_run` where neither
/// names them. Flags win over the file.
[[nodiscard]] Result<SessionRequest> find_session_request(const Invocation& invocation, const std::string& default_run,
                                                          TimePoint now);

/// The session that the policy grants for find_session_request().
[[nodiscard]] Result<Session> find_session(const Invocation& invocation, const Policy& policy,
                                           const std::string& default_run, TimePoint now);

/// Where the state lies: --state, else [state] dir of the policy (which may be null), else $YETT_STATE,
/// $XDG_STATE_HOME/yett, ~/.local/state/yett.
[[nodiscard]] Result<std::string> find_state_folder(const Invocation& invocation, const Console& console,
                                                    const Policy* policy);

/// Opens the store of find_state_folder() for commands that look at it or answer in it. The policy is optional for
/// them: it only says where the state lies.
struct OpenState {
  std::string folder;
  std::unique_ptr<Store> store;
};
[[nodiscard]] Result<OpenState> open_state(const Invocation& invocation, const Console& console, StoreAccess access);

/// The time of --now, else of the clock.
[[nodiscard]] Result<TimePoint> find_now(const Invocation& invocation, const Console& console);

}  // namespace yett
