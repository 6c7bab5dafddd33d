#pragma once

#include <optional>
#include <string>
#include <utility>

#include "folder.h"
#include "tool.h"

namespace deskmate {

/// How a test puts a local TLS server in the place of a real one. Nothing set: the system's own ways.
struct WebhookPeers {
  std::optional<std::string> connect_to;  // curl's CONNECT_TO form, host:port:address:port
  std::optional<std::string> ca_file;     // PEM file with the only certificate authorities to trust
};

/// Posts to webhooks over HTTPS and keeps `webhooks.log`, one JSON object for each response that came back.
class Webhook {
 public:
  /// Keeps a reference to the folder of the log, which must outlive it.
  Webhook(const Folder& folder, WebhookPeers peers) : folder_(folder), peers_(std::move(peers)) {}

  /// Posts a body and returns `{status, bytes, body}`; `body` is null when it is long or not UTF-8. https only, no
  /// redirect is followed, certificates are verified, 5 seconds in all. Blocks. System: no response came, or one
  /// outside 200 to 299; the request may have had its effect even then.
  [[nodiscard]] Result<Json> post(const std::string& url, const std::string& body) const;

 private:
  const Folder& folder_;
  WebhookPeers peers_;
};

/// The tool on a webhook that must outlive it.
[[nodiscard]] Tool call_webhook_tool(const Webhook& webhook);

}  // namespace deskmate
