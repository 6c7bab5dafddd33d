#include "decide/command.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "decide/targets.h"
#include "text/ascii.h"
#include "text/path.h"

namespace yett {
namespace {

bool is_word(const Json& item) {
  const std::string* text = item.as_string();
  return text != nullptr && text->find('\0') == std::string::npos;
}

bool is_vector(const Json& value) {
  const Json::Array* words = value.as_array();
  return words != nullptr && !words->empty() && std::ranges::all_of(*words, is_word) &&
         !words->front().as_string()->empty();
}

/// The program that a first word means: one that is listed so, or the only one whose path ends so. Never one of PATH.
const std::string* find_program(const std::vector<ListedCommand>& commands, std::string_view word) {
  const std::string* found = nullptr;
  for (const ListedCommand& command : commands) {
    if (command.program == word) return &command.program;
    if (last_component(command.program) != word) continue;
    if (found != nullptr && *found != command.program) return nullptr;
    found = &command.program;
  }
  return found;
}

/// Reads the words of one command from the first to the last.
class CommandReading {
 public:
  CommandReading(const Engine& engine, const Query& query, const Tool& tool, const BoundArgument& argument,
                 const Json::Array& words)
      : engine_(engine), query_(query), tool_(tool), argument_(argument), words_(words) {}

  /// Fills in what covers the command, or the word that nothing covers. Judges paths and URLs as far as it gets.
  void read(NamedCommand& command, NamedTargets& targets) {
    targets_ = &targets;
    const bool is_covered = read_program() && read_options_and_operands();
    command.listed = listed_;
    command.word = at_;
    command.fault = is_covered ? CommandFault::None : CommandFault::Unlisted;
    if (is_covered) command.canonical = std::move(canonical_);
  }

 private:
  [[nodiscard]] const std::string& word() const { return *words_[at_].as_string(); }
  [[nodiscard]] bool is_at_end() const { return at_ == words_.size(); }
  void keep(std::string text) {
    canonical_.emplace_back(std::move(text));
    ++at_;
  }

  bool read_program() {
    const std::string* program = find_program(tool_.commands, word());
    if (program == nullptr) return false;
    keep(*program);
    for (const ListedCommand& command : tool_.commands) {
      if (command.program != *program) continue;
      if (command.subcommands.empty()) {
        listed_ = &command;
        return true;
      }
      if (is_at_end() || std::ranges::find(command.subcommands, word()) == command.subcommands.end()) continue;
      listed_ = &command;
      keep(word());
      return true;
    }
    return false;
  }

  bool read_options_and_operands() {
    std::size_t operands = 0;
    bool takes_options = true;
    while (!is_at_end()) {
      const WordKind kind = kind_of(operands);
      if (kind == WordKind::Rest) return keep_rest();
      if (takes_options && word() == "--") {
        takes_options = false;
        keep(word());
      } else if (takes_options && word().size() > 1 && word().front() == '-') {
        if (!read_option()) return false;
      } else {
        if (!read_value(kind, word(), {})) return false;
        ++operands;
      }
    }
    return true;
  }

  /// Of the operand at that position; the last kind that is listed stands for all that follow.
  [[nodiscard]] WordKind kind_of(std::size_t operand) const {
    const std::vector<WordKind>& kinds = listed_->operands;
    return kinds.empty() ? WordKind::None : kinds[std::min(operand, kinds.size() - 1)];
  }

  bool keep_rest() {
    while (!is_at_end()) keep(word());
    return true;
  }

  bool read_option() {
    const auto spelt = [this](std::string_view name) {
      return std::ranges::find(listed_->options, name, &ListedOption::name);
    };
    const auto none = listed_->options.end();
    if (const auto option = spelt(word()); option != none) {
      keep(word());
      if (option->value == WordKind::None) return true;
      // Programs differ on whether such a word is a value or the next option.
      return !is_at_end() && !word().starts_with('-') && read_value(option->value, word(), {});
    }
    const std::size_t equals = word().find('=');
    if (!word().starts_with("--") || equals == std::string::npos) return false;
    const auto option = spelt(std::string_view(word()).substr(0, equals));
    if (option == none || option->value == WordKind::None) return false;
    return read_value(option->value, word().substr(equals + 1), word().substr(0, equals + 1));
  }

  /// Reads the value of the current word, in front of which `prefix` stands.
  bool read_value(WordKind kind, const std::string& value, const std::string& prefix) {
    switch (kind) {
      case WordKind::Text:
        keep(prefix + value);
        return true;
      case WordKind::Number:
        if (value.empty() || !std::ranges::all_of(value, is_digit)) return false;
        keep(prefix + value);
        return true;
      case WordKind::ReadPath:
        return read_target(ArgumentRole::ReadPath, value, prefix);
      case WordKind::WritePath:
        return read_target(ArgumentRole::WritePath, value, prefix);
      case WordKind::Url:
        return read_target(ArgumentRole::Url, value, prefix);
      case WordKind::Rest:
      case WordKind::None:
        break;
    }
    return false;
  }

  /// A target that has flaws is covered here: its own rule speaks of it.
  bool read_target(ArgumentRole role, const std::string& value, const std::string& prefix) {
    NamedTarget target = judge_word(engine_, query_, tool_, argument_, value, role);
    keep(prefix + target.canonical);
    targets_->push_back(std::move(target));
    return true;
  }

  const Engine& engine_;
  const Query& query_;
  const Tool& tool_;
  const BoundArgument& argument_;
  const Json::Array& words_;
  NamedTargets* targets_ = nullptr;
  const ListedCommand* listed_ = nullptr;
  std::size_t at_ = 0;
  Json::Array canonical_;
};

}  // namespace

void append_command(const Engine& engine, const Query& query, const BoundArgument& argument, const Json& value,
                    Facts& facts) {
  NamedCommand command{.argument = &argument, .value = &value, .bytes = canonical_json(value).size()};
  if (is_vector(value)) {
    if (facts.tool->commands.empty()) {
      command.fault = CommandFault::None;
      command.canonical = value;
    } else {
      CommandReading(engine, query, *facts.tool, argument, *value.as_array()).read(command, facts.targets);
    }
  }
  facts.commands.push_back(std::move(command));
}

}  // namespace yett
