#include "guard/tool_shelf.h"

#include <iterator>

namespace yett {
namespace {

const std::string& name_of(const Json& tool) { return *tool.find("name")->as_string(); }

}  // namespace

void ToolShelf::take(ToolPage page) {
  reading_.insert(reading_.end(), std::make_move_iterator(page.tools.begin()),
                  std::make_move_iterator(page.tools.end()));
}

ToolShelf::Change ToolShelf::finish() {
  TextMap<std::size_t> times;
  for (const Json& tool : reading_) ++times[name_of(tool)];
  std::erase_if(reading_, [&](const Json& tool) { return times[name_of(tool)] != 1; });
  const Change change = reading_ == offered_ ? Change::Same : Change::Changed;
  offered_ = std::move(reading_);
  reading_.clear();
  offered_names_.clear();
  for (const Json& tool : offered_) offered_names_.insert(name_of(tool));
  return change;
}

Json ToolShelf::list() const {
  Json::Array tools;
  for (const Json& definition : offered_) {
    if (const Tool* tool = policy_.tools.find(name_of(definition)))
      tools.push_back(client_tool_definition(definition, *tool));
  }
  return Json::object({{"tools", std::move(tools)}});
}

Observation ToolShelf::observe(std::string_view name) const {
  return offered_names_.contains(name) ? Observation::Offered : Observation::Absent;
}

}  // namespace yett
