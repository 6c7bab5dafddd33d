#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "os/clock.h"
#include "os/environment.h"
#include "policy/secret_terms.h"
#include "secrets/provider_run.h"
#include "secrets/token.h"

namespace yett {

/// A secret that one server gets.
struct SecretNeed {
  std::string server;
  SecretSpec from;  // filled for the session
};

/// Keeps a live token of each secret that the servers of one session need, each server one of its own: from its
/// provider, until shortly before it expires, in locked memory. What a provider fails to give is told and tried again;
/// no function waits for one but wait_for_all(). Used by one thread.
class SecretSupply {
 public:
  /// Before so much of its life is left the next token is asked for: less where it lasts only minutes, but never so
  /// late that there is none in between.
  static constexpr Duration kRenewal = std::chrono::minutes(2);
  /// A token with less life than this is none: the call that needs it would outlive it.
  static constexpr Duration kLeastLife = std::chrono::seconds(2);
  static constexpr Duration kFirstPause = std::chrono::seconds(1);  // before another try; it doubles
  static constexpr Duration kLongestPause = std::chrono::seconds(30);

  /// What has happened to the secret of a server.
  enum class Event : std::uint8_t {
    Came,     // a token, the first or the next one
    Failed,   // the provider gave none, for the first time since it gave one
    Expired,  // the token, and there is no other
  };
  /// Hears of it; `why` is for Failed, and quotes nothing that a provider says.
  using Hear = std::function<void(const SecretNeed& need, Event event, std::string_view why)>;

  SecretSupply(std::vector<SecretNeed> needs, const Clock& clock, Environment environment, Hear hear);

  /// Takes what providers have said, and asks those whose turn it is. Cheap; to be called whenever its user wakes.
  void attend();
  /// The same until each provider has given or failed once, which takes no longer than ProviderRun::kLongest.
  void wait_for_all();
  /// When attend() is due at the latest; nullopt: never.
  [[nodiscard]] std::optional<TimePoint> next_deadline() const;
  /// Readable when attend() has something to do.
  [[nodiscard]] std::vector<int> descriptors() const;

  /// The token of a server's secret that lasts now; nullptr when there is none. Valid until attend().
  [[nodiscard]] const Token* find(std::string_view server, std::string_view secret) const;
  /// Whether the server has all its secrets now.
  [[nodiscard]] bool has_all(std::string_view server) const;
  /// All values that somebody could still use: tokens that were replaced too, until kTokenClockSlack behind their end.
  /// Valid until attend().
  [[nodiscard]] std::vector<std::string_view> live() const;
  /// Takes those that are behind their end out of live() now, where memory is needed for others. False: none is.
  bool forget_ended();
  /// Grows whenever live() changes by time or by what a provider says.
  [[nodiscard]] std::uint64_t changes() const { return changes_; }

 private:
  struct Keep {
    SecretNeed need;
    std::optional<Token> token;
    std::vector<Token> former;  // that somebody could still take
    TimePoint renew_at{};       // when its provider is asked next
    Duration pause = kFirstPause;
    bool has_failed = false;  // since it last gave a token
    std::optional<ProviderRun> run;
  };

  [[nodiscard]] bool lasts(const Token& token) const;
  void ask(Keep& keep);
  void take(Keep& keep, Result<LockedText> answer);
  void fail_one(Keep& keep, const Error& error);
  void forget_expired(Keep& keep);

  std::vector<Keep> keeps_;
  const Clock& clock_;
  Environment environment_;
  Hear hear_;
  std::uint64_t changes_ = 0;
};

}  // namespace yett
