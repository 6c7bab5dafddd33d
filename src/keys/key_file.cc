#include "keys/key_file.h"

#include <fmt/format.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/pkcs12.h>
#include <openssl/x509.h>

#include <algorithm>
#include <array>
#include <memory>

#include "base/crypto_failure.h"
#include "os/linux/kernel_entropy.h"

namespace yett {
namespace {

// RFC 7914, section 2: 16 MiB and some 50 ms for each guess; what `openssl pkcs8 -scrypt` takes as well.
constexpr std::uint64_t kScryptCost = 16384;
constexpr std::uint64_t kScryptBlock = 8;
constexpr std::uint64_t kScryptParallel = 1;

constexpr std::string_view kEncrypted = "-----BEGIN ENCRYPTED PRIVATE KEY-----";

struct Free {
  void operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }
  void operator()(PKCS8_PRIV_KEY_INFO* info) const { PKCS8_PRIV_KEY_INFO_free(info); }
  void operator()(X509_SIG* sealed) const { X509_SIG_free(sealed); }
  void operator()(BIO* stream) const { BIO_free(stream); }
};
template <typename Object>
using Owned = std::unique_ptr<Object, Free>;

int hand_over(char* buffer, int size, int /*writing*/, void* passphrase) {
  const auto& text = *static_cast<const std::string_view*>(passphrase);
  if (text.size() > static_cast<std::size_t>(size)) return -1;
  std::ranges::copy(text, buffer);
  return static_cast<int>(text.size());
}

}  // namespace

Result<std::string> seal_key(const SigningKey& key, std::string_view passphrase) {
  if (passphrase.empty()) return fail(ErrorKind::Input, "a key is not kept without a passphrase");
  const Owned<EVP_PKEY> raw(
      EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nullptr, key.seed().data(), key.seed().size()));
  require_crypto(raw != nullptr);
  const Owned<PKCS8_PRIV_KEY_INFO> info(EVP_PKEY2PKCS8(raw.get()));
  X509_ALGOR* algorithm =
      PKCS5_pbe2_set_scrypt(EVP_aes_256_cbc(), nullptr, 0, nullptr, kScryptCost, kScryptBlock, kScryptParallel);
  require_crypto(info != nullptr && algorithm != nullptr);
  const Owned<X509_SIG> sealed(
      PKCS8_set0_pbe(passphrase.data(), static_cast<int>(passphrase.size()), info.get(), algorithm));
  const Owned<BIO> stream(BIO_new(BIO_s_mem()));
  require_crypto(sealed != nullptr && stream != nullptr && PEM_write_bio_PKCS8(stream.get(), sealed.get()) == 1);
  char* text = nullptr;
  const long length = BIO_get_mem_data(stream.get(), &text);
  return std::string(text, static_cast<std::size_t>(length));
}

Result<SigningKey> open_key(std::string_view pem, std::string_view passphrase) {
  if (!pem.starts_with(kEncrypted)) {
    return fail(ErrorKind::Input, "this is no encrypted private key", {}, "`yett approvals enroll NAME` makes one");
  }
  const Owned<BIO> stream(BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())));
  require_crypto(stream != nullptr);
  const Owned<EVP_PKEY> key(PEM_read_bio_PrivateKey(stream.get(), nullptr, &hand_over, &passphrase));
  if (key == nullptr) return fail(ErrorKind::Input, "the passphrase is wrong, or the key file is damaged");
  std::array<std::uint8_t, SigningKey::kSeedBytes> seed{};
  std::size_t length = seed.size();
  const bool is_ours = EVP_PKEY_get_id(key.get()) == EVP_PKEY_ED25519 &&
                       EVP_PKEY_get_raw_private_key(key.get(), seed.data(), &length) == 1 && length == seed.size();
  if (!is_ours) return fail(ErrorKind::Input, "this is no Ed25519 key");
  SigningKey read(seed);
  OPENSSL_cleanse(seed.data(), seed.size());
  return read;
}

Result<SigningKey> make_key() {
  std::array<std::uint8_t, SigningKey::kSeedBytes> seed{};
  if (Result<void> filled = KernelEntropy().fill(seed); !filled) return std::unexpected(filled.error());
  SigningKey key(seed);
  OPENSSL_cleanse(seed.data(), seed.size());
  return key;
}

Result<std::string> key_path(const std::string& folder, std::string_view name) {
  const bool is_file_name = !name.empty() && name.size() <= 128 && name != "." && name != ".." &&
                            name.find_first_of(std::string_view("/\0", 2)) == std::string_view::npos;
  if (!is_file_name) return fail(ErrorKind::Input, "an approver's name is at most 128 bytes and holds no /");
  return fmt::format("{}/{}.pem", folder, name);
}

}  // namespace yett
