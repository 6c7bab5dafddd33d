#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/call.h"
#include "policy/allowlist.h"
#include "policy/policy.h"
#include "schema/schema.h"
#include "text/json.h"
#include "wire/mcp.h"

namespace yett {

/// What the server offers, read page by page, and the part of it that the client is shown: registered tools only, under
/// the names that the policy gives them.
class ToolShelf {
 public:
  /// `server` is the name of the server in the policy: a tool of another one is not offered here, however it is called.
  ToolShelf(PolicyRef policy, std::string server) : policy_(std::move(policy)), server_(std::move(server)) {}

  /// Whether the client is shown something else than before.
  enum class Change : std::uint8_t { Same, Changed };

  /// Begins a new reading; what is shown stays as it is until finish().
  void begin() { reading_.clear(); }
  /// Takes one page of tools/list.
  void take(ToolPage page);
  /// The reading is complete: it replaces what was offered. Reads the schema of each registered tool.
  Change finish();
  /// Shows what another policy registers of the same offer.
  Change adopt(PolicyRef policy);

  /// The tools/list result for the client.
  [[nodiscard]] Json list() const;

  /// What is known of the tool that the client calls by a name. A name that the server offers twice is not offered at
  /// all: nobody could tell which one would run.
  struct Offer {
    Observation tool = Observation::Absent;
    std::optional<Schema> schema;  // of its arguments, as the server declares them
  };
  [[nodiscard]] Offer find(std::string_view name) const;

 private:
  /// Fills what is shown from what is offered.
  Change stock();

  PolicyRef policy_;
  std::string server_;
  std::vector<Json> reading_;
  std::vector<Json> offered_;                // the definitions of the server, each name once
  Json::Array shown_;                        // what the client sees of them
  TextMap<std::optional<Schema>> on_offer_;  // registered tools by the names that the client knows
};

}  // namespace yett
