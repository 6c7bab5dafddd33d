#include "cli/measure_conflicts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "cli/policy_option.h"
#include "policy/tool_lock.h"
#include "text/spelling.h"

namespace yett {
namespace {

/// What speaks of calls: with any of it calls are measured.
constexpr std::array<std::string_view, 18> kOfCalls = {
    "--policy",      "--sources",      "--approver", "--where", "--from",          "--clean",
    "--harmful",     "--pairs",        "--session",  "--run",   "--user",          "--tenant",
    "--permissions", "--allow-tenant", "--expires",  "--now",   "--policy-digest", "--without"};

/// What speaks of records.
constexpr std::array<std::string_view, 7> kOfRecords = {"--dataset",   "--records",  "--seed",   "--sql",
                                                        "--from-cube", "--cube-out", "--threads"};

constexpr std::array<std::string_view, 3> kOfMadeRecords = {"--records", "--seed", "--dataset"};

/// What prints something else than tables, and what would have no part in it.
constexpr std::array<std::string_view, 16> kBesideQuery = {
    "FILE",        "--dataset",  "--records", "--seed",           "--format",      "--details",
    "--frontier",  "--suggest",  "--plot",    "--per-record",     "--records-out", "--skip-bad",
    "--from-cube", "--cube-out", "--threads", "--max-false-block"};
constexpr std::array<std::string_view, 7> kBesideRows = {"--details", "--frontier", "--suggest", "--max-false-block",
                                                         "--plot",    "--cube-out", "--pairs"};
constexpr std::array<std::string_view, 4> kBesideSuggestion = {"--format", "--details", "--plot", "--pairs"};
constexpr std::array<std::string_view, 1> kBesideTraces = {"--where"};
constexpr std::array<std::string_view, 7> kReadFiles = {"FILE",         "--clean",   "--harmful",  "--policy",
                                                        "--experiment", "--session", "--from-cube"};
constexpr std::array<std::string_view, 3> kWrittenFiles = {"--records-out", "--cube-out", "--plot"};
constexpr std::array<std::string_view, 3> kBesideCsv = {"--frontier", "--pairs", "--details"};

/// The first of the options that is named; empty when none is.
std::string_view first_named(const Invocation& invocation, std::span<const std::string_view> options) {
  const auto found = std::ranges::find_if(options, [&](std::string_view option) { return invocation.has(option); });
  return found == options.end() ? std::string_view() : *found;
}

Result<void> refuse_beside(const Invocation& invocation, std::string_view what,
                           std::span<const std::string_view> options) {
  const std::string_view ignored = first_named(invocation, options);
  if (ignored.empty()) return {};
  return fail(ErrorKind::Input, fmt::format("{} leaves no place for {}", what, ignored), {},
              "leave one of the two out");
}

Result<void> check_kinds(const Invocation& invocation) {
  const std::string_view of_calls = first_named(invocation, kOfCalls);
  const std::string_view of_records = first_named(invocation, kOfRecords);
  if (of_calls.empty() || of_records.empty()) return {};
  return fail(ErrorKind::Input, fmt::format("{} is for calls, and {} for records", of_calls, of_records), {},
              "measure them apart");
}

Result<void> check_output(const Invocation& invocation) {
  Result<void> checked;
  if (invocation.has("--sql")) checked = refuse_beside(invocation, "--sql", kBesideQuery);
  if (checked && invocation.has("--per-record")) checked = refuse_beside(invocation, "--per-record", kBesideRows);
  if (checked && invocation.has("--suggest")) checked = refuse_beside(invocation, "--suggest", kBesideSuggestion);
  if (checked && invocation.value("--format") == "csv") checked = refuse_beside(invocation, "--format csv", kBesideCsv);
  return checked;
}

/// Whether two names are one file. "-" is standard input.
bool is_same_file(const std::string& one, const std::string& other) {
  const auto path_of = [](const std::string& name) { return name == "-" ? std::string("/dev/stdin") : name; };
  std::error_code error;
  if (one == other) return true;
  return std::filesystem::equivalent(path_of(one), path_of(other), error) && !error;
}

/// What is written must not be what is read, nor what decides, nor another file that is written.
Result<void> check_files(const Invocation& invocation, const Console& console) {
  // Calls are judged by the policy at hand also where nobody names it, and read from standard input.
  const std::string policy = policy_file_of(invocation, console);
  std::vector<std::string> taken = {"-", policy, lock_file_of(policy)};
  for (const std::string_view option : kReadFiles) {
    for (const std::string& path : invocation.values(option)) taken.push_back(path);
  }
  for (const std::string_view option : kWrittenFiles) {
    const std::optional<std::string> path = invocation.value(option);
    if (!path) continue;
    std::error_code error;
    if (std::filesystem::is_symlink(*path, error)) {
      return fail(ErrorKind::Input, fmt::format("{} is a link, and {} writes a file", in_quotes(*path), option), {},
                  "name the file that it leads to");
    }
    for (const std::string& other : taken) {
      if (!is_same_file(*path, other)) continue;
      return fail(ErrorKind::Input,
                  fmt::format("{} would write over {}, which this run uses", option, in_quotes(other)), {},
                  "name another file");
    }
    taken.push_back(*path);
  }
  // Records are read once for their rows and once for the tables.
  const bool reads_twice = invocation.has("--records-out") || invocation.has("--per-record");
  for (const std::string& path : invocation.values("FILE")) {
    std::error_code error;
    if (!reads_twice || path == "-" || measures_calls(invocation)) continue;
    if (std::filesystem::exists(path, error) && !std::filesystem::is_regular_file(path, error)) {
      return fail(ErrorKind::Input, fmt::format("{} can be read only once", in_quotes(path)), {},
                  "leave --records-out and --per-record out, or write it to a file first");
    }
  }
  return {};
}

Result<void> check_input(const Invocation& invocation, const Console& console) {
  const bool has_input = invocation.has("FILE") || invocation.has("--from-cube");
  const std::string_view made = first_named(invocation, kOfMadeRecords);
  if (has_input && !made.empty()) {
    return fail(ErrorKind::Input, fmt::format("{} makes records, and a file of them is named", made), {},
                "leave one of the two out");
  }
  if (invocation.has("FILE") && invocation.has("--from-cube")) {
    return fail(ErrorKind::Input, "--from-cube counts for the records, and a file of them is named", {},
                "leave one of the two out");
  }
  if (invocation.has("--from") && invocation.has("--where")) return refuse_beside(invocation, "--from", kBesideTraces);
  if (Result<void> checked = check_files(invocation, console); !checked) return checked;
  const std::vector<std::string>& files = invocation.values("FILE");
  const bool reads_stdin = std::ranges::find(files, "-") != files.end();
  if (reads_stdin && invocation.has("--records-out") && !invocation.has("--per-record") &&
      !measures_calls(invocation)) {
    return fail(ErrorKind::Input, "--records-out reads the records a second time, and standard input comes once", {},
                "write them to a file first");
  }
  return {};
}

}  // namespace

bool measures_calls(const Invocation& invocation) { return !first_named(invocation, kOfCalls).empty(); }

Result<void> check_measure_options(const Invocation& invocation, const Console& console) {
  if (Result<void> checked = check_kinds(invocation); !checked) return checked;
  if (Result<void> checked = check_output(invocation); !checked) return checked;
  if (invocation.has("--max-false-block") && !invocation.has("--frontier") && !invocation.has("--suggest")) {
    return fail(ErrorKind::Input, "--max-false-block recommends a set of the frontier", {},
                "add --frontier or --suggest");
  }
  return check_input(invocation, console);
}

}  // namespace yett
