#pragma once

#include <string>
#include <vector>

#include "policy/policy.h"
#include "text/path.h"

namespace yett {

/// The folders that programs of a policy may change, whichever program it is and for whom: what they hold, and where
/// links in them lead, is what a program wants it to be. Immutable; made for one look.
class ChangeableFolders {
 public:
  ChangeableFolders(const Policy& policy, const RootBindings& bindings);

  /// Whether a path, absolute and without links, is one of them or lies in one.
  [[nodiscard]] bool hold(const std::string& path) const;
  /// Whether the kernel would follow a link on the way along `path` that lies in one of them. True also for more links
  /// than it follows.
  [[nodiscard]] bool are_passed_by(const std::string& path) const;
  /// Either of the two, for the path and for the place that it leads to.
  [[nodiscard]] bool decide_about(const std::string& path) const;

 private:
  std::vector<std::vector<std::string>> folders_;  // by components; one with a brace stands for any
};

}  // namespace yett
