#include "base/crypto_library.h"

#include <openssl/crypto.h>

namespace yett {

void start_crypto_library() {
  // Fails only without memory, and then the first use of the library does too.
  (void)::OPENSSL_init_crypto(OPENSSL_INIT_NO_LOAD_CONFIG | OPENSSL_INIT_NO_ATEXIT, nullptr);
}

}  // namespace yett
