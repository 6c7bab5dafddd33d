#include "secrets/secret_supply.h"

#include <poll.h>

#include <algorithm>
#include <utility>

#include "os/files.h"

namespace yett {
namespace {

/// A text of a file or a variable; ordinary memory held it before.
Result<LockedText> locked(std::string text) {
  Result<LockedText> copied = LockedText::copy(text);
  wipe(text);
  return copied;
}

Result<LockedText> read_variable(const Environment& environment, const std::string& name) {
  std::optional<std::string> value = environment.get(name);
  if (!value) return fail(ErrorKind::NotFound, "the variable is not set");
  return locked(*std::move(value));
}

Result<LockedText> read_secret_file(const std::string& path) {
  Result<std::string> text = read_trusted_file(path, ProviderRun::kLongestAnswer);
  if (!text) return std::unexpected(text.error());
  return locked(*std::move(text));
}

/// Somebody whose clock differs may take it for so much longer.
bool is_forgotten(const Token& token, TimePoint now) { return token.expires_at + kTokenClockSlack <= now; }

}  // namespace

SecretSupply::SecretSupply(std::vector<SecretNeed> needs, const Clock& clock, Environment environment, Hear hear)
    : clock_(clock), environment_(std::move(environment)), hear_(std::move(hear)) {
  for (SecretNeed& need : needs) keeps_.emplace_back().need = std::move(need);
}

bool SecretSupply::lasts(const Token& token) const { return token.expires_at - clock_.now() > kLeastLife; }

void SecretSupply::attend() {
  for (Keep& keep : keeps_) {
    if (keep.run) {
      if (std::optional<Result<LockedText>> answer = keep.run->look()) {
        keep.run.reset();
        take(keep, std::move(*answer));
      }
    } else if (clock_.now() >= keep.renew_at) {
      ask(keep);
    }
    forget_expired(keep);
  }
}

void SecretSupply::ask(Keep& keep) {
  const SecretSpec& from = keep.need.from;
  switch (from.source) {
    case SecretSource::Command: {
      Result<ProviderRun> started = ProviderRun::start(from.from);
      if (started) {
        keep.run.emplace(std::move(*started));
      } else {
        fail_one(keep, started.error());
      }
      return;
    }
    case SecretSource::File:
      return take(keep, read_secret_file(from.from.front()));
    case SecretSource::Environment:
      return take(keep, read_variable(environment_, from.from.front()));
  }
}

void SecretSupply::take(Keep& keep, Result<LockedText> answer) {
  if (!answer) return fail_one(keep, answer.error());
  const TimePoint now = clock_.now();
  Result<Token> token = read_token(answer->view(), keep.need.from.max_ttl, now);
  if (!token) return fail_one(keep, token.error());
  if (!lasts(*token)) return fail_one(keep, {ErrorKind::Input, "its token has expired already"});
  const Duration life = token->expires_at - now;
  const bool is_the_same = keep.token && keep.token->text.view() == token->text.view();
  // A provider may say its old one until that is at its end.
  const Duration ahead = std::min(std::max(std::min(kRenewal, life / 4), kLeastLife * 2), life / 2);
  keep.renew_at = std::max(token->expires_at - ahead, now + keep.pause);
  keep.pause = is_the_same ? std::min(keep.pause * 2, kLongestPause) : kFirstPause;
  keep.has_failed = false;
  if (keep.token && !is_the_same) keep.former.push_back(std::move(*keep.token));
  keep.token = std::move(*token);
  ++changes_;
  hear_(keep.need, Event::Came, {});
}

void SecretSupply::fail_one(Keep& keep, const Error& error) {
  keep.renew_at = clock_.now() + keep.pause;
  keep.pause = std::min(keep.pause * 2, kLongestPause);
  if (!std::exchange(keep.has_failed, true)) hear_(keep.need, Event::Failed, error.message);
}

void SecretSupply::forget_expired(Keep& keep) {
  const TimePoint now = clock_.now();
  const auto gone = std::erase_if(keep.former, [now](const Token& token) { return is_forgotten(token, now); });
  if (gone != 0) ++changes_;
  if (!keep.token || lasts(*keep.token)) return;
  keep.former.push_back(*std::exchange(keep.token, std::nullopt));
  hear_(keep.need, Event::Expired, {});
}

bool SecretSupply::forget_ended() {
  const TimePoint now = clock_.now();
  std::size_t gone = 0;
  for (Keep& keep : keeps_) {
    gone += std::erase_if(keep.former, [now](const Token& token) { return token.expires_at <= now; });
  }
  return gone != 0;
}

void SecretSupply::wait_for_all() {
  const auto is_settled = [](const Keep& keep) { return !keep.run && (keep.token || keep.has_failed); };
  attend();
  while (!std::ranges::all_of(keeps_, is_settled)) {
    std::vector<pollfd> ends;
    for (const int descriptor : descriptors()) ends.push_back({descriptor, POLLIN, 0});
    // Not for long: somebody has to read what they write.
    ::poll(ends.data(), ends.size(), 50);
    attend();
  }
}

std::optional<TimePoint> SecretSupply::next_deadline() const {
  std::optional<TimePoint> earliest;
  const auto take = [&](TimePoint due) { earliest = earliest ? std::min(*earliest, due) : due; };
  for (const Keep& keep : keeps_) {
    take(keep.run ? clock_.now() + kFirstPause : keep.renew_at);
    if (keep.token) take(keep.token->expires_at - kLeastLife);
    for (const Token& token : keep.former) take(token.expires_at + kTokenClockSlack);
  }
  return earliest;
}

std::vector<int> SecretSupply::descriptors() const {
  std::vector<int> all;
  for (const Keep& keep : keeps_) {
    if (keep.run) all.push_back(keep.run->descriptor());
  }
  return all;
}

const Token* SecretSupply::find(std::string_view server, std::string_view secret) const {
  const auto keep = std::ranges::find_if(
      keeps_, [&](const Keep& one) { return one.need.server == server && one.need.from.name == secret; });
  return keep != keeps_.end() && keep->token && lasts(*keep->token) ? &*keep->token : nullptr;
}

bool SecretSupply::has_all(std::string_view server) const {
  return std::ranges::all_of(
      keeps_, [&](const Keep& keep) { return keep.need.server != server || (keep.token && lasts(*keep.token)); });
}

std::vector<std::string_view> SecretSupply::live() const {
  std::vector<std::string_view> values;
  for (const Keep& keep : keeps_) {
    if (keep.token) values.push_back(keep.token->text.view());
    for (const Token& token : keep.former) values.push_back(token.text.view());
  }
  return values;
}

}  // namespace yett
