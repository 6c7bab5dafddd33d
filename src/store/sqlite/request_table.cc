#include "store/sqlite/request_table.h"

#include <fmt/format.h>

#include "store/refusals.h"
#include "store/sqlite/answer_columns.h"
#include "text/json.h"

namespace yett {
namespace {

std::string write_names(const std::vector<std::string>& names) {
  return write_json(Json(Json::Array(names.begin(), names.end())));
}

std::optional<std::vector<std::string>> read_names(std::string_view text) {
  const Result<Json> list = parse_json(text);
  if (!list || list->as_array() == nullptr) return std::nullopt;
  std::vector<std::string> names;
  for (const Json& name : *list->as_array()) {
    if (name.as_string() == nullptr) return std::nullopt;
    names.push_back(*name.as_string());
  }
  return names;
}

/// Reads a whole row (SELECT *): a new version of the schema adds its columns behind these.
/// What is not understood must not be answered or consumed, so it is an error.
Result<ApprovalRequest> read_row(SqliteRows& row) {
  ApprovalRequest request;
  (void)row.integer();  // its number
  request.id = row.text();
  request.run_key = row.text();
  const std::optional<Digest> binding = row.digest();
  const std::optional<RequestState> state = parse_request_state(row.text());
  if (!binding || !state) return fail(ErrorKind::Corrupt, fmt::format("request {} cannot be read", request.id));
  request.binding = *binding;
  request.state = *state;
  request.created_at = row.time();
  request.expires_at = row.time();
  request.run = row.text();
  request.user = row.text();
  request.tenant = row.optional_text();
  request.server = row.text();
  request.tool = row.text();
  request.tier = row.text();
  request.rule = row.text();
  request.reason = row.text();
  request.card = row.text();
  Result<AnswerRules> rules = read_answer_rules(row.text());
  if (!rules) return std::unexpected(rules.error());
  request.rules = *std::move(rules);
  Result<std::vector<GivenAnswer>> answers = read_answers(row.text());
  if (!answers) return std::unexpected(answers.error());
  request.answers = *std::move(answers);
  request.asker = row.text();
  const std::optional<Digest> act = row.digest();
  auto also = read_names(row.text());
  if (!act || !also) return fail(ErrorKind::Corrupt, fmt::format("request {} cannot be read", request.id));
  request.act = *act;
  request.also = *std::move(also);
  return request;
}

Result<std::optional<ApprovalRequest>> read_one(Result<SqliteRows> rows) {
  if (!rows) return std::unexpected(rows.error());
  const Result<SqliteRows::Step> step = rows->next();
  if (!step) return std::unexpected(step.error());
  if (*step == SqliteRows::Step::Done) return std::nullopt;
  Result<ApprovalRequest> request = read_row(*rows);
  if (!request) return std::unexpected(request.error());
  return std::move(*request);
}

}  // namespace

Result<std::optional<ApprovalRequest>> read_newest_request(SqliteConnection& connection, const RunKey& run,
                                                           const Digest& binding) {
  return read_one(
      connection.query("SELECT * FROM requests WHERE binding = ? AND run_key = ? "
                       "ORDER BY created_at DESC, number DESC LIMIT 1",
                       binding, run.text()));
}

Result<bool> read_was_denied(SqliteConnection& connection, const RunKey& run, const Digest& act) {
  Result<SqliteRows> rows = connection.query(
      "SELECT 1 FROM requests WHERE act = ? AND run_key = ? AND state = 'denied' LIMIT 1", act, run.text());
  if (!rows) return std::unexpected(rows.error());
  const Result<SqliteRows::Step> step = rows->next();
  if (!step) return std::unexpected(step.error());
  return *step == SqliteRows::Step::Row;
}

Result<std::optional<ApprovalRequest>> read_request(SqliteConnection& connection, std::string_view id) {
  return read_one(connection.query("SELECT * FROM requests WHERE id = ?", id));
}

Result<void> write_request(SqliteConnection& connection, const ApprovalRequest& request) {
  const Result<std::optional<ApprovalRequest>> before = read_request(connection, request.id);
  if (!before) return std::unexpected(before.error());
  if (*before && !may_become(**before, request)) return refused_request(**before);
  const auto written = connection.change(
      "INSERT INTO requests VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) "
      "ON CONFLICT(id) DO UPDATE SET state = excluded.state, answers = excluded.answers, run = excluded.run, user = "
      "excluded.user, tenant = excluded.tenant, "
      "server = excluded.server, tool = excluded.tool, tier = excluded.tier, rule = excluded.rule, "
      "reason = excluded.reason, also = excluded.also, card = excluded.card",
      request.id, request.run_key, request.binding, to_string(request.state), request.created_at, request.expires_at,
      request.run, request.user, request.tenant, request.server, request.tool, request.tier, request.rule,
      request.reason, request.card, write_answer_rules(request.rules), write_answers(request.answers), request.asker,
      request.act, write_names(request.also));
  if (!written) return std::unexpected(written.error());
  return {};
}

Result<std::uint32_t> count_pending_requests(SqliteConnection& connection, const RunKey& run, TimePoint now) {
  Result<SqliteRows> rows = connection.query(
      "SELECT count(*) FROM requests WHERE run_key = ? AND state = 'pending' AND expires_at > ?", run.text(), now);
  if (!rows) return std::unexpected(rows.error());
  if (const Result<SqliteRows::Step> step = rows->next(); !step) return std::unexpected(step.error());
  return static_cast<std::uint32_t>(rows->count());
}

namespace {

Result<std::vector<ApprovalRequest>> read_all(Result<SqliteRows> rows) {
  if (!rows) return std::unexpected(rows.error());
  std::vector<ApprovalRequest> requests;
  for (;;) {
    const Result<SqliteRows::Step> step = rows->next();
    if (!step) return std::unexpected(step.error());
    if (*step == SqliteRows::Step::Done) return requests;
    Result<ApprovalRequest> request = read_row(*rows);
    if (!request) return std::unexpected(request.error());
    requests.push_back(std::move(*request));
  }
}

}  // namespace

Result<std::vector<ApprovalRequest>> read_requests(SqliteConnection& connection) {
  return read_all(connection.query("SELECT * FROM requests ORDER BY created_at DESC, number DESC"));
}

Result<std::vector<ApprovalRequest>> read_open_requests(SqliteConnection& connection, const RunKey& run) {
  return read_all(connection.query(
      "SELECT * FROM requests WHERE run_key = ? AND state IN ('pending', 'approved') ORDER BY number", run.text()));
}

}  // namespace yett
