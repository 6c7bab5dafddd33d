#include "guard/server_talk.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <utility>

#include "wire/mcp.h"

namespace yett {

std::uint64_t own_number(const Json& id) {
  const double* number = id.as_number();
  const bool whole = number != nullptr && *number > 0 && *number < 0x1p53 && std::trunc(*number) == *number;
  return whole ? static_cast<std::uint64_t>(*number) : 0;
}

void ServerTalk::start() { ask(Question::Initialize, "initialize", initialize_params(version_)); }

void ServerTalk::list_tools() {
  if (questions_.empty()) {
    begin_list();
  } else {
    list_again_ = true;
  }
}

ServerTalk::Event ServerTalk::take_response(const RpcMessage& message) {
  const auto asked = questions_.find(own_number(message.id));
  if (asked == questions_.end()) return Event::NotAsked;
  const Question question = asked->second;
  questions_.erase(asked);
  return question == Question::Initialize ? take_initialize_result(message) : take_tool_page(message);
}

std::vector<Json> ServerTalk::take_tools() { return std::exchange(read_, {}); }

std::vector<std::string> ServerTalk::take_lines() { return std::exchange(lines_, {}); }

ServerTalk::Event ServerTalk::take_initialize_result(const RpcMessage& message) {
  const Json* revision = message.error ? nullptr : message.result.find("protocolVersion");
  const std::string* text = revision == nullptr ? nullptr : revision->as_string();
  if (text == nullptr) return fail_with("refused to initialize");
  if (std::ranges::find(mcp_revisions(), std::string_view(*text)) == mcp_revisions().end()) {
    return fail_with("speaks a revision of MCP that this gate does not know");
  }
  lines_.push_back(rpc_notification("notifications/initialized", Json()));
  begin_list();
  return Event::Underway;
}

ServerTalk::Event ServerTalk::take_tool_page(const RpcMessage& message) {
  if (message.error) return finish_list(Event::Kept);
  bytes_read_ += message.raw_result.size();
  ToolPage page = read_tool_page(message.result);
  reading_.insert(reading_.end(), std::make_move_iterator(page.tools.begin()),
                  std::make_move_iterator(page.tools.end()));
  if (reading_.size() > kMaxServerTools) return fail_with("offers more than 10,000 tools");
  if (bytes_read_ > JsonLimits{}.max_bytes) return fail_with("offers more than 64 MiB of tools");
  if (!page.next_cursor || ++pages_read_ >= kMaxToolPages) return finish_list(Event::Listed);
  ask(Question::ListTools, "tools/list", Json::object({{"cursor", *page.next_cursor}}));
  return Event::Underway;
}

ServerTalk::Event ServerTalk::finish_list(Event event) {
  read_ = std::exchange(reading_, {});
  if (std::exchange(list_again_, false)) begin_list();
  return event;
}

void ServerTalk::begin_list() {
  reading_.clear();
  pages_read_ = 0;
  bytes_read_ = 0;
  ask(Question::ListTools, "tools/list", Json(Json::Object{}));
}

void ServerTalk::ask(Question question, std::string_view method, const Json& params) {
  const std::uint64_t id = next_id();
  questions_.emplace(id, question);
  lines_.push_back(rpc_request(id, method, params));
}

ServerTalk::Event ServerTalk::fail_with(std::string_view why) {
  why_ = why;
  reading_.clear();
  return Event::Failed;
}

}  // namespace yett
