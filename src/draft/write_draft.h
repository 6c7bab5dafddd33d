#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/error.h"
#include "draft/policy_draft.h"
#include "words/language.h"

namespace yett {

/// A draft as the text of a policy.
struct WrittenDraft {
  /// Where the line of a tool stands, from 1.
  struct Line {
    std::size_t line = 0;
    std::size_t server = 0;  // indices in the draft
    std::size_t tool = 0;
  };
  std::string text;
  std::vector<Line> lines;
};

/// Writes the policy that a draft comes to: one line a tool with `review = true`, and above it the reasons. Nothing is
/// checked.
[[nodiscard]] WrittenDraft write_draft(const PolicyDraft& draft, Language language);

/// The text of a policy that loads, and that still loads once every mark of review is gone. Tools without which alone
/// it would not load are moved to those that are left out. Fails with System where it does not load all the same.
[[nodiscard]] Result<std::string> settle_draft(PolicyDraft& draft, Language language);

/// The folders that paths of this server's tools must lie below.
[[nodiscard]] std::vector<std::string> folders_of(const PolicyDraft& draft, const DraftServer& server);

/// Whether any tool of the server takes a path.
[[nodiscard]] bool takes_paths(const DraftServer& server);

}  // namespace yett
