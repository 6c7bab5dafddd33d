#pragma once

#include <string>

#include "approval/request.h"
#include "base/signature.h"
#include "cli/command.h"

namespace yett {

inline constexpr OptionSpec kAsOption{"--as", OptionKind::Value, "NAME",
                                      "Sign as this approver, with the key that `enroll` made"};
inline constexpr OptionSpec kKeysOption{"--keys", OptionKind::Value, "DIR",
                                        "Where keys lie; else $XDG_CONFIG_HOME/yett/keys, ~/.config/yett/keys"};
inline constexpr OptionSpec kPassphraseOption{"--passphrase-file", OptionKind::Value, "FILE",
                                              "Read the passphrase from this file; else the terminal is asked"};

/// An approver at the keyboard: the name, and the opened key.
struct ApproverKey {
  std::string name;
  SigningKey key;
};

/// The folder of private keys.
[[nodiscard]] Result<std::string> find_key_folder(const Invocation& invocation, const Console& console);

/// The passphrase of --passphrase-file, its first line, or what is typed at the terminal after `prompt`.
[[nodiscard]] Result<std::string> find_passphrase(const Invocation& invocation, std::string_view prompt);

/// The key that signs answers to such a request: of --as, else of the only approver of the request whose key lies here.
/// nullopt where an answer needs none and nobody asked for one. Asks for the passphrase.
[[nodiscard]] Result<std::optional<ApproverKey>> find_approver_key(const Invocation& invocation, const Console& console,
                                                                   const AnswerRules& rules);

}  // namespace yett
