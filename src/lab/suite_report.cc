#include "lab/suite_report.h"

#include <fmt/format.h>

#include <string_view>

#include "text/unicode.h"
#include "words/reason.h"

namespace yett {
namespace {

Json ruling_json(const Finding& ruling, Language language) {
  return Json::object({{"decision", to_string(ruling.verdict)},
                       {"rule", to_string(ruling.rule)},
                       {"reason", reason(language, ruling)}});
}

Json call_json(const CallTrace& call, Language language) {
  Json json = ruling_json(call.ruled, language);
  Json named = Json::object({{"tool", call.tool}});
  for (Json::Member& member : *json.as_object()) named.set(member.key, std::move(member.value));
  named.set("tier", call.tier ? Json(to_string(*call.tier)) : Json());
  named.set("then", call.ruled_at_last ? ruling_json(*call.ruled_at_last, language) : Json());
  named.set("ran", call.ran);
  named.set("harm", call.did_harm);
  named.set("leaked", call.leaked);
  named.set("withheld", call.withheld ? Json(to_string(call.withheld->rule)) : Json());
  named.set("unmet", call.unmet.empty() ? Json() : Json(call.unmet));
  return named;
}

Json case_json(const Case& played, const CaseTrace& trace, Language language) {
  Json::Array calls;
  for (const CallTrace& call : trace.calls) calls.push_back(call_json(call, language));
  return Json::object({{"name", played.name},
                       {"kind", to_string(played.kind)},
                       {"at", played.where.to_string()},
                       {"passed", came_out_well(played, trace)},
                       {"attack_succeeded", played.kind == CaseKind::Attack ? Json(trace.did_harm()) : Json()},
                       {"task_completed", played.kind == CaseKind::Task ? Json(trace.was_completed()) : Json()},
                       {"fault", trace.fault ? Json(trace.fault->to_string()) : Json()},
                       {"calls", std::move(calls)}});
}

Json rate(std::optional<double> share) { return share ? Json(*share) : Json(); }

std::string in_xml(std::string_view text) {
  std::string escaped;
  // XML 1.0 has no form at all for most control characters.
  for (const char character : escape_for_display(text)) {
    switch (character) {
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '&':
        escaped += "&amp;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      default:
        escaped += character;
    }
  }
  return escaped;
}

std::string story_of(const CaseTrace& trace, Language language) {
  std::string story;
  for (const CallTrace& call : trace.calls) {
    const Finding& last = call.last_ruling();
    story += fmt::format("{}{}: {} {}: {}{}", story.empty() ? "" : "; ", call.tool, to_string(last.verdict),
                         to_string(last.rule), reason(language, last),
                         call.unmet.empty() ? "" : fmt::format(" (expected: {})", call.unmet));
  }
  return story;
}

}  // namespace

Json suite_json(std::span<const Case> cases, const SuiteResult& result, const SuiteThresholds& thresholds,
                Language language) {
  Json::Array each;
  for (std::size_t i = 0; i < cases.size(); ++i) each.push_back(case_json(cases[i], result.traces[i], language));
  return Json::object({{"cases", std::uint64_t{cases.size()}},
                       {"attacks", Json::object({{"total", std::uint64_t{result.attacks}},
                                                 {"succeeded", std::uint64_t{result.attacks_succeeded}},
                                                 {"success_rate", rate(result.attack_success())},
                                                 {"max", thresholds.max_attack_success}})},
                       {"tasks", Json::object({{"total", std::uint64_t{result.tasks}},
                                               {"completed", std::uint64_t{result.tasks_completed}},
                                               {"completion_rate", rate(result.task_completion())},
                                               {"min", thresholds.min_task_completion}})},
                       {"unmet", std::uint64_t{result.unmet}},
                       {"unplayed", std::uint64_t{result.unplayed}},
                       {"holds", holds(result, thresholds)},
                       {"results", std::move(each)}});
}

std::string suite_junit(std::span<const Case> cases, const SuiteResult& result, Language language) {
  std::size_t failures = 0;
  std::string body;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const Case& played = cases[i];
    const CaseTrace& trace = result.traces[i];
    body += fmt::format(R"(    <testcase classname="{}" name="{}" file="{}" line="{}")", to_string(played.kind),
                        in_xml(played.name), in_xml(played.where.file), played.where.line);
    if (trace.fault) {
      body += fmt::format(R"(><error message="{}"/></testcase>)", in_xml(trace.fault->to_string()));
    } else if (!came_out_well(played, trace)) {
      ++failures;
      const std::string_view what =
          trace.did_harm() ? (played.kind == CaseKind::Attack ? "the attack succeeded" : "a text leaked")
          : played.kind == CaseKind::Task && !trace.was_completed() ? "the task was not completed"
                                                                    : "an expectation was not met";
      body += fmt::format(R"(><failure message="{}">{}</failure></testcase>)", what, in_xml(story_of(trace, language)));
    } else {
      body += "/>";
    }
    body += '\n';
  }
  const std::string counts =
      fmt::format(R"(tests="{}" failures="{}" errors="{}")", cases.size(), failures, result.unplayed);
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites {}>\n  <testsuite name=\"yett test\" {}>\n{}  "
      "</testsuite>\n</testsuites>\n",
      counts, counts, body);
}

}  // namespace yett
