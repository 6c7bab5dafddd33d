#pragma once

#include "decide/bound_roots.h"
#include "decide/engine.h"
#include "decide/facts.h"
#include "model/path_evidence.h"

namespace yett {

/// Asks where the paths of a call lead, and puts the answers into `evidence`, to which `query` refers: the paths that
/// are well-formed and inside a root, and the tool's roots themselves. Nothing is asked for a call without such paths.
/// What the call comes to is then examined again, and these are the facts.
/// Between the answer and the tool's own look at the path the file system may change: what a tool opens itself is held
/// by its isolation, not by this.
[[nodiscard]] Facts examine_with_paths(const Engine& engine, const Query& query, const ResolvePath& resolve,
                                       Evidence& evidence);

/// What the resolved path has against it, beside what its text had: Outside where it leads out of the roots, to what is
/// neither file nor folder, or nobody knows where; for a file with other names, when it is written or belongs to
/// another user; and what its text would have against it had it been written out. `roots` are those of the tool, filled
/// in.
[[nodiscard]] FlawSet judge_resolved(const Query& query, const BoundRoots& roots, const PathEvidence& evidence,
                                     PathAccess access);

}  // namespace yett
