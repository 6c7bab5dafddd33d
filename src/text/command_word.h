#pragma once

#include <string_view>

namespace yett {

// Words of a command that are data of a narrow kind: whatever program reads them, they are no option, no path that
// leads anywhere and no file of words.

/// True for ASCII letters, digits, `_`, `.`, `+`, `@` and `-`, the first of which is a letter, a digit or `_`.
[[nodiscard]] bool is_plain_name(std::string_view word);

/// True for what can name revisions of Git (gitrevisions(7)): branches, tags, ids, `HEAD~2`, `main@{1}`,
/// `main..feature`. It consists of ASCII letters, digits and `_ - . / ~ ^ @ { } + # = , %`, and of any characters
/// beyond ASCII; begins with neither `-` nor `/`; and has no component `.` or `..`, so that it leads to no other folder
/// where a program takes it for a path. There is no `:` in it, by which a path would follow.
[[nodiscard]] bool is_revision(std::string_view word);

}  // namespace yett
