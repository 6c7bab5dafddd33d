// Prints the id of each line of tests/corpus that must be denied and against which nothing is found.

#include <fmt/format.h>

#include <initializer_list>
#include <string>

#include "text/bypass_cases_fixture.h"

int main() {
  using namespace yett::bypass_cases;
  for (const std::string file :
       {"url.jsonl", "email.jsonl", "path.jsonl", "dns.jsonl", "differential.jsonl", "single_check.jsonl"}) {
    for (const Case& line : read_cases(YETT_CORPUS, file)) {
      const auto flaws = judge(line);
      if (flaws && flaws->empty() && line.expect == "deny") fmt::print("{}\n", line.id);
    }
  }
}
