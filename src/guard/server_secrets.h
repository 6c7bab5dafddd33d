#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/session.h"
#include "os/clock.h"
#include "os/environment.h"
#include "os/process_identity.h"
#include "policy/policy.h"
#include "secrets/scrubber.h"
#include "secrets/secret_folder.h"
#include "secrets/secret_supply.h"

namespace yett {

/// What the secrets of a gate's servers are made of. The clock must outlive them.
struct ServerSecretsParts {
  PolicyRef policy;
  Session session;
  std::vector<std::string> servers;  // of the gate, by their names in the policy
  std::string runtime_folder;        // on a tmpfs
  ProcessIdentity self;
  const Clock& clock;
  Environment environment;  // of this process: secrets may come from it
  RedactionWords words = RedactionWords::English;
  /// Hears what a person should know of a server's secret, a line each.
  std::function<void(std::string_view server, std::string_view line)> tell;
  /// Gets what knows all secrets that a server could still write, before any server has a new one.
  std::function<void(std::shared_ptr<const Scrubber>)> take;
};

/// Gives the servers of one gate their secrets, as the policy says, each server its own: as a file on a tmpfs that is
/// renewed, or in a variable, for which the server has to be started again. Used by the thread of the guard.
class ServerSecrets {
 public:
  /// Asks no provider yet. Fails when the session's names cannot stand in a provider's words, and when no folder for
  /// the files can be made.
  [[nodiscard]] static Result<std::unique_ptr<ServerSecrets>> make(ServerSecretsParts parts);

  /// Waits until each provider has given a token or failed: at most ProviderRun::kLongest.
  void wait_for_all();
  /// Takes what providers have said, renews files and asks for what is due. Cheap; to be called whenever the guard
  /// wakes.
  void attend();
  [[nodiscard]] std::optional<TimePoint> next_deadline() const;
  [[nodiscard]] std::vector<int> descriptors() const { return supply_->descriptors(); }

  /// Whether a server has all its secrets now.
  [[nodiscard]] bool has_all(std::string_view server) const {
    return is_scrubbable_ && supply_->has_all(server) && !is_expiring(server);
  }
  /// The environment of a server with its secrets in it, as they are now. Fails with Input when one is missing that has
  /// to be there when the server starts.
  [[nodiscard]] Result<Environment> environment_of(std::string_view server, const Environment& plain);
  /// Where the secrets of a server lie that it reads as files; nullopt for one that has none.
  [[nodiscard]] std::optional<std::string> folder_of(std::string_view server) const;
  /// Whether a server was given a token that has been replaced since, in a variable.
  [[nodiscard]] bool is_outdated(std::string_view server) const;
  /// Whether that token is at its end.
  [[nodiscard]] bool is_expiring(std::string_view server) const;

 private:
  explicit ServerSecrets(ServerSecretsParts parts) : parts_(std::move(parts)) {}

  void hear(const SecretNeed& need, SecretSupply::Event event, std::string_view why);
  [[nodiscard]] const std::vector<ServerSecret>& secrets_of(std::string_view server) const;
  [[nodiscard]] static std::string file_name(std::string_view server, std::string_view secret);
  /// Writes the file of a secret where the server reads it from one.
  void renew_file(const SecretNeed& need);
  void renew_files();
  void remove_ended_files();
  [[nodiscard]] Result<void> use_scrubber();
  void remake_scrubber();

  /// A token that a server was started with, or that stands in its file.
  struct Given {
    std::string server;
    std::string secret;
    TimePoint expires_at{};
  };

  ServerSecretsParts parts_;
  std::optional<SecretFolder> folder_;
  std::unique_ptr<SecretSupply> supply_;
  std::vector<Given> given_;
  std::vector<Given> written_;
  std::shared_ptr<const Scrubber> scrubber_;  // that was made last: the next one shares what both look for
  std::uint64_t scrubbed_changes_ = 0;
  bool is_scrubbable_ = true;  // false: no memory could be locked to look for the secrets, so nobody gets to use one
};

}  // namespace yett
