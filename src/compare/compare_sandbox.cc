#include "compare/compare_sandbox.h"

#include <fmt/format.h>

namespace yett {
namespace {

KeyPath below(const KeyPath& keys, std::initializer_list<std::string> more) {
  KeyPath path = keys;
  path.insert(path.end(), more);
  return path;
}

/// Two that hold a program in differ in a way that nobody can put in an order, but for these two ends.
int strength(const SandboxTerms& terms) {
  if (terms.none_because) return 0;
  return terms.backend == Backend::Landlock ? 1 : 2;
}

std::string isolation_text(const SandboxTerms& terms) {
  if (terms.none_because) return "none";
  return terms.backend ? std::string(backend_name(*terms.backend)) : "auto";
}

std::vector<std::string> mount_texts(const SandboxTerms& terms) {
  std::vector<std::string> texts = terms.mounts;
  if (terms.program_files == ProgramFiles::Found) texts.insert(texts.begin(), kFoundMounts);
  return texts;
}

std::optional<std::vector<std::string>> root_names(const SandboxTerms& terms, const Policy& policy) {
  if (!terms.roots) return std::nullopt;
  std::vector<std::string> names;
  for (const std::size_t root : *terms.roots) names.push_back(policy.paths[root].name);
  return names;
}

std::string roots_text(const std::optional<std::vector<std::string>>& names) {
  return names ? fmt::format("[{}]", list_text(*names)) : "";
}

}  // namespace

void compare_sandbox(Comparison& comparison, const KeyPath& keys, const SandboxTerms& before,
                     const SandboxTerms& after) {
  if (isolation_text(before) != isolation_text(after)) {
    const bool same_strength = strength(before) == strength(after);
    comparison.add(
        same_strength ? Direction::Changes : opposite(when_greater_grants(strength(before), strength(after))),
        Matter::Isolation, below(keys, {"isolation"}), {isolation_text(before), isolation_text(after)});
  }
  const std::vector<std::string> mounts = mount_texts(before);
  const std::vector<std::string> new_mounts = mount_texts(after);
  if (const auto change = list_change(mounts, new_mounts); !change.empty()) {
    comparison.add(change.direction(), Matter::Mounts, below(keys, {"mounts"}),
                   {list_text(mounts), list_text(new_mounts)});
  }
  const auto roots = root_names(before, comparison.before());
  const auto new_roots = root_names(after, comparison.after());
  if (const auto direction = bound_direction(roots, new_roots)) {
    comparison.add(*direction, Matter::ShownRoots, below(keys, {"roots"}), {roots_text(roots), roots_text(new_roots)});
  }
  const auto limit = [&](const char* key, const auto& one, const auto& other, const auto& text) {
    if (one == other) return;
    comparison.add(when_greater_grants(one, other), Matter::SandboxLimit, below(keys, {key}), {text(one), text(other)});
  };
  const auto number = [](std::uint64_t value) { return std::to_string(value); };
  limit("memory", before.memory_bytes, after.memory_bytes, number);
  limit("pids", std::uint64_t{before.processes}, std::uint64_t{after.processes}, number);
  limit("cpu", before.cpu, after.cpu, [](Duration value) { return format_duration(value); });
  limit("wall", before.wall, after.wall, [](Duration value) { return format_duration(value); });
}

void compare_environment(Comparison& comparison, const KeyPath& keys,
                         const std::vector<std::pair<std::string, std::string>>& before,
                         const std::vector<std::pair<std::string, std::string>>& after) {
  using Variable = std::pair<std::string, std::string>;
  const auto show = [](const Variable& variable) { return fmt::format("{}={}", variable.first, variable.second); };
  each_name(
      before, after, &Variable::first,
      [&](const Variable& one, const Variable& other) {
        if (one == other) return;
        comparison.add(Direction::Changes, Matter::ServerEnvironment, below(keys, {"env", one.first}),
                       {show(one), show(other)});
      },
      [&](const Variable& variable, Direction side) {
        comparison.add(Direction::Changes, Matter::ServerEnvironment, below(keys, {"env", variable.first}),
                       only(side, show(variable)));
      });
}

void compare_given_secrets(Comparison& comparison, const KeyPath& keys, const std::vector<ServerSecret>& before,
                           const std::vector<ServerSecret>& after) {
  const auto show = [](const ServerSecret& secret) {
    return fmt::format("{}, as {}", secret.secret, secret.as == SecretForm::File ? "file" : "env");
  };
  each_name(
      before, after, &ServerSecret::variable,
      [&](const ServerSecret& one, const ServerSecret& other) {
        if (one == other) return;
        const Direction direction = one.secret != other.secret         ? Direction::Changes
                                    : other.as == SecretForm::Variable ? Direction::Grants
                                                                       : Direction::TakesAway;
        comparison.add(direction, Matter::ServerSecret, below(keys, {"env", one.variable}), {show(one), show(other)});
      },
      [&](const ServerSecret& secret, Direction direction) {
        comparison.add(direction, Matter::ServerSecret, below(keys, {"env", secret.variable}),
                       only(direction, show(secret)));
      });
}

}  // namespace yett
