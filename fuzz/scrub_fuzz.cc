// Of a secret nothing is left in any text, what is no part of it stays, and a text that comes in pieces becomes the
// same.

#include "secrets/scrubber.h"
#include "secrets/secret_forms.h"
#include "secrets/slow_scrub_fixture.h"
#include "target.h"

namespace {

using yett::fuzz::require;

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
      std::string("tok-7Hq2mZ0/xY+3") + R"(%74ok-7Hq2mZ0%2fxY\u002B3 tok-7Hq2mZ0\\/xY%252B3 tok\)" + "\x01",
      std::string("\"<secret>\\&'/=+") + "{\"a\":\"\x05\x06\x07\x08\"}",
  };
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t kSecretBytes = 16;
  constexpr std::size_t kMost = 500;
  if (size < kSecretBytes || size > kMost) return 0;
  std::string secret(reinterpret_cast<const char*>(data), kSecretBytes);
  for (char& c : secret) c = static_cast<char>('!' + static_cast<unsigned char>(c) % ('~' - '!' + 1));
  const yett::SecretForms locked = std::move(*yett::SecretForms::of(secret));
  std::vector<std::string> forms;
  for (const std::string_view form : locked.texts()) forms.emplace_back(form);
  const std::string text = text_of(forms, {reinterpret_cast<const char*>(data) + kSecretBytes, size - kSecretBytes});

  const std::string_view secrets[] = {secret};
  const yett::Scrubber scrubber = std::move(*yett::Scrubber::of(secrets, yett::RedactionWords::English));
  std::string whole = text;
  const std::size_t finds = scrubber.scrub(whole);
  require(whole == yett::slowly_scrubbed(forms, text), "what a slow search finds otherwise");
  for (const std::size_t length : {std::size_t{1}, 1 + size % 97}) {
    yett::ScrubStream stream(scrubber);
    std::string out;
    for (std::size_t begin = 0; begin < text.size(); begin += length) out += stream.take(text.substr(begin, length));
    require(out + stream.finish() == whole && stream.finds() == finds, "pieces that become something else");
  }
  return 0;
}
