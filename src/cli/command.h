#pragma once

#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "os/clock.h"
#include "os/environment.h"
#include "store/sqlite_store.h"
#include "words/language.h"

namespace yett {

/// Exit codes of every command. Scripts rely on them: docs/calls.md lists those of `decide`.
enum class Exit : int {
  Done = 0,         // done; for a check: it holds
  Fails = 1,        // the check fails: a denied call, a broken chain …
  Wrong = 2,        // the command, the policy or an input is wrong; nothing was started
  NeedsHuman = 3,   // decide only: nothing is denied, but at least one call needs a person
  RunFailed = 125,  // run only, which else exits as its command does: nothing was started
};

enum class OptionKind : std::uint8_t { Flag, Value, Repeatable };

struct OptionSpec {
  std::string_view names;  // "--policy,-p"
  OptionKind kind = OptionKind::Value;
  std::string_view value;  // how the value is called in the help: "FILE"
  std::string_view help;
};

struct PositionalSpec {
  std::string_view name;
  std::string_view help;
  enum class Need : std::uint8_t { Optional, Required } need = Need::Optional;
  enum class Count : std::uint8_t { One, Several } count = Count::One;
};

/// What a command line said, once it is known to be well-formed.
class Invocation {
 public:
  /// The value of an option by its first name; nullopt when it was not given.
  [[nodiscard]] std::optional<std::string> value(std::string_view option) const;
  [[nodiscard]] const std::vector<std::string>& values(std::string_view option) const;
  [[nodiscard]] bool has(std::string_view option) const { return !values(option).empty(); }
  /// The positional of that name.
  [[nodiscard]] std::optional<std::string> positional(std::string_view name) const { return value(name); }
  /// Everything behind "--".
  [[nodiscard]] const std::vector<std::string>& trailing() const { return trailing_; }

  void add(std::string_view name, std::string value) { values_[std::string(name)].push_back(std::move(value)); }
  void set_trailing(std::vector<std::string> trailing) { trailing_ = std::move(trailing); }

 private:
  std::map<std::string, std::vector<std::string>, std::less<>> values_;
  std::vector<std::string> trailing_;
};

/// How a store is opened.
using StoreOpener = Result<std::unique_ptr<Store>>(const SqliteStoreOptions& options);

/// What a command gets from the world. Made once, in main.
struct Console {
  const Environment& environment;
  const Clock& clock;
  StoreOpener& open_store = open_sqlite_store;
  std::FILE* out = stdout;
  std::FILE* err = stderr;
  Language language = Language::English;

  /// An environment variable that is set and says something.
  [[nodiscard]] std::optional<std::string> variable(std::string_view name) const;

  void print(std::string_view text) const;
  void complain(std::string_view text) const;
  /// Prints "yett: " and the error to stderr.
  void report(const Error& error) const;
  /// The same, and returns `exit`.
  [[nodiscard]] Exit refuse(const Error& error, Exit exit = Exit::Wrong) const;
};

/// Whether words may stand behind "--".
enum class Trailing : std::uint8_t { Refused, Accepted };

/// One command: everything that its help and its parser need, and what it does.
struct CommandSpec {
  std::string_view name;
  std::string_view summary;
  std::vector<PositionalSpec> positionals;
  std::vector<OptionSpec> options;
  Trailing trailing = Trailing::Refused;
  std::string_view example;  // printed under the help
  Exit (*run)(const Invocation&, const Console&) = nullptr;
  Exit refused = Exit::Wrong;  // when its line cannot be read
};

/// Every command of this version, in the order of the help.
[[nodiscard]] std::span<const CommandSpec> commands();
/// Commands that later versions bring. Their names are taken, so that using one says so.
[[nodiscard]] bool is_later_command(std::string_view name);
/// The same for an option ("--isolation") of a command that this version has.
[[nodiscard]] bool is_later_option(std::string_view command, std::string_view option);

}  // namespace yett
