#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "isolate/private_folder.h"
#include "isolate/sandbox_plan.h"
#include "os/process.h"

namespace yett {

/// The folder from which a runtime of containers starts one: config.json, rootfs with the links of the plan, the texts
/// of it, and the runtime's own state.
class OciBundle {
 public:
  /// Makes it where neither the machine's other users nor, if it can be, the sandbox come: in /run for root, in the
  /// user's runtime folder, else in /tmp. Fails with System.
  [[nodiscard]] static Result<OciBundle> make(const SandboxPlan& plan);

  [[nodiscard]] std::string path(std::string_view name) const { return folder_.path() + "/" + std::string(name); }
  /// Its own name, which no other bundle here has.
  [[nodiscard]] std::string name() const { return folder_.path().substr(folder_.path().rfind('/') + 1); }
  /// Of each mount of kind Text, in their order.
  [[nodiscard]] const std::vector<std::string>& texts() const { return texts_; }

  /// A file, folder or named pipe in it that only its owner reads and writes. Each fails with System.
  [[nodiscard]] Result<void> add_file(std::string_view name, std::string_view text) const;
  [[nodiscard]] Result<void> add_folder(std::string_view name) const;
  [[nodiscard]] Result<void> add_pipe(std::string_view name) const;

  /// Hides the folder where a mount of the plan would show it.
  void hide_from(SandboxPlan& plan) const;

  /// Gives everything to the user of the sandbox, once it is complete: as long as the folder is root's, that user does
  /// not get in to put links where root writes. Fails with System.
  [[nodiscard]] Result<void> give_to(const UserIdentity& user) const;

  /// The folder, which then is the taker's to keep.
  [[nodiscard]] PrivateFolder take() && { return std::move(folder_); }

 private:
  explicit OciBundle(PrivateFolder folder) : folder_(std::move(folder)) {}

  [[nodiscard]] Result<void> add_link(const Mount& link) const;

  PrivateFolder folder_;
  std::vector<std::string> texts_;
};

}  // namespace yett
