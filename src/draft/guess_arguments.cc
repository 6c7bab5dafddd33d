#include "draft/guess_arguments.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "draft/word_tables.h"
#include "policy/argument_bindings.h"
#include "policy/argument_shape.h"
#include "policy/name_rules.h"
#include "text/name_fold.h"

namespace yett {
namespace {

constexpr std::string_view kCommands[] = {"command", "commands", "cmd",  "commandline", "shellcommand",
                                          "script",  "scripts",  "argv", "program"};
constexpr std::string_view kPrograms[] = {"code", "expression", "sourcecode", "snippet"};
constexpr std::string_view kQueries[] = {"sql", "sqlquery", "statement", "statements", "cypher", "mutation", "graphql"};
constexpr std::string_view kRecipients[] = {"to",   "cc",           "bcc",       "replyto",  "sendto",   "mailto",
                                            "mail", "participants", "attendees", "invitees", "forwardto"};
constexpr std::string_view kRecipientEndings[] = {"mail",          "mails",     "mailaddress",
                                                  "mailaddresses", "recipient", "recipients"};
constexpr std::string_view kEnds[] = {"source", "destination", "target", "src", "dst",
                                      "dest",   "from",        "to",     "old", "new"};
constexpr std::string_view kChannels[] = {"channel",     "channelid", "channelname",  "chat",           "chatid",
                                          "room",        "roomid",    "conversation", "conversationid", "phone",
                                          "phonenumber", "userid",    "username",     "group",          "groupid",
                                          "threadts",    "topic"};

constexpr std::string_view kPayees[] = {"iban",   "payee",    "payeeid",       "beneficiary", "beneficiaryid",
                                        "wallet", "walletid", "accountnumber", "recipientid", "payto"};

bool stands_in(std::string_view text, std::span<const std::string_view> table) {
  return std::ranges::find(table, text) != table.end();
}

bool is_recipient_name(std::string_view folded) {
  return stands_in(folded, kRecipients) ||
         std::ranges::any_of(kRecipientEndings, [folded](std::string_view end) { return folded.ends_with(end); });
}

/// Names a place in the print-out and in comments.
std::string shown(const Pointer& place) { return place.text(); }

/// One pass over the arguments of one tool.
class RoleGuesser {
 public:
  explicit RoleGuesser(ToolGuess& guess) : guess_(guess) {
    tool_.effect = guess.effect;
    for (const std::string& word : words_of(guess.name)) {
      works_on_files_ = works_on_files_ || is_of_files(word);
      writes_to_people_ = writes_to_people_ || is_of_mail(word);
    }
  }

  void guess_level(const std::vector<SurveyedPlace>& places) {
    for (const SurveyedPlace& place : places) guess_place(place, places);
  }

  /// Where it sends, when no argument is named like a destination.
  void find_channel(const std::vector<SurveyedPlace>& arguments) {
    if (guess_.effect != Effect::Send || guess_.has_destination()) return;
    for (const SurveyedPlace& argument : arguments) {
      const std::string folded = fold_name(key_of(argument.place));
      if (stands_in(folded, kChannels)) rebind(argument.place, ArgumentRole::Id, "channels");
      if (stands_in(folded, kPayees)) rebind(argument.place, ArgumentRole::Id, "payees");
    }
  }

  void find_repository(const std::vector<SurveyedPlace>& arguments) {
    const auto named = [&](std::string_view name) {
      return std::ranges::find_if(arguments, [name](const SurveyedPlace& one) { return key_of(one.place) == name; });
    };
    const auto owner = named("owner");
    const auto repo = named("repo");
    if (owner == arguments.end() || repo == arguments.end()) return;
    rebind(owner->place, ArgumentRole::Part, "repositories");
    rebind(repo->place, ArgumentRole::Part, "repositories");
    guess_.joins_repository = true;
    for (const GuessedArgument& argument : guess_.arguments) {
      const bool is_path = argument.role == ArgumentRole::ReadPath || argument.role == ArgumentRole::WritePath;
      if (is_path) add_clue(ClueKind::PathElsewhere, argument.place);
    }
  }

 private:
  void add_clue(ClueKind kind, const Pointer& place) { guess_.clues.push_back({kind, shown(place)}); }

  void bind(const Pointer& place, ArgumentRole role, std::string list = {}) {
    guess_.arguments.push_back({place, role, std::move(list)});
  }

  void rebind(const Pointer& place, ArgumentRole role, std::string list) {
    const auto bound = std::ranges::find(guess_.arguments, place, &GuessedArgument::place);
    if (bound == guess_.arguments.end()) return;
    bound->role = role;
    bound->list = std::move(list);
  }

  [[nodiscard]] bool is_shaped(const SurveyedPlace& place) const {
    if (place.kind == ValueKind::Uri || place.kind == ValueKind::Mail) return true;
    return shape_of(place.place, tool_) != ArgumentShape::Plain ||
           std::ranges::any_of(place.below, [this](const auto& one) { return is_shaped(one); });
  }

  /// Whether something of its own is named below it, and not only the items of a list.
  static bool has_members(const SurveyedPlace& place) {
    return std::ranges::any_of(place.below,
                               [](const SurveyedPlace& one) { return !key_of(one.place).empty() || has_members(one); });
  }

  static bool has_number(const SurveyedPlace& place) {
    return place.kind == ValueKind::Number || place.kind == ValueKind::Flag;
  }

  void guess_place(const SurveyedPlace& place, const std::vector<SurveyedPlace>& siblings) {
    const std::string_view key = key_of(place.place);
    if (!key.empty() && (!is_readable_name(place.place.text()) || key.contains('*'))) {
      guess_.clues.push_back({ClueKind::UnreadableName, {}});
      return;
    }
    const ArgumentShape shape = shape_of(place.place, tool_);
    if (shape == ArgumentShape::Plain && place.kind != ValueKind::Uri && place.kind != ValueKind::Mail) {
      guess_plain(place);
      return;
    }
    if (place.kind == ValueKind::Flag || (place.kind == ValueKind::Number && shape == ArgumentShape::Path)) {
      bind(place.place, ArgumentRole::Unbound);
      return;
    }
    if (has_members(place)) {
      // The name says what the whole is, and what is sent or opened stands below.
      bind(place.place, ArgumentRole::Unbound);
      guess_level(place.below);
      return;
    }
    guess_shaped(place, shape, siblings);
  }

  void guess_plain(const SurveyedPlace& place) {
    const bool is_end_of_move = works_on_files_ && guess_.effect == Effect::Write && place.place.is_key() &&
                                !has_number(place) && !has_members(place) &&
                                stands_in(fold_name(key_of(place.place)), kEnds);
    if (is_end_of_move) {
      bind(place.place, ArgumentRole::WritePath);
      return;
    }
    const bool shaped_below = std::ranges::any_of(place.below, [this](const auto& one) { return is_shaped(one); });
    if (shaped_below) {
      guess_level(place.below);
      return;
    }
    if (place.kind == ValueKind::Object && place.below.empty()) add_clue(ClueKind::AnyMembers, place.place);
    bind(place.place, ArgumentRole::Content);
  }

  void guess_shaped(const SurveyedPlace& place, ArgumentShape shape, const std::vector<SurveyedPlace>& siblings) {
    const std::string folded = fold_name(key_of(place.place));
    if (place.kind == ValueKind::Mail) shape = ArgumentShape::Destination;
    if (place.kind == ValueKind::Uri) shape = ArgumentShape::Destination;
    switch (shape) {
      case ArgumentShape::Destination:
        guess_destination(place, folded, siblings);
        return;
      case ArgumentShape::Path:
        bind(place.place, path_role());
        return;
      case ArgumentShape::Tenant:
        add_clue(ClueKind::HoldsTenant, place.place);
        bind(place.place, ArgumentRole::Tenant);
        return;
      case ArgumentShape::Credential:
        add_clue(ClueKind::HoldsCredential, place.place);
        bind(place.place, ArgumentRole::Unbound);
        return;
      case ArgumentShape::Execution:
        // Whoever sets it says what runs: no call may bring it.
        add_clue(ClueKind::StartsProgram, place.place);
        return;
      case ArgumentShape::Plain:
        bind(place.place, ArgumentRole::Content);
        return;
    }
  }

  [[nodiscard]] ArgumentRole path_role() const {
    const bool only_reads = guess_.effect == Effect::Read || guess_.effect == Effect::Send;
    return only_reads ? ArgumentRole::ReadPath : ArgumentRole::WritePath;
  }

  void guess_destination(const SurveyedPlace& place, const std::string& folded,
                         const std::vector<SurveyedPlace>& siblings) {
    if (place.kind == ValueKind::Number) {
      bind(place.place, ArgumentRole::Id, "channels");
      return;
    }
    if (works_on_files_ && place.kind != ValueKind::Uri && stands_in(folded, kEnds)) {
      bind(place.place, path_role());
      return;
    }
    const bool has_from =
        std::ranges::any_of(siblings, [](const SurveyedPlace& one) { return fold_name(key_of(one.place)) == "from"; });
    const bool is_edge = has_from && folded == "to" && !place.place.is_key() && !writes_to_people_ &&
                         place.kind != ValueKind::Mail && guess_.effect <= Effect::Write;
    if (is_edge) {
      add_clue(ClueKind::LooksLikeEdge, place.place);
      bind(place.place, ArgumentRole::Unbound);
      return;
    }
    const bool is_mail = place.kind == ValueKind::Mail || (place.kind != ValueKind::Uri && is_recipient_name(folded));
    bind(place.place, is_mail ? ArgumentRole::Email : ArgumentRole::Url);
  }

  ToolGuess& guess_;
  Tool tool_;  // what the loader's tables ask: the effect
  bool works_on_files_ = false;
  bool writes_to_people_ = false;
};

}  // namespace

bool ToolGuess::has_role(ArgumentRole role) const {
  return std::ranges::find(arguments, role, &GuessedArgument::role) != arguments.end();
}

bool ToolGuess::has_destination() const {
  return std::ranges::any_of(arguments, [](const GuessedArgument& one) { return is_destination(one.role); });
}

bool holds_a_command(std::string_view name) { return stands_in(fold_name(name), kCommands); }
bool may_hold_a_program(std::string_view name) { return stands_in(fold_name(name), kPrograms); }
bool holds_a_query(std::string_view name) { return stands_in(fold_name(name), kQueries); }

bool names_a_recipient(const SurveyedPlace& place) {
  if (place.kind == ValueKind::Flag) return false;
  return place.kind == ValueKind::Mail || (place.place.is_key() && is_recipient_name(fold_name(key_of(place.place))));
}

void guess_arguments(const SchemaSurvey& survey, ToolGuess& guess) {
  RoleGuesser guesser(guess);
  guesser.guess_level(survey.arguments);
  guesser.find_channel(survey.arguments);
  guesser.find_repository(survey.arguments);
  if (survey.is_open) guess.clues.push_back({ClueKind::AnyArguments, {}});
  if (!survey.is_readable) guess.clues.push_back({ClueKind::SchemaUnreadable, {}});
}

}  // namespace yett
