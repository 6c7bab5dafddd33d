#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace deskmate {

/// A mail before it is written down. Addresses stand here as the caller gave them.
struct Mail {
  std::vector<std::string> to;
  std::vector<std::string> cc;
  std::vector<std::string> bcc;
  std::string subject;
  std::string body;
};

/// The mail as a message of RFC 5322 with CRLF line ends, from deskmate@deskmate.internal, dated `sent_at`. The Bcc
/// field is kept (RFC 5322 section 3.6.3): this is the sender's own copy. A subject that is not short ASCII becomes
/// encoded words (RFC 2047), a body with overlong lines or control characters becomes base64 (RFC 2045).
/// `unique` makes the Message-ID. Input: an address that is empty, too long or has no `@`, or a control character
/// in an address or the subject; a line break there would add fields that nobody has seen. Pure.
[[nodiscard]] yett::Result<std::string> compose_message(const Mail& mail, std::chrono::sys_seconds sent_at,
                                                        std::string_view unique);

}  // namespace deskmate
