#include "guard/server_secrets.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "secrets/secret_template.h"

namespace yett {

Result<std::unique_ptr<ServerSecrets>> ServerSecrets::make(ServerSecretsParts parts) {
  std::unique_ptr<ServerSecrets> secrets(new ServerSecrets(std::move(parts)));
  const SecretOwner owner{.user = secrets->parts_.session.user, .tenant = secrets->parts_.session.tenant};
  std::vector<SecretNeed> needs;
  for (const std::string& server : secrets->parts_.servers) {
    for (const ServerSecret& given : secrets->secrets_of(server)) {
      const SecretSpec* spec = secrets->parts_.policy->find_secret(given.secret);
      if (spec == nullptr) return fail(ErrorKind::Internal, "the policy has no secret " + given.secret);
      Result<std::vector<std::string>> from = fill_template(spec->from, owner);
      if (!from) {
        return fail(from.error().kind, fmt::format("secret {}: {}", spec->name, from.error().message), spec->where,
                    from.error().hint);
      }
      needs.push_back({server, *spec});
      needs.back().from.from = std::move(*from);
    }
  }
  if (!needs.empty()) {
    Result<SecretFolder> folder = SecretFolder::make(secrets->parts_.runtime_folder, secrets->parts_.self);
    if (!folder) return std::unexpected(folder.error());
    secrets->folder_.emplace(std::move(*folder));
    for (const std::string& server : secrets->parts_.servers) {
      if (Result<void> made = secrets->folder_->make_group(server); !made) return std::unexpected(made.error());
    }
  } else {
    SecretFolder::remove_abandoned(secrets->parts_.runtime_folder, secrets->parts_.self);
  }
  ServerSecrets* const self = secrets.get();
  secrets->supply_ =
      std::make_unique<SecretSupply>(std::move(needs), secrets->parts_.clock, secrets->parts_.environment,
                                     [self](const SecretNeed& need, SecretSupply::Event event, std::string_view why) {
                                       self->hear(need, event, why);
                                     });
  return secrets;
}

const std::vector<ServerSecret>& ServerSecrets::secrets_of(std::string_view server) const {
  // What the policy does not name is a command behind "--".
  const ServerSpec* spec = parts_.policy->find_server(server);
  return spec == nullptr ? parts_.policy->run.secrets : spec->secrets;
}

std::string ServerSecrets::file_name(std::string_view server, std::string_view secret) {
  return fmt::format("{}/{}", server, secret);
}

void ServerSecrets::renew_file(const SecretNeed& need) {
  const Token* token = supply_->find(need.server, need.from.name);
  if (token == nullptr) return;
  std::erase_if(written_,
                [&](const Given& file) { return file.server == need.server && file.secret == need.from.name; });
  written_.push_back({need.server, need.from.name, token->expires_at});
  if (Result<void> written = folder_->put(file_name(need.server, need.from.name), token->text.view()); !written) {
    parts_.tell(need.server, written.error().to_string());
  }
}

/// A token that has ended goes, though there is none that could be written in its place.
void ServerSecrets::remove_ended_files() {
  const auto has_ended = [&](const Given& file) {
    return file.expires_at - parts_.clock.now() <= SecretSupply::kLeastLife;
  };
  for (const Given& file : written_) {
    if (has_ended(file)) folder_->remove(file_name(file.server, file.secret));
  }
  std::erase_if(written_, has_ended);
}

std::optional<TimePoint> ServerSecrets::next_deadline() const {
  std::optional<TimePoint> earliest = supply_->next_deadline();
  for (const Given& file : written_) {
    const TimePoint end = file.expires_at - SecretSupply::kLeastLife;
    earliest = earliest ? std::min(*earliest, end) : end;
  }
  return earliest;
}

void ServerSecrets::hear(const SecretNeed& need, SecretSupply::Event event, std::string_view why) {
  switch (event) {
    case SecretSupply::Event::Came:
      return;  // what it is looked for by comes first
    case SecretSupply::Event::Failed:
      parts_.tell(need.server, fmt::format("no token for secret {}: {}", need.from.name, why));
      return;
    case SecretSupply::Event::Expired:
      parts_.tell(need.server, fmt::format("the token of secret {} has expired; calls are denied until another comes",
                                           need.from.name));
      return;
  }
}

Result<void> ServerSecrets::use_scrubber() {
  Result<Scrubber> made = Scrubber::of(supply_->live(), parts_.words, scrubber_.get());
  if (!made) return std::unexpected(made.error());
  scrubber_ = std::make_shared<const Scrubber>(std::move(*made));
  parts_.take(scrubber_);
  return {};
}

void ServerSecrets::remake_scrubber() {
  Result<void> used = use_scrubber();
  if (!used && scrubber_ != nullptr) {
    // What has ended gives its memory back first.
    (void)supply_->forget_ended();
    scrubber_ = std::make_shared<const Scrubber>(scrubber_->only(supply_->live()));
    parts_.take(scrubber_);
    used = use_scrubber();
  }
  is_scrubbable_ = used.has_value();
  if (!used) parts_.tell({}, used.error().to_string());
}

void ServerSecrets::attend() {
  supply_->attend();
  if (supply_->changes() != scrubbed_changes_) {
    scrubbed_changes_ = supply_->changes();
    remake_scrubber();
    // No server gets a secret that would not be known again in what it writes.
    if (is_scrubbable_) renew_files();
  }
  remove_ended_files();
}

void ServerSecrets::renew_files() {
  for (const std::string& server : parts_.servers) {
    for (const ServerSecret& given : secrets_of(server)) {
      const SecretSpec* spec = parts_.policy->find_secret(given.secret);
      if (given.as == SecretForm::File && spec != nullptr) renew_file({server, *spec});
    }
  }
}

void ServerSecrets::wait_for_all() {
  supply_->wait_for_all();
  attend();
}

Result<Environment> ServerSecrets::environment_of(std::string_view server, const Environment& plain) {
  Environment::Values values = plain.values();
  std::erase_if(given_, [&](const Given& given) { return given.server == server; });
  for (const ServerSecret& given : secrets_of(server)) {
    if (given.as == SecretForm::File) {
      values[given.variable] = folder_->path_of(file_name(server, given.secret));
      continue;
    }
    const Token* token = is_scrubbable_ ? supply_->find(server, given.secret) : nullptr;
    if (token == nullptr) {
      return fail(ErrorKind::Input, fmt::format("there is no token for secret {}", given.secret), {},
                  "its provider has to give one before the server starts");
    }
    values[given.variable] = std::string(token->text.view());
    given_.push_back({std::string(server), given.secret, token->expires_at});
  }
  return Environment(std::move(values));
}

std::optional<std::string> ServerSecrets::folder_of(std::string_view server) const {
  const bool has_files =
      std::ranges::any_of(secrets_of(server), [](const ServerSecret& given) { return given.as == SecretForm::File; });
  return has_files ? std::optional(folder_->path_of(server)) : std::nullopt;
}

bool ServerSecrets::is_outdated(std::string_view server) const {
  return std::ranges::any_of(given_, [&](const Given& given) {
    if (given.server != server) return false;
    const Token* token = supply_->find(server, given.secret);
    return token != nullptr && token->expires_at != given.expires_at;
  });
}

bool ServerSecrets::is_expiring(std::string_view server) const {
  return std::ranges::any_of(given_, [&](const Given& given) {
    return given.server == server && given.expires_at - parts_.clock.now() <= SecretSupply::kLeastLife;
  });
}

}  // namespace yett
