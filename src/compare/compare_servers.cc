#include <fmt/format.h>

#include "compare/compare_sandbox.h"
#include "compare/comparison.h"

namespace yett {
namespace {

std::string argv_or_nothing(const std::vector<std::string>& argv) { return argv.empty() ? "" : argv_text(argv); }

/// Compares one server that both policies have.
class ServerComparison {
 public:
  ServerComparison(Comparison& comparison, const ServerSpec& before, const ServerSpec& after)
      : comparison_(comparison), before_(before), after_(after) {}

  void compare() {
    if (before_.command != after_.command) {
      add(Direction::Changes, Matter::ServerCommand, {"command"},
          {argv_text(before_.command), argv_text(after_.command)});
    }
    if (before_.cwd != after_.cwd) {
      add(Direction::Changes, Matter::ServerFolder, {"cwd"}, {before_.cwd.value_or(""), after_.cwd.value_or("")});
    }
    const KeyPath keys{"servers", before_.name};
    compare_environment(comparison_, keys, before_.env, after_.env);
    compare_given_secrets(comparison_, keys, before_.secrets, after_.secrets);
    compare_sandbox(comparison_, keys, before_.sandbox, after_.sandbox);
    compare_names();
    compare_openings();
  }

 private:
  void add(Direction direction, Matter matter, const KeyPath& key, Change change) {
    KeyPath keys{"servers", before_.name};
    keys.insert(keys.end(), key.begin(), key.end());
    comparison_.add(direction, matter, keys, std::move(change));
  }

  void compare_names() {
    const auto texts = [](const ServerSpec& server) {
      std::vector<std::string> names;
      for (const auto& [at_server, for_client] : server.rename) names.push_back(at_server + " = " + for_client);
      return names;
    };
    const std::vector<std::string> one = texts(before_);
    const std::vector<std::string> other = texts(after_);
    if (!list_change(one, other).empty()) {
      add(Direction::Changes, Matter::ServerNames, {"rename"}, {list_text(one), list_text(other)});
    }
  }

  template <typename Opening>
  void compare_opening(Matter matter, std::string_view key, const std::vector<Opening>& before,
                       const std::vector<Opening>& after) {
    const ListChange<Opening> change = list_change(before, after);
    if (change.empty()) return;
    const auto texts = [](const std::vector<Opening>& openings) {
      std::vector<std::string> names;
      for (const Opening opening : openings) names.emplace_back(to_string(opening));
      return list_text(names);
    };
    add(change.direction(), matter, {std::string(key)}, {texts(before), texts(after)});
  }

  void compare_openings() {
    compare_opening(Matter::Method, "methods", before_.methods, after_.methods);
    compare_opening(Matter::ClientRequest, "client_requests", before_.client_requests, after_.client_requests);
  }

  Comparison& comparison_;
  const ServerSpec& before_;
  const ServerSpec& after_;
};

std::string source_text(const SecretSpec& secret) {
  switch (secret.source) {
    case SecretSource::File:
      return "file " + list_text(secret.from);
    case SecretSource::Environment:
      return "env " + list_text(secret.from);
    case SecretSource::Command:
      break;
  }
  return argv_or_nothing(secret.from);
}

void compare_secret(Comparison& comparison, const SecretSpec& one, const SecretSpec& other) {
  if (one.source != other.source || one.from != other.from) {
    comparison.add(Direction::Changes, Matter::SecretSource, {"secrets", one.name, "from"},
                   {source_text(one), source_text(other)});
  }
  if (one.max_ttl != other.max_ttl) {
    comparison.add(when_greater_grants(one.max_ttl, other.max_ttl), Matter::SecretTime,
                   {"secrets", one.name, "max_ttl"}, {format_duration(one.max_ttl), format_duration(other.max_ttl)});
  }
}

}  // namespace

void compare_servers(Comparison& comparison) {
  const RunTerms& run = comparison.before().run;
  const RunTerms& new_run = comparison.after().run;
  compare_environment(comparison, {"run"}, run.env, new_run.env);
  compare_given_secrets(comparison, {"run"}, run.secrets, new_run.secrets);
  compare_sandbox(comparison, {"run"}, run.sandbox, new_run.sandbox);
  each_name(
      comparison.before().servers, comparison.after().servers, &ServerSpec::name,
      [&](const ServerSpec& one, const ServerSpec& other) { ServerComparison(comparison, one, other).compare(); },
      [&](const ServerSpec& server, Direction direction) {
        comparison.add(direction, Matter::Server, {"servers", server.name}, only(direction, argv_text(server.command)));
      });
  each_name(
      comparison.before().secrets, comparison.after().secrets, &SecretSpec::name,
      [&](const SecretSpec& one, const SecretSpec& other) { compare_secret(comparison, one, other); },
      [&](const SecretSpec& secret, Direction direction) {
        comparison.add(direction, Matter::Secret, {"secrets", secret.name}, only(direction, source_text(secret)));
      });
}

}  // namespace yett
