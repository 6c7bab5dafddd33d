#pragma once

#include <span>
#include <utility>
#include <vector>

#include "os/connector.h"

namespace yett {

/// Connects to nothing and says what it was told to; keeps what it was asked for. For tests. Used by one thread.
class ScriptedConnector final : public Connector {
 public:
  /// The n-th dial gets the n-th peer, or fails as scripted; after the last of them dials fail. Sockets are empty.
  explicit ScriptedConnector(std::vector<Result<Endpoint>> script) : script_(std::move(script)) {}

  [[nodiscard]] Result<Connection> dial(const Endpoint& endpoint, std::chrono::milliseconds /*limit*/) override {
    const std::size_t number = dialled_.size();
    dialled_.push_back(endpoint);
    if (number >= script_.size()) return fail(ErrorKind::System, "nobody answers");
    const Result<Endpoint>& peer = script_[number];
    if (!peer) return std::unexpected(peer.error());
    return Connection{.socket = {}, .peer = *peer};
  }
  [[nodiscard]] std::span<const Endpoint> dialled() const { return dialled_; }

 private:
  std::vector<Result<Endpoint>> script_;
  std::vector<Endpoint> dialled_;
};

}  // namespace yett
