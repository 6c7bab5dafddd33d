#include "cli/command.h"

#include <algorithm>
#include <array>
#include <utility>

#include "cli/commands.h"
#include "text/unicode.h"

namespace yett {

std::optional<std::string> Invocation::value(std::string_view option) const {
  const std::vector<std::string>& all = values(option);
  return all.empty() ? std::nullopt : std::optional(all.back());
}

const std::vector<std::string>& Invocation::values(std::string_view option) const {
  static const std::vector<std::string> kNone;
  const auto found = values_.find(option);
  return found == values_.end() ? kNone : found->second;
}

void Console::print(std::string_view text) const { std::fwrite(text.data(), 1, text.size(), out); }

void Console::complain(std::string_view text) const {
  std::fwrite(text.data(), 1, text.size(), err);
  std::fputc('\n', err);
}

std::optional<std::string> Console::variable(std::string_view name) const {
  std::optional<std::string> value = environment.get(name);
  return value && !value->empty() ? value : std::nullopt;
}

void Console::report(const Error& error) const {
  // A name that somebody typed or sent must not reach the terminal as a command.
  const std::string text = error.to_string();
  const bool has_control =
      std::ranges::any_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; });
  complain("yett: " + (has_control ? escape_for_display(text) : text));
}

Exit Console::refuse(const Error& error, Exit exit) const {
  report(error);
  return exit;
}

std::span<const CommandSpec> commands() {
  static const std::vector<CommandSpec> kCommands = {
      demo_command(),    init_command(),      check_command(),   doctor_command(),     tools_command(),
      decide_command(),  explain_command(),   rules_command(),   test_command(),       prove_command(),
      measure_command(), diff_command(),      run_command(),     mcp_command(),        pin_command(),
      record_command(),  approvals_command(), approve_command(), deny_command(),       sessions_command(),
      status_command(),  audit_command(),     redact_command(),  completion_command(), version_command(),
  };
  return kCommands;
}

bool is_later_command(std::string_view name) {
  constexpr std::array<std::string_view, 2> kLater = {"egress", "mcp-config"};
  return std::ranges::find(kLater, name) != kLater.end();
}

bool is_later_option(std::string_view command, std::string_view option) {
  using Option = std::pair<std::string_view, std::string_view>;
  constexpr std::array<Option, 0> kLater{};
  return std::ranges::find(kLater, Option(command, option)) != kLater.end();
}

}  // namespace yett
