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

void ServerTalk::start() {
  is_probing_ = has_probed_ = true;
  ask(Question::Discover, "server/discover",
      Json::object({{"_meta", modern_request_meta(terms_.version, terms_.capabilities)}}));
}

void ServerTalk::start_legacy() {
  questions_.clear();
  lines_.clear();
  is_probing_ = has_probed_ = false;
  ask(Question::Initialize, "initialize", initialize_params(terms_.version, terms_.capabilities));
}

void ServerTalk::stop_probing() {
  if (!std::exchange(is_probing_, false)) return;
  ask(Question::Initialize, "initialize", initialize_params(terms_.version, terms_.capabilities));
}

bool ServerTalk::is_listing() const {
  const auto is_due = [](const auto& question) { return question.second != Question::Listen; };
  return list_again_ || std::ranges::any_of(questions_, is_due);
}

void ServerTalk::list_tools() {
  if (is_listing()) {
    list_again_ = true;
  } else {
    begin_list();
  }
}

ServerTalk::Event ServerTalk::take_response(const RpcMessage& message) {
  const auto asked = questions_.find(own_number(message.id));
  if (asked == questions_.end()) return Event::NotAsked;
  const Question question = asked->second;
  questions_.erase(asked);
  has_heard_ = true;
  switch (question) {
    case Question::Discover:
      return take_discovery(message);
    case Question::Initialize:
      return take_initialize_result(message);
    case Question::ListTools:
      return take_tool_page(message);
    case Question::Listen:
      // Without a subscription its tools are taken to stay as they are, as those of a server that never tells.
      return Event::Underway;
  }
  return Event::NotAsked;
}

std::vector<Json> ServerTalk::take_tools() { return std::exchange(read_, {}); }

std::vector<std::string> ServerTalk::take_lines() { return std::exchange(lines_, {}); }

ServerTalk::Event ServerTalk::take_discovery(const RpcMessage& message) {
  switch (read_discovery(message)) {
    case Discovery::Foreign:
      if (has_asked(Question::Initialize)) return Event::Underway;
      return fail_with("speaks a revision of MCP that this gate does not know");
    case Discovery::Legacy:
      stop_probing();
      return has_asked(Question::Initialize) ? Event::Underway : fail_with("refused to initialize");
    case Discovery::Modern:
      break;
  }
  is_probing_ = false;
  forget(Question::Initialize);
  era_ = McpEra::Modern;
  read_offer(message.result);
  Json wanted{Json::Object{}};
  if (terms_.hears.tools) wanted.set("toolsListChanged", true);
  if (terms_.hears.prompts) wanted.set("promptsListChanged", true);
  if (terms_.hears.resources) wanted.set("resourcesListChanged", true);
  ask(Question::Listen, "subscriptions/listen", Json::object({{"notifications", std::move(wanted)}}));
  begin_list();
  return Event::Underway;
}

ServerTalk::Event ServerTalk::take_initialize_result(const RpcMessage& message) {
  const Json* revision = message.error ? nullptr : message.result.find("protocolVersion");
  const std::string* text = revision == nullptr ? nullptr : revision->as_string();
  // A modern server refuses this and may still be about to answer the first question.
  if (text == nullptr && has_asked(Question::Discover)) return Event::Underway;
  if (text == nullptr) return fail_with("refused to initialize");
  if (std::ranges::find(mcp_revisions(), std::string_view(*text)) == mcp_revisions().end()) {
    return fail_with("speaks a revision of MCP that this gate does not know");
  }
  forget(Question::Discover);
  read_offer(message.result);
  lines_.push_back(rpc_notification("notifications/initialized", Json()));
  begin_list();
  return Event::Underway;
}

bool ServerTalk::has_asked(Question question) const {
  return std::ranges::any_of(questions_, [&](const auto& entry) { return entry.second == question; });
}

void ServerTalk::forget(Question question) {
  std::erase_if(questions_, [&](const auto& entry) { return entry.second == question; });
}

void ServerTalk::read_offer(const Json& result) {
  const Json* capabilities = result.find("capabilities");
  if (capabilities != nullptr && capabilities->as_object() != nullptr) capabilities_ = *capabilities;
  const Json* instructions = result.find("instructions");
  if (instructions != nullptr && instructions->as_string() != nullptr) instructions_ = *instructions->as_string();
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

void ServerTalk::ask(Question question, std::string_view method, Json params) {
  const std::uint64_t id = next_id();
  questions_.emplace(id, question);
  if (era_ == McpEra::Modern) params.set("_meta", modern_request_meta(terms_.version, Json(Json::Object{})));
  lines_.push_back(rpc_request(id, method, params));
}

ServerTalk::Event ServerTalk::fail_with(std::string_view why) {
  why_ = why;
  reading_.clear();
  return Event::Failed;
}

}  // namespace yett
