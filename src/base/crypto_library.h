#pragma once

namespace yett {

/// To be called first in a program. OpenSSL then reads no configuration: neither a file nor $OPENSSL_CONF, which
/// whoever starts a program may set, has a say in how records are sealed. And it leaves it to the kernel to take its
/// memory back at the end, for which a short command would wait.
void start_crypto_library();

}  // namespace yett
