#pragma once

#include <string_view>
#include <vector>

#include "base/error.h"
#include "secrets/locked_text.h"

namespace yett {

/// The texts by which a secret is known again in what a server says: itself, also in small letters; base64 and
/// base64url (RFC 4648), wherever in a longer encoded text it stands; hexadecimal digits, small or capital;
/// percent-encoded (RFC 3986) with small or capital digits; and as JSON writes it inside of a string, also with `/`
/// escaped, and with what HTML means something by escaped. Each once. Anything else is not found (docs/secrets.md):
/// compressed or encrypted, cut into parts, with line breaks inside, encoded twice. Fails when no memory can be locked
/// for them.
[[nodiscard]] Result<std::vector<LockedText>> secret_forms(std::string_view secret);

}  // namespace yett
