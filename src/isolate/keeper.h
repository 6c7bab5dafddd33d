#pragma once

// Who stays behind in a sandbox that has nobody of its own to do so: buries what ends there, and ends all when the
// program or the launcher has. As process 1 of a namespace it only has to end itself. Elsewhere it is what orphans are
// given to (PR_SET_CHILD_SUBREAPER), and ends everything below it by kill(2) of -1, which Landlock restricts to exactly
// that (scope_signals()): one step that no process forks away from. The program, in a narrower domain, cannot signal
// it.
// No allocation, no exceptions: it is a part of the small program yett-inside.
namespace yett {

/// Forks. Returns in the child, which becomes the program. The parent never returns: it lets go of every descriptor but
/// `life` and `reports`, where it tells that the program was executed (InsideReport::Executed, -1: not). It ends as the
/// child does, 128 + N after signal N, once nothing of the sandbox is left. When the other end of `life` is closed,
/// which is the launcher's alone, it ends all at once; -1: there is none. Ends with kInsideFailed and one line on
/// stderr when it cannot keep anything.
void keep(int life, int reports);

}  // namespace yett
