// A URL that is accepted is canonical: reading its canonical text gives the same URL, and nothing to hold against it.

#include "target.h"
#include "text/url.h"

namespace {

using yett::fuzz::require;

void require_same_parts(const yett::Url& url, const yett::Url& again) {
  require(again.canonical() == url.canonical(), "a canonical text that is not its own canonical form");
  require(again.host() == url.host() && again.port() == url.port(), "a canonical text that leads elsewhere");
  require(again.path() == url.path() && again.target() == url.target(), "a canonical text with another path");
}

void require_sound_path(std::string_view path) {
  const bool is_plain = yett::fit_path(path, "/") == yett::PathFit::Within;
  const bool is_in_itself = yett::fit_path(path, path) == yett::PathFit::Within;
  require(is_plain == is_in_itself, "a path that is outside itself");
  if (!is_plain) return;
  const std::string_view parent = path.substr(0, path.rfind('/') + 1);
  require(yett::fit_path(path, parent) == yett::PathFit::Within, "a path that is outside its folder");
  require(yett::fit_path(std::string(path) + "x/", path) == yett::PathFit::Outside || path.ends_with('/'),
          "a path that covers its neighbour");
}

}  // namespace

std::vector<std::string> yett::fuzz::seeds() {
  std::string doubled_by_encoding = "https://hooks.example.com/";
  while (doubled_by_encoding.size() < 1024) doubled_by_encoding += "\u00E9";
  return {
      doubled_by_encoding,
      "https://hooks.example.com/services/T0/B1?x=1&y=a@b.example#top",
      "HTTPS://Hooks.Example.com.:443/a/../b/./%2e%2E//c;d?\\\"<>^`{|}",
      "https://user:pass@hooks.example.com:08443/",
      "https://hooks.example.com\\@evil.example/",
      "https://[2606:4700:0:0::1111]:8443/x",
      "https://[::ffff:169.254.169.254%25eth0]/",
      "https://0x7f.1/ https://2130706433/",
      "http://169.254.169.254/latest/meta-data/",
      "https://b\u00FCcher.example/\u65E5\u672C?q=\u00E9",
      "https://xn--bcher-kva.example:65535?",
      "https:hooks.example.com",
      " https://hooks.example.com#@evil.example/ \n",
  };
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto ranges = yett::strict_address_ranges();
  const yett::UrlExamination first = yett::examine_url(text, ranges);
  require(first.flaws.contains_any_of({yett::Flaw::Malformed, yett::Flaw::Misreadable}) != first.defect.is_none(),
          "a malformed text of which nobody can say why");
  require(first.defect.at <= text.size(), "a defect behind the text");
  const yett::Url* url = first.url();
  if (url == nullptr) {
    require(!first.flaws.empty(), "nothing against a text that is no URL");
    return 0;
  }
  require(first.scheme == "https" && !first.flaws.contains(yett::Flaw::Malformed), "a malformed text with a URL");
  require(url->canonical().size() <= yett::kLongestUrl, "a canonical text that is too long to be read again");
  require(url->path().starts_with('/') && url->canonical().ends_with(url->target()), "a path that is no path");

  const yett::UrlExamination second = yett::examine_url(url->canonical(), ranges);
  require(second.url() != nullptr, "a canonical text that is no URL");
  require_same_parts(*url, *second.url());
  yett::FlawSet lasting = first.flaws;
  lasting.erase(yett::Flaw::Misreadable);
  require(second.flaws == lasting, "a canonical text with other flaws");
  require_sound_path(url->path());
  return 0;
}
