#include <fmt/format.h>

#include <chrono>
#include <thread>

#include "cli/audit_actions.h"
#include "model/rule_id.h"
#include "os/files.h"
#include "os/signals.h"
#include "words/reason.h"

namespace yett {
namespace {

/// How long --follow waits before it looks again.
constexpr std::chrono::milliseconds kPause{200};

constexpr std::size_t kMaxCheckpointFile = 64u << 20;

}  // namespace

Result<RecordFilter> find_record_filter(const Invocation& invocation) {
  RecordFilter filter;
  for (const auto& [option, member] : {std::pair{"--run", "run"},
                                       {"--user", "user"},
                                       {"--tenant", "tenant"},
                                       {"--tool", "tool"},
                                       {"--decision", "decision"},
                                       {"--rule", "rule"},
                                       {"--kind", "kind"}}) {
    if (const auto value = invocation.value(option)) filter.equal.emplace_back(member, *value);
  }
  if (const auto rule = invocation.value("--rule"); rule && !parse_rule_id(*rule)) {
    return fail(ErrorKind::Input, "there is no rule " + *rule, {}, "`yett rules` lists them");
  }
  if (const auto kind = invocation.value("--kind"); kind && !parse_record_kind(*kind)) {
    return fail(ErrorKind::Input,
                "--kind takes decision, approval, outcome, session, policy, protocol, state or candidate");
  }
  if (const auto since = invocation.value("--since")) {
    const Result<TimePoint> time = parse_time(*since);
    if (!time) return fail(ErrorKind::Input, "--since takes a time such as 2026-12-01T10:00:00Z");
    filter.since = format_time(*time);
  }
  return filter;
}

Result<void> each_match(Store& store, const RecordFilter& filter, std::uint64_t& after, const VisitMatch& visit) {
  Result<void> outcome;
  const Result<void> read = store.each_record(after, [&](const Record& record) {
    Result<Json> body = parse_json(record.body);
    if (!body) {
      outcome =
          fail(ErrorKind::Corrupt, fmt::format("record {} cannot be read", record.seq), {}, "run `yett audit verify`");
      return false;
    }
    after = record.seq;
    return !filter.passes(*body) || visit(record, std::move(*body));
  });
  return read ? outcome : read;
}

Result<void> follow_matches(const AuditCall& call, const RecordFilter& filter, std::uint64_t after,
                            const VisitMatch& visit) {
  std::FILE* const out = call.console.out;
  const auto is_read = [out] { return std::ferror(out) == 0 && !is_reader_gone(::fileno(out)); };
  const auto visit_while_read = [&](const Record& record, Json body) {
    return visit(record, std::move(body)) && std::ferror(out) == 0;
  };
  for (;;) {
    if (Result<void> read = each_match(*call.state.store, filter, after, visit_while_read); !read) return read;
    if (!call.invocation.has("--follow")) return {};
    std::fflush(out);
    if (!is_read()) return {};
    std::this_thread::sleep_for(kPause);
  }
}

Result<PublicKey> find_public_key(const AuditCall& call) {
  const auto text = call.invocation.value("--key");
  if (!text) return call.state.store->signing_key().public_key();
  const std::optional<PublicKey> key = PublicKey::parse(*text);
  if (!key) return fail(ErrorKind::Input, "--key takes a key as `yett audit key` prints it: ed25519:...");
  return *key;
}

Result<KeptCheckpoints> find_kept_checkpoints(const AuditCall& call, const PublicKey& key) {
  KeptCheckpoints kept;
  const auto path = call.invocation.value("--checkpoint");
  if (!path) return kept;
  const Result<std::string> text = read_file(*path, kMaxCheckpointFile);
  if (!text) return std::unexpected(text.error());
  std::size_t number = 0;
  for (std::string_view rest = *text; !rest.empty();) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    ++number;
    if (line.empty()) continue;
    const Result<SignedStatement> read = read_statement(line, StatementKind::Checkpoint);
    if (!read || read->key != key) {
      kept.broken = fmt::format("{}: {}", word_with(call.language, Label::CheckpointBroken, std::to_string(number)),
                                read ? "another key has signed it" : read.error().message);
      return kept;
    }
    kept.heads.push_back(read->statement.at);
  }
  if (kept.heads.empty()) return fail(ErrorKind::Input, *path + " holds no checkpoint");
  return kept;
}

}  // namespace yett
