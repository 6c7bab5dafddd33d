#include "text/pointer.h"

#include <algorithm>

namespace yett {
namespace {

std::string escaped(std::string_view key) {
  std::string step;
  for (const char c : key) {
    if (c == '~') {
      step += "~0";
    } else if (c == '/') {
      step += "~1";
    } else {
      step += c;
    }
  }
  return step;
}

std::unexpected<Error> refuse(std::string message, std::string hint) {
  return fail(ErrorKind::Input, std::move(message), {}, std::move(hint));
}

}  // namespace

std::optional<std::string> unescape_pointer_step(std::string_view step) {
  std::string key;
  for (std::size_t i = 0; i < step.size(); ++i) {
    if (step[i] != '~') {
      key += step[i];
      continue;
    }
    if (++i == step.size() || (step[i] != '0' && step[i] != '1')) return std::nullopt;
    key += step[i] == '0' ? '~' : '/';
  }
  return key;
}

Pointer Pointer::to_key(std::string_view key) {
  Pointer pointer;
  pointer.steps_.push_back({.key = std::string(key), .every = false});
  return pointer;
}

bool Pointer::has_every() const { return std::ranges::any_of(steps_, &Step::every); }

bool Pointer::covers(const Pointer& other) const {
  if (steps_.size() > other.steps_.size()) return false;
  return std::equal(steps_.begin(), steps_.end(), other.steps_.begin(), [](const Step& mine, const Step& theirs) {
    return mine.every || theirs.every || mine.key == theirs.key;
  });
}

Pointer Pointer::child(std::string_view key) const {
  Pointer below = *this;
  below.steps_.push_back({.key = std::string(key), .every = false});
  return below;
}

Pointer Pointer::every_child() const {
  Pointer below = *this;
  below.steps_.push_back({.key = {}, .every = true});
  return below;
}

std::string Pointer::text() const {
  if (is_key()) {
    const std::string& key = steps_.front().key;
    if (!key.starts_with('/') && key.find('*') == std::string::npos) return key;
  }
  std::string text;
  for (const Step& step : steps_) text += step.every ? "/*" : "/" + escaped(step.key);
  return text;
}

Result<Pointer> parse_pointer(std::string_view text) {
  if (text.empty()) return refuse("an empty name", "name an argument");
  if (!text.starts_with('/')) {
    if (text.find('*') != std::string_view::npos) {
      return refuse("a pattern", "name each argument; `*` is a step of a pointer such as /files/*/path");
    }
    return Pointer::to_key(text);
  }
  Pointer pointer;
  while (!text.empty()) {
    text.remove_prefix(1);
    const std::string_view step = text.substr(0, text.find('/'));
    text.remove_prefix(step.size());
    if (step == "*") {
      pointer.steps_.push_back({.key = {}, .every = true});
      continue;
    }
    auto key = unescape_pointer_step(step);
    if (!key) return refuse("a pointer with a \"~\" that is neither ~0 nor ~1", "~0 stands for ~, ~1 for /");
    if (key->empty()) return refuse("a pointer with an empty step", "a pointer looks like /files/*/path");
    pointer.steps_.push_back({.key = *std::move(key), .every = false});
  }
  return pointer;
}

}  // namespace yett
