#include "policy/tool_lock.h"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <utility>

#include "policy/name_rules.h"
#include "policy/policy.h"
#include "text/json_indent.h"
#include "text/spelling.h"

namespace yett {
namespace {

constexpr int kLockVersion = 1;
constexpr std::string_view kMend = "look at what has changed it; `yett pin` writes a lock";

/// The value of a canonical text: members in the order of RFC 8785, whoever has written them.
Json in_canonical_order(const Json& value) {
  const Result<Json> read = parse_json(canonical_json(value), {.max_depth = 1000, .numbers = JsonNumbers::Approximate});
  return read ? *read : value;
}

template <typename T>
const T* find_named(const std::vector<T>& sorted, std::string_view name) {
  const auto found = std::ranges::lower_bound(sorted, name, {}, &T::name);
  return found != sorted.end() && found->name == name ? &*found : nullptr;
}

template <typename T>
void put_named(std::vector<T>& sorted, T item) {
  const auto place = std::ranges::lower_bound(sorted, item.name, {}, &T::name);
  if (place != sorted.end() && place->name == item.name) {
    *place = std::move(item);
  } else {
    sorted.insert(place, std::move(item));
  }
}

// --- Reading -------------------------------------------------------------------------------------------------------

/// Reads the members of one lock; what it does not find it says once.
class LockReader {
 public:
  explicit LockReader(const std::string& file) : file_(file) {}

  Result<ToolLock> read(const Json& document) {
    ToolLock lock;
    if (!has_members(document, {"yett_lock", "servers"}, {"signature"}, "a lock")) return refusal();
    const double* version = document.find("yett_lock")->as_number();
    if (version == nullptr || *version != kLockVersion) return faulty("it is of another version");
    const Json::Object* servers = document.find("servers")->as_object();
    if (servers == nullptr) return faulty("\"servers\" is no object");
    for (const Json::Member& member : *servers) {
      if (!is_section_name(member.key)) return faulty("it holds a name that no server can have");
      std::optional<PinnedServer> server = read_server(member);
      if (!server) return refusal();
      lock.put(std::move(*server));
    }
    if (const Json* signature = document.find("signature")) {
      if (!has_members(*signature, {"by", "signature"}, {}, "the signature")) return refusal();
      const std::string* by = signature->find("by")->as_string();
      const std::string* bytes = signature->find("signature")->as_string();
      if (by == nullptr || bytes == nullptr) return faulty("the signature is not made of two texts");
      lock.signature = LockSignature{*by, *bytes};
    }
    return lock;
  }

 private:
  std::optional<PinnedServer> read_server(const Json::Member& member) {
    PinnedServer server{.name = member.key, .command = {}, .cwd = {}, .tools = {}};
    const std::string what = fmt::format("server {}", member.key);
    if (!has_members(member.value, {"command", "tools"}, {"cwd"}, what)) return std::nullopt;
    const Json::Array* command = member.value.find("command")->as_array();
    const Json::Object* tools = member.value.find("tools")->as_object();
    if (command == nullptr || command->empty() || tools == nullptr) return say(what + " has no command or no tools");
    for (const Json& word : *command) {
      if (word.as_string() == nullptr) return say(what + " has a command that is not all text");
      server.command.push_back(*word.as_string());
    }
    if (const Json* cwd = member.value.find("cwd")) {
      if (cwd->as_string() == nullptr) return say(what + " has a folder that is no text");
      server.cwd = *cwd->as_string();
    }
    for (const Json::Member& tool : *tools) {
      const Json* name = tool.value.find("name");
      if (name == nullptr || *name != Json(tool.key))
        return say(what + " has a tool that is defined under another name");
      put_named(server.tools, PinnedTool{tool.key, in_canonical_order(tool.value)});
    }
    return server;
  }

  /// True when the value is an object that has all of the first and, besides, only those of the second.
  bool has_members(const Json& value, std::initializer_list<std::string_view> required,
                   std::initializer_list<std::string_view> optional, const std::string& what) {
    const Json::Object* members = value.as_object();
    const auto is_there = [&](std::string_view key) { return value.find(key) != nullptr; };
    const auto is_known = [&](const Json::Member& member) {
      return std::ranges::find(required, member.key) != required.end() ||
             std::ranges::find(optional, member.key) != optional.end();
    };
    if (members != nullptr && std::ranges::all_of(required, is_there) && std::ranges::all_of(*members, is_known)) {
      return true;
    }
    say(what + " does not have exactly the members that it should have");
    return false;
  }

  std::nullopt_t say(std::string fault) {
    fault_ = std::move(fault);
    return std::nullopt;
  }
  std::unexpected<Error> faulty(std::string fault) {
    say(std::move(fault));
    return refusal();
  }
  [[nodiscard]] std::unexpected<Error> refusal() const {
    return fail(ErrorKind::Input, "this is no lock: " + fault_, {.file = file_}, std::string(kMend));
  }

  const std::string& file_;
  std::string fault_;
};

// --- Writing -------------------------------------------------------------------------------------------------------

Json start_of(const PinnedServer& server) {
  Json start = Json::object({{"command", Json::Array(server.command.begin(), server.command.end())}});
  if (!server.cwd.empty()) start.set("cwd", server.cwd);
  return start;
}

Json json_of(const PinnedServer& server) {
  Json::Object tools;
  for (const PinnedTool& tool : server.tools) tools.push_back({tool.name, tool.definition});
  Json json = start_of(server);
  json.set("tools", Json(std::move(tools)));
  return json;
}

Json document_of(const ToolLock& lock) {
  Json::Object servers;
  for (const PinnedServer& server : lock.servers) servers.push_back({server.name, json_of(server)});
  return Json::object({{"yett_lock", kLockVersion}, {"servers", Json(std::move(servers))}});
}

}  // namespace

const PinnedTool* PinnedServer::find(std::string_view tool) const { return find_named(tools, tool); }

const PinnedServer* ToolLock::find(std::string_view server) const { return find_named(servers, server); }

void ToolLock::put(PinnedServer server) {
  std::ranges::sort(server.tools, {}, &PinnedTool::name);
  for (PinnedTool& tool : server.tools) tool.definition = in_canonical_order(tool.definition);
  put_named(servers, std::move(server));
}

Observation ToolLock::observe(std::string_view server, std::string_view name_at_server, const Json& definition) const {
  const PinnedServer* pinned = find(server);
  const PinnedTool* tool = pinned == nullptr ? nullptr : pinned->find(name_at_server);
  if (tool == nullptr) return Observation::Unpinned;
  return canonical_json(tool->definition) == canonical_json(definition) ? Observation::Offered : Observation::Changed;
}

std::string servers_of_others(const ToolLock& lock, const Policy& policy) {
  std::string names;
  for (const PinnedServer& server : lock.servers) {
    if (server.name == kCommandServer || policy.find_server(server.name) != nullptr) continue;
    names += (names.empty() ? "" : ", ") + server.name;
  }
  return names;
}

std::string hint_on_lock(const ToolLock& lock, const Policy& policy, std::string_view otherwise) {
  const std::string others = servers_of_others(lock, policy);
  if (others.empty()) return std::string(otherwise);
  return fmt::format(
      "{}; the lock has servers that this policy does not have ({}): policies in one folder share it, so give each a "
      "folder of its own",
      otherwise, others);
}

std::string lock_file_of(std::string_view policy_file) {
  const std::size_t slash = policy_file.rfind('/');
  const std::string_view folder =
      slash == std::string_view::npos ? std::string_view() : policy_file.substr(0, slash + 1);
  return std::string(folder) + "yett.lock";
}

Result<ToolLock> parse_lock(std::string_view text, const std::string& file) {
  const Result<Json> document =
      parse_json(text, {.max_bytes = kMaxLockBytes, .max_depth = 256, .numbers = JsonNumbers::Approximate});
  if (!document) {
    return fail(ErrorKind::Input, "this is no lock: " + document.error().message, {.file = file}, std::string(kMend));
  }
  return LockReader(file).read(*document);
}

std::string write_lock(const ToolLock& lock) {
  Json document = document_of(lock);
  if (lock.signature) {
    document.set("signature", Json::object({{"by", lock.signature->by}, {"signature", lock.signature->signature}}));
  }
  return write_indented_json(document);
}

std::string lock_statement(const ToolLock& lock) {
  return std::string("yett-lock-v1\0", 13) + canonical_json(document_of(lock));
}

Observation observe_by_name(const Policy& policy, const Tool& tool) {
  // A method has no definition that its server could change.
  if (!policy.lock || tool.kind == ToolKind::Method) return Observation::NotLooked;
  const auto has_it = [&](const PinnedServer& server) {
    return (tool.server.empty() || tool.server == server.name) && server.find(tool.name_at_server()) != nullptr;
  };
  return std::ranges::any_of(policy.lock->servers, has_it) ? Observation::NotLooked : Observation::Unpinned;
}

std::vector<LockChange> lock_changes(const ToolLock& before, const ToolLock& after) {
  using enum LockChange::Kind;
  std::vector<LockChange> changes;
  for (const PinnedServer& old : before.servers) {
    const PinnedServer* now = after.find(old.name);
    if (now == nullptr) {
      changes.push_back({ServerRemoved, old.name, {}, json_of(old), {}});
      continue;
    }
    if (start_of(old) != start_of(*now))
      changes.push_back({CommandChanged, old.name, {}, start_of(old), start_of(*now)});
    for (const PinnedTool& tool : old.tools) {
      const PinnedTool* other = now->find(tool.name);
      if (other == nullptr) {
        changes.push_back({ToolRemoved, old.name, tool.name, tool.definition, {}});
      } else if (other->definition != tool.definition) {
        changes.push_back({ToolChanged, old.name, tool.name, tool.definition, other->definition});
      }
    }
  }
  for (const PinnedServer& server : after.servers) {
    const PinnedServer* old = before.find(server.name);
    if (old == nullptr) changes.push_back({ServerAdded, server.name, {}, {}, start_of(server)});
    for (const PinnedTool& tool : server.tools) {
      if (old == nullptr || old->find(tool.name) == nullptr) {
        changes.push_back({ToolAdded, server.name, tool.name, {}, tool.definition});
      }
    }
  }
  const auto key = [](const LockChange& change) { return std::pair(change.server, change.tool); };
  std::ranges::stable_sort(changes, {}, key);
  return changes;
}

}  // namespace yett
