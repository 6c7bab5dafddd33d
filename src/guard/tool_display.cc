#include "guard/tool_display.h"

#include <fmt/format.h>

#include <utility>

#include "policy/look_alike.h"
#include "text/json_indent.h"
#include "text/line_diff.h"

namespace yett {
namespace {

/// Of one server: a list of nothing but oddities would bury whoever reads it.
constexpr std::size_t kMaxRemarks = 50;
/// Of a name or a line that a server has written.
constexpr std::size_t kMaxShownBytes = 4096;

std::string shortened(std::string_view text) {
  if (text.size() <= kMaxShownBytes) return std::string(text);
  return fmt::format("{}... ({} bytes)", text.substr(0, kMaxShownBytes), text.size());
}

std::string in_quotation(std::string_view name) { return "\"" + shortened(name) + "\""; }

Json of_tool(std::string_view tool) { return Json::object({{"tool", tool}}); }

}  // namespace

ToolDisplay::ToolDisplay(PolicyRef policy, std::vector<std::string> servers)
    : policy_(std::move(policy)), said_(servers.size()) {
  for (std::string& server : servers) shelves_.emplace_back(policy_, std::move(server));
  name_tools();
}

void ToolDisplay::name_tools() {
  names_.clear();
  by_name_.clear();
  by_reading_.clear();
  TextMap<std::size_t> times;
  for (const Tool& tool : policy_->tools.in_order()) {
    for (std::size_t server = 0; server < shelves_.size(); ++server) {
      if (policy_->tools.find_at(shelves_[server].server(), tool.name) != &tool) continue;
      names_.push_back({tool.name, {server, tool.name}});
      ++times[tool.name];
    }
  }
  for (std::size_t i = 0; i < names_.size(); ++i) {
    Name& name = names_[i];
    const std::string& server = shelves_[name.meaning.server].server();
    if (times[name.for_client] > 1) name.for_client = server + "." + name.meaning.name;
    by_name_.emplace(name.for_client, i);
    const Tool* tool = policy_->tools.find_at(server, name.meaning.name);
    for (const std::string& spelling : {name.for_client, name.meaning.name, tool->name_at_server()}) {
      by_reading_.try_emplace(careless_reading(spelling), i);
    }
  }
}

ToolDisplay::Change ToolDisplay::take(std::size_t server, std::vector<Json> definitions) {
  shelves_[server].take(std::move(definitions));
  remark_on(server);
  return show();
}

ToolDisplay::Change ToolDisplay::adopt(PolicyRef policy) {
  policy_ = std::move(policy);
  for (ToolShelf& shelf : shelves_) shelf.adopt(policy_);
  name_tools();
  for (std::size_t server = 0; server < shelves_.size(); ++server) remark_on(server);
  return show();
}

ToolDisplay::Change ToolDisplay::show() {
  Json::Array shown;
  for (const Name& name : names_) {
    const Json* definition = shelves_[name.meaning.server].shown(name.meaning.name);
    if (definition == nullptr) continue;
    shown.push_back(*definition);
    shown.back().set("name", name.for_client);
  }
  const Json::Array before = std::exchange(shown_, std::move(shown));
  return shown_ == before ? Change::Same : Change::Changed;
}

const ToolDisplay::Meaning* ToolDisplay::find(std::string_view client_name) const {
  const auto found = by_name_.find(client_name);
  return found == by_name_.end() ? nullptr : &names_[found->second].meaning;
}

std::vector<ToolRemark> ToolDisplay::take_remarks() { return std::exchange(remarks_, {}); }

void ToolDisplay::remark_on(std::size_t server) {
  const ToolShelf& shelf = shelves_[server];
  for (const ToolShelf::ChangedTool& tool : shelf.changed()) remark_on_change(server, tool);
  for (const std::string& name : shelf.repeated()) {
    const bool is_registered = shelf.is_registered(name);
    remark(server, "twice " + name,
           {server,
            "tool_offered_twice",
            is_registered ? of_tool(name) : Json(),
            {fmt::format("server {} offers two tools of the name {}: neither can be called", shelf.server(),
                         in_quotation(name))}});
  }
  for (const Json& definition : shelf.offered()) {
    const std::string& name = *definition.find("name")->as_string();
    if (shelf.is_registered(name)) continue;
    const auto like = by_reading_.find(careless_reading(name));
    if (like != by_reading_.end()) remark_on_likeness(server, name, names_[like->second]);
  }
}

void ToolDisplay::remark_on_change(std::size_t server, const ToolShelf::ChangedTool& tool) {
  const std::string& name = shelves_[server].server();
  const PinnedServer* pinned = policy_->lock->find(name);
  const PinnedTool* accepted = pinned == nullptr ? nullptr : pinned->find(tool.name);
  if (accepted == nullptr) return;
  const std::string now = canonical_json(tool.definition);
  const Result<Json> in_order = parse_json(now, {.max_depth = 1000, .numbers = JsonNumbers::Approximate});
  ToolRemark remark{server, "tool_changed", of_tool(tool.name), {}};
  remark.lines.push_back(fmt::format(
      "server {} defines the tool {} otherwise than yett.lock: its calls are denied until `yett pin --accept`", name,
      tool.name));
  for (const std::string& line : line_diff(write_indented_json(accepted->definition),
                                           write_indented_json(in_order ? *in_order : tool.definition))) {
    remark.lines.push_back(shortened(line));
  }
  this->remark(server, "changed " + now, std::move(remark));
}

void ToolDisplay::remark_on_likeness(std::size_t server, const std::string& offered, const Name& like) {
  const std::string& owner = shelves_[like.meaning.server].server();
  const bool is_same = offered == like.meaning.name;
  remark(
      server, "like " + offered,
      {server,
       "look_alike_refused",
       of_tool(like.meaning.name),
       {fmt::format("server {} offers {}, which {} {} of server {}: it is no tool of the policy and cannot be called",
                    shelves_[server].server(), in_quotation(offered), is_same ? "has the name of" : "reads like",
                    in_quotation(like.for_client), owner)}});
}

void ToolDisplay::remark(std::size_t server, const std::string& key, ToolRemark remark) {
  TextSet& said = said_[server];
  if (said.size() >= kMaxRemarks || !said.insert(key).second) return;
  if (said.size() == kMaxRemarks) remark.lines = {"there is more to say of this server's tools than is worth saying"};
  remarks_.push_back(std::move(remark));
}

}  // namespace yett
