#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace yett {

/// What other programs write down of an agent's calls, as `yett decide --from` reads it (docs/calls.md).
enum class TraceFormat : std::uint8_t { ClaudeCode, Mcp, OpenAi, Anthropic, LangChain };

/// Their words on the command line, in the order of the enum.
inline constexpr std::array<std::string_view, 5> kTraceFormatWords = {"claude-code", "mcp", "openai", "anthropic",
                                                                      "langchain"};

[[nodiscard]] std::string_view to_string(TraceFormat format);
/// nullopt for a word that is none of kTraceFormatWords.
[[nodiscard]] std::optional<TraceFormat> parse_trace_format(std::string_view text);

}  // namespace yett
