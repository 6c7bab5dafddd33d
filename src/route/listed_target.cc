#include "route/listed_target.h"

#include <optional>
#include <string>

#include "text/authority.h"

namespace yett {
namespace {

std::unexpected<RouteRefusal> refuse(FlawSet flaws, const Host* host) {
  RouteRefusal refusal{.rule = rule_of(flaws.gravest().value_or(Flaw::Malformed))};
  if (host != nullptr) refusal.host = *host;
  return std::unexpected(std::move(refusal));
}

/// The entry that lists the URL, or nullptr; what the list has against it joins `flaws`.
const HostEntry* look_up(const Url& url, const RouteTerms& terms, FlawSet& flaws) {
  const HostFit fit = fit_host(terms.list, url, terms.now);
  switch (fit.listing) {
    case HostListing::Listed:
      // A name of one site is special because nobody knows where it leads; an entry with addresses says so.
      if (url.host().is_site_name() && !fit.entry->addresses.empty()) flaws.erase(Flaw::SpecialAddress);
      return fit.entry;
    case HostListing::OtherPath:
      flaws.insert(Flaw::Path);
      return nullptr;
    case HostListing::OtherPort:
      flaws.insert(Flaw::Port);
      return nullptr;
    case HostListing::Unlisted:
      break;
  }
  flaws.insert(Flaw::Unlisted);
  return nullptr;
}

}  // namespace

std::expected<ListedTarget, RouteRefusal> judge_url_target(std::string_view text, const RouteTerms& terms) {
  UrlExamination examination = examine_url(text, terms.ranges);
  FlawSet flaws = examination.flaws;
  Url* url = std::get_if<Url>(&examination.reading);
  if (url == nullptr) {
    flaws.insert(Flaw::Unlisted);
    return refuse(flaws, examination.host());
  }
  const HostEntry* entry = look_up(*url, terms, flaws);
  if (!flaws.empty() || entry == nullptr) return refuse(flaws, &url->host());
  return ListedTarget(std::move(*url), entry->addresses);
}

std::expected<ListedTarget, RouteRefusal> judge_connect_target(std::string_view text, const RouteTerms& terms) {
  const AuthorityExamination authority = examine_authority(text, terms.ranges);
  FlawSet flaws = authority.flaws;
  if (!authority.port) flaws.insert(Flaw::Malformed);
  // What is neither of these stays the authority it was when a URL is made of it.
  if (flaws.contains_any_of({Flaw::Malformed, Flaw::Userinfo})) {
    return refuse(flaws, authority.host ? &*authority.host : nullptr);
  }
  return judge_url_target("https://" + std::string(text) + "/", terms);
}

}  // namespace yett
