#include "cli/isolation_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "cli/doctor_view.h"
#include "isolate/doctor.h"
#include "isolate/isolation_backend.h"
#include "words/doctor_words.h"

namespace yett {
namespace {

Result<const IsolationBackend*> usable_backend(WantedBackend wanted) {
  auto backend = choose_backend(wanted);
  if (backend && wanted && (*backend)->kind() != *wanted) {
    return fail(ErrorKind::NotFound, "this version does not have the backend " + std::string(backend_name(*wanted)));
  }
  return backend;
}

Result<Examination> examine_here(const IsolationBackend& backend) {
  auto inside = find_inside_program();
  if (!inside) return std::unexpected(inside.error());
  auto attempts = find_attempts_program();
  if (!attempts) return std::unexpected(attempts.error());
  return examine(backend, {.inside_program = *std::move(inside), .attempts_program = *std::move(attempts)});
}

enum class Absent : std::uint8_t { Refused, Skipped };

Exit examine_each(std::span<const WantedBackend> wanted, Absent absent, Format format, Language language,
                  const Console& console) {
  if (wanted.empty()) {
    console.complain(fmt::format("yett: {}", doctor_text(language, DoctorText::NothingIsolated)));
    return Exit::Fails;
  }
  std::vector<ExaminedBackend> examined;
  Exit exit = Exit::Done;
  for (const WantedBackend& one : wanted) {
    const auto backend = usable_backend(one);
    if (!backend && absent == Absent::Skipped) {
      examined.push_back({.backend = *one, .skipped = backend.error().to_string()});
      continue;
    }
    if (!backend) {
      exit = std::max(exit, console.refuse(backend.error()));
      continue;
    }
    auto examination = examine_here(**backend);
    if (!examination) {
      exit = std::max(exit, console.refuse(examination.error()));
      continue;
    }
    exit = std::max(exit, examination->holds() ? Exit::Done : Exit::Fails);
    examined.push_back({.backend = (*backend)->kind(), .examination = *std::move(examination)});
  }
  if (!examined.empty()) console.print(print_examinations(examined, format, language, console));
  const bool is_any = std::ranges::any_of(examined, [](const ExaminedBackend& one) { return one.skipped.empty(); });
  return is_any ? exit : Exit::Wrong;
}

}  // namespace

std::vector<WantedBackend> wanted_backends(const Policy* policy) {
  if (policy == nullptr) return {std::nullopt};
  std::vector<WantedBackend> wanted;
  const auto add = [&](const SandboxTerms& terms) {
    if (!terms.none_because && std::ranges::find(wanted, terms.backend) == wanted.end())
      wanted.push_back(terms.backend);
  };
  for (const ServerSpec& server : policy->servers) add(server.sandbox);
  // Without [run] and without servers it is what `yett mcp -- CMD` would get.
  if (policy->run.where.line != 0 || policy->servers.empty()) add(policy->run.sandbox);
  return wanted;
}

Exit examine_isolation(std::span<const WantedBackend> wanted, Format format, Language language,
                       const Console& console) {
  return examine_each(wanted, Absent::Refused, format, language, console);
}

Exit examine_all_isolation(Format format, Language language, const Console& console) {
  const std::vector<WantedBackend> all(kAllBackends.begin(), kAllBackends.end());
  return examine_each(all, Absent::Skipped, format, language, console);
}

}  // namespace yett
