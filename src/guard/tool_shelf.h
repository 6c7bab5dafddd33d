#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/call.h"
#include "policy/policy.h"
#include "schema/schema.h"
#include "text/json.h"

namespace yett {

/// What one server offers, seen by the policy and its lock: registered tools, by the names that their lines have.
class ToolShelf {
 public:
  /// `server` is the name of the server in the policy: a tool of another one is not offered here, however it is called.
  ToolShelf(PolicyRef policy, std::string server) : policy_(std::move(policy)), server_(std::move(server)) {}

  /// Takes a complete list of definitions, objects with a string `name`, in place of what was offered. Reads the schema
  /// of each registered tool. A name that the server offers twice is not offered at all: nobody could tell which one
  /// would run.
  void take(std::vector<Json> definitions);
  /// Sees the same offer by another policy.
  void adopt(PolicyRef policy);

  /// What is known of the tool whose line has this name.
  struct Offer {
    Observation tool = Observation::Absent;
    std::optional<Schema> schema;      // of its arguments, as the server declares them
    std::optional<Digest> definition;  // of all that the server says of it; absent: it does not offer it
  };
  [[nodiscard]] Offer find(std::string_view name) const;
  /// The definition of the tool whose line has this name, as a client may see it; nullptr for one that a call could
  /// not mean. Its name is that of the line.
  [[nodiscard]] const Json* shown(std::string_view name) const;

  /// The definitions of the server, each name once.
  [[nodiscard]] const std::vector<Json>& offered() const { return offered_; }
  /// The names that were offered twice.
  [[nodiscard]] const std::vector<std::string>& repeated() const { return repeated_; }
  [[nodiscard]] const std::string& server() const { return server_; }
  /// Whether a tool of the server has a line, by the name that the server has for it.
  [[nodiscard]] bool is_registered(std::string_view name_at_server) const { return lines_.contains(name_at_server); }
  /// A registered tool that is not what the lock has of it; `definition` is what it is now.
  struct ChangedTool {
    std::string name;  // at the server
    Json definition;
  };
  [[nodiscard]] const std::vector<ChangedTool>& changed() const { return changed_; }

 private:
  struct Seen {
    Offer offer;
    Json shown;  // null for a tool that is not what the lock has
  };
  /// Fills what is seen from what is offered.
  void stock();

  PolicyRef policy_;
  std::string server_;
  std::vector<Json> offered_;
  std::vector<std::string> repeated_;
  TextMap<const Tool*> lines_;  // of the tools of this server, by its own names
  TextMap<Seen> seen_;          // by the names of the lines
  std::vector<ChangedTool> changed_;
};

}  // namespace yett
