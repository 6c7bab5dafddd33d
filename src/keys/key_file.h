#pragma once

#include <string>
#include <string_view>

#include "base/error.h"
#include "base/signature.h"

namespace yett {

/// An approver's private key as a file keeps it: PKCS #8 in PEM (RFC 5958, RFC 7468), encrypted under a passphrase with
/// AES-256 and scrypt (RFC 8018, RFC 7914). `openssl pkey` reads it too.
///
/// Fails with Input for an empty passphrase. If the crypto library fails otherwise the process aborts.
[[nodiscard]] Result<std::string> seal_key(const SigningKey& key, std::string_view passphrase);

/// Reads back what seal_key() wrote. Fails with Input when the passphrase is wrong, or when it is no encrypted Ed25519
/// key: one that nobody encrypted is not taken.
[[nodiscard]] Result<SigningKey> open_key(std::string_view pem, std::string_view passphrase);

/// A new key of 32 random bytes from the kernel. Fails with System when there are none.
[[nodiscard]] Result<SigningKey> make_key();

/// Where the key of an approver lies below `folder`, which is what key_folder() tells: FOLDER/NAME.pem. Fails with
/// Input for a name that is no file's.
[[nodiscard]] Result<std::string> key_path(const std::string& folder, std::string_view name);

}  // namespace yett
