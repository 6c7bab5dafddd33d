#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "approval/request.h"
#include "base/error.h"
#include "store/store.h"
#include "text/json.h"

namespace yett {

/// Where the arguments of waiting calls lie: files of mode 0600 on a tmpfs, gone with the request. No argument ever
/// reaches a disk, and without its card a request can only be denied or expire.
class CardFolder {
 public:
  /// `folder` must exist, be private and lie on a tmpfs (see runtime_folder()). Several stores may share it, each with
  /// a tag of its own in the names of its cards: letters and digits.
  explicit CardFolder(std::string folder, std::string_view tag = {});
  /// That of the store in `state_folder`, with a tag made of the folder's real path. Fails with System when there is
  /// none.
  [[nodiscard]] static Result<CardFolder> of_store(std::string folder, const std::string& state_folder);

  /// Writes the binding text of a request; returns the card's path.
  [[nodiscard]] Result<std::string> put(std::string_view request_id, std::string_view binding_text) const;

  /// The ids of the requests of this store whose cards lie here.
  [[nodiscard]] std::vector<std::string> requests() const;
  [[nodiscard]] std::string path_of(std::string_view request_id) const;
  /// Where the mark of a run of this store lies (gate/stop_mark.h).
  [[nodiscard]] std::string stop_mark_of(const RunKey& run) const;

 private:
  std::string folder_;
  std::string tag_;
  std::string suffix_;  // of a card's name, behind the id of its request
};

/// A call is at most a message long; the rest of a card is short.
inline constexpr std::size_t kMaxCardBytes = 80u << 20;

/// What a card holds where something is kept from those who look at it: the binding text as it may be shown, and the
/// store's HMAC that ties it to the binding. Whoever cannot read the store can make none.
[[nodiscard]] std::string covered_card(const Store& store, const Digest& binding, const Json& shown);

/// Reads the card of a request and checks that it is what the request was made for: the store's HMAC of its digest must
/// be the request's binding; of a covered card its HMAC must fit, and what may be shown is returned.
[[nodiscard]] Result<Json> read_card(const Store& store, const ApprovalRequest& request);

/// Removes a card; one that is gone already is no error.
void drop_card(const std::string& path);

}  // namespace yett
