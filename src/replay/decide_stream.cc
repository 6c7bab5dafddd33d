#include "replay/decide_stream.h"

#include <optional>
#include <string_view>
#include <utility>

#include "approval/binding.h"
#include "words/reason.h"

namespace yett {

namespace {

void append_text(std::string& out, std::string_view key, const std::optional<std::string>& value) {
  out += key;
  if (value) {
    append_json_string(out, *value);
  } else {
    out += "null";
  }
}

}  // namespace

DecideStream::DecideStream(ReplayedRun::Terms run, Language language)
    : run_(run), language_(language), policy_digest_(run.policy.digest.to_string()) {}

Verdict DecideStream::judge_line(const CallLine& line, std::string& out) {
  const Decision decision = judge(line);
  append_text(out, R"({"id":)", line.id);
  append_text(out, R"(,"tool":)", line.tool);
  out += R"(,"decision":")";
  out += to_string(decision.verdict());
  out += R"(","rule":")";
  out += to_string(decision.rule());
  out += R"(","reason":)";
  append_json_string(out, reason(language_, decision.deciding));
  out += R"(,"tier":)";
  if (decision.tier) {
    out += '"';
    out += to_string(*decision.tier);
    out += '"';
  } else {
    out += "null";
  }
  out += R"(,"also":[)";
  for (std::size_t i = 0; i < decision.also.size(); ++i) {
    out += i == 0 ? R"({"rule":")" : R"(,{"rule":")";
    out += to_string(decision.also[i].rule);
    out += R"(","decision":")";
    out += to_string(decision.also[i].verdict);
    out += R"("})";
  }
  out += R"(],"call":)";
  if (line.call.readability == Readability::Readable) {
    out += R"("sha256:)";
    out += call_digest(line.call.tool, line.call.arguments).hex();
    out += '"';
  } else {
    out += "null";
  }
  out += R"(,"policy":")";
  out += policy_digest_;
  out += "\"}\n";
  return decision.verdict();
}

DecideStream::Ruling DecideStream::judge_row(const CallLine& line) {
  const Decision decision = judge(line);
  Ruling ruling{.verdict = decision.verdict(),
                .rule = decision.rule(),
                .reason = reason(language_, decision.deciding),
                .tier = decision.tier ? std::string(to_string(*decision.tier)) : "-",
                .also = {}};
  for (const Finding& finding : decision.also) ruling.also.push_back(finding.rule);
  return ruling;
}

}  // namespace yett
