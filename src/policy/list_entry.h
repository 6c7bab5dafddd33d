#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "policy/field.h"
#include "policy/policy.h"

namespace yett {

/// What the entries of a list may be.
enum class EntryKind : std::uint8_t {
  Hosts,       // "host", "host:port", { host, paths, addresses }, { subdomains_of }
  Domains,     // "domain", { domain }, { subdomains_of }
  Emails,      // "mailbox@domain", { email }
  Recipients,  // domains and e-mail addresses
  Ids,         // "text", { id }
};

/// Reads one entry of a list (docs/policy.md, "[egress]") into `list`; each table may have `why` and `until` besides.
/// Returns it as it was written, or nullopt when it was refused: with a hint for patterns, URLs, paths, single labels,
/// every address of the address table, names of metadata services and of this machine, names of one site without
/// addresses, public suffixes and names above them, addresses other than those of another entry of the same host and
/// port, and for an entry that is listed already. O(1) but for hosts with many entries of their own.
[[nodiscard]] std::optional<ListEntry> load_list_entry(const Field& item, EntryKind kind, Allowlist& list);

}  // namespace yett
