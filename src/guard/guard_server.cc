#include "guard/guard_server.h"

#include "os/decisive_files.h"
#include "os/path_resolution.h"
#include "redact/redactor.h"
#include "text/unicode.h"

namespace yett {
namespace {

/// Puts the policy that is read again in force, or says why not: all of it, or the one in force stays.
void change_policy(const std::function<Result<PolicyChange>(const Session&)>& reload, Gate& gate, McpGuard& guard,
                   const std::function<void(std::string_view)>& tell) {
  Result<PolicyChange> change =
      reload ? reload(gate.session()) : fail(ErrorKind::Input, "this policy cannot be read again");
  if (!change) {
    gate.note_refused_policy(change.error());
    tell("the policy in force stays: " + change.error().to_string());
    return;
  }
  const std::string what = "policy " + change->policy->name + " " + change->policy->digest.to_string();
  if (Result<void> adopted = guard.adopt(std::move(change->policy), std::move(change->session)); !adopted) {
    tell("the policy in force stays, because the other cannot be recorded: " + adopted.error().to_string());
    return;
  }
  tell(what + " is in force");
  for (const std::string& remark : change->remarks) tell(remark);
}

}  // namespace

Result<GuardEnd> guard_server(GuardedServer parts) {
  Result<Bell> bell = Bell::open(parts.state_folder);
  if (!bell) return std::unexpected(bell.error());
  Result<BellListener> listener = bell->listen();
  if (!listener) return std::unexpected(listener.error());
  Result<ProcessIdentity> self = own_identity();
  if (!self) return std::unexpected(self.error());
  Result<std::vector<std::string>> sealed = sealed_paths({.policy = parts.policy->file,
                                                          .sessions = parts.session_files,
                                                          .state = parts.state_folder,
                                                          .cards = {parts.card_folder}});
  if (!sealed) return std::unexpected(sealed.error());

  Gate gate({.engine = std::move(parts.engine),
             .policy = std::move(parts.policy),
             .session = std::move(parts.session),
             .servers = {std::move(parts.name)},
             .store = parts.store,
             .clock = parts.clock,
             .entropy = parts.entropy,
             .cards = CardFolder(parts.card_folder),
             .self = std::move(*self),
             .language = parts.language,
             .resolve = resolve_path,
             .sealed = std::move(*sealed),
             .ring = [&bell] { (void)bell->ring(); }});
  if (Result<void> opened = gate.open(); !opened) return std::unexpected(opened.error());
  Result<ChildProcess> server = spawn(parts.command);
  if (!server) {
    gate.close();
    return std::unexpected(server.error());
  }
  const Redactor redactor(parts.language == Language::Chinese ? RedactionWords::Chinese : RedactionWords::English);
  McpGuard guard(gate, parts.clock, std::move(parts.terms));
  const auto tell = [&](std::string_view line) { parts.tell(escape_for_display(redactor.redact(line))); };
  GuardLoop loop(guard, parts.clock, *server, *listener, parts.signals, parts.client, tell,
                 [&] { change_policy(parts.reload, gate, guard, tell); });
  Result<GuardEnd> end = loop.run();
  gate.close();
  return end;
}

}  // namespace yett
