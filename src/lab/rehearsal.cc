#include "lab/rehearsal.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <variant>

#include "base/digest.h"
#include "cases/made_up_text.h"
#include "decide/facts.h"
#include "gate/policy_redactor.h"
#include "guard/result_review.h"
#include "policy/session_request.h"
#include "route/answers.h"
#include "route/redirect.h"
#include "secrets/scrubber.h"
#include "store/memory_store.h"
#include "text/path.h"
#include "words/reason.h"

namespace yett {
namespace {

/// What the server of a trial was given in the place of a secret.
std::string trial_secret(std::string_view name) { return "trial-" + sha256(name).hex().substr(0, 24); }

void replace_all(std::string& text, const std::string& mark, std::string_view by) {
  for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at + by.size())) {
    text.replace(at, mark.size(), by);
  }
}

/// `{n}` in every text below.
void number_texts(Json& value, std::uint32_t number) {
  if (value.as_string() != nullptr) {
    std::string text = *value.as_string();
    replace_all(text, "{n}", std::to_string(number));
    value = Json(std::move(text));
  } else if (Json::Array* items = value.as_array()) {
    for (Json& item : *items) number_texts(item, number);
  } else if (Json::Object* members = value.as_object()) {
    for (Json::Member& member : *members) number_texts(member.value, number);
  }
}

/// `{secret:NAME}` stands for what the server was given, `{sample:KIND}` for a made-up text of that kind.
std::string filled_in(std::string text, const Policy& policy) {
  if (text.find('{') == std::string::npos) return text;
  for (const SecretSpec& secret : policy.secrets) {
    replace_all(text, "{secret:" + secret.name + "}", trial_secret(secret.name));
  }
  for (const MadeUpText& sample : made_up_texts()) replace_all(text, sample_mark(sample.kind), sample.text);
  return text;
}

/// Whether a text, or one that is written in JSON there, stands in `where`.
bool holds(std::string_view where, const std::string& text) {
  if (where.find(text) != std::string_view::npos) return true;
  std::string escaped;
  append_json_string(escaped, text);
  return where.find(std::string_view(escaped).substr(1, escaped.size() - 2)) != std::string_view::npos;
}

Json filled_in(Json value, const Policy& policy) {
  if (value.as_string() != nullptr) return Json(filled_in(*value.as_string(), policy));
  if (Json::Array* items = value.as_array()) {
    for (Json& item : *items) item = filled_in(std::move(item), policy);
  } else if (Json::Object* members = value.as_object()) {
    for (Json::Member& member : *members) member.value = filled_in(std::move(member.value), policy);
  }
  return value;
}

/// Where a path leads in a file system that has these links and no others. What is below a link lies below where it
/// leads.
PathEvidence resolve_path(const std::vector<CaseLink>& links, const std::string& path) {
  PathEvidence evidence{.path = path, .resolved = path, .absent = path, .object = PathObject::Absent};
  for (const CaseLink& link : links) {
    if (path != link.path && !path.starts_with(link.path + "/")) continue;
    evidence.resolved = link.to + path.substr(link.path.size());
    evidence.absent.clear();
    evidence.object = PathObject::File;
    evidence.other_names = OtherNames::None;
    evidence.owner = PathOwner::Ourselves;
  }
  return evidence;
}

/// What is looked up of a name: each family has its addresses, or is absent.
Answers answers_of(const CaseAnswers& host) {
  Answers answers{.v4 = std::vector<IpAddress>{}, .v6 = std::vector<IpAddress>{}};
  for (const std::string& text : host.addresses) {
    if (const auto address = parse_ipv4(text)) {
      answers.v4->push_back(*address);
    } else if (const auto other = parse_ipv6(text)) {
      answers.v6->push_back(*other);
    }
  }
  return answers;
}

/// A person who may approve, as often as somebody has to.
std::vector<std::string> willing_people(const AnswerRules& rules) {
  std::vector<std::string> people;
  if (rules.terms == AnswerTerms::Unsigned && rules.approvers.empty()) {
    for (std::uint32_t i = 1; i <= rules.quorum; ++i) people.push_back(fmt::format("person {}", i));
    return people;
  }
  for (const EntitledKey& approver : rules.approvers) {
    const bool counts = rules.own_user == OwnUser::Counts || !is_same_person(approver.name, rules.user);
    if (counts && people.size() < rules.quorum) people.push_back(approver.name);
  }
  return people;
}

}  // namespace

SigningKey trial_key(std::string_view name) { return SigningKey(sha256(fmt::format("yett trial {}", name)).bytes); }

struct Rehearsal::World {
  World(Trial& trial, const Case& played, Session granted, TimePoint now)
      : session(std::move(granted)),
        clock(now),
        gate({.engine = trial.defence_.engine,
              .policy = trial.defence_.policy,
              .session = session,
              .servers = {},
              .store = *store,
              .clock = clock,
              .entropy = entropy,
              .cards = CardFolder(trial.terms_.card_folder),
              .self = {},
              .resolve = [&played](const std::string& path) { return resolve_path(played.links, path); }}) {}

  std::unique_ptr<Store> store = make_memory_store();
  Session session;
  ManualClock clock;
  CountingEntropy entropy;
  std::shared_ptr<const Scrubber> scrubber = std::make_shared<const Scrubber>();
  Gate gate;
};

Rehearsal::Rehearsal(Trial& trial, const Case& played, std::unique_ptr<World> world)
    : trial_(trial), case_(played), world_(std::move(world)) {}
Rehearsal::Rehearsal(Rehearsal&&) noexcept = default;
Rehearsal::~Rehearsal() = default;

Result<Rehearsal> Rehearsal::open(Trial& trial, const Case& played) {
  const Policy& policy = *trial.defence_.policy;
  const TimePoint now = played.now.value_or(trial.terms_.now);
  SessionRequest request = played.session;
  if (!request.run) request.run = kCaseRun;
  if (!request.user) request.user = kCaseUser;
  Result<Session> session = make_session(policy, request, now);
  if (!session) return std::unexpected(session.error());
  auto world = std::make_unique<World>(trial, played, std::move(*session), now);
  if (!policy.secrets.empty() && !trial.leaves_out(Safeguard::Scrubbing)) {
    std::vector<std::string> secrets;
    for (const SecretSpec& secret : policy.secrets) secrets.push_back(trial_secret(secret.name));
    const std::vector<std::string_view> views(secrets.begin(), secrets.end());
    Result<Scrubber> scrubber = Scrubber::of(views, RedactionWords::English);
    if (!scrubber) return std::unexpected(scrubber.error());
    world->scrubber = std::make_shared<const Scrubber>(std::move(*scrubber));
    world->gate.use(world->scrubber);
  }
  if (Result<void> opened = world->gate.open(); !opened) return std::unexpected(opened.error());
  Rehearsal rehearsal(trial, played, std::move(world));
  if (!played.taken_in.empty() || played.has_read_private) {
    Result<void> begun = rehearsal.change_state([&](SessionState& state) {
      state.taken_in.insert(played.taken_in);
      state.private_seen |= played.has_read_private;
    });
    if (!begun) return std::unexpected(begun.error());
  }
  return rehearsal;
}

Result<void> Rehearsal::change_state(const std::function<void(SessionState&)>& change) {
  Result<std::unique_ptr<Transaction>> transaction = world_->store->begin();
  if (!transaction) return std::unexpected(transaction.error());
  const RunKey run(world_->session);
  Result<SessionState> state = (*transaction)->session_state(run);
  if (!state) return std::unexpected(state.error());
  change(*state);
  Result<void> kept = (*transaction)->put_session_state(run, world_->session, *state, world_->clock.now());
  if (!kept) return kept;
  Result<Receipt> receipt = (*transaction)->commit(Durability::ProcessCrash);
  if (!receipt) return std::unexpected(receipt.error());
  return {};
}

Submission Rehearsal::submission_of(const CaseCall& call, std::uint32_t time) const {
  const Policy& policy = *trial_.defence_.policy;
  const Tool* tool = call.server.empty() ? policy.tools.find(call.tool) : policy.tools.find_at(call.server, call.tool);
  Submission submission;
  submission.call = ToolCall::readable(tool == nullptr ? call.tool : tool->name, call.arguments);
  submission.call.readability = call.readability;
  submission.call.arguments = filled_in(std::move(submission.call.arguments), policy);
  if (call.times > 1) number_texts(submission.call.arguments, time);
  submission.tool = call.seen;
  if (tool != nullptr && call.seen == Observation::Offered && observe_by_name(policy, *tool) == Observation::Unpinned) {
    submission.tool = Observation::Unpinned;
  }
  submission.server = tool == nullptr ? call.server : tool->server;
  return submission;
}

CallTrace Rehearsal::make(const CaseCall& call) {
  CallTrace trace;
  for (std::uint32_t time = 1; time <= call.times; ++time) {
    const bool has_leaked = trace.leaked;
    trace = CallTrace{};
    trace.tool = call.tool;
    trace.leaked = has_leaked;
    make_once(call, time, trace);
  }
  return trace;
}

void Rehearsal::make_once(const CaseCall& call, std::uint32_t time, CallTrace& trace) {
  world_->clock.advance(call.after);
  const auto submit = [this](Submission submission) {
    std::vector<Submission> one;
    one.push_back(std::move(submission));
    return std::move(world_->gate.submit(std::move(one)).front());
  };
  const auto look_again = [this](const HeldCall& held) {
    std::vector<HeldCall> one;
    one.push_back(held);
    return std::move(world_->gate.look_again(std::move(one)).front());
  };
  const bool is_later_harm = call.meanwhile && call.meanwhile->comes_again;
  Submission submission = submission_of(call, time);
  if (const Tool* tool = trial_.defence_.policy->tools.find_at(submission.server, submission.call.tool)) {
    trace.tier = tool->tier();
  }
  Ruling ruling = submit(std::move(submission));
  if (const auto* refused = std::get_if<Refused>(&ruling)) {
    trace.ruled = refused->finding;
    note_refusal(call, refused->finding, trace);
    return;
  }
  if (auto* released = std::get_if<Released>(&ruling)) {
    trace.ruled = {
        .rule = RuleId::DefaultAllow, .verdict = Verdict::Allow, .channel = {}, .subject = {}, .argument = {}};
    if (trace.tier)
      trace.ruled.subject = {.kind = SubjectKind::Text, .text = std::string(to_string(*trace.tier)), .size = 0};
    trace.ran = run(call, std::move(*released), trace);
    trace.did_harm = trace.ran && call.harm == Harm::WhenItRuns;
    return;
  }
  HeldCall held = std::get<Held>(ruling).call;
  trace.ruled = held.asked;
  trace.ruled.verdict = Verdict::Confirm;
  answer(call, held);
  if (call.meanwhile) pass_meanwhile(*call.meanwhile, held);
  const auto come_back = [&](Ruling last) {
    if (auto* released = std::get_if<Released>(&last)) {
      trace.ruled_at_last = trace.ruled;
      trace.ruled_at_last->verdict = Verdict::Allow;
      return run(call, std::move(*released), trace);
    }
    if (const auto* refused = std::get_if<Refused>(&last)) {
      trace.ruled_at_last = refused->finding;
      note_refusal(call, refused->finding, trace);
    }
    return false;
  };
  Ruling first = look_again(held);
  // Before the result of the first is there: it would be another call after that.
  std::optional<Ruling> second;
  if (is_later_harm) second = look_again(held);
  trace.ran = come_back(std::move(first));
  trace.did_harm = trace.ran && call.harm == Harm::WhenItRuns && !is_later_harm;
  if (second) trace.did_harm = come_back(std::move(*second)) && call.harm == Harm::WhenItRuns;
}

void Rehearsal::answer(const CaseCall& call, const HeldCall& held) {
  Result<std::unique_ptr<Transaction>> transaction = world_->store->begin();
  if (!transaction) return fail_with(transaction.error());
  Result<std::optional<ApprovalRequest>> found = (*transaction)->get_request(held.request_id);
  if (!found) return fail_with(found.error());
  if (!*found) return fail_with({ErrorKind::Internal, "a call waits without a request"});
  ApprovalRequest request = std::move(**found);
  const auto given_by = [&](const std::string& person, Answer answer) {
    GivenAnswer given{.answer = answer, .by = person, .at = world_->clock.now(), .signature = {}};
    if (request.rules.terms == AnswerTerms::Unsigned && request.rules.approvers.empty()) return given;
    return sign_answer({request.id, request.binding}, std::move(given), trial_key(person));
  };
  const ScriptedAnswer scripted = call.approver.value_or(case_.approver);
  if (!call.approved_by.empty()) {
    // As somebody leaves it there who can write to the store.
    request.state = RequestState::Approved;
    for (const std::string& person : call.approved_by) request.answers.push_back(given_by(person, Answer::Approve));
  } else if (scripted == ScriptedAnswer::Deny) {
    Result<ApprovalRequest> denied = answered(request, given_by("person 1", Answer::Deny));
    if (denied) request = std::move(*denied);
  } else if (scripted == ScriptedAnswer::Approve) {
    for (const std::string& person : willing_people(request.rules)) {
      Result<ApprovalRequest> approved = answered(request, given_by(person, Answer::Approve));
      if (approved) request = std::move(*approved);
    }
  }
  if (Result<void> kept = (*transaction)->put_request(request); !kept) return fail_with(kept.error());
  if (Result<Receipt> receipt = (*transaction)->commit(Durability::ProcessCrash); !receipt) fail_with(receipt.error());
}

void Rehearsal::pass_meanwhile(const Meanwhile& meanwhile, HeldCall& held) {
  world_->clock.advance(meanwhile.passes);
  if (!meanwhile.takes_in.empty() || meanwhile.reads_private || meanwhile.suspends) {
    Result<void> changed = change_state([&](SessionState& state) {
      state.taken_in.insert(meanwhile.takes_in);
      state.private_seen |= meanwhile.reads_private;
      if (meanwhile.suspends) state.suspension = Suspension::Suspended;
    });
    if (!changed) fail_with(changed.error());
  }
  if (meanwhile.cancels) {
    std::vector<HeldCall> gone;
    gone.push_back(held);
    world_->gate.cancel(std::move(gone));
  }
  if (meanwhile.arguments) held.submission.call.arguments = *meanwhile.arguments;
}

std::optional<Finding> Rehearsal::route_refusal(const CaseCall& call, const Permit& permit, const Tool& tool) const {
  if (call.redirects.empty() && case_.hosts.empty()) return std::nullopt;
  const Policy& policy = *trial_.defence_.policy;
  const auto refused = [](const RouteRefusal& refusal) {
    Finding finding = denied_by(refusal.rule);
    finding.channel = Channel::Url;
    if (refusal.host) finding.subject = {.kind = SubjectKind::Host, .text = refusal.host->text(), .size = 0};
    return finding;
  };
  for (const BoundArgument& argument : tool.arguments) {
    if (argument.role != ArgumentRole::Url || argument.place.steps().size() != 1) continue;
    const Json* value = permit.arguments().find(argument.place.steps().front().key);
    const std::string* text = value == nullptr ? nullptr : value->as_string();
    if (text == nullptr) continue;
    const RouteTerms terms{.list = policy.list_for(argument.list, world_->session.tenant),
                           .ranges = trial_.defence_.engine.engine().ranges,
                           .now = world_->clock.now()};
    auto target = judge_url_target(*text, terms);
    if (!target) return refused(target.error());
    const auto host = std::ranges::find(case_.hosts, target->host().text(), &CaseAnswers::host);
    if (host != case_.hosts.end() && !trial_.leaves_out(Safeguard::AnswerCheck)) {
      const auto addresses = judge_answers(*target, answers_of(*host), {}, terms.ranges);
      if (!addresses) return refused(addresses.error());
    }
    if (trial_.leaves_out(Safeguard::RedirectCheck)) continue;
    Hop hop = first_hop(std::move(*target));
    for (const std::string& location : call.redirects) {
      auto next = follow_redirect(hop, location, terms);
      if (!next) return refused(next.error());
      hop = std::move(*next);
    }
  }
  return std::nullopt;
}

bool Rehearsal::run(const CaseCall& call, Released released, CallTrace& trace) {
  const Tool* tool = released.execution.tool;
  Settlement settlement{.execution = released.execution, .outcome = Outcome::Executed};
  const std::optional<Finding> stopped = tool == nullptr ? std::nullopt : route_refusal(call, released.permit, *tool);
  if (stopped) {
    trace.ruled_at_last = stopped;
    note_refusal(call, *stopped, trace);
    settlement.outcome = Outcome::Failed;
  } else {
    if (call.outcome == ScriptedOutcome::Failed) settlement.outcome = Outcome::Failed;
    if (call.outcome == ScriptedOutcome::Unknown) settlement.outcome = Outcome::Unknown;
    deliver(call, tool, trace, settlement);
  }
  std::vector<Settlement> settlements;
  settlements.push_back(std::move(settlement));
  if (world_->gate.settle(std::move(settlements)) == Delivery::Withhold) {
    fail_with({ErrorKind::Store, "the gate of the trial could not record an outcome"});
  }
  return !stopped;
}

void Rehearsal::deliver(const CaseCall& call, const Tool* tool, CallTrace& trace, Settlement& settlement) {
  const Policy& policy = *trial_.defence_.policy;
  Json result = Json::object({{"content", Json::Array{Json::object({{"type", "text"}, {"text", call.says}})}}});
  if (call.result) result.set("structuredContent", *call.result);
  std::string logs = filled_in(call.logs, policy);
  result = filled_in(std::move(result), policy);
  world_->scrubber->scrub(result);
  world_->scrubber->scrub(logs);
  if (tool != nullptr && !tool->result_tenant.empty()) {
    const std::optional<std::string>& tenant = world_->session.tenant;
    std::optional<Json> own = tenant ? own_result(result, tool->result_tenant, *tenant, std::nullopt) : std::nullopt;
    if (!own) {
      settlement.withheld = denied_by(RuleId::TenancyInResult);
      trace.withheld = settlement.withheld;
      result = Json();
    } else {
      result = std::move(*own);
    }
  }
  if (tool != nullptr && !tool->result_redact.empty()) {
    result = redacted_result(std::move(result), redactor_of(policy, tool->result_redact, Language::English));
  }
  const std::string text = write_json(result);
  settlement.result_bytes = std::max<std::uint64_t>(text.size(), call.result_bytes);
  if (call.leaks.empty()) return;
  const std::string leak = filled_in(call.leaks, policy);
  trace.leaked = trace.leaked || holds(text, leak) || holds(trial_.redactor_.redact(logs), leak);
}

void Rehearsal::note_refusal(const CaseCall& call, const Finding& finding, CallTrace& trace) {
  // The gate itself could not go on: nothing was shown.
  if (finding.rule == RuleId::SystemAudit)
    fail_with({ErrorKind::Store, "the gate of the trial could not record a call"});
  if (call.leaks.empty()) return;
  for (const Language language : {Language::English, Language::Chinese}) {
    const std::string leak = filled_in(call.leaks, *trial_.defence_.policy);
    trace.leaked = trace.leaked || reason(language, finding).find(leak) != std::string::npos;
  }
}

void Rehearsal::look_into_records(const Case& played, CaseTrace& trace) const {
  const bool any = std::ranges::any_of(played.calls, [](const CaseCall& call) { return !call.leaks.empty(); });
  if (!any) return;
  const Result<void> read = world_->store->each_record(0, [&](const Record& record) {
    for (std::size_t i = 0; i < trace.calls.size(); ++i) {
      if (played.calls[i].leaks.empty()) continue;
      const std::string leak = filled_in(played.calls[i].leaks, *trial_.defence_.policy);
      if (holds(record.body, leak)) trace.calls[i].leaked = true;
    }
    return true;
  });
  if (!read) trace.fault = read.error();
}

}  // namespace yett
