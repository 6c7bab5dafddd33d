#pragma once

#include <string>
#include <vector>

#include "base/error.h"

namespace yett {

/// The files that calls are judged by, and those in which they are recorded. An empty path stands for none.
struct DecisiveFiles {
  std::string policy;
  std::vector<std::string> bases{};   // that the policy extends
  std::string lock{};                 // of the policy
  std::vector<std::string> sessions;  // what the session was read from
  std::string state;                  // the folder
  std::vector<std::string> cards;     // the folders in memory
};

/// What no call may read or write: the absolute paths of these files, without "." and "..", as they are named and,
/// where links make that another place, as they really lie. They need not exist.
/// Fails with System when that cannot be told of one of them: then nothing would keep a call away from it.
[[nodiscard]] Result<std::vector<std::string>> sealed_paths(const DecisiveFiles& files);

}  // namespace yett
