#include "cli/engine_option.h"

#include <vector>

#include "lab/weaken.h"

namespace yett {

Result<Engine> find_engine(const Invocation& invocation) {
  std::vector<RuleId> without;
  for (const std::string& name : invocation.values("--without")) {
    const std::optional<RuleId> rule = parse_rule_id(name);
    if (!rule) return fail(ErrorKind::Input, "there is no rule " + name, {}, "`yett rules` lists them");
    without.push_back(*rule);
  }
  return Weakening::without(without);
}

}  // namespace yett
