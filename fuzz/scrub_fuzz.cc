// Of a secret nothing is left in any text, what is no part of it stays, and a text that comes in pieces becomes the
// same.

#include <algorithm>

#include "secrets/scrubber.h"
#include "secrets/secret_forms.h"
#include "target.h"

namespace {

using yett::fuzz::require;

/// Trying every form everywhere.
std::string slowly_scrubbed(const std::vector<std::string>& forms, std::string_view text) {
  std::string out;
  std::size_t taken_to = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    std::size_t longest = 0;
    for (const std::string& form : forms) {
      if (form.size() > longest && text.substr(at).starts_with(form)) longest = form.size();
    }
    if (longest != 0 && at >= taken_to) out += "<secret redacted>";
    taken_to = std::max(taken_to, at + longest);
    if (at >= taken_to) out += text[at];
  }
  return out;
}

/// A text in which forms stand: a small byte is one of them, the next ones a begin and an end of one.
std::string text_of(const std::vector<std::string>& forms, std::string_view script) {
  constexpr unsigned kWhole = 16;
  constexpr unsigned kBegin = 24;
  constexpr unsigned kEnd = 32;
  std::string text;
  for (const char c : script) {
    const auto byte = static_cast<unsigned char>(c);
    const std::string& form = forms[byte % forms.size()];
    if (byte >= kEnd) {
      text += c;
    } else if (byte < kWhole) {
      text += form;
    } else {
      text += byte < kBegin ? form.substr(0, form.size() / 2) : form.substr(form.size() / 2);
    }
  }
  return text;
}

}  // namespace

std::vector<std::string> yett::fuzz::seeds() {
  return {
      std::string("tok-7Hq2mZ0/xY+3") + "a \x01 b \x02\x03\x04 \x11\x19 c",
      std::string("abababababababab") + "\x01\x12\x1A\x01 abababab \xFF\xC3",
      std::string("\"<secret>\\&'/=+") + "{\"a\":\"\x05\x06\x07\x08\"}",
  };
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t kSecretBytes = 16;
  constexpr std::size_t kMost = 500;
  if (size < kSecretBytes || size > kMost) return 0;
  std::string secret(reinterpret_cast<const char*>(data), kSecretBytes);
  for (char& c : secret) c = static_cast<char>('!' + static_cast<unsigned char>(c) % ('~' - '!' + 1));
  const std::vector<yett::LockedText> locked = std::move(*yett::secret_forms(secret));
  std::vector<std::string> forms;
  for (const yett::LockedText& form : locked) forms.emplace_back(form.view());
  const std::string text = text_of(forms, {reinterpret_cast<const char*>(data) + kSecretBytes, size - kSecretBytes});

  const std::string_view secrets[] = {secret};
  const yett::Scrubber scrubber = std::move(*yett::Scrubber::of(secrets, yett::RedactionWords::English));
  std::string whole = text;
  const std::size_t finds = scrubber.scrub(whole);
  require(whole == slowly_scrubbed(forms, text), "what a slow search finds otherwise");
  for (const std::size_t length : {std::size_t{1}, 1 + size % 97}) {
    yett::ScrubStream stream(scrubber);
    std::string out;
    for (std::size_t begin = 0; begin < text.size(); begin += length) out += stream.take(text.substr(begin, length));
    require(out + stream.finish() == whole && stream.finds() == finds, "pieces that become something else");
  }
  return 0;
}
