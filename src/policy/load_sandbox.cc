#include "policy/load_sandbox.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "policy/format_keys.h"
#include "policy/format_words.h"
#include "policy/load_env.h"
#include "text/spelling.h"

namespace yett {
namespace {

/// Below this no runtime starts, and what looks like a limit is a mistake of the unit.
constexpr std::uint64_t kLeastMemory = std::uint64_t{8} << 20;
constexpr std::int64_t kMostProcesses = 65536;
constexpr Duration kLongestLimit = std::chrono::days(30);
constexpr std::string_view kLongestLimitWhy = "at most 30 days";
constexpr std::string_view kIsolationHint =
    "isolation = \"auto\", a backend, or { none = \"WHY\" } for a program that nothing holds in";

void load_isolation(const Field& field, SandboxTerms& terms) {
  terms.where = field.where();
  if (field.value().as_table() != nullptr) {
    const TableReader table(field, {.accepted = kNoIsolationKeys});
    const auto why = table.require("none", "none = \"WHY\"");
    terms.none_because = why ? why->text() : std::nullopt;
    return;
  }
  const std::string* word = field.value().as_string();
  if (word == nullptr) {
    field.refuse_expected("the name of a backend", std::string(kIsolationHint));
  } else if (*word == "none") {
    field.refuse("a program that nothing holds in needs a reason", "isolation = { none = \"WHY\" }");
  } else {
    terms.backend = field.choice(kIsolations).value_or(std::nullopt);
  }
}

void load_mounts(const Field& list, SandboxTerms& terms) {
  terms.program_files = ProgramFiles::Listed;
  const auto items = list.items();
  if (!items) return;
  for (const Field& item : *items) {
    const std::string* word = item.value().as_string();
    if (word != nullptr && *word == kFoundMounts) {
      if (terms.program_files == ProgramFiles::Found) item.refuse_repeated();
      terms.program_files = ProgramFiles::Found;
      continue;
    }
    const auto path = item.absolute_path();
    if (!path) continue;
    if (*path == "/") {
      item.refuse("the whole machine is no mount", "name the folders that the program needs");
    } else if (std::ranges::find(terms.mounts, *path) != terms.mounts.end()) {
      item.refuse_repeated();
    } else {
      terms.mounts.push_back(*path);
    }
  }
}

void load_roots(const Field& list, std::span<const NamedRoot> paths, SandboxTerms& terms) {
  terms.roots.emplace();
  const auto items = list.items();
  if (!items) return;
  for (const Field& item : *items) {
    const auto name = item.text();
    if (!name) continue;
    const auto found = std::ranges::find(paths, *name, &NamedRoot::name);
    const auto index = static_cast<std::size_t>(found - paths.begin());
    if (found == paths.end()) {
      item.refuse(fmt::format("{} is not among [paths]", in_quotes(*name)),
                  nearest_name(item, *name, paths, &NamedRoot::name));
    } else if (std::ranges::find(*terms.roots, index) != terms.roots->end()) {
      item.refuse_repeated();
    } else {
      terms.roots->push_back(index);
    }
  }
}

}  // namespace

SandboxTerms load_sandbox(const TableReader& table, std::span<const NamedRoot> paths) {
  SandboxTerms terms{.where = table.field().where()};
  if (const auto isolation = table.find("isolation")) load_isolation(*isolation, terms);
  if (const auto mounts = table.find("mounts")) load_mounts(*mounts, terms);
  if (const auto roots = table.find("roots")) load_roots(*roots, paths, terms);
  if (const auto memory = table.find("memory")) {
    terms.memory_bytes = memory->byte_count().value_or(kLeastMemory);
    if (terms.memory_bytes < kLeastMemory) memory->refuse("no program starts in less than 8MiB", "memory = \"2GiB\"");
  }
  if (const auto pids = table.find("pids")) {
    terms.processes = static_cast<std::uint32_t>(pids->integer(1, kMostProcesses).value_or(1));
  }
  const auto time = [&table](std::string_view key, Duration& limit) {
    const auto field = table.find(key);
    if (!field) return;
    limit = field->duration(kLongestLimit, kLongestLimitWhy).value_or(Duration::zero());
    if (limit < std::chrono::seconds(1))
      field->refuse("less than a second is no limit", std::string(key) + " = \"1h\"");
  };
  time("cpu", terms.cpu);
  time("wall", terms.wall);
  return terms;
}

RunTerms load_run(const Field& section, std::span<const SecretSpec> secrets, std::span<const NamedRoot> paths) {
  const TableReader table(section, {.accepted = kRunKeys});
  RunTerms terms{.sandbox = load_sandbox(table, paths), .where = section.where()};
  if (const auto env = table.find("env")) {
    WrittenEnvironment written = load_env(*env, ServerSecretLoader(secrets));
    terms.env = std::move(written.values);
    terms.secrets = std::move(written.secrets);
  }
  return terms;
}

}  // namespace yett
