#include "route/redirect.h"

#include <algorithm>
#include <string>

#include "text/url_reference.h"

namespace yett {
namespace {

bool has_same_origin(const ListedTarget& one, const ListedTarget& other) {
  return one.host() == other.host() && one.port() == other.port();
}

/// The refusal of a reference that nobody should send. Many programs take a backslash for a slash, and where that leads
/// them is graver than its spelling when it is where no one may go.
RouteRefusal refuse_malformed(const Url& base, std::string_view location, std::string_view resolved,
                              const RouteTerms& terms) {
  std::string lenient(location);
  std::ranges::replace(lenient, '\\', '/');
  RouteRefusal gravest{.rule = RuleId::DestinationMalformed};
  for (const std::string& reading : {std::string(resolved), resolve_reference(base, lenient).text}) {
    auto judged = judge_url_target(reading, terms);
    if (!judged && is_graver(judged.error().rule, gravest.rule)) gravest = std::move(judged).error();
  }
  return gravest;
}

}  // namespace

std::expected<Hop, RouteRefusal> follow_redirect(const Hop& from, std::string_view location, const RouteTerms& terms) {
  const Url& base = from.target.url();
  const ResolvedReference resolved = resolve_reference(base, location);
  if (resolved.form == ReferenceForm::Malformed) {
    return std::unexpected(refuse_malformed(base, location, resolved.text, terms));
  }
  auto target = judge_url_target(resolved.text, terms);
  if (!target) return std::unexpected(std::move(target).error());
  if (from.followed >= kMostRedirects) {
    return std::unexpected(RouteRefusal{.rule = RuleId::DestinationRedirect, .host = target->host()});
  }
  const bool keeps = from.credentials == Credentials::Kept && has_same_origin(from.target, *target);
  return Hop{.target = *std::move(target),
             .followed = from.followed + 1,
             .credentials = keeps ? Credentials::Kept : Credentials::Dropped};
}

}  // namespace yett
