#pragma once

#include <vector>

#include "policy/policy.h"
#include "policy/toml_reader.h"

namespace yett {

/// What `[egress]` says, once for judging and once as it was written.
struct LoadedEgress {
  Egress egress;
  std::vector<WrittenList> lists;  // in the order of the file
};

/// Reads `[egress]` (contract section 2). An empty list is a list that allows nothing. Entries are kept in
/// their canonical form; another spelling is remembered for lint(). Refused with a hint: patterns, URLs, paths, single
/// labels, every address of the address table, names of metadata services, of
/// this machine and of special use, and an entry that is listed already.
[[nodiscard]] LoadedEgress load_egress(const Field& section);

}  // namespace yett
