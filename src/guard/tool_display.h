#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "guard/tool_shelf.h"
#include "policy/policy.h"
#include "text/json.h"

namespace yett {

/// Something about the tools of a server that a person should know.
struct ToolRemark {
  std::size_t server = 0;
  std::string_view what;  // for records: one of our own words
  Json detail;            // for records
  std::vector<std::string> lines;
};

/// What a client sees of the tools of all servers behind one endpoint: registered ones only, in the order of the
/// policy, each name once. Where two of these servers have a tool of the same name it is "server.name" at both.
class ToolDisplay {
 public:
  /// `servers` are the names of the servers; they are spoken of by their place in it.
  ToolDisplay(PolicyRef policy, std::vector<std::string> servers);

  /// Whether the client is shown something else than before.
  enum class Change : std::uint8_t { Same, Changed };
  /// Takes what a server offers now, in place of what it offered before. Of the other servers nothing changes.
  Change take(std::size_t server, std::vector<Json> definitions);
  /// Shows what another policy registers of the same offers.
  Change adopt(PolicyRef policy);

  /// The tools/list result for the client.
  [[nodiscard]] Json list() const { return Json::object({{"tools", shown_}}); }

  /// The tool that a name of the client's means.
  struct Meaning {
    std::size_t server = 0;
    std::string name;  // of its line
  };
  /// nullptr for a name that no registered tool of these servers has, whether it is offered or not.
  [[nodiscard]] const Meaning* find(std::string_view client_name) const;
  [[nodiscard]] const ToolShelf& shelf(std::size_t server) const { return shelves_[server]; }

  /// What has not been said yet; the same is not said twice.
  [[nodiscard]] std::vector<ToolRemark> take_remarks();

 private:
  struct Name {
    std::string for_client;
    Meaning meaning;
  };

  void name_tools();
  Change show();
  void remark_on(std::size_t server);
  void remark_on_change(std::size_t server, const ToolShelf::ChangedTool& tool);
  void remark_on_likeness(std::size_t server, const std::string& offered, const Name& like);
  void remark(std::size_t server, const std::string& key, ToolRemark remark);

  PolicyRef policy_;
  std::vector<ToolShelf> shelves_;
  std::vector<Name> names_;          // in the order of the policy
  TextMap<std::size_t> by_name_;     // of the client: index in names_
  TextMap<std::size_t> by_reading_;  // careless_reading() of each name, for clients and at its server
  Json::Array shown_;
  std::vector<TextSet> said_;  // by server
  std::vector<ToolRemark> remarks_;
};

}  // namespace yett
