#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/call.h"
#include "policy/allowlist.h"
#include "policy/policy.h"
#include "text/json.h"
#include "wire/mcp.h"

namespace yett {

/// What the server offers, read page by page, and the part of it that the client is shown: registered tools only.
class ToolShelf {
 public:
  explicit ToolShelf(const Policy& policy) : policy_(policy) {}

  /// Begins a new reading; what is shown stays as it is until finish().
  void begin() { reading_.clear(); }
  /// Takes one page of tools/list.
  void take(ToolPage page);
  /// The reading is complete: it replaces what was shown. Tells whether that changed anything.
  enum class Change : std::uint8_t { Same, Changed };
  Change finish();

  /// The tools/list result for the client.
  [[nodiscard]] Json list() const;
  /// Whether the server offers a tool of that name. A name that is offered twice is not offered at all: nobody could
  /// tell which one would run.
  [[nodiscard]] Observation observe(std::string_view name) const;

 private:
  const Policy& policy_;
  std::vector<Json> reading_;
  std::vector<Json> offered_;
  TextSet offered_names_;
};

}  // namespace yett
