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

}  // namespace

std::expected<ListedTarget, RouteRefusal> judge_url_target(std::string_view text, const RouteTerms& terms) {
  UrlExamination examination = examine_url(text, terms.ranges);
  FlawSet flaws = examination.flaws;
  Url* url = std::get_if<Url>(&examination.reading);
  if (url == nullptr) {
    flaws.insert(Flaw::Unlisted);
    return refuse(flaws, examination.host());
  }
  const HostFit fit = fit_host(terms.list, *url, terms.now);
  flaws = with_listing(flaws, fit, url->host());
  if (!flaws.empty()) return refuse(flaws, &url->host());
  const PathLimit limit = fit.entry->paths.empty() ? PathLimit::None : PathLimit::Listed;
  return ListedTarget(std::move(*url), fit.entry->private_ranges, limit);
}

std::expected<ListedTarget, RouteRefusal> judge_connect_target(std::string_view text, const RouteTerms& terms) {
  const AuthorityExamination authority = examine_authority(text, terms.ranges);
  FlawSet flaws = authority.flaws;
  if (!authority.port) flaws.insert(Flaw::Malformed);
  // What is neither of these stays the authority it was when a URL is made of it.
  if (flaws.contains_any_of({Flaw::Malformed, Flaw::Userinfo})) {
    return refuse(flaws, authority.host ? &*authority.host : nullptr);
  }
  auto target = judge_url_target("https://" + std::string(text) + "/", terms);
  if (target && target->path_limit() == PathLimit::Listed) {
    return std::unexpected(RouteRefusal{.rule = RuleId::DestinationPath, .host = target->host()});
  }
  return target;
}

}  // namespace yett
