// The actions that are about what a chain proves: checkpoints, their key, verifying, and removing what is old.
#include <fmt/format.h>

#include <algorithm>

#include "cli/audit_actions.h"
#include "cli/policy_option.h"
#include "gate/answering_side.h"
#include "os/environment.h"
#include "os/files.h"
#include "os/hand_over.h"
#include "store/prune_records.h"
#include "store/refusals.h"
#include "store/verify_chain.h"
#include "words/reason.h"

namespace yett {
namespace {

Result<SignedStatement> make_checkpoint(const AuditCall& call) {
  const Result<ChainHead> head = call.state.store->head();
  if (!head) return std::unexpected(head.error());
  return sign_statement({.kind = StatementKind::Checkpoint, .at = *head, .time = call.console.clock.now()},
                        call.state.store->signing_key());
}

/// Hands a checkpoint to the program of the policy, and waits until it is kept.
Result<void> send_checkpoint(const std::vector<std::string>& program, const SignedStatement& checkpoint) {
  Result<HandOver> hand_over = HandOver::start(program, to_text(checkpoint) + "\n");
  if (!hand_over) return std::unexpected(hand_over.error());
  const HandOverEnd end = hand_over->wait();
  if (end.is_done()) return {};
  return fail(ErrorKind::System, fmt::format("the checkpoint is not kept elsewhere: {} {}{}{}", program.front(),
                                             end.to_string(), end.said.empty() ? "" : ": ", end.said));
}

/// The program of `[audit] checkpoint_to`; empty when there is no policy, or it names none.
Result<AuditTerms> find_audit_terms(const AuditCall& call) {
  const Result<PolicyRef> policy = load_policy_if_any(call.invocation, call.console);
  if (!policy) return std::unexpected(policy.error());
  return *policy == nullptr ? AuditTerms{} : (*policy)->audit;
}

/// The newest record that something kept elsewhere names: of --checkpoint, else one that is kept just now.
Result<ChainHead> find_kept_record(const AuditCall& call, const AuditTerms& terms) {
  if (call.invocation.has("--checkpoint")) {
    const Result<PublicKey> key = find_public_key(call);
    if (!key) return std::unexpected(key.error());
    const Result<KeptCheckpoints> kept = find_kept_checkpoints(call, *key);
    if (!kept) return std::unexpected(kept.error());
    if (!kept->broken.empty()) return fail(ErrorKind::Corrupt, kept->broken);
    return std::ranges::max(kept->heads, {}, &ChainHead::seq);
  }
  if (terms.checkpoint_to.empty()) {
    return fail(ErrorKind::Input, "nothing is removed unless a checkpoint vouches for what stays", {},
                "name one that is kept elsewhere with --checkpoint FILE, or a program in [audit] checkpoint_to");
  }
  const Result<SignedStatement> made = make_checkpoint(call);
  if (!made) return std::unexpected(made.error());
  if (Result<void> sent = send_checkpoint(terms.checkpoint_to, *made); !sent) return std::unexpected(sent.error());
  return made->statement.at;
}

Result<Duration> find_keep(const Invocation& invocation, const AuditTerms& terms) {
  if (const auto text = invocation.value("--keep")) {
    Result<Duration> keep = parse_duration(*text);
    if (!keep) return fail(ErrorKind::Input, "--keep takes a duration such as 400d");
    if (terms.keep && *keep < *terms.keep) {
      return fail(ErrorKind::Input, "--keep is shorter than keep in [audit] of the policy", {},
                  "whoever may change the policy may shorten it there");
    }
    return keep;
  }
  if (terms.keep) return *terms.keep;
  return fail(ErrorKind::Input, "say how long records are kept", {},
              "with --keep 400d, or keep in [audit] of the policy");
}

/// Removing what tells of a run is no business of its tools.
Result<void> require_person(const AuditCall& call) {
  const Result<AnsweringSide> side = own_answering_side();
  if (!side) return std::unexpected(side.error());
  const Result<std::string> name = user_name();
  if (!name) return std::unexpected(name.error());
  RecordDraft attempt;
  attempt.time = call.console.clock.now();
  attempt.kind = RecordKind::State;
  attempt.intent = Json::object({{"by", *name}, {"attempt", "prune"}});
  return require_persons_word(*call.state.store, *side, std::move(attempt));
}

/// A checkpoint behind the record that tells of the pruning: without one nobody could tell it from a forged one.
Exit confirm_pruning(const AuditCall& call, const AuditTerms& terms) {
  if (terms.checkpoint_to.empty()) {
    call.console.print(fmt::format("{}\n", word(call.language, Label::CheckpointNext)));
    return Exit::Done;
  }
  const Result<SignedStatement> made = make_checkpoint(call);
  const Result<void> sent = made ? send_checkpoint(terms.checkpoint_to, *made) : std::unexpected(made.error());
  if (sent) return Exit::Done;
  call.console.report(sent.error());
  call.console.print(fmt::format("{}\n", word(call.language, Label::CheckpointNext)));
  return Exit::Fails;
}

}  // namespace

Exit audit_verify(const AuditCall& call) {
  const Result<PublicKey> key = find_public_key(call);
  if (!key) return call.console.refuse(key.error());
  const Result<KeptCheckpoints> kept = find_kept_checkpoints(call, *key);
  if (!kept) return call.console.refuse(kept.error());
  if (!kept->broken.empty()) {
    call.console.print(kept->broken + "\n");
    return Exit::Fails;
  }
  const Result<ChainReport> report = verify_chain(*call.state.store, *key, kept->heads);
  if (!report) return call.console.refuse(report.error());
  if (report->foreign) {
    call.console.report(foreign_content_error(*report->foreign));
    return Exit::Fails;
  }
  if (report->fault) {
    const std::string at = word_with(call.language, Label::ChainBroken, std::to_string(report->fault->seq));
    call.console.print(fmt::format("{}: {}\n", at, report->fault->what));
    return Exit::Fails;
  }
  std::string text = word_with(call.language, Label::ChainWhole, std::to_string(report->verified - report->begin));
  if (report->begin != 0) {
    text += "; " + word_with(call.language, Label::ChainPruned, std::to_string(report->begin));
  }
  if (kept->heads.empty()) {
    // Records that were cut off the end, and the head with them, leave a chain that is whole.
    text += fmt::format("; {}", word(call.language, Label::ChainAlone));
  } else {
    const std::uint64_t newest = std::ranges::max(kept->heads, {}, &ChainHead::seq).seq;
    text += "; " + word_with(call.language, Label::ChainMeets, std::to_string(newest));
  }
  call.console.print(text + "\n");
  return Exit::Done;
}

Exit audit_checkpoint(const AuditCall& call) {
  const Result<SignedStatement> made = make_checkpoint(call);
  if (!made) return call.console.refuse(made.error());
  const auto file = call.invocation.value("--out");
  if (!file) {
    call.console.print(to_text(*made) + "\n");
    return Exit::Done;
  }
  const Result<void> written = write_new_file(*file, to_text(*made) + "\n");
  return written ? Exit::Done : call.console.refuse(written.error());
}

Exit audit_key(const AuditCall& call) {
  call.console.print(call.state.store->signing_key().public_key().to_string() + "\n");
  return Exit::Done;
}

Exit audit_prune(const AuditCall& call) {
  const Result<AuditTerms> terms = find_audit_terms(call);
  if (!terms) return call.console.refuse(terms.error());
  const Result<Duration> keep = find_keep(call.invocation, *terms);
  if (!keep) return call.console.refuse(keep.error());
  if (Result<void> person = require_person(call); !person) {
    call.console.report(person.error());
    return Exit::Fails;
  }
  const Result<ChainHead> kept = find_kept_record(call, *terms);
  if (!kept) return call.console.refuse(kept.error());
  const TimePoint now = call.console.clock.now();
  const Result<PruneReport> report =
      prune_records(*call.state.store, {.now = now, .before = now - *keep, .kept = *kept});
  if (!report && report.error().kind == ErrorKind::Corrupt) {
    call.console.report(report.error());
    return Exit::Fails;
  }
  if (!report) return call.console.refuse(report.error());
  if (report->removed == 0) {
    call.console.print(fmt::format("{}\n", word(call.language, Label::NothingToPrune)));
    return Exit::Done;
  }
  call.console.print(word_with(call.language, Label::PrunedThrough, std::to_string(report->through)) + "\n");
  return confirm_pruning(call, *terms);
}

}  // namespace yett
