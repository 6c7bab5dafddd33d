#include "policy/load_tools.h"

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "policy/format_keys.h"
#include "policy/lint_schema.h"
#include "policy/name_rules.h"
#include "text/name_fold.h"
#include "text/spelling.h"

namespace yett {
namespace {

/// What `rename` makes of the names of one server's tools.
class Renames {
 public:
  explicit Renames(const ServerSpec* server) {
    if (server == nullptr) return;
    for (const auto& [at_server, for_client] : server->rename) {
      by_server_name_.emplace(at_server, for_client);
      by_client_name_.emplace(for_client, at_server);
    }
  }

  /// Gives the tool the name that clients see, and its server's own name where that is another.
  void apply(Tool& tool) {
    if (const auto renamed = by_server_name_.find(tool.name); renamed != by_server_name_.end()) {
      tool.server_name = std::exchange(tool.name, renamed->second);
    } else if (const auto original = by_client_name_.find(tool.name); original != by_client_name_.end()) {
      tool.server_name = original->second;
    }
    if (!tool.server_name.empty()) has_line_.insert(tool.server_name);
  }

  [[nodiscard]] bool has_line(std::string_view at_server) const { return has_line_.contains(at_server); }

 private:
  TextMap<std::string> by_server_name_;
  TextMap<std::string> by_client_name_;
  TextSet has_line_;
};

/// Fills the table of tools, line by line, and keeps names apart that somebody could take for one.
class ToolTableLoader {
 public:
  ToolTableLoader(TenantRule tenants, Policy& policy) : tenants_(tenants), policy_(policy) {}

  /// `owner` is the name of the server, or empty for [tools], whose server may have any name; `spec` is that server, or
  /// the only one there is, or null.
  void load(const Field& table, std::string_view owner, const ServerSpec* spec, Renames& renames) {
    const auto lines = table.members();
    if (!lines) return;
    if (lines->empty()) table.refuse("no tool is listed", "a table without tools allows nothing");
    for (const NamedField& line : *lines) {
      Tool tool = load_tool(line, tenants_, policy_);
      tool.server = owner;
      if (const auto schema = line.field.find("arguments")) {
        lint_schema(*schema, tool.effect, policy_.load_warnings);
      }
      lint_bases(line, tool);
      renames.apply(tool);
      if (const auto method = mcp_method(tool.name); method && spec != nullptr) {
        tool.kind = spec->is_open(*method) ? ToolKind::Method : ToolKind::Tool;
        if (tool.kind == ToolKind::Tool) warn_of_closed_method(line, tool, *spec);
      }
      insert(line, std::move(tool));
    }
  }

  /// Refuses what a client could not call, or could take for another tool: where two servers have a tool, each is
  /// called "server.name".
  void finish() {
    TextMap<std::size_t> by_fold;
    for (const auto& [index, line] : lines_) {
      const Tool& tool = policy_.tools.in_order()[index];
      if (policy_.tools.find(tool.name) != nullptr) continue;
      const std::string name = qualified(tool);
      if (!is_tool_name(name)) {
        line.refuse_key(fmt::format("clients would call this tool {}", in_quotes(name)),
                        std::string(kToolName) + ": rename it, another server has one of this name");
        continue;
      }
      const std::string fold = fold_name(name);
      const auto plain = by_fold_.find(fold);
      const auto [other, is_new] = by_fold.try_emplace(fold, index);
      if (plain == by_fold_.end() && is_new) continue;
      const Tool& like = policy_.tools.in_order()[is_new ? plain->second : other->second];
      const std::string its_name = is_new ? like.name : qualified(like);
      line.refuse_key(
          fmt::format("tool {} reads like {} at {}", in_quotes(name), in_quotes(its_name), like.where.to_string()),
          std::string(kDistinctNames));
    }
  }

 private:
  /// Warns of a tool that may use every root because its line names none, and so takes no relative path. Where the line
  /// names several, its author has thought of them. Said once: it is a habit, not a matter of one tool.
  void lint_bases(const NamedField& line, const Tool& tool) {
    if (has_warned_of_base_ || policy_.paths.size() < 2) return;
    const auto path = line.field.find("path");
    for (const std::string_view key : kToolPathKeys) {
      const auto terms = path ? path->find(key) : std::nullopt;
      if (!terms || terms->find("roots") || terms->find("base")) continue;
      policy_.load_warnings.push_back(
          {line.where,
           fmt::format("{} may use several roots and says no base, so relative paths are denied", tool.name),
           fmt::format("path.{} = {{ arguments = [...], base = \"{}\" }}, or name the roots", key,
                       policy_.paths.front().name)});
      has_warned_of_base_ = true;
      return;
    }
  }

  void warn_of_closed_method(const NamedField& line, const Tool& tool, const ServerSpec& spec) {
    policy_.load_warnings.push_back(
        {line.where, fmt::format("{} is a method of MCP that is not open at server {}", tool.name, spec.name),
         fmt::format("methods = [{}] under [servers.{}]", in_quotes(tool.name), spec.name)});
  }

  void insert(const NamedField& line, Tool tool) {
    if (const Tool* other = find_alike(tool)) {
      refuse_likeness(line, tool, *other);
    } else if (const Tool* namesake = find_namesake(tool)) {
      line.refuse_key(fmt::format("tool {} and {} of server {} at {} have one name", in_quotes(tool.name),
                                  in_quotes(namesake->name), in_quotes(namesake->server), namesake->where.to_string()),
                      "where two servers have a tool, clients call it SERVER.TOOL: rename one of them");
    } else {
      const std::size_t index = policy_.tools.in_order().size();
      by_fold_.try_emplace(fold_name(tool.name), index);
      if (!tool.server.empty()) by_qualified_name_.try_emplace(qualified(tool), index);
      lines_.emplace_back(index, line);
      (void)policy_.tools.insert(std::move(tool));
    }
  }

  static std::string qualified(const Tool& tool) { return fmt::format("{}.{}", tool.server, tool.name); }

  /// The tool that this one repeats or could be taken for. Two servers may have tools of the very same name; the tools
  /// of [tools] are those of the only server there is.
  [[nodiscard]] const Tool* find_alike(const Tool& tool) const {
    const auto alike = by_fold_.find(fold_name(tool.name));
    if (alike == by_fold_.end()) return nullptr;
    const Tool& first = policy_.tools.in_order()[alike->second];
    if (first.name != tool.name || first.server == tool.server || first.server.empty()) return &first;
    const auto again = by_qualified_name_.find(qualified(tool));
    return again == by_qualified_name_.end() ? nullptr : &policy_.tools.in_order()[again->second];
  }

  /// The tool of another server that has, as "server.name", the plain name of this one, or the other way round.
  [[nodiscard]] const Tool* find_namesake(const Tool& tool) const {
    if (const auto found = by_qualified_name_.find(tool.name); found != by_qualified_name_.end()) {
      return &policy_.tools.in_order()[found->second];
    }
    if (tool.server.empty()) return nullptr;
    const std::string name = qualified(tool);
    const auto alike = by_fold_.find(fold_name(name));
    if (alike == by_fold_.end()) return nullptr;
    const Tool& other = policy_.tools.in_order()[alike->second];
    return other.name == name ? &other : nullptr;
  }

  static void refuse_likeness(const NamedField& line, const Tool& tool, const Tool& other) {
    const std::string where = other.where.to_string();
    if (tool.name == other.name) {
      line.refuse_key(fmt::format("tool {} is listed already at {}", in_quotes(tool.name), where),
                      "a tool has one line");
    } else {
      line.refuse_key(fmt::format("tool {} reads like {} at {}", in_quotes(tool.name), in_quotes(other.name), where),
                      std::string(kDistinctNames));
    }
  }

  bool has_warned_of_base_ = false;
  TenantRule tenants_;
  Policy& policy_;
  TextMap<std::size_t> by_fold_;                           // the first tool of each folded name
  TextMap<std::size_t> by_qualified_name_;                 // "server.name"
  std::vector<std::pair<std::size_t, NamedField>> lines_;  // of the tools in the table
};

/// A rename of a tool that has no line lets nobody call it by either name.
void refuse_idle_renames(const Field& server, const Renames& renames) {
  const auto rename = server.find("rename");
  const auto members = rename ? rename->members() : std::nullopt;
  if (!members) return;
  for (const NamedField& member : *members) {
    if (renames.has_line(member.key)) continue;
    member.field.refuse("the tool has no line", "list it under tools, or remove the rename");
  }
}

/// A method that is open without a line could be called by nobody.
void refuse_idle_methods(const NamedField& server, const Policy& policy) {
  const auto methods = server.field.find("methods");
  const auto items = methods ? methods->items() : std::nullopt;
  if (!items) return;
  for (const Field& item : *items) {
    const std::string* name = item.value().as_string();
    if (name == nullptr || !mcp_method(*name) || policy.tools.find_at(server.key, *name) != nullptr) continue;
    item.refuse(
        fmt::format("{} has no line", in_quotes(*name)),
        fmt::format("{} = {{ effect = \"read\", ... }} under [servers.{}.tools]", in_quotes(*name), server.key));
  }
}

}  // namespace

void load_tools(const std::optional<Field>& tools, const std::optional<Field>& servers, TenantRule tenants,
                Policy& policy) {
  ToolTableLoader loader(tenants, policy);
  const bool is_shared = policy.servers.size() > 1;
  const ServerSpec* only = policy.servers.size() == 1 ? &policy.servers.front() : nullptr;
  Renames of_only_server(only);
  if (tools && is_shared) {
    tools->refuse("whose tools these are is not said", "[servers.NAME.tools], for each server its own");
  } else if (tools) {
    loader.load(*tools, {}, only, of_only_server);
  }
  const auto members = servers ? servers->members() : std::nullopt;
  if (!members) return;
  std::size_t index = 0;
  for (const NamedField& server : *members) {
    const ServerSpec& spec = policy.servers[index++];
    Renames own(&spec);
    Renames& renames = only == nullptr ? own : of_only_server;
    if (const auto table = server.field.find("tools")) loader.load(*table, server.key, &spec, renames);
    refuse_idle_renames(server.field, renames);
    refuse_idle_methods(server, policy);
  }
  loader.finish();
}

}  // namespace yett
