#include "webhook.h"

#include <curl/curl.h>
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>

#include "arguments.h"
#include "text/unicode.h"

namespace deskmate {

namespace {

constexpr long kTimeoutMilliseconds = 5000;
constexpr std::size_t kKeptBytes = 64u << 10;

constexpr std::string_view kCallWebhook = R"json({
  "name": "call_webhook",
  "title": "Call a webhook",
  "description": "Posts a JSON body to an https address and returns the status and the answer.",
  "inputSchema": {
    "type": "object",
    "properties": {
      "url": {"type": "string", "description": "The https address"},
      "body": {"type": "string", "description": "The JSON text to post"}
    },
    "required": ["url", "body"],
    "additionalProperties": false
  },
  "annotations": {"readOnlyHint": false, "destructiveHint": true, "idempotentHint": false, "openWorldHint": true}
})json";

struct Cleanup {
  void operator()(CURL* transfer) const { curl_easy_cleanup(transfer); }
  void operator()(curl_slist* list) const { curl_slist_free_all(list); }
};
using Transfer = std::unique_ptr<CURL, Cleanup>;
using List = std::unique_ptr<curl_slist, Cleanup>;

struct Answer {
  long status = 0;
  std::size_t bytes = 0;
  std::string start;  // at most kKeptBytes of it

  /// The whole text, or null: half an answer or broken UTF-8 has no place in a JSON message.
  [[nodiscard]] Json body() const {
    const bool readable = bytes == start.size() && yett::is_valid_utf8(start);
    return readable ? Json(start) : Json();
  }
};

std::size_t receive(char* data, std::size_t, std::size_t count, void* target) {
  auto& answer = *static_cast<Answer*>(target);
  answer.bytes += count;
  answer.start.append(data, std::min(count, kKeptBytes - answer.start.size()));
  return count;
}

Result<Answer> transfer(const std::string& url, const std::string& body, const WebhookPeers& peers) {
  const Transfer request(curl_easy_init());
  // An empty Expect keeps curl from waiting for "100 Continue" before a long body.
  List headers(curl_slist_append(nullptr, "Content-Type: application/json"));
  if (headers) curl_slist_append(headers.get(), "Expect:");
  const List connect_to(peers.connect_to ? curl_slist_append(nullptr, peers.connect_to->c_str()) : nullptr);
  if (!request || !headers || (peers.connect_to && !connect_to)) return fail(ErrorKind::System, "out of memory");

  Answer answer;
  std::array<char, CURL_ERROR_SIZE> problem{};
  bool accepted = true;
  const auto set = [&](CURLoption option, auto value) {
    accepted = curl_easy_setopt(request.get(), option, value) == CURLE_OK && accepted;
  };
  set(CURLOPT_URL, url.c_str());
  set(CURLOPT_PROTOCOLS_STR, "https");
  set(CURLOPT_FOLLOWLOCATION, 0L);
  set(CURLOPT_SSL_VERIFYPEER, 1L);
  set(CURLOPT_SSL_VERIFYHOST, 2L);
  set(CURLOPT_TIMEOUT_MS, kTimeoutMilliseconds);
  set(CURLOPT_NOSIGNAL, 1L);
  set(CURLOPT_USERAGENT, "deskmate");
  set(CURLOPT_HTTPHEADER, headers.get());
  set(CURLOPT_POST, 1L);
  set(CURLOPT_POSTFIELDS, body.c_str());
  set(CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(body.size()));
  set(CURLOPT_WRITEFUNCTION, &receive);
  set(CURLOPT_WRITEDATA, &answer);
  set(CURLOPT_ERRORBUFFER, problem.data());
  if (connect_to) set(CURLOPT_CONNECT_TO, connect_to.get());
  if (peers.ca_file) {
    set(CURLOPT_CAINFO, peers.ca_file->c_str());
    set(CURLOPT_CAPATH, static_cast<const char*>(nullptr));
  }
  if (!accepted) return fail(ErrorKind::Internal, "the request could not be set up");

  if (const CURLcode done = curl_easy_perform(request.get()); done != CURLE_OK) {
    const std::string_view why = problem[0] != '\0' ? problem.data() : curl_easy_strerror(done);
    return fail(ErrorKind::System, fmt::format("no answer from the webhook: {}", why));
  }
  curl_easy_getinfo(request.get(), CURLINFO_RESPONSE_CODE, &answer.status);
  return answer;
}

}  // namespace

Result<Json> Webhook::post(const std::string& url, const std::string& body) const {
  // curl reads the address up to a zero byte and would call another one than the caller named.
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; };
  if (std::ranges::any_of(url, is_control)) return fail(ErrorKind::Input, "the url holds a control character");
  const Result<Answer> answer = transfer(url, body, peers_);
  if (!answer) return std::unexpected(answer.error());

  const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
  const Json record = Json::object({{"at", fmt::format("{:%Y-%m-%dT%H:%M:%S}Z", now)},
                                    {"url", url},
                                    {"status", std::int64_t{answer->status}},
                                    {"bytes", answer->bytes}});
  if (auto logged = folder_.append("webhooks.log", yett::write_json(record) + '\n'); !logged) {
    return std::unexpected(logged.error());
  }
  if (answer->status < 200 || answer->status > 299) {
    return fail(ErrorKind::System, fmt::format("the webhook answered with status {}", answer->status));
  }
  return Json::object({{"status", std::int64_t{answer->status}}, {"bytes", answer->bytes}, {"body", answer->body()}});
}

Tool call_webhook_tool(const Webhook& webhook) {
  return make_tool(kCallWebhook, [&webhook](const Json& arguments) -> Result<Json> {
    ArgumentReader reader(arguments);
    const std::string url = reader.text("url");
    const std::string body = reader.text("body");
    if (auto read = reader.finish(); !read) return std::unexpected(read.error());
    return webhook.post(url, body);
  });
}

}  // namespace deskmate
