#include "guard/server_start.h"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "gate/confinement_detail.h"
#include "isolate/isolation_backend.h"
#include "isolate/profile.h"

namespace yett {
namespace {

Result<StartedServer> start_without_sandbox(const ServerStart& server, Environment env) {
  SpawnRequest command = server.command;
  command.env = std::move(env);
  Result<ChildProcess> process = spawn(command);
  if (!process) return std::unexpected(process.error());
  return StartedServer{RunningServer(std::move(*process)), no_confinement_detail()};
}

Error at_server(Error error, const ServerStart& server) {
  error.message = fmt::format("server {}: {}", server.name, error.message);
  return error;
}

/// Where nothing can hold a program in, the policy may say that nothing has to.
Error with_way_out(Error error, const ServerStart& server) {
  constexpr const char* kWayOut = "the policy can say why nothing holds it in: isolation = { none = \"WHY\" }";
  error.hint = error.hint.empty() ? kWayOut : fmt::format("{}; {}", error.hint, kWayOut);
  return at_server(std::move(error), server);
}

}  // namespace

Result<StartedServer> start_server(const ServerStart& server, Environment env, const std::optional<std::string>& given,
                                   const SandboxGround& ground) {
  if (server.sandbox.none_because) return start_without_sandbox(server, std::move(env));
  std::error_code error;
  const std::string current = std::filesystem::current_path(error).string();
  ProgramRequest request{.policy = ground.policy,
                         .terms = server.sandbox,
                         .bindings = ground.bindings,
                         .argv = server.command.argv,
                         .env = std::move(env),
                         .cwd = server.command.cwd.empty() ? std::nullopt : std::optional(server.command.cwd),
                         .current = error ? "/" : current,
                         .home = ground.home,
                         .sealed = ground.sealed};
  if (given) request.given.push_back(*given);
  const Result<Profile> profile = make_profile(request);
  if (!profile) return std::unexpected(at_server(profile.error(), server));
  for (const std::string& line : profile->remarks) ground.tell(server.name, line);

  const Result<std::string> inside = find_inside_program();
  if (!inside) return std::unexpected(with_way_out(inside.error(), server));
  const Result<const IsolationBackend*> backend = choose_backend(server.sandbox.backend);
  if (!backend) return std::unexpected(with_way_out(backend.error(), server));
  Result<Sandbox> sandbox = (*backend)->hold(profile->plan, {.inside_program = *inside});
  if (!sandbox) return std::unexpected(with_way_out(sandbox.error(), server));
  const Result<Confinement> confinement = sandbox->release();
  if (!confinement) return std::unexpected(at_server(confinement.error(), server));
  return StartedServer{RunningServer(std::move(*sandbox)), confinement_detail(*confinement)};
}

}  // namespace yett
