#include "wire/rpc.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace yett {
namespace {

constexpr std::array<std::string_view, 6> kKnownMembers = {"jsonrpc", "id", "method", "params", "result", "error"};

bool is_valid_id(const Json& id) {
  if (id.as_string() != nullptr) return true;
  const double* number = id.as_number();
  return number != nullptr && std::trunc(*number) == *number;
}

std::unexpected<RpcFault> fault(RpcErrorCode code, std::string message, const Json& id = {}) {
  return std::unexpected(RpcFault{code, id, std::move(message)});
}

}  // namespace

std::expected<RpcMessage, RpcFault> parse_rpc(std::string_view line, RpcSender sender) {
  const JsonNumbers numbers = sender == RpcSender::Client ? JsonNumbers::Exact : JsonNumbers::Approximate;
  Result<Json> parsed = parse_json(line, JsonLimits{.numbers = numbers});
  if (!parsed) return fault(RpcErrorCode::ParseError, parsed.error().message);
  Json::Object* members = parsed->as_object();
  if (members == nullptr)
    return fault(RpcErrorCode::InvalidRequest, "a message must be one JSON object; batches are refused");

  const Json* id = parsed->find("id");
  const Json answer_id = id != nullptr && is_valid_id(*id) ? *id : Json();
  if (id != nullptr && !is_valid_id(*id)) {
    return fault(RpcErrorCode::InvalidRequest, "an id must be a string or a whole number");
  }
  const Json* version = parsed->find("jsonrpc");
  if (version == nullptr || version->as_string() == nullptr || *version->as_string() != "2.0") {
    return fault(RpcErrorCode::InvalidRequest, "\"jsonrpc\" must be \"2.0\"", answer_id);
  }
  const Json* method = parsed->find("method");
  if (method != nullptr && method->as_string() == nullptr) {
    return fault(RpcErrorCode::InvalidRequest, "a method must be a string", answer_id);
  }
  const bool has_result = parsed->find("result") != nullptr;
  const bool has_error = parsed->find("error") != nullptr;
  if ((method != nullptr) == (has_result || has_error) || (has_result && has_error)) {
    return fault(RpcErrorCode::InvalidRequest, "a message must be either a request or a response", answer_id);
  }
  if (method == nullptr && id == nullptr) return fault(RpcErrorCode::InvalidRequest, "a response needs an id");
  if (sender == RpcSender::Client) {
    for (const Json::Member& member : *members) {
      if (std::ranges::find(kKnownMembers, member.key) == kKnownMembers.end()) {
        return fault(RpcErrorCode::InvalidRequest, "a message holds a member that JSON-RPC does not know", answer_id);
      }
    }
  }

  RpcMessage message;
  if (id != nullptr) message.id = *id;
  if (method == nullptr) {
    message.kind = RpcKind::Response;
    if (has_error) {
      message.error = std::move(*parsed->find("error"));
      return message;
    }
    const std::string_view raw = raw_member(line, "result");
    if (raw.empty())
      return fault(RpcErrorCode::InvalidRequest, "the member \"result\" is spelt with escapes", answer_id);
    message.raw_result = raw;
    // White space in JSON, the end of a line to some readers: no message of the server's may hide behind one.
    std::ranges::replace(message.raw_result, '\r', ' ');
    message.result = std::move(*parsed->find("result"));
    return message;
  }
  message.kind = id == nullptr ? RpcKind::Notification : RpcKind::Request;
  message.method = *method->as_string();
  if (Json* params = parsed->find("params")) {
    if (params->as_object() == nullptr)
      return fault(RpcErrorCode::InvalidRequest, "params must be an object", answer_id);
    message.params = std::move(*params);
  }
  return message;
}

std::string_view raw_member(std::string_view text, std::string_view key) {
  // The text is known to be well-formed: only strings and nesting have to be followed.
  std::size_t depth = 0;
  std::size_t string_start = 0;
  std::size_t value_start = 0;
  bool key_matches = false;
  const auto trimmed = [&](std::size_t begin, std::size_t end) {
    while (begin < end && std::string_view(" \t\r\n").contains(text[begin])) ++begin;
    while (end > begin && std::string_view(" \t\r\n").contains(text[end - 1])) --end;
    return text.substr(begin, end - begin);
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    switch (text[i]) {
      case '"': {
        string_start = i + 1;
        i = text.find_first_of("\"\\", string_start);
        while (i != std::string_view::npos && text[i] == '\\') i = text.find_first_of("\"\\", i + 2);
        if (i == std::string_view::npos) return {};
        if (depth == 1 && value_start == 0) key_matches = text.substr(string_start, i - string_start) == key;
        break;
      }
      case ':':
        if (depth == 1 && value_start == 0) value_start = i + 1;
        break;
      case '{':
      case '[':
        ++depth;
        break;
      case '}':
      case ']':
      case ',':
        if (depth == 1 && value_start != 0) {
          if (key_matches) return trimmed(value_start, i);
          value_start = 0;
          key_matches = false;
        }
        if (text[i] != ',') {
          if (depth == 0) return {};
          --depth;
        }
        break;
      default:
        break;
    }
  }
  return {};
}

std::string with_raw_member(std::string_view object_text, std::string_view key, std::string_view raw_value) {
  std::string out;
  out.reserve(object_text.size() + key.size() + raw_value.size() + 8);
  if (const std::string_view old = raw_member(object_text, key); !old.empty()) {
    const auto begin = static_cast<std::size_t>(old.data() - object_text.data());
    out += object_text.substr(0, begin);
    out += raw_value;
    out += object_text.substr(begin + old.size());
    return out;
  }
  const std::size_t brace = object_text.find('{') + 1;
  const std::size_t next = object_text.find_first_not_of(" \t\r\n", brace);
  out += object_text.substr(0, brace);
  append_json_string(out, key);
  out += ':';
  out += raw_value;
  if (next != std::string_view::npos && object_text[next] != '}') out += ',';
  out += object_text.substr(brace);
  return out;
}

namespace {

/// The ends of lines that some readers of text see in what JSON has in strings, and there alone: escaped, so that no
/// message of anybody's hides behind one.
std::string one_line(std::string message) {
  constexpr std::string_view kSeparators = "\xE2\x80";  // U+2028 and U+2029 end in A8 and A9
  std::size_t at = message.find(kSeparators);
  if (at == std::string::npos) return message;
  std::string out;
  out.reserve(message.size() + 64);
  std::size_t copied = 0;
  for (; at != std::string::npos; at = message.find(kSeparators, at + 2)) {
    const char last = at + 2 < message.size() ? message[at + 2] : '\0';
    if (last != '\xA8' && last != '\xA9') continue;
    out.append(message, copied, at - copied);
    out += last == '\xA8' ? "\\u2028" : "\\u2029";
    copied = at + 3;
  }
  out.append(message, copied);
  return out;
}

std::string open_message(const Json* id) {
  std::string out = R"({"jsonrpc":"2.0")";
  if (id != nullptr) {
    out += R"(,"id":)";
    append_json(out, *id);
  }
  return out;
}

std::string call_message(const Json* id, std::string_view method, const Json& params) {
  std::string out = open_message(id);
  out += R"(,"method":)";
  append_json_string(out, method);
  if (!params.is_null()) {
    out += R"(,"params":)";
    append_json(out, params);
  }
  out += '}';
  return one_line(std::move(out));
}

}  // namespace

std::string rpc_request(const Json& id, std::string_view method, const Json& params) {
  return call_message(&id, method, params);
}

std::string rpc_notification(std::string_view method, const Json& params) {
  return call_message(nullptr, method, params);
}

std::string rpc_result(const Json& id, const Json& result) {
  std::string out = open_message(&id);
  out += R"(,"result":)";
  append_json(out, result);
  out += '}';
  return one_line(std::move(out));
}

std::string rpc_raw_result(const Json& id, std::string_view raw_result) {
  std::string out = open_message(&id);
  out.reserve(out.size() + raw_result.size() + 16);
  out += R"(,"result":)";
  out += raw_result;
  out += '}';
  return one_line(std::move(out));
}

std::string rpc_error(const Json& id, RpcErrorCode code, std::string_view message, const Json& data) {
  return rpc_error(id, static_cast<int>(code), message, data);
}

std::string rpc_error(const Json& id, int code, std::string_view message, const Json& data) {
  std::string out = open_message(&id);
  out += R"(,"error":)";
  Json error = Json::object({{"code", code}, {"message", message}});
  if (!data.is_null()) error.set("data", data);
  append_json(out, error);
  out += '}';
  return one_line(std::move(out));
}

}  // namespace yett
