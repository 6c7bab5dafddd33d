#include "decide/command.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "decide/targets.h"
#include "text/ascii.h"
#include "text/command_word.h"
#include "text/path.h"

namespace yett {
namespace {

bool is_word(const Json& item) {
  const std::string* text = item.as_string();
  return text != nullptr && text->find('\0') == std::string::npos;
}

bool is_control_byte(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

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
      const bool has_subcommands = !command.subcommands.empty();
      if (has_subcommands &&
          (is_at_end() || std::ranges::find(command.subcommands, word()) == command.subcommands.end()))
        continue;
      listed_ = &command;
      put_in(command.fixed);
      if (has_subcommands) keep(word());
      return true;
    }
    return false;
  }

  void put_in(const std::vector<std::string>& words) {
    canonical_.insert(canonical_.end(), words.begin(), words.end());
  }

  bool read_options_and_operands() {
    while (!is_at_end()) {
      if (kind_of(operands_) == WordKind::Rest) return keep_rest();
      if (delimiter_ != Delimiter::Given && word() == "--") {
        // Runners of scripts differ on whether one that follows is the script, or an argument of what they are told.
        if (is_in_front_of_a_script()) return false;
        give_delimiter();
      } else if (delimiter_ != Delimiter::Given && word().size() > 1 && word().front() == '-') {
        // The program would take it for a path: revisions, or its options, have ended.
        const bool is_no_option = listed_->option_place == OptionPlace::InFrontOfOperands && operands_ > 0;
        if (delimiter_ == Delimiter::PutIn || is_no_option || !read_option()) return false;
      } else if (!read_operand()) {
        return false;
      }
    }
    if (has_revision_) end_revisions();
    return gives_what_stands_before_rest();
  }

  void give_delimiter() {
    if (delimiter_ == Delimiter::PutIn) {
      ++at_;
    } else {
      keep(word());
    }
    delimiter_ = Delimiter::Given;
    // What stands behind it is no revision to the program.
    while (kind_of(operands_) == WordKind::Revision && operands_ + 1 < listed_->operands.size()) ++operands_;
    if (kind_of(operands_) == WordKind::Revision) operands_end_ = true;
  }

  bool read_operand() {
    if (operands_end_) return false;
    const WordKind kind = kind_of(operands_);
    const bool is_path = kind == WordKind::ReadPath || kind == WordKind::WritePath;
    const bool may_be_revision = is_path && listed_->bare_path == BarePath::PerhapsARevision;
    if (kind != WordKind::Revision && (has_revision_ || may_be_revision)) end_revisions();
    if (!read_value(kind, word(), {})) return false;
    has_revision_ = has_revision_ || kind == WordKind::Revision;
    ++operands_;
    return true;
  }

  /// A revision that is none would be taken for a path without it, and a path for a revision.
  void end_revisions() {
    if (delimiter_ != Delimiter::None) return;
    canonical_.emplace_back("--");
    delimiter_ = Delimiter::PutIn;
  }

  /// A script runner without a script runs what it is told otherwise: by its input.
  [[nodiscard]] bool gives_what_stands_before_rest() const {
    const auto rest = std::ranges::find(listed_->operands, WordKind::Rest);
    return rest == listed_->operands.end() || operands_ >= static_cast<std::size_t>(rest - listed_->operands.begin());
  }

  [[nodiscard]] bool is_in_front_of_a_script() const {
    const auto rest = std::ranges::find(listed_->operands, WordKind::Rest);
    return rest != listed_->operands.end() && operands_ < static_cast<std::size_t>(rest - listed_->operands.begin());
  }

  /// Of a program that dials: what it is told may become a line of what it sends.
  [[nodiscard]] bool may_dial() const {
    return std::ranges::find(listed_->operands, WordKind::Url) != listed_->operands.end() ||
           std::ranges::find(listed_->options, WordKind::Url, &ListedOption::value) != listed_->options.end();
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
      if (option->place == ValuePlace::BehindEquals) return false;
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
        if (may_dial() && std::ranges::any_of(value, is_control_byte)) return false;
        keep(prefix + value);
        return true;
      case WordKind::Number:
        if (value.empty() || !std::ranges::all_of(value, is_digit)) return false;
        keep(prefix + value);
        return true;
      case WordKind::Name:
        if (!is_plain_name(value)) return false;
        keep(prefix + value);
        return true;
      case WordKind::Revision:
        if (!is_revision(value)) return false;
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
  /// Whether a "--" stands in front of the current word.
  enum class Delimiter : std::uint8_t { None, Given, PutIn };

  const ListedCommand* listed_ = nullptr;
  std::size_t at_ = 0;
  std::size_t operands_ = 0;  // so far
  Delimiter delimiter_ = Delimiter::None;
  bool has_revision_ = false;
  bool operands_end_ = false;  // no kind of operand is left
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
