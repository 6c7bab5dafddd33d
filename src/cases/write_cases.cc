#include "cases/write_cases.h"

#include <fmt/format.h>

#include "base/time.h"
#include "policy/write_toml.h"

namespace yett {
namespace {

/// Lines of one table, "key = value" each.
class Lines {
 public:
  void add(std::string_view key, std::string_view value) { text_ += fmt::format("{} = {}\n", key, value); }
  void add_text(std::string_view key, const std::string& value) {
    if (!value.empty()) add(key, toml_text(value));
  }
  void add_texts(std::string_view key, const std::vector<std::string>& values) {
    if (values.empty()) return;
    Json::Array items(values.begin(), values.end());
    add(key, toml_inline(Json(std::move(items))));
  }
  void add_flag(std::string_view key, bool value) {
    if (value) add(key, "true");
  }
  [[nodiscard]] std::string take() && { return std::move(text_); }

 private:
  std::string text_;
};

Json sources_json(SourceSet sources) {
  Json::Array names;
  for (const SourceKind kind : kAllSourceKinds) {
    if (sources.contains(kind)) names.emplace_back(to_string(kind));
  }
  return Json(std::move(names));
}

Json session_json(const SessionRequest& session) {
  Json json(Json::Object{});
  if (session.run) json.set("run", *session.run);
  if (session.user) json.set("user", *session.user);
  if (session.tenant) json.set("tenant", *session.tenant);
  if (session.allowed_tenants) {
    json.set("allowed_tenants", Json::Array(session.allowed_tenants->begin(), session.allowed_tenants->end()));
  }
  if (session.permissions) json.set("permissions", *session.permissions);
  if (session.expires_at) json.set("expires_at", format_time(*session.expires_at));
  return json;
}

std::string_view definition_word(Observation seen) {
  switch (seen) {
    case Observation::Changed:
      return "changed";
    case Observation::Absent:
      return "absent";
    case Observation::Unpinned:
      return "unpinned";
    default:
      return "as pinned";
  }
}

Json meanwhile_json(const Meanwhile& meanwhile) {
  Json json(Json::Object{});
  if (meanwhile.passes > Duration{}) json.set("passes", format_duration(meanwhile.passes));
  if (meanwhile.arguments) json.set("arguments", *meanwhile.arguments);
  if (!meanwhile.takes_in.empty()) json.set("source", sources_json(meanwhile.takes_in));
  if (meanwhile.reads_private) json.set("read_private", true);
  if (meanwhile.suspends) json.set("then", "suspended");
  if (meanwhile.cancels) json.set("then", "cancelled");
  if (meanwhile.comes_again) json.set("then", "again");
  return json;
}

std::string write_call(const CaseCall& call) {
  Lines lines;
  lines.add_text("server", call.server);
  lines.add_text("tool", call.tool);
  lines.add("arguments", toml_inline(call.arguments));
  if (call.readability == Readability::Unreadable) lines.add("readable", "false");
  if (call.seen != Observation::Offered) lines.add_text("definition", std::string(definition_word(call.seen)));
  if (call.times != 1) lines.add("times", std::to_string(call.times));
  if (call.after > Duration{}) lines.add_text("after", format_duration(call.after));
  if (call.approver) lines.add_text("approver", std::string(to_string(*call.approver)));
  lines.add_texts("approved_by", call.approved_by);
  if (call.meanwhile) lines.add("meanwhile", toml_inline(meanwhile_json(*call.meanwhile)));
  if (call.outcome == ScriptedOutcome::Failed) lines.add_text("outcome", "failed");
  if (call.outcome == ScriptedOutcome::Unknown) lines.add_text("outcome", "unknown");
  if (call.result) lines.add("result", toml_inline(*call.result));
  if (call.result_bytes > 0) lines.add_text("bytes", fmt::format("{}B", call.result_bytes));
  lines.add_text("says", call.says);
  lines.add_text("logs", call.logs);
  lines.add_texts("redirects", call.redirects);
  lines.add_text("leaks", call.leaks);
  lines.add_flag("harm", call.harm == Harm::WhenItRuns);
  if (call.expect) {
    Json expect(Json::Object{});
    if (call.expect->decision) expect.set("decision", to_string(*call.expect->decision));
    if (call.expect->rule) expect.set("rule", to_string(*call.expect->rule));
    lines.add("expect", toml_inline(expect));
  }
  return "[[case.call]]\n" + std::move(lines).take();
}

}  // namespace

std::string write_case(const Case& written) {
  Lines lines;
  lines.add_text("name", written.name);
  lines.add_text("why", written.why);
  lines.add_text("kind", std::string(to_string(written.kind)));
  const Json session = session_json(written.session);
  if (!session.as_object()->empty()) lines.add("session", toml_inline(session));
  if (written.approver != ScriptedAnswer::None) lines.add_text("approver", std::string(to_string(written.approver)));
  if (written.now) lines.add("now", format_time(*written.now));
  if (!written.taken_in.empty()) lines.add("source", toml_inline(sources_json(written.taken_in)));
  lines.add_flag("read_private", written.has_read_private);
  if (!written.links.empty()) {
    Json links(Json::Object{});
    for (const CaseLink& link : written.links) links.set(link.path, link.to);
    lines.add("links", toml_inline(links));
  }
  if (!written.hosts.empty()) {
    Json hosts(Json::Object{});
    for (const CaseAnswers& host : written.hosts) {
      hosts.set(host.host, Json::Array(host.addresses.begin(), host.addresses.end()));
    }
    lines.add("resolves", toml_inline(hosts));
  }
  std::string text = "[[case]]\n" + std::move(lines).take();
  for (const CaseCall& call : written.calls) text += write_call(call);
  return text;
}

std::string write_cases(std::span<const Case> written) {
  std::string text;
  for (const Case& one : written) {
    if (!text.empty()) text += '\n';
    text += write_case(one);
  }
  return text;
}

}  // namespace yett
