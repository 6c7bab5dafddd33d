#include "draft/client_config.h"

#include <algorithm>

#include "draft/secret_looks.h"
#include "policy/name_rules.h"
#include "text/json.h"

namespace yett {
namespace {

/// The text with its comments as spaces, and without a comma in front of a closing bracket: what editors let stand in
/// such files. What lies between quotes stays as it is.
std::string plain_json(std::string_view text) {
  std::string out(text);
  std::size_t comma = std::string::npos;  // the last one, when nothing has come since
  for (std::size_t i = 0; i < out.size();) {
    const char c = out[i];
    if (c == '"') {
      comma = std::string::npos;
      for (++i; i < out.size() && out[i] != '"'; ++i) {
        if (out[i] == '\\') ++i;
      }
      ++i;
      continue;
    }
    const std::string_view here = std::string_view(out).substr(i, 2);
    if (here == "//" || here == "/*") {
      const std::size_t found = here == "//" ? out.find('\n', i) : out.find("*/", i + 2);
      const std::size_t end = found == std::string::npos ? out.size() : (here == "//" ? found : found + 2);
      for (; i < end; ++i) {
        if (out[i] != '\n') out[i] = ' ';
      }
      continue;
    }
    if ((c == ']' || c == '}') && comma != std::string::npos) out[comma] = ' ';
    if (c == ',') {
      comma = i;
    } else if (c != ' ' && c != '\t' && c != '\n' && c != '\r') {
      comma = std::string::npos;
    }
    ++i;
  }
  return out;
}

/// A text whose references are filled in.
struct Filled {
  std::string text;
  std::optional<std::string> named;  // when the text is one reference and nothing else
  bool is_complete = true;
};

Filled fill_in(std::string_view text, const ClientLookup& lookup) {
  Filled filled;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = std::min(text.find("${", at), text.size());
    filled.text += text.substr(at, begin - at);
    if (begin == text.size()) break;
    const std::size_t end = text.find('}', begin);
    if (end == std::string_view::npos) {
      filled.text += text.substr(begin);
      break;
    }
    std::string_view name = text.substr(begin + 2, end - begin - 2);
    std::optional<std::string> usual;
    if (const std::size_t dash = name.find(":-"); dash != std::string_view::npos) {
      usual = name.substr(dash + 2);
      name = name.substr(0, dash);
    }
    if (name.starts_with("env:")) name.remove_prefix(4);
    std::optional<std::string> value = lookup(name);
    if (!value) value = usual;
    filled.text += value.value_or("");
    filled.is_complete = filled.is_complete && value.has_value();
    if (begin == 0 && end + 1 == text.size() && is_variable_name(name)) filled.named = name;
    at = end + 1;
  }
  return filled;
}

class ServerReader {
 public:
  ServerReader(const Json& entry, const ClientLookup& lookup, ClientServer& server)
      : entry_(entry), lookup_(lookup), server_(server) {}

  void read() {
    server_.not_taken = read_command();
    if (server_.not_taken != NotTaken::No) return;
    read_env();
    if (const std::string* cwd = text_of("cwd")) {
      const Filled filled = fill_in(*cwd, lookup_);
      server_.cwd = filled.text;
      if (!filled.is_complete) server_.not_taken = NotTaken::NeedsClient;
    }
    if (find_secret_argument(server_.command)) server_.not_taken = NotTaken::HoldsSecret;
  }

 private:
  [[nodiscard]] const std::string* text_of(std::string_view key) const {
    const Json* value = entry_.find(key);
    return value == nullptr ? nullptr : value->as_string();
  }

  NotTaken read_command() {
    const Json* disabled = entry_.find("disabled");
    if (disabled != nullptr && disabled->as_bool() != nullptr && *disabled->as_bool()) return NotTaken::Disabled;
    const std::string* command = text_of("command");
    if (command == nullptr) {
      const bool has_url =
          entry_.find("url") != nullptr || entry_.find("serverUrl") != nullptr || entry_.find("httpUrl") != nullptr;
      return has_url ? NotTaken::ByUrl : NotTaken::NoCommand;
    }
    bool is_complete = add(*command);
    if (const Json* args = entry_.find("args")) {
      const Json::Array* items = args->as_array();
      if (items == nullptr) return NotTaken::NoCommand;
      for (const Json& item : *items) {
        if (item.as_string() == nullptr) return NotTaken::NoCommand;
        is_complete = add(*item.as_string()) && is_complete;
      }
    }
    if (!is_complete) return NotTaken::NeedsClient;
    return server_.command.front().empty() ? NotTaken::NoCommand : NotTaken::No;
  }

  bool add(const std::string& text) {
    Filled filled = fill_in(text, lookup_);
    server_.command.push_back(std::move(filled.text));
    return filled.is_complete;
  }

  void read_env() {
    const Json* env = entry_.find("env");
    const Json::Object* members = env == nullptr ? nullptr : env->as_object();
    if (members == nullptr) return;
    for (const Json::Member& member : *members) {
      if (!is_variable_name(member.key)) continue;
      const std::string* text = member.value.as_string();
      Filled filled = fill_in(text == nullptr ? write_json(member.value) : *text, lookup_);
      server_.env.push_back({member.key, std::move(filled.text), std::move(filled.named), filled.is_complete});
    }
  }

  const Json& entry_;
  const ClientLookup& lookup_;
  ClientServer& server_;
};

const Json* find_servers_of(const Json& config) {
  for (const std::string_view key : {"mcpServers", "servers"}) {
    if (const Json* servers = config.find(key)) return servers;
  }
  const Json* mcp = config.find("mcp");
  return mcp == nullptr ? nullptr : mcp->find("servers");
}

}  // namespace

Result<std::vector<ClientServer>> read_client_config(std::string_view text, const std::string& file,
                                                     const ClientLookup& lookup) {
  constexpr std::string_view kHint = R"({"mcpServers": {"NAME": {"command": "...", "args": [...]}}})";
  JsonLimits limits;
  limits.numbers = JsonNumbers::Approximate;
  const Result<Json> config = parse_json(plain_json(text), limits);
  if (!config) return fail(ErrorKind::Input, "this is no JSON: " + config.error().message, {.file = file});
  const Json* servers = find_servers_of(*config);
  const Json::Object* members = servers == nullptr ? nullptr : servers->as_object();
  if (members == nullptr) {
    return fail(ErrorKind::Input, "this is no configuration of an MCP client", {.file = file}, std::string(kHint));
  }
  if (members->empty()) return fail(ErrorKind::Input, "no server stands in it", {.file = file}, std::string(kHint));
  std::vector<ClientServer> read;
  for (const Json::Member& member : *members) {
    read.push_back({.name = member.key});
    ServerReader(member.value, lookup, read.back()).read();
  }
  return read;
}

}  // namespace yett
