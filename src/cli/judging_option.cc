#include "cli/judging_option.h"

#include "cli/engine_option.h"
#include "cli/policy_option.h"
#include "cli/session_option.h"
#include "cli/state_option.h"
#include "cli/time_option.h"
#include "os/decisive_files.h"
#include "os/files.h"

namespace yett {

/// Nothing is made, and a state or cards that have no place yet are none.
Result<std::vector<std::string>> find_sealed_paths(const Invocation& invocation, const Console& console,
                                                   const Policy& policy) {
  return sealed_paths({.policy = policy.file,
                       .bases = policy.bases,
                       .lock = lock_file_of(policy.file),
                       .sessions = invocation.values("--session"),
                       .state = find_state_folder(invocation, console, &policy).value_or(""),
                       .cards = runtime_folder_places(console.environment.get("XDG_RUNTIME_DIR").value_or(""))});
}

std::vector<OptionSpec> judging_options(std::vector<OptionSpec> others) {
  std::vector<OptionSpec> options = {kPolicyOption, kPolicyDigestOption, kSessionOption,     kRunOption,    kUserOption,
                                     kTenantOption, kAllowTenantOption,  kPermissionsOption, kExpiresOption};
  options.insert(options.end(), others.begin(), others.end());
  options.push_back(kNowOption);
  options.push_back(kWithoutOption);
  return options;
}

Result<JudgingTerms> find_judging_terms(const Invocation& invocation, const Console& console,
                                        const std::string& default_run) {
  const Result<TimePoint> now = find_now(invocation, console);
  if (!now) return std::unexpected(now.error());
  Result<Engine> engine = find_engine(invocation);
  if (!engine) return std::unexpected(engine.error());
  Result<PolicyRef> policy = load_policy(invocation, console);
  if (!policy) return std::unexpected(policy.error());
  Result<Session> session = find_session(invocation, **policy, default_run, *now);
  if (!session) return std::unexpected(session.error());
  Result<std::vector<std::string>> sealed = find_sealed_paths(invocation, console, **policy);
  if (!sealed) return std::unexpected(sealed.error());
  return JudgingTerms{.now = *now,
                      .engine = std::move(*engine),
                      .policy = std::move(*policy),
                      .session = std::move(*session),
                      .sealed = std::move(*sealed)};
}

}  // namespace yett
