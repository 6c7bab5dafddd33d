#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "draft/tool_guess.h"
#include "text/json.h"

namespace yett {

/// Why a tool that a server offers has no line.
enum class LeftOutBecause : std::uint8_t {
  Repeated,    // its server offers the name twice
  NoToolName,  // a policy cannot name it
  NotHeld,     // a policy with its line does not load: it reads like another tool, say
};

struct LeftOutTool {
  std::string name;  // as the server has it
  LeftOutBecause because = LeftOutBecause::NotHeld;
};

/// A variable of a server whose value is not to stand in a policy.
struct DraftSecret {
  std::string variable;  // of the server
  std::string section;   // [secrets.SECTION]
  std::string from;      // the variable of Yett's own environment that is proposed
};

/// A server as the policy will start it, and what is guessed of its tools.
struct DraftServer {
  std::string name;  // a section name
  std::vector<std::string> command;
  std::optional<std::string> cwd{};
  std::vector<std::pair<std::string, std::string>> env{};
  std::vector<DraftSecret> secrets{};
  std::vector<std::string> folders{};  // absolute; those that its command names
  bool was_asked = false;              // else nothing is known of its tools
  std::vector<ToolGuess> tools{};
  std::vector<LeftOutTool> left_out{};
};

/// A policy to be reviewed. Nothing that a server says stands in it but names, and names only where a person can read
/// them whole.
struct PolicyDraft {
  std::string file;           // only for messages
  std::string name;           // of the policy
  std::string work_folder{};  // the root of paths of servers whose command names no folder; absolute, not "/"
  std::string home{};         // the home folder of whoever drafts it: a root that a person should think about
  std::vector<DraftServer> servers{};
};

/// A name for a section that no other of `taken` reads like: `wanted` with what cannot stand in it replaced.
[[nodiscard]] std::string section_name(std::string_view wanted, const std::vector<std::string>& taken);

/// What a server offers, as guesses. Names that it offers twice, or that a policy cannot hold, are left out.
void take_tools(DraftServer& server, const std::vector<Json>& definitions);

}  // namespace yett
