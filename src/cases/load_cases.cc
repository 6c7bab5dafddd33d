#include "cases/load_cases.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "cases/load_call.h"
#include "policy/load_names.h"
#include "policy/policy.h"
#include "policy/refusal_list.h"
#include "policy/table_reader.h"
#include "text/address.h"
#include "text/spelling.h"
#include "text/toml.h"

namespace yett {
namespace {

constexpr std::string_view kFileKeys[] = {"case"};
constexpr std::string_view kCaseKeys[] = {"name",   "why",  "kind",  "session",  "approver",    "now",
                                          "source", "call", "links", "resolves", "read_private"};
constexpr std::string_view kSessionKeys[] = {"run", "user", "tenant", "allowed_tenants", "permissions", "expires_at"};

constexpr Choice<CaseKind> kKinds[] = {{"attack", CaseKind::Attack}, {"task", CaseKind::Task}};

/// A time, written as TOML or as a text.
std::optional<TimePoint> load_time(const Field& field) {
  if (const TimePoint* time = field.value().as_time()) return *time;
  const std::string* text = field.value().as_string();
  const Result<TimePoint> time = text != nullptr ? parse_time(*text) : fail(ErrorKind::Input, "");
  if (time) return *time;
  field.refuse_expected("a time with a zone", "2026-12-01T10:00:00Z");
  return std::nullopt;
}

SessionRequest load_session(const Field& field) {
  SessionRequest session;
  const TableReader table(field, {.accepted = kSessionKeys, .example = R"({ user = "ana", tenant = "acme" })"});
  if (const auto run = table.find("run")) session.run = run->readable_name();
  if (const auto user = table.find("user")) session.user = user->readable_name();
  if (const auto tenant = table.find("tenant")) session.tenant = tenant->readable_name();
  if (const auto allowed = table.find("allowed_tenants")) {
    session.allowed_tenants = load_names(*allowed, [](const Field&, const std::string&) {});
  }
  if (const auto permissions = table.find("permissions")) session.permissions = permissions->text();
  if (const auto expires = table.find("expires_at")) session.expires_at = load_time(*expires);
  return session;
}

std::vector<CaseLink> load_links(const Field& field) {
  std::vector<CaseLink> links;
  const auto members = field.members();
  if (!members) return links;
  for (const NamedField& link : *members) {
    if (const auto to = link.field.absolute_path()) links.push_back({std::string(link.key), *to});
  }
  return links;
}

std::vector<CaseAnswers> load_answers(const Field& field) {
  std::vector<CaseAnswers> hosts;
  const auto members = field.members();
  if (!members) return hosts;
  for (const NamedField& host : *members) {
    const auto check = [](const Field& item, const std::string& text) {
      if (!parse_ipv4(text) && !parse_ipv6(text))
        item.refuse_expected("an address", "\"192.0.2.1\" or \"2001:db8::1\"");
    };
    hosts.push_back({std::string(host.key), load_names(host.field, check)});
  }
  return hosts;
}

bool can_harm(const Case& read) {
  return std::ranges::any_of(read.calls,
                             [](const CaseCall& call) { return call.harm == Harm::WhenItRuns || !call.leaks.empty(); });
}

std::vector<CaseCall> load_calls(const TableReader& table, CaseKind kind, const Policy& policy) {
  std::vector<CaseCall> calls;
  const auto list = table.require("call", "[[case.call]] with a tool and its arguments");
  const auto items = list ? list->items() : std::nullopt;
  if (!items) return calls;
  if (items->empty()) list->refuse("a case without a call", "[[case.call]]");
  for (const Field& item : *items) calls.push_back(load_case_call(item, kind, policy));
  return calls;
}

Case load_case(const Field& field, const Policy& policy) {
  Case read;
  read.where = field.where();
  const std::size_t before = field.refusals().count();
  const TableReader table(field, {.accepted = kCaseKeys, .example = "[[case]] with a name, a kind and calls"});
  if (const auto name = table.require("name", "name = \"what happens, in a few words\"")) {
    read.name = name->readable_name().value_or("");
  }
  if (const auto why = table.find("why")) read.why = why->text().value_or("");
  if (const auto kind = table.require("kind", "kind = \"attack\" or \"task\"")) {
    read.kind = kind->choice(kKinds).value_or(CaseKind::Attack);
  }
  if (const auto session = table.find("session")) read.session = load_session(*session);
  if (const auto approver = table.find("approver")) {
    read.approver = approver->choice(kAnswers).value_or(ScriptedAnswer::None);
  }
  if (const auto now = table.find("now")) read.now = load_time(*now);
  if (const auto source = table.find("source")) read.taken_in = load_taken_in(*source);
  if (const auto given = table.find("read_private")) read.has_read_private = given->flag().value_or(false);
  if (const auto links = table.find("links")) read.links = load_links(*links);
  if (const auto resolves = table.find("resolves")) read.hosts = load_answers(*resolves);
  read.calls = load_calls(table, read.kind, policy);
  const bool is_whole = field.refusals().count() == before;
  if (is_whole && read.kind == CaseKind::Attack && !can_harm(read)) {
    field.refuse("an attack that could do no harm", "harm = true on the call that must not run, or leaks = \"TEXT\"");
  }
  return read;
}

void check_names(const std::vector<Case>& cases, RefusalList& refusals) {
  std::map<std::string_view, const Case*> by_name;
  for (const Case& read : cases) {
    if (read.name.empty()) continue;
    const auto [first, is_new] = by_name.try_emplace(read.name, &read);
    if (is_new) continue;
    refusals.add(read.where, fmt::format("two cases are called {}", in_quotes(read.name)),
                 fmt::format("the other stands in line {}", first->second->where.line));
  }
}

}  // namespace

std::expected<std::vector<Case>, PolicyErrors> load_cases(std::string_view text, std::string file,
                                                          const Policy& policy) {
  const auto document = parse_toml(text, std::move(file));
  if (!document) return std::unexpected(PolicyErrors{.reported = {document.error()}});
  if (document->find("policy") != nullptr && document->find("case") == nullptr) {
    return std::unexpected(
        PolicyErrors{.reported = {{ErrorKind::Input, "this is a policy, not a case file",
                                   document->find("policy")->where, "name the policy with -p FILE"}}});
  }
  RefusalList refusals;
  std::vector<Case> cases;
  const TableReader root(Field(*document, "", refusals), {.accepted = kFileKeys});
  if (const auto list = root.require("case", "[[case]] with a name, a kind and calls")) {
    const auto items = list->items();
    if (items && items->empty()) list->refuse("a case file without a case", "[[case]]");
    if (items) {
      for (const Field& item : *items) cases.push_back(load_case(item, policy));
    }
  }
  check_names(cases, refusals);
  if (!refusals.empty()) return std::unexpected(refusals.take());
  return cases;
}

}  // namespace yett
