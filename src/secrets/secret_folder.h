#pragma once

#include <string>
#include <string_view>

#include "base/error.h"
#include "os/process_identity.h"

namespace yett {

/// Where the secrets of one process's servers lie as files: a folder of mode 0700 on a tmpfs, files of mode 0600, gone
/// with this object. What a process left behind that was killed is removed by the next one.
class SecretFolder {
 public:
  /// `runtime_folder` must exist, be private and lie on a tmpfs (see runtime_folder()). Fails with System.
  [[nodiscard]] static Result<SecretFolder> make(const std::string& runtime_folder, const ProcessIdentity& self);

  /// Removes what processes left behind that were killed; nothing else is made. For those that need no folder.
  static void remove_abandoned(const std::string& runtime_folder, const ProcessIdentity& self);

  SecretFolder(SecretFolder&& other) noexcept;
  SecretFolder& operator=(SecretFolder&& other) noexcept;
  SecretFolder(const SecretFolder&) = delete;
  ~SecretFolder();

  /// Makes a private folder in it for what one server gets: secrets of that group are named "GROUP/NAME". A sandbox can
  /// show a server its own and no others. Fails with System.
  [[nodiscard]] Result<void> make_group(std::string_view group) const;
  /// The path at which put() writes the secret of that name: names of a policy, letters, digits, `_` and `-`.
  [[nodiscard]] std::string path_of(std::string_view secret) const;
  /// Writes the secret, or puts it in place of the one that is there: whoever reads the file sees all of one of them.
  /// Nothing but the secret stands in it, no line end. Fails with System.
  [[nodiscard]] Result<void> put(std::string_view secret, std::string_view text) const;
  /// Removes a secret that has expired; nothing when there is none.
  void remove(std::string_view secret) const;

 private:
  explicit SecretFolder(std::string path) : path_(std::move(path)) {}

  std::string path_;  // empty: moved from
};

}  // namespace yett
