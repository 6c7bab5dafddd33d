#include "draft/clue_words.h"

#include <algorithm>

#include "text/spelling.h"
#include "words/draft_words.h"

namespace yett {
namespace {

DraftText text_of(ClueKind kind) {
  switch (kind) {
    case ClueKind::NameSays:
      return DraftText::NameSays;
    case ClueKind::DescriptionSays:
      return DraftText::DescriptionSays;
    case ClueKind::DescriptionSpeaks:
      return DraftText::DescriptionSpeaks;
    case ClueKind::HintReads:
      return DraftText::HintReads;
    case ClueKind::HintWrites:
      return DraftText::HintWrites;
    case ClueKind::HintDestroys:
      return DraftText::HintDestroys;
    case ClueKind::HintOutside:
      return DraftText::HintOutside;
    case ClueKind::TakesCommand:
      return DraftText::TakesCommand;
    case ClueKind::TakesQuery:
      return DraftText::TakesQuery;
    case ClueKind::TakesRecipient:
      return DraftText::TakesRecipient;
    case ClueKind::ReachesWeb:
      return DraftText::ReachesWeb;
    case ClueKind::NothingSays:
      return DraftText::NothingSays;
    case ClueKind::NoDestination:
      return DraftText::NoDestination;
    case ClueKind::LooksLikeEdge:
      return DraftText::LooksLikeEdge;
    case ClueKind::HoldsCredential:
      return DraftText::HoldsCredential;
    case ClueKind::SpeaksOfSecrets:
      return DraftText::SpeaksOfSecrets;
    case ClueKind::HoldsTenant:
      return DraftText::HoldsTenant;
    case ClueKind::AnyMembers:
      return DraftText::AnyMembers;
    case ClueKind::PathElsewhere:
      return DraftText::PathElsewhere;
    case ClueKind::AnyArguments:
      return DraftText::AnyArguments;
    case ClueKind::StartsProgram:
      return DraftText::StartsProgram;
    case ClueKind::UnreadableName:
      return DraftText::UnreadableName;
    case ClueKind::SchemaUnreadable:
      return DraftText::SchemaUnreadable;
  }
  return DraftText::NothingSays;
}

}  // namespace

std::string short_name(std::string_view name) {
  // Without the quotes, that is what messages show of any text of a file.
  const std::string quoted = in_quotes(name);
  return quoted.substr(1, quoted.size() - 2);
}

std::string reasons_line(Language language, const ToolGuess& guess) {
  std::string line;
  std::vector<std::string> said;
  for (const Clue& clue : guess.clues) {
    std::string text = draft_text(language, text_of(clue.kind), {{"{a}", short_name(clue.subject)}});
    if (std::ranges::find(said, text) != said.end()) continue;
    line += (said.empty() ? "" : language == Language::Chinese ? "；" : "; ") + text;
    said.push_back(std::move(text));
  }
  return line;
}

std::string clue_line(Language language, const ToolGuess& guess) {
  const std::string reasons = reasons_line(language, guess);
  if (guess.certainty == Certainty::Likely) return reasons;
  const DraftText how = guess.certainty == Certainty::Unclear ? DraftText::Unclear : DraftText::Unknown;
  return std::string(draft_text(language, how)) + ": " + reasons;
}

std::string_view left_out_words(Language language, LeftOutBecause because) {
  switch (because) {
    case LeftOutBecause::Repeated:
      return draft_text(language, DraftText::Repeated);
    case LeftOutBecause::NoToolName:
      return draft_text(language, DraftText::NoToolName);
    case LeftOutBecause::NotHeld:
      break;
  }
  return draft_text(language, DraftText::NotHeld);
}

}  // namespace yett
