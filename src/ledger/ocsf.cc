#include "ledger/ocsf.h"

#include <chrono>

#include "ledger/event_severity.h"

namespace yett {
namespace {

constexpr int kClass = 6003;
constexpr int kOther = 99;  // of every enumeration of the framework

struct Named {
  int id = 0;
  std::string_view name = "Unknown";
};

std::string_view effect_of(const Json& body) {
  const Json* intent = body.find("intent");
  return intent == nullptr || intent->as_object() == nullptr ? std::string_view() : body_text(*intent, "effect");
}

Named activity_of(const Json& body) {
  const std::string_view effect = effect_of(body);
  if (effect == "read") return {2, "Read"};
  if (effect == "write") return {3, "Update"};
  return {kOther, effect.empty() ? body_text(body, "kind") : effect};
}

Named severity_name(EventSeverity severity) {
  switch (severity) {
    case EventSeverity::Informational:
      return {1, "Informational"};
    case EventSeverity::Low:
      return {2, "Low"};
    case EventSeverity::Medium:
      return {3, "Medium"};
    case EventSeverity::High:
      return {4, "High"};
  }
  return {};
}

Named status_of(std::string_view what) {
  if (what == "allow" || what == "executed") return {1, "Success"};
  if (what == "deny" || what == "failed") return {2, "Failure"};
  if (what == "unknown") return {};
  return {kOther, what};
}

/// What the gate did about a call; nothing of what is known of other records.
Named action_of(const Json& body) {
  if (body_text(body, "kind") != "decision") return {};
  const std::string_view what = body_text(body, "decision");
  if (what == "allow") return {1, "Allowed"};
  if (what == "deny") return {2, "Denied"};
  return {kOther, what};
}

Named disposition_of(const Named& action) { return action.id == 2 ? Named{2, "Blocked"} : action; }

void set(Json& object, std::string_view member, std::string_view text) {
  if (!text.empty()) object.set(member, text);
}

Json actor_of(const Json& body) {
  Json actor(Json::Object{});
  if (const auto user = body_text(body, "user"); !user.empty()) actor.set("user", Json::object({{"name", user}}));
  if (const auto run = body_text(body, "run"); !run.empty()) actor.set("session", Json::object({{"uid", run}}));
  if (actor.as_object()->empty()) actor.set("app_name", "Yett");
  return actor;
}

Json api_of(const Json& body) {
  const std::string_view tool = body_text(body, "tool");
  const std::string what = std::string(body_text(body, "kind")) + "." + std::string(body_text(body, "decision"));
  Json api = Json::object({{"operation", tool.empty() ? std::string_view(what) : tool}});
  if (const auto server = body_text(body, "server"); !server.empty()) {
    api.set("service", Json::object({{"name", server}}));
  }
  if (const auto call = body_text(body, "call"); !call.empty()) api.set("request", Json::object({{"uid", call}}));
  return api;
}

Json metadata_of(const Record& record, const Json& body, std::string_view version) {
  Json metadata =
      Json::object({{"version", "1.3.0"},
                    {"product", Json::object({{"name", "Yett"}, {"vendor_name", "Yett"}, {"version", version}})},
                    {"profiles", Json::Array{"security_control"}},
                    {"log_name", "audit"},
                    {"sequence", record.seq},
                    {"uid", record.hash.to_string()},
                    {"original_time", body_text(body, "time")}});
  set(metadata, "tenant_uid", body_text(body, "tenant"));
  return metadata;
}

std::int64_t milliseconds_of(const Json& body) {
  const Result<TimePoint> time = parse_time(body_text(body, "time"));
  return time ? std::chrono::duration_cast<std::chrono::milliseconds>(time->time_since_epoch()).count() : 0;
}

}  // namespace

std::string ocsf_line(const Record& record, const Json& body, std::string_view version) {
  const Named activity = activity_of(body);
  const Named severity = severity_name(severity_of(body));
  const Named status = status_of(body_text(body, "decision"));
  const Named action = action_of(body);
  const Named disposition = disposition_of(action);
  const std::string_view run = body_text(body, "run");
  Json event = Json::object({{"category_uid", kClass / 1000},
                             {"category_name", "Application Activity"},
                             {"class_uid", kClass},
                             {"class_name", "API Activity"},
                             {"activity_id", activity.id},
                             {"activity_name", activity.name},
                             {"type_uid", kClass * 100 + activity.id},
                             {"type_name", "API Activity: " + std::string(activity.name)},
                             {"time", milliseconds_of(body)},
                             {"severity_id", severity.id},
                             {"severity", severity.name},
                             {"status_id", status.id},
                             {"status", status.name},
                             {"action_id", action.id},
                             {"action", action.name},
                             {"disposition_id", disposition.id},
                             {"disposition", disposition.name},
                             {"metadata", metadata_of(record, body, version)},
                             {"actor", actor_of(body)},
                             {"api", api_of(body)},
                             {"src_endpoint", Json::object({{"name", run.empty() ? std::string_view("yett") : run}})}});
  if (const auto host = first_destination(body); !host.empty()) {
    event.set("dst_endpoint", Json::object({{"hostname", host}}));
  }
  set(event, "status_code", body_text(body, "rule"));
  set(event, "status_detail", body_text(body, "reason"));
  set(event, "message", body_text(body, "reason"));
  Json unmapped = Json::object({{"kind", body_text(body, "kind")},
                                {"decision", body_text(body, "decision")},
                                {"prev", record.prev.to_string()}});
  set(unmapped, "policy", body_text(body, "policy"));
  set(unmapped, "tier", body_text(body, "tier"));
  if (const Json* intent = body.find("intent"); intent != nullptr && !intent->is_null())
    unmapped.set("intent", *intent);
  event.set("unmapped", std::move(unmapped));
  return write_json(event);
}

}  // namespace yett
