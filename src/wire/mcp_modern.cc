#include "wire/mcp_modern.h"

#include <algorithm>
#include <array>
#include <utility>

namespace yett {
namespace {

constexpr std::array<std::string_view, 4> kClaims = {kMetaRevision, kMetaClientInfo, kMetaCapabilities, kMetaLogLevel};

/// From the least grave on (RFC 5424, 6.2.1).
constexpr std::array<std::string_view, 8> kLogLevels = {"debug", "info",     "notice", "warning",
                                                        "error", "critical", "alert",  "emergency"};

std::unexpected<RpcFault> invalid(std::string_view key) {
  return std::unexpected(RpcFault{.code = RpcErrorCode::InvalidParams,
                                  .id = {},
                                  .message = "the revision 2026-07-28 needs " + std::string(key) + " in _meta"});
}

Json server_info(std::string_view version) { return Json::object({{"name", "yett"}, {"version", version}}); }

bool lists(const Json* versions, std::string_view version) {
  const Json::Array* list = versions == nullptr ? nullptr : versions->as_array();
  return list != nullptr && std::ranges::find(*list, Json(version)) != list->end();
}

/// The revisions from 2026-07-28 on are modern ones; they are dates, so they sort.
bool lists_modern(const Json* versions) {
  const Json::Array* list = versions == nullptr ? nullptr : versions->as_array();
  return list != nullptr && std::ranges::any_of(*list, [](const Json& version) {
           return version.as_string() != nullptr && *version.as_string() >= kModernRevision;
         });
}

}  // namespace

bool is_as_grave(std::string_view level, std::string_view as) {
  const auto place = std::ranges::find(kLogLevels, level);
  const auto least = std::ranges::find(kLogLevels, as);
  return place != kLogLevels.end() && least != kLogLevels.end() && place >= least;
}

std::expected<RequestTerms, RpcFault> read_request_terms(const Json& params) {
  const Json* meta = params.find("_meta");
  if (meta == nullptr || meta->as_object() == nullptr) return RequestTerms{};
  if (std::ranges::none_of(kClaims, [&](std::string_view key) { return meta->find(key) != nullptr; })) {
    return RequestTerms{};
  }
  const Json* revision = meta->find(kMetaRevision);
  if (revision == nullptr || revision->as_string() == nullptr) return invalid(kMetaRevision);
  if (*revision->as_string() != kModernRevision) {
    return std::unexpected(
        RpcFault{.code = RpcErrorCode::UnsupportedProtocolVersion,
                 .id = {},
                 .message = "this revision of MCP is not spoken here",
                 .data = Json::object({{"supported", Json::Array{kModernRevision}}, {"requested", *revision}})});
  }
  const Json* capabilities = meta->find(kMetaCapabilities);
  if (capabilities == nullptr || capabilities->as_object() == nullptr) return invalid(kMetaCapabilities);
  RequestTerms terms{.era = McpEra::Modern, .capabilities = *capabilities};
  const Json* level = meta->find(kMetaLogLevel);
  if (level != nullptr && level->as_string() != nullptr) terms.log_level = *level->as_string();
  return terms;
}

Json modern_request_meta(std::string_view version, const Json& capabilities) {
  return Json::object({{std::string(kMetaRevision), kModernRevision},
                       {std::string(kMetaClientInfo), server_info(version)},
                       {std::string(kMetaCapabilities), capabilities}});
}

Json discover_result(std::string_view version, ServerOffer offer) {
  Json result = Json::object({{"supportedVersions", Json::Array{kModernRevision}},
                              {"capabilities", std::move(offer.capabilities)},
                              {"_meta", Json::object({{std::string(kMetaServerInfo), server_info(version)}})}});
  if (!offer.instructions.empty()) result.set("instructions", std::move(offer.instructions));
  return modern_result(std::move(result), Cached::Private);
}

Json modern_result(Json result, Cached cached) {
  result.set("resultType", "complete");
  if (cached == Cached::Private) {
    result.set("ttlMs", 0);
    result.set("cacheScope", "private");
  }
  return result;
}

std::optional<std::string> modern_raw_result(std::string_view raw_result, const Json& result, Cached cached) {
  std::string out(raw_result);
  const auto set = [&](std::string_view key, std::string_view value) {
    if (result.find(key) != nullptr && raw_member(raw_result, key).empty()) return false;
    out = with_raw_member(out, key, value);
    return true;
  };
  if (result.find("resultType") == nullptr && !set("resultType", R"("complete")")) return std::nullopt;
  if (cached == Cached::Unsaid) return out;
  // How long a result may be kept is the server's word; for whom is the gate's.
  if (result.find("ttlMs") == nullptr && !set("ttlMs", "0")) return std::nullopt;
  if (!set("cacheScope", R"("private")")) return std::nullopt;
  return out;
}

Discovery read_discovery(const RpcMessage& answer) {
  if (!answer.error) {
    const Json* type = answer.result.find("resultType");
    const bool is_complete = type != nullptr && *type == Json("complete");
    const Json* versions = answer.result.find("supportedVersions");
    if (!is_complete || versions == nullptr) return Discovery::Legacy;
    if (lists(versions, kModernRevision)) return Discovery::Modern;
    return lists_modern(versions) ? Discovery::Foreign : Discovery::Legacy;
  }
  const Json* code = answer.error->find("code");
  const Json* data = answer.error->find("data");
  if (code == nullptr || data == nullptr) return Discovery::Legacy;
  if (*code != Json(static_cast<int>(RpcErrorCode::UnsupportedProtocolVersion))) return Discovery::Legacy;
  return lists_modern(data->find("supported")) ? Discovery::Foreign : Discovery::Legacy;
}

}  // namespace yett
