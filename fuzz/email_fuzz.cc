// An e-mail address that is accepted is canonical, with and without display names.

#include "target.h"
#include "text/email.h"

namespace {

using yett::fuzz::require;

void require_canonical(const yett::EmailAddress& address) {
  const std::string& canonical = address.canonical();
  require(canonical.size() <= yett::kLongestEmail && address.local().size() <= yett::kLongestLocalPart,
          "an address that is too long");
  require(canonical.find('@') == address.local().size() && canonical.rfind('@') == address.local().size(),
          "an address without its one at sign");
  const auto is_address_text = [](char c) {
    return c > ' ' && c <= '~' && std::string_view("\"(),:;<>[\\]%!").find(c) == std::string_view::npos;
  };
  for (const char c : canonical) require(is_address_text(c), "a character that mailers treat as special");
  for (const auto names : {yett::DisplayNames::Refused, yett::DisplayNames::Accepted}) {
    const auto again = yett::examine_email(canonical, names);
    require(again.address() != nullptr && *again.address() == address, "a canonical address that is another one");
  }
  require(!yett::breaks_mail(canonical, yett::MailField::Header), "an address that ends its header");
}

}  // namespace

std::vector<std::string> yett::fuzz::seeds() {
  return {
      "bo+tag@office.example",
      "Bo B. <bo@office.example>",
      "\"Bo, B.\" <bo@office.example>",
      "\"bo bo\"@office.example",
      "bo(comment)@office.example(comment)",
      "bo%evil.example@office.example",
      "evil.example!bo@office.example",
      "=?utf-8?q?bo?=@office.example",
      "<@relay.example:bo@office.example>",
      "team: bo@office.example, al@office.example;",
      "bo@[127.0.0.1]",
      "bo@b\u00FCcher.example",
      "b\u00F6@office.example",
      "bo@office.example\r\nBcc: eve@evil.example",
  };
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto bare = yett::examine_email(text, yett::DisplayNames::Refused);
  const auto named = yett::examine_email(text, yett::DisplayNames::Accepted);
  for (const auto* examination : {&bare, &named}) {
    require((examination->address() != nullptr) == examination->flaws.empty(), "an address beside a flaw");
    require(examination->defect.is_none() == examination->flaws.empty(),
            "a malformed text of which nobody can say why");
    require(examination->defect.at <= text.size(), "a defect behind the text");
    if (examination->address() != nullptr) require_canonical(*examination->address());
  }
  if (bare.address() != nullptr) {
    require(named.address() != nullptr && *named.address() == *bare.address(), "a plain address that names change");
  }
  if (yett::breaks_mail(text, yett::MailField::Header)) {
    require(named.domain() == nullptr, "a recipient that ends its header");
  }
  return 0;
}
