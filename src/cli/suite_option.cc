#include "cli/suite_option.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include "cases/load_cases.h"
#include "lab/builtin_suite.h"
#include "os/files.h"
#include "text/spelling.h"

namespace yett {
namespace {

/// Larger than any suite that people write; one that is made by a program fits too.
constexpr std::size_t kMaxCaseFileBytes = 16u << 20;

/// A starter suite holds some of them already, perhaps changed: then the file's counts.
void add_builtin(std::vector<Case> builtin, std::vector<Case>& cases) {
  std::set<std::string, std::less<>> names;
  for (const Case& known : cases) names.insert(known.name);
  for (Case& one : builtin) {
    if (!names.contains(one.name)) cases.push_back(std::move(one));
  }
}

Result<double> find_share(const Invocation& invocation, const OptionSpec& option, double usual) {
  const std::optional<std::string> text = invocation.value(option.names);
  if (!text) return usual;
  double share = -1;
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), share);
  if (error != std::errc() || end != text->data() + text->size() || !(share >= 0 && share <= 1)) {
    return fail(ErrorKind::Input, fmt::format("{} {}: expected a share from 0 to 1", option.names, *text), {},
                "0.05 stands for one in twenty");
  }
  return share;
}

}  // namespace

std::string case_file_beside(const std::string& policy_file) {
  std::filesystem::path file(policy_file);
  return file.replace_extension(".cases.toml").string();
}

std::vector<std::string> find_case_files(const Invocation& invocation, const std::string& policy_file) {
  const std::vector<std::string>& named = invocation.values(kCaseFiles.name);
  if (!named.empty()) return named;
  std::string beside = case_file_beside(policy_file);
  std::error_code error;
  if (invocation.has(kBuiltinOption.names) && !std::filesystem::exists(beside, error)) return {};
  return {std::move(beside)};
}

Result<std::vector<Case>> read_cases(const Invocation& invocation, const Console& console, const PolicyRef& policy,
                                     const Trial::Terms& terms) {
  std::vector<Case> cases;
  std::optional<Error> first;
  for (const std::string& file : find_case_files(invocation, policy->file)) {
    Result<std::string> text = read_file(file, kMaxCaseFileBytes);
    if (!text) {
      const bool is_usual = invocation.values(kCaseFiles.name).empty();
      if (is_usual && text.error().kind == ErrorKind::NotFound) {
        text.error().hint = fmt::format(
            "name case files, take the attacks of --builtin, or write a suite with `yett prove "
            "-p {} --starter {}`",
            policy->file, file);
      }
      return std::unexpected(text.error());
    }
    auto loaded = load_cases(*text, file, *policy);
    if (!loaded) {
      for (const Error& error : loaded.error().reported) {
        if (first) console.report(error);
        if (!first) first = error;
      }
      if (loaded.error().left_out > 0) console.complain(fmt::format("yett: and {} more", loaded.error().left_out));
      continue;
    }
    std::ranges::move(*loaded, std::back_inserter(cases));
  }
  if (first) return std::unexpected(*first);
  std::map<std::string_view, const Case*> by_name;
  for (const Case& read : cases) {
    const auto [other, is_new] = by_name.try_emplace(read.name, &read);
    if (!is_new) {
      return fail(ErrorKind::Input, fmt::format("two cases are called {}", in_quotes(read.name)), read.where,
                  fmt::format("the other is {}", other->second->where.to_string()));
    }
  }
  if (invocation.has(kBuiltinOption.names)) add_builtin(builtin_suite(policy, terms), cases);
  return cases;
}

Result<SuiteThresholds> find_thresholds(const Invocation& invocation) {
  const Result<double> most = find_share(invocation, kMaxAttackSuccessOption, 0);
  if (!most) return std::unexpected(most.error());
  const Result<double> least = find_share(invocation, kMinTaskCompletionOption, 1);
  if (!least) return std::unexpected(least.error());
  return SuiteThresholds{.max_attack_success = *most, .min_task_completion = *least};
}

Result<std::string> find_card_parent(const Console& console) {
  return runtime_folder(console.environment.get("XDG_RUNTIME_DIR").value_or(""));
}

}  // namespace yett
