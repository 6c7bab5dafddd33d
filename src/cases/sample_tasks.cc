// What sessions are for: a task for each tool.
#include <fmt/format.h>

#include "cases/attack_ground.h"

namespace yett {

void add_tasks(AttackGround& ground) {
  for (const CallableTool& callable : ground.tools()) {
    Case task;
    task.name = fmt::format("work: {}", callable.name);
    task.kind = CaseKind::Task;
    task.session = callable.session;
    if (callable.ruling == Verdict::Confirm) task.approver = ScriptedAnswer::Approve;
    task.calls.push_back(call_of_tool(callable));
    ground.add(std::move(task));
  }
}

}  // namespace yett
