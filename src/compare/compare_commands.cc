#include <fmt/format.h>

#include "compare/comparison.h"
#include "compare/tool_pairs.h"
#include "compare/tool_text.h"

namespace yett {
namespace {

/// A command as both sides have it, and what is left on one of them.
struct CommandPair {
  const ListedCommand* before = nullptr;
  const ListedCommand* after = nullptr;
};

/// Several commands may start one program: those that are the same belong together, then the first of each program.
std::vector<CommandPair> command_pairs(const Tool& before, const Tool& after) {
  std::vector<CommandPair> pairs;
  std::vector<const ListedCommand*> left;
  for (const ListedCommand& command : after.commands) left.push_back(&command);
  const auto take = [&](const auto& fits) -> const ListedCommand* {
    const auto found = std::ranges::find_if(left, fits);
    if (found == left.end()) return nullptr;
    const ListedCommand* taken = *found;
    left.erase(found);
    return taken;
  };
  std::vector<const ListedCommand*> unpaired;
  for (const ListedCommand& command : before.commands) {
    const std::string text = command_text(command);
    const ListedCommand* same = take([&](const ListedCommand* other) { return command_text(*other) == text; });
    if (same == nullptr) unpaired.push_back(&command);
  }
  for (const ListedCommand* command : unpaired) {
    pairs.push_back({command, take([&](const ListedCommand* other) { return other->program == command->program; })});
  }
  for (const ListedCommand* command : left) pairs.push_back({nullptr, command});
  return pairs;
}

/// Compares how one program may be started.
class CommandComparison {
 public:
  CommandComparison(const ListedCommand& before, const ListedCommand& after,
                    const std::function<Difference&(Direction, Matter, Change)>& add)
      : before_(before), after_(after), add_(add) {}

  void compare() {
    if (before_.fixed != after_.fixed) {
      add(Direction::Changes, "fixed", argv_text(before_.fixed), argv_text(after_.fixed));
    }
    if (const auto change = list_change(before_.subcommands, after_.subcommands); !change.empty()) {
      // None at all says that the program has no subcommands, and then its words are operands.
      const bool is_none = before_.subcommands.empty() || after_.subcommands.empty();
      add(is_none ? Direction::Changes : change.direction(), "subcommands", list_text(before_.subcommands),
          list_text(after_.subcommands));
    }
    compare_options();
    if (before_.operands != after_.operands) compare_operands();
    if (before_.effect != after_.effect) compare_effects();
  }

 private:
  void add(Direction direction, std::string_view key, std::string_view one, std::string_view other) {
    const auto show = [&](std::string_view text) {
      return fmt::format("{} {}: {}", before_.program, key, text.empty() ? "-" : text);
    };
    Difference& difference = add_(direction, Matter::CommandTerms, {show(one), show(other)});
    difference.before.where = before_.where;
    difference.after.where = after_.where;
  }

  void compare_options() {
    const auto texts = [](const ListedCommand& command) {
      std::vector<std::string> options;
      for (const ListedOption& option : command.options) options.push_back(option_text(option));
      return options;
    };
    const std::vector<std::string> one = texts(before_);
    const std::vector<std::string> other = texts(after_);
    const auto change = list_change(one, other);
    if (!change.empty()) add(change.direction(), "options", list_text(one), list_text(other));
  }

  void compare_operands() {
    const auto show = [](const ListedCommand& command) {
      std::vector<std::string> kinds;
      for (const WordKind kind : command.operands) kinds.emplace_back(word_of(kind));
      return list_text(kinds);
    };
    // What stands in front of the rest has to be there.
    const auto has_rest = [](const ListedCommand& command) {
      return std::ranges::find(command.operands, WordKind::Rest) != command.operands.end();
    };
    const bool is_bare =
        (before_.operands.empty() || after_.operands.empty()) && !has_rest(before_) && !has_rest(after_);
    add(is_bare ? when_more_grants(before_.operands.empty(), after_.operands.empty()) : Direction::Changes, "paths",
        show(before_), show(after_));
  }

  /// A command that writes or sends asks for that right beside execution.
  void compare_effects() {
    const auto further = [](Effect effect) { return effect == Effect::Write || effect == Effect::Send; };
    const bool asked_more = further(before_.effect);
    const bool asks_more = further(after_.effect);
    const Direction direction = asked_more == asks_more ? Direction::Changes
                                : asks_more             ? Direction::TakesAway
                                                        : Direction::Grants;
    add(direction, "effect", to_string(before_.effect), to_string(after_.effect));
  }

  const ListedCommand& before_;
  const ListedCommand& after_;
  const std::function<Difference&(Direction, Matter, Change)>& add_;
};

}  // namespace

void compare_commands(Comparison& comparison, const Tool& before, const Tool& after, const KeyPath& old_keys,
                      const KeyPath& new_keys) {
  const std::function<Difference&(Direction, Matter, Change)> add = [&](Direction direction, Matter matter,
                                                                        Change change) -> Difference& {
    Difference& difference = comparison.add(direction, matter, below(old_keys, {"commands"}),
                                            below(new_keys, {"commands"}), std::move(change));
    note_tools(difference, before, after);
    return difference;
  };
  // Without a list a command may be any words, and a person is asked about each.
  const bool was_open = before.commands.empty();
  const bool is_open = after.commands.empty();
  for (const CommandPair& pair : command_pairs(before, after)) {
    if (pair.before != nullptr && pair.after != nullptr) {
      CommandComparison(*pair.before, *pair.after, add).compare();
      continue;
    }
    const Direction side = pair.before == nullptr ? Direction::Grants : Direction::TakesAway;
    const ListedCommand& command = pair.before == nullptr ? *pair.after : *pair.before;
    const bool from_any = was_open || is_open;
    Difference& difference = add(from_any ? opposite(side) : side, Matter::Command, only(side, command_text(command)));
    (pair.before == nullptr ? difference.after : difference.before).where = command.where;
  }
}

}  // namespace yett
