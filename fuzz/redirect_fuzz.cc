// Wherever redirects lead, each hop is a listed https URL, and credentials never come to another origin.

#include "policy/open_entry_fixture.h"
#include "route/redirect.h"
#include "target.h"

namespace {

using yett::fuzz::require;

constexpr yett::TimePoint kNow = std::chrono::sys_days{std::chrono::year{2026} / 12 / 1};

const yett::Allowlist& list() {
  static const yett::Allowlist kList = [] {
    yett::Allowlist made{.name = "hosts", .kind = yett::DestinationKind::Url};
    yett::OpenEntry entry;
    made.hosts["hooks.example.com"].push_back(entry);
    entry.port = 8443;
    made.hosts["hooks.example.com"].push_back(entry);
    entry.port = yett::kHttpsPort;
    entry.paths = {"/public/"};
    made.hosts["api.example.com"].push_back(entry);
    return made;
  }();
  return kList;
}

yett::RouteTerms terms() { return {.list = list(), .ranges = yett::strict_address_ranges(), .now = kNow}; }

bool is_listed(const yett::ListedTarget& target) {
  const std::string& host = target.host().text();
  if (host == "hooks.example.com") return target.port() == 443 || target.port() == 8443;
  return host == "api.example.com" && target.port() == 443 && target.url().path().starts_with("/public");
}

}  // namespace

std::vector<std::string> yett::fuzz::seeds() {
  return {
      "/a\n../b?c#d\n//api.example.com/public/x",
      "https://hooks.example.com:8443/\n/\nhttps://hooks.example.com/",
      "\\\\evil.example/\n/\\evil.example\n//evil.example",
      "https:/hooks.example.com\nhttps:hooks.example.com\nhttp://hooks.example.com/",
      "?x=https://evil.example/\n#frag\n.\n..\n./..//../a:b\n1a:b",
      "https://169.254.169.254/\nhttps://[::1]/\nhttps://localhost./",
      "https://api.example.com/public/../private\n//api.example.com/public/%2e%2e/private",
      "/1\n/2\n/3\n/4\n/5\n/6",
  };
}

/// One location a line, each followed from where the one before led.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view text(reinterpret_cast<const char*>(data), size);
  yett::Hop hop = yett::first_hop(yett::judge_url_target("https://hooks.example.com/begin?a=b", terms()).value());
  while (!text.empty()) {
    const std::string_view location = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), location.size() + 1));
    auto next = yett::follow_redirect(hop, location, terms());
    if (!next) {
      require(next.error().rule != yett::RuleId::DefaultAllow, "a refusal that allows");
      continue;
    }
    require(is_listed(next->target), "a redirect to what is not listed");
    require(next->target.url().canonical().starts_with("https://"), "a redirect away from https");
    require(next->followed == hop.followed + 1 && next->followed <= yett::kMostRedirects, "a redirect too many");
    const bool same = next->target.host() == hop.target.host() && next->target.port() == hop.target.port();
    require(next->credentials == yett::Credentials::Dropped || (same && hop.credentials == yett::Credentials::Kept),
            "credentials at another origin");
    hop = *std::move(next);
  }
  return 0;
}
