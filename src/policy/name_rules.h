#pragma once

#include <string_view>

namespace yett {

/// True for a name that a person can read whole: not empty, at most 128 bytes, fully visible, no space at
/// either end.
[[nodiscard]] bool is_readable_name(std::string_view text);

/// What is_readable_name accepts, in words for a hint.
inline constexpr std::string_view kReadableName = "1 to 128 bytes, no control or invisible characters";

/// True for the name of a tenant: a readable name that can stand for `{tenant}` in a root, as one folder
/// (text/path.h).
[[nodiscard]] bool is_tenant(std::string_view text);

/// What is_tenant accepts, in words for a hint.
inline constexpr std::string_view kTenant =
    "1 to 128 bytes, no control or invisible characters; one folder, so no /, \\, { and }, and not . or ..";

/// True for what TOML 1.0 lets stand as a key without quotes: ASCII letters, digits, `_` and `-`, at least one.
[[nodiscard]] bool is_bare_key(std::string_view text);

/// True for the name of a section that authors name themselves ([servers.X], [paths.X]): a bare key of at most 64
/// characters.
[[nodiscard]] bool is_section_name(std::string_view text);

/// What is_section_name accepts, in words for a hint.
inline constexpr std::string_view kSectionName = "1 to 64 letters, digits, _ and -";

/// True for the name of a tool (MCP 2025-11-25, tools): 1 to 128 ASCII letters, digits, `_`, `-`, `.`; also `/`,
/// because a method can be a tool ("resources/read").
[[nodiscard]] bool is_tool_name(std::string_view text);

/// What is_tool_name accepts, in words for a hint.
inline constexpr std::string_view kToolName = "1 to 128 letters, digits, _, -, . and /";

/// True for a name that POSIX.1-2017 (Base Definitions, 8.1) lets a shell use for an environment variable, in either
/// case; others reach programs that cannot read them.
[[nodiscard]] bool is_variable_name(std::string_view text);

/// What is_variable_name accepts, in words for a hint.
inline constexpr std::string_view kVariableName = "letters, digits and _, no digit first";

/// What keeps two names apart for a person who reads them (text/name_fold.h, look_alike.h), in words for a hint.
inline constexpr std::string_view kDistinctNames = "names must differ by more than case, - and _";

}  // namespace yett
