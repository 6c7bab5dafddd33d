#include "draft/guess_tool.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "draft/guess_arguments.h"
#include "draft/schema_survey.h"
#include "draft/word_tables.h"

namespace yett {
namespace {

/// So much of a description is looked at: what it is for stands in front.
constexpr std::size_t kDescriptionBytes = 600;

constexpr std::string_view kSecretWords[] = {"env",      "environment", "secret",      "secrets",    "token", "tokens",
                                             "password", "passwords",   "credentials", "credential", "keys"};

/// Words of a description that its first word does not prepare for. Others ("stop", "type") stand in any text.
constexpr std::string_view kGraveWords[] = {"delete", "deletes", "remove", "removes", "write",   "writes",  "overwrite",
                                            "modify", "send",    "sends",  "upload",  "publish", "execute", "executes",
                                            "create", "creates", "update", "updates", "install", "post"};

std::optional<bool> hint_of(const Json& definition, std::string_view name) {
  const Json* annotations = definition.find("annotations");
  const Json* hint = annotations == nullptr ? nullptr : annotations->find(name);
  const bool* flag = hint == nullptr ? nullptr : hint->as_bool();
  return flag == nullptr ? std::nullopt : std::optional(*flag);
}

/// What one tool's words come to.
class Reading {
 public:
  explicit Reading(const Json& definition) : definition_(definition), survey_(survey_schema(definition)) {
    guess_.name = *definition.find("name")->as_string();
    words_ = words_of(guess_.name);
  }

  ToolGuess guess() && {
    read_name();
    read_description();
    read_argument_names();
    read_hints();
    settle_effect();
    guess_arguments(survey_, guess_);
    if (has_doubtful_argument()) doubt();
    settle_the_rest();
    return std::move(guess_);
  }

 private:
  void doubt() {
    if (guess_.certainty == Certainty::Likely) guess_.certainty = Certainty::Unclear;
  }

  /// The first reason is the one for the effect.
  void take(Effect effect, ClueKind kind, std::string_view subject) {
    effect_ = effect;
    guess_.clues.insert(guess_.clues.begin(), Clue{kind, std::string(subject)});
  }

  void raise(Effect effect, ClueKind kind, std::string_view subject) {
    if (effect_ && *effect_ >= effect) return;
    take(effect, kind, subject);
  }

  void note(ClueKind kind, std::string_view subject = {}) { guess_.clues.push_back({kind, std::string(subject)}); }

  void read_name() {
    const Verb* gravest = nullptr;
    std::size_t lead = words_.size();
    for (std::size_t i = 0; i < words_.size(); ++i) {
      const Verb* verb = find_verb(words_[i]);
      if (verb == nullptr) continue;
      if (lead == words_.size()) {
        lead = i;
        lead_ = verb->word;
      } else if (verb->use == Verb::Use::AlsoThing) {
        continue;
      }
      if (gravest == nullptr || verb->effect > gravest->effect) gravest = verb;
    }
    if (gravest == nullptr) return;
    take(gravest->effect, ClueKind::NameSays, gravest->word);
    // "github_list_issues" and "directory_tree" are plain; a verb further on may be part of anything.
    guess_.certainty = lead <= 1 && gravest->word == lead_ ? Certainty::Likely : Certainty::Unclear;
  }

  void read_description() {
    const Json* description = definition_.find("description");
    const std::string* text = description == nullptr ? nullptr : description->as_string();
    if (text == nullptr) return;
    const std::vector<std::string> words = words_of(std::string_view(*text).substr(0, kDescriptionBytes));
    if (words.empty()) return;
    const Verb* first = find_verb_form(words.front());
    // "Runs a query" runs nothing that is given but the query.
    const auto near = std::span(words).first(std::min<std::size_t>(words.size(), 5));
    const bool runs_query =
        first != nullptr && first->effect == Effect::Execute && std::ranges::any_of(near, [](const std::string& word) {
          return word == "query" || word == "queries" || word == "sql" || word == "search";
        });
    if (first != nullptr && first->use == Verb::Use::Verb && !runs_query) {
      if (!effect_) guess_.certainty = Certainty::Unclear;
      if (effect_ && *effect_ < first->effect) doubt();
      raise(first->effect, ClueKind::DescriptionSays, first->word);
    }
    if (effect_ != Effect::Read) return;
    for (const std::string& word : words) {
      const auto* const grave = std::ranges::find(kGraveWords, word);
      if (grave == std::end(kGraveWords)) continue;
      note(ClueKind::DescriptionSpeaks, *grave);
      doubt();
      return;
    }
  }

  void read_argument_names() {
    survey_.each([this](const SurveyedPlace& place) {
      const std::string_view key = key_of(place.place);
      if (key.empty() || place.kind == ValueKind::Flag) return;
      const bool is_program = effect_ != Effect::Read && may_hold_a_program(key);
      if (holds_a_command(key) || is_program) raise_for(Effect::Execute, ClueKind::TakesCommand, place);
      if (holds_a_query(key)) {
        is_destructive_ = true;
        if (effect_ && *effect_ < Effect::Write) doubt();
        raise_for(Effect::Write, ClueKind::TakesQuery, place);
      }
      const bool acts = effect_ && *effect_ != Effect::Read;
      if (acts && names_a_recipient(place) && !is_file_tool()) {
        raise_for(Effect::Send, ClueKind::TakesRecipient, place);
      }
    });
  }

  void raise_for(Effect effect, ClueKind kind, const SurveyedPlace& place) {
    if (!effect_) guess_.certainty = Certainty::Unclear;
    raise(effect, kind, place.place.text());
  }

  [[nodiscard]] bool is_file_tool() const { return std::ranges::any_of(words_, is_of_files); }

  void read_hints() {
    const std::optional<bool> only_reads = hint_of(definition_, "readOnlyHint");
    const bool destroys = hint_of(definition_, "destructiveHint").value_or(false) && !only_reads.value_or(false);
    if (!effect_ && only_reads.value_or(false)) {
      take(Effect::Read, ClueKind::HintReads, {});
      guess_.certainty = Certainty::Unclear;
    }
    if (effect_ == Effect::Read && only_reads == false) {
      take(Effect::Write, ClueKind::HintWrites, {});
      doubt();
    }
    if (destroys) {
      is_destructive_ = true;
      note(ClueKind::HintDestroys);
      if (effect_ == Effect::Read) take(Effect::Write, ClueKind::HintDestroys, {});
    }
    is_outside_ = hint_of(definition_, "openWorldHint").value_or(false);
    if (is_outside_ && effect_ == Effect::Write) take(Effect::Send, ClueKind::HintOutside, {});
  }

  void settle_effect() {
    if (!effect_) {
      take(Effect::Execute, ClueKind::NothingSays, {});
      guess_.certainty = Certainty::Unknown;
    }
    guess_.effect = *effect_;
  }

  [[nodiscard]] bool has_doubtful_argument() const {
    return std::ranges::any_of(guess_.clues, [](const Clue& clue) {
      switch (clue.kind) {
        case ClueKind::LooksLikeEdge:
        case ClueKind::HoldsCredential:
        case ClueKind::HoldsTenant:
        case ClueKind::AnyMembers:
        case ClueKind::AnyArguments:
        case ClueKind::PathElsewhere:
        case ClueKind::StartsProgram:
        case ClueKind::UnreadableName:
        case ClueKind::SchemaUnreadable:
          return true;
        default:
          return false;
      }
    });
  }

  void settle_the_rest() {
    settle_destination();
    if (guess_.effect == Effect::Read) {
      settle_reading();
      return;
    }
    if (guess_.effect != Effect::Write || is_destructive_) return;
    const bool is_of_folders = std::ranges::any_of(words_, [](const std::string& word) {
      return word == "directory" || word == "folder" || word == "dir" || word == "mkdir";
    });
    const bool may_overwrite = guess_.has_role(ArgumentRole::WritePath) && !is_of_folders;
    if (only_adds(lead_) && !may_overwrite) guess_.reversibility = Reversibility::Reversible;
  }

  void settle_destination() {
    if (guess_.has_destination() || guess_.effect == Effect::Execute) return;
    const auto web = std::ranges::find_if(words_, is_of_the_web);
    if (guess_.effect == Effect::Send) {
      note(ClueKind::NoDestination);
    } else if (is_outside_) {
      note(ClueKind::HintOutside);
    } else if (guess_.effect == Effect::Read && web != words_.end()) {
      note(ClueKind::ReachesWeb, *web);
    } else {
      return;
    }
    guess_.goes_outside = true;
  }

  void settle_reading() {
    guess_.reversibility = Reversibility::Reversible;
    const auto any_word = [this](bool (*is)(std::string_view)) { return std::ranges::any_of(words_, is); };
    const bool has_path = guess_.has_role(ArgumentRole::ReadPath);
    const bool has_url = guess_.has_role(ArgumentRole::Url);
    if (!has_path && (any_word(is_public) || (any_word(is_of_the_web) && (has_url || guess_.goes_outside)))) {
      guess_.sensitivity = Sensitivity::Internal;
    }
    if (has_path || has_url || guess_.goes_outside || any_word(is_a_document)) {
      guess_.returns = Returns::RetrievedDocument;
    }
    const auto secret = std::ranges::find_first_of(words_, kSecretWords);
    if (secret == words_.end()) return;
    note(ClueKind::SpeaksOfSecrets, *secret);
    doubt();
  }

  const Json& definition_;
  SchemaSurvey survey_;
  std::vector<std::string> words_;
  std::string_view lead_;  // the first verb of the name
  std::optional<Effect> effect_;
  bool is_destructive_ = false;
  bool is_outside_ = false;
  ToolGuess guess_;
};

}  // namespace

ToolGuess guess_tool(const Json& definition) { return Reading(definition).guess(); }

}  // namespace yett
