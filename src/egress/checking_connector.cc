#include "egress/checking_connector.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "route/answers.h"

namespace yett {
namespace {

/// A target that is an address answers for itself.
Answers answers_for(const ListedTarget& target, Resolver& resolver) {
  const IpAddress* address = target.host().address();
  if (address == nullptr) return resolver.look_up(target);
  Answers answers;
  (address->family() == AddressFamily::V4 ? answers.v4 : answers.v6) = {*address};
  return answers;
}

std::expected<Connection, ConnectFailure> check_peer(Connection connection, const ListedTarget& target,
                                                     std::span<const IpAddress> judged) {
  const Endpoint& peer = connection.peer;
  const bool is_judged = std::ranges::find(judged, peer.address) != judged.end() && peer.port == target.port();
  if (is_judged) return connection;
  return std::unexpected(
      RouteRefusal{.rule = RuleId::DestinationUnresolved, .host = target.host(), .address = peer.address});
}

}  // namespace

std::expected<Connection, ConnectFailure> CheckingConnector::connect(const ListedTarget& target) {
  const auto own = interfaces_.read();
  if (!own) return std::unexpected(own.error());
  const auto judged = judge_answers(target, answers_for(target, resolver_), *own, ranges_);
  if (!judged) return std::unexpected(judged.error());
  Error last{.message = "nothing was dialled"};
  for (const IpAddress& address : std::span(*judged).first(std::min(judged->size(), kMostDials))) {
    auto connection = connector_.dial({.address = address, .port = target.port()}, kDialTime);
    if (connection) return check_peer(*std::move(connection), target, *judged);
    last = std::move(connection).error();
  }
  return std::unexpected(std::move(last));
}

}  // namespace yett
