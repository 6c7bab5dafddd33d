#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "route/redirect.h"
#include "route/route_fixture.h"
#include "text/corpus_case_fixture.h"

// The redirect cases of tests/corpus that a judgement of targets alone decides, and how each is judged.
namespace yett::route_test {

/// Lines that speak of more than where a request leads, each with what judges them instead.
inline const std::map<std::string_view, std::string_view> kRedirectsJudgedElsewhere = {
    {"redirect-024", "what a tunnel carries is read from its bytes"},
    {"redirect-027", "what a tunnel carries is read from its bytes"},
    {"redirect-028", "what a tunnel carries is read from its bytes"},
    {"redirect-029", "the Host inside of a tunnel is seen only where TLS is terminated"},
    {"redirect-038", "the framing of a request is its parser's"},
    {"redirect-040", "a proxy judges each request of a connection"},
    {"redirect-042", "a proxy binds a session's policy to its token"},
    {"redirect-044", "SOCKS is not spoken"},
    {"redirect-047", "SOCKS is not spoken"},
    {"redirect-048", "the headers of a request are the proxy's"},
    {"redirect-049", "the headers of a request are the proxy's"},
    {"redirect-052", "a sandbox without a route is the isolation's"},
    {"redirect-053", "the time that a request may take is the proxy's"},
    {"redirect-054", "the size of a request is its parser's"},
    {"redirect-062", "the server name in a tunnel is read from its bytes"},
    {"redirect-065", "the framing of a request is its parser's"},
    {"redirect-066", "the framing of a request is its parser's"},
};

/// The URLs that a response sends its client to, one after the other.
inline std::vector<std::string> locations_of(const corpus::Case& line) {
  std::vector<std::string> locations;
  for (const Json& hop : *line.input.find("hops")->as_array()) locations.push_back(*hop.as_string());
  if (const std::string url = line.text("meta_refresh"); !url.empty()) locations.push_back(url);
  if (const std::string header = line.text("refresh_header"); !header.empty()) {
    locations.push_back(header.substr(header.find("url=") + 4));
  }
  return locations;
}

inline std::optional<RuleId> judge_redirects(const corpus::Case& line, const RouteTerms& terms) {
  Hop hop = first_hop(judge_url_target(line.text("start"), terms).value());
  for (const std::string& location : locations_of(line)) {
    auto next = follow_redirect(hop, location, terms);
    if (!next) return next.error().rule;
    hop = *std::move(next);
  }
  return std::nullopt;
}

inline std::optional<RuleId> judge_connect(const corpus::Case& line, const RouteTerms& terms) {
  const auto target = judge_connect_target(line.text("connect"), terms);
  return target ? std::nullopt : std::optional(target.error().rule);
}

/// What stands against a case about redirects, or about the target of a CONNECT request; nullopt when nothing does.
inline std::optional<RuleId> judge_redirect_case(const corpus::Case& line) {
  const Allowlist list = list_of({{"hooks.example.internal", {}}, {"api.example.com", {}}});
  const bool redirects = line.input.find("start") != nullptr;
  return redirects ? judge_redirects(line, strict_terms(list)) : judge_connect(line, strict_terms(list));
}

}  // namespace yett::route_test
