#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "words/language.h"
#include "words/reason.h"

namespace yett {

/// What `yett init` writes into a policy as comments, and prints beside it.
enum class DraftText : std::uint8_t {
  // Comments of the policy. Each line of these is a line of a comment.
  Header,
  SessionRemark,
  TenantRemark,
  ServerRemark,
  UnaskedServer,
  Placeholder,
  ToolsRemark,
  PathsRemark,
  WholeHomeRemark,
  EgressRemark,
  ListRemark,
  SecretRemark,
  ApprovalRemark,
  FixedSend,
  FixedOutside,
  // Reasons.
  Unclear,
  Unknown,
  NameSays,
  DescriptionSays,
  DescriptionSpeaks,
  HintReads,
  HintWrites,
  HintDestroys,
  HintOutside,
  TakesCommand,
  TakesQuery,
  TakesRecipient,
  ReachesWeb,
  NothingSays,
  NoDestination,
  LooksLikeEdge,
  HoldsCredential,
  SpeaksOfSecrets,
  HoldsTenant,
  AnyMembers,
  PathElsewhere,
  AnyArguments,
  StartsProgram,
  UnreadableName,
  SchemaUnreadable,
  Repeated,
  NoToolName,
  NotHeld,
  // What is printed.
  StarterWritten,
  Next,
  YourServer,
  Asking,
  Written,
  ServerLine,
  ServerNotAsked,
  LookFirst,
  LookUnclear,
  LookUnknown,
  LookPlain,
  LeftOut,
  AndMore,
  Folders,
  NoFolder,
  SecretNotCopied,
  FetchesItself,
  Skipped,
  SkippedByUrl,
  SkippedNoCommand,
  SkippedNeedsClient,
  SkippedHoldsSecret,
  SkippedDisabled,
  NextReview,
  NextApproval,
  NextRest,
  CasesWritten,
  CasesKept,
  CasesNotMade,
  // Of recording.
  RecordStarts,
  RecordEnds,
  RecordUnread,
  RecordLost,
};

inline constexpr DraftText kLastDraftText = DraftText::RecordLost;

[[nodiscard]] std::string_view draft_text(Language language, DraftText text);
/// The same with gaps filled in, each once.
[[nodiscard]] std::string draft_text(Language language, DraftText text, Gaps gaps);

}  // namespace yett
