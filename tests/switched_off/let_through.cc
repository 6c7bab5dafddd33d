// Prints the id of each bypass that must be denied and against which nothing is found.
//
//     let_through CALLS
//
// Judged are the lines of tests/corpus: by text alone, as redirects, as answers of a resolver, and what CALLS holds,
// whole calls with their policies: JSON Lines {id, policy, call}, on the file system as it is.

#include <fmt/format.h>

#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "egress/resolution_cases_fixture.h"
#include "os/path_resolution.h"
#include "policy/load.h"
#include "policy/session_request.h"
#include "replay/decide_stream.h"
#include "route/redirect_cases_fixture.h"
#include "text/bypass_cases_fixture.h"

namespace {

using namespace yett;

void print_if(bool passes, const std::string& id) {
  if (passes) fmt::print("{}\n", id);
}

void print_what_text_lets_through() {
  for (const std::string file :
       {"url.jsonl", "email.jsonl", "path.jsonl", "dns.jsonl", "differential.jsonl", "single_check.jsonl"}) {
    for (const corpus::Case& line : corpus::read_cases(YETT_CORPUS, file)) {
      const auto flaws = bypass_cases::judge(line);
      print_if(flaws && flaws->empty() && line.expect == "deny", line.id);
    }
  }
}

void print_what_routes_let_through() {
  for (const std::string file : {"redirect.jsonl", "dns.jsonl", "single_check.jsonl"}) {
    for (const corpus::Case& line : corpus::read_cases(YETT_CORPUS, file)) {
      if (line.expect != "deny" || route_test::kRedirectsJudgedElsewhere.contains(line.id)) continue;
      const bool redirects = line.input.find("start") != nullptr;
      if (redirects || line.input.find("connect") != nullptr) {
        print_if(!route_test::judge_redirect_case(line), line.id);
      } else if (line.input.find("host") != nullptr) {
        print_if(!route_test::judge_resolution_case(line).against, line.id);
      }
    }
  }
}

bool is_let_through(const std::string& policy_text, std::string_view call) {
  const auto policy = parse_policy(policy_text, "yett.toml").value();
  SessionRequest request;
  request.run = "bypass";
  request.user = "ana";
  const auto session = make_session(*policy, request, route_test::kNow).value();
  const std::vector<std::string> sealed;
  DecideStream stream({.engine = Engine::strict(),
                       .policy = *policy,
                       .session = session,
                       .now = route_test::kNow,
                       .resolve = resolve_path,
                       .sealed = sealed},
                      Language::English);
  return stream.judge_row(read_call_line(call)).verdict != Verdict::Deny;
}

void print_what_policies_let_through(const char* name) {
  std::ifstream file(name);
  for (std::string text; std::getline(file, text);) {
    const Json line = parse_json(text).value();
    const auto member = [&](std::string_view key) { return *line.find(key)->as_string(); };
    print_if(is_let_through(member("policy"), member("call")), member("id"));
  }
}

}  // namespace

int main(int count, char** words) {
  if (count != 2) return 2;
  print_what_text_lets_through();
  print_what_routes_let_through();
  print_what_policies_let_through(words[1]);
}
