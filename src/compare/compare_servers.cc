#include <fmt/format.h>

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
    compare_environment();
    compare_secrets();
    compare_names();
    compare_openings();
  }

 private:
  void add(Direction direction, Matter matter, const KeyPath& key, Change change) {
    KeyPath keys{"servers", before_.name};
    keys.insert(keys.end(), key.begin(), key.end());
    comparison_.add(direction, matter, keys, std::move(change));
  }

  /// What a variable does to a server nobody knows but the server.
  void compare_environment() {
    using Variable = std::pair<std::string, std::string>;
    const auto show = [](const Variable& variable) { return fmt::format("{}={}", variable.first, variable.second); };
    each_name(
        before_.env, after_.env, &Variable::first,
        [&](const Variable& one, const Variable& other) {
          if (one == other) return;
          add(Direction::Changes, Matter::ServerEnvironment, {"env", one.first}, {show(one), show(other)});
        },
        [&](const Variable& variable, Direction side) {
          add(Direction::Changes, Matter::ServerEnvironment, {"env", variable.first}, only(side, show(variable)));
        });
  }

  /// A variable lets more see the secret than a file does.
  void compare_secrets() {
    const auto show = [](const ServerSecret& secret) {
      return fmt::format("{}, as {}", secret.secret, secret.as == SecretForm::File ? "file" : "env");
    };
    each_name(
        before_.secrets, after_.secrets, &ServerSecret::variable,
        [&](const ServerSecret& one, const ServerSecret& other) {
          if (one == other) return;
          const Direction direction = one.secret != other.secret         ? Direction::Changes
                                      : other.as == SecretForm::Variable ? Direction::Grants
                                                                         : Direction::TakesAway;
          add(direction, Matter::ServerSecret, {"env", one.variable}, {show(one), show(other)});
        },
        [&](const ServerSecret& secret, Direction direction) {
          add(direction, Matter::ServerSecret, {"env", secret.variable}, only(direction, show(secret)));
        });
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
