#pragma once

#include <string_view>

#include "text/email.h"
#include "text/json.h"

namespace yett {

/// True for the name of a field by which a mail says who gets it, who is told of it, or whose it is (RFC 5322 section
/// 3.6, RFC 8098, and fields that mailers add to them), in any spelling that some program takes for it; also for a name
/// behind which a colon and more stand.
[[nodiscard]] bool is_address_header(std::string_view name);

/// True for an argument that is named like a header or a map of headers. What it holds is one, whatever the policy
/// lists as content.
[[nodiscard]] bool is_header_argument(std::string_view name);

/// False for a value that a mailer could take for further headers: a text that breaks its field (breaks_mail()) and, in
/// a Header, a map, a list or a list of pairs that names an address header, as mail libraries take them. `argument` is
/// the name of the argument that holds it. O(size of the value).
[[nodiscard]] bool is_mail_safe(const Json& value, MailField field, std::string_view argument);

}  // namespace yett
