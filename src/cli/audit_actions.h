#pragma once

#include <functional>

#include "cli/command.h"
#include "cli/record_view.h"
#include "cli/state_option.h"
#include "ledger/checkpoint.h"
#include "words/language.h"

// What `yett audit` does, an action each. See audit_command.cc for the options.
namespace yett {

/// What every action gets.
struct AuditCall {
  const Invocation& invocation;
  const Console& console;
  Language language = Language::English;
  OpenState& state;
};

[[nodiscard]] Exit audit_list(const AuditCall& call);
[[nodiscard]] Exit audit_tail(const AuditCall& call);
[[nodiscard]] Exit audit_verify(const AuditCall& call);
[[nodiscard]] Exit audit_export(const AuditCall& call);
[[nodiscard]] Exit audit_checkpoint(const AuditCall& call);
[[nodiscard]] Exit audit_key(const AuditCall& call);
[[nodiscard]] Exit audit_prune(const AuditCall& call);

/// The filter of --run, --user, --since and their like.
[[nodiscard]] Result<RecordFilter> find_record_filter(const Invocation& invocation);

/// Calls `visit` with each record behind `after` that passes the filter, oldest first, until it returns false; `after`
/// is then the last record that was looked at. Fails on a record that cannot be read: a list that leaves out what it
/// cannot read would be a lie.
using VisitMatch = std::function<bool(const Record& record, Json body)>;
[[nodiscard]] Result<void> each_match(Store& store, const RecordFilter& filter, std::uint64_t& after,
                                      const VisitMatch& visit);

/// The same, and with --follow on and on, for as long as somebody reads what is printed.
[[nodiscard]] Result<void> follow_matches(const AuditCall& call, const RecordFilter& filter, std::uint64_t after,
                                          const VisitMatch& visit);

/// The checkpoints of --checkpoint, each of which holds under `key`: those of every line of the file.
struct KeptCheckpoints {
  std::vector<ChainHead> heads;
  std::string broken;  // what is said of the first line that does not hold; empty: all do
};
[[nodiscard]] Result<KeptCheckpoints> find_kept_checkpoints(const AuditCall& call, const PublicKey& key);

/// --key, else the store's own.
[[nodiscard]] Result<PublicKey> find_public_key(const AuditCall& call);

}  // namespace yett
