#include "redact/login_finder.h"

#include "redact/byte_class.h"

namespace yett {

std::optional<std::size_t> LoginFinder::begin_of(std::size_t at) {
  last_ = look_back(at);
  if (!last_->begin || !last_->has_password || at - *last_->begin > kLongestLogin) return std::nullopt;
  return last_->begin;
}

LoginFinder::Login LoginFinder::look_back(std::size_t at) const {
  Login login{.at = at};
  for (std::size_t end = at; end > 0 && at - end <= kLongestLogin; --end) {
    const char c = text_[end - 1];
    if (c == '/') {
      if (ends_scheme(end)) login.begin = end;
      return login;
    }
    if (c == '?' || c == '#' || is_of(c, ByteClass::Break)) return login;
    if (c == ':') login.has_password = true;
    if (c == '@' && last_ && last_->at == end - 1) {
      login.begin = last_->begin;
      login.has_password = login.has_password || last_->has_password;
      return login;
    }
  }
  return login;
}

/// "s://", or "s:\/\/".
bool LoginFinder::ends_scheme(std::size_t end) const {
  const std::string_view before = text_.substr(0, end);
  for (const std::string_view slashes : {"://", ":\\/\\/"}) {
    if (before.size() > slashes.size() && before.ends_with(slashes)) {
      return is_of(before[before.size() - slashes.size() - 1], ByteClass::Alnum);
    }
  }
  return false;
}

}  // namespace yett
