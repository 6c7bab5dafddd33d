// A lock that is read is written as a text that reads back as the same lock, says the same to whoever signs it, and
// does not pin a tool that it was not given.

#include "policy/tool_lock.h"
#include "target.h"

std::vector<std::string> yett::fuzz::seeds() {
  return {
      R"({"yett_lock":1,"servers":{}})",
      R"({"yett_lock":1,"servers":{"files":{"command":["/bin/x","-a"],"cwd":"/srv","tools":{"read":{"name":"read"}}}}})",
      R"({"servers":{"b":{"tools":{},"command":["x"]},"a":{"command":["y"],"tools":{"t":{"inputSchema":{"type":"object",
          "properties":{"n":{"maximum":1e3}}},"name":"t"},"s":{"name":"s","description":"\u200b\n"}}}},
          "signature":{"by":"ana","signature":"c2ln"},"yett_lock":1})",
  };
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using yett::fuzz::require;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto lock = yett::parse_lock(text, "yett.lock");
  if (!lock) {
    require(!lock.error().message.empty(), "a refusal without a reason");
    require(lock.error().where.file == "yett.lock", "a refusal that names another file");
    return 0;
  }
  const std::string written = yett::write_lock(*lock);
  const auto again = yett::parse_lock(written, "yett.lock");
  require(again && *again == *lock, "a lock that is another one when it is read again");
  require(yett::write_lock(*again) == written, "a lock with two texts");
  require(yett::lock_statement(*again) == yett::lock_statement(*lock), "a lock that is signed in two ways");
  require(yett::lock_changes(*lock, *again).empty(), "a lock that differs from itself");
  for (const yett::PinnedServer& server : lock->servers) {
    require(lock->find(server.name) == &server, "a server that nobody finds");
    for (const yett::PinnedTool& tool : server.tools) {
      require(server.find(tool.name) == &tool, "a tool that nobody finds");
      require(lock->observe(server.name, tool.name, tool.definition) == yett::Observation::Offered,
              "a tool that is not what it is");
      yett::Json other = tool.definition;
      other.set("description", yett::Json::Array{});
      require(other == tool.definition || lock->observe(server.name, tool.name, other) == yett::Observation::Changed,
              "a change that nobody sees");
    }
  }
  return 0;
}
