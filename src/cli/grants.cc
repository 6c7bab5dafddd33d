#include "cli/grants.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "cli/format_option.h"
#include "cli/key_option.h"
#include "cli/language_option.h"
#include "cli/policy_option.h"
#include "cli/state_option.h"
#include "cli/table.h"
#include "gate/granting.h"
#include "os/environment.h"
#include "os/linux/kernel_entropy.h"
#include "words/reason.h"

namespace yett {
namespace {

constexpr Duration kDefaultLength = std::chrono::hours(1);

Result<std::uint32_t> find_uses(const Invocation& invocation) {
  const auto text = invocation.value("--uses");
  if (!text) return 1;
  std::uint32_t uses = 0;
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), uses);
  if (error == std::errc() && end == text->data() + text->size() && uses > 0) return uses;
  return fail(ErrorKind::Input, "--uses takes a number of calls");
}

Result<Duration> find_length(const Invocation& invocation) {
  const auto text = invocation.value("--for");
  if (!text) return kDefaultLength;
  const Result<Duration> length = parse_duration(*text);
  if (!length) return fail(ErrorKind::Input, "--for takes a duration such as 2h");
  return length;
}

/// The tool of a ceiling; an error that names the ceilings there are.
Result<const Tool*> find_granted_tool(const Policy& policy, const std::string& name) {
  const auto found = std::ranges::find(policy.approval.grants, name, &GrantTerms::name);
  if (found != policy.approval.grants.end()) return &policy.tools.in_order()[found->tool];
  std::string names;
  for (const GrantTerms& terms : policy.approval.grants) names += (names.empty() ? "" : ", ") + terms.name;
  return fail(ErrorKind::Input, fmt::format("the policy has no grant {}", name), {},
              names.empty() ? "[approval.grants.NAME] in the policy says what can be granted" : "there are " + names);
}

/// What the command line asks for, not signed yet.
Result<Grant> find_grant(const Invocation& invocation, const Policy& policy, const std::string& name) {
  const auto user = invocation.value("--user");
  if (!user) return fail(ErrorKind::Input, "say whose calls are granted", {}, "--user NAME");
  const Result<std::uint32_t> uses = find_uses(invocation);
  if (!uses) return std::unexpected(uses.error());
  Grant grant;
  grant.name = name;
  grant.policy = policy.digest;
  grant.user = *user;
  grant.tenant = invocation.value("--tenant");
  if (!grant.tenant) grant.tenant = policy.session.tenant;
  grant.run = invocation.value("--run");
  grant.uses = *uses;
  grant.state = GrantState::Live;
  std::array<std::uint8_t, 8> id{};
  KernelEntropy entropy;
  if (Result<void> filled = entropy.fill(id); !filled) return std::unexpected(filled.error());
  grant.id = to_hex(id);
  return grant;
}

Result<Grant> sign(const Invocation& invocation, const Console& console, const Policy& policy, const Tool& tool,
                   Grant grant) {
  Session session;
  session.user = grant.user;
  session.tenant = grant.tenant;
  const Result<Duration> length = find_length(invocation);
  if (!length) return std::unexpected(length.error());
  const Result<std::optional<ApproverKey>> key =
      find_approver_key(invocation, console, answer_rules(policy, session, tool));
  if (!key) return std::unexpected(key.error());
  grant.from = console.clock.now();  // behind the passphrase, which may take a while to type
  grant.until = grant.from + *length;
  if (*key) {
    grant.by = (*key)->name;
    return sign_grant(std::move(grant), (*key)->key);
  }
  Result<std::string> name = user_name();
  if (!name) return std::unexpected(name.error());
  grant.by = *std::move(name);
  return grant;
}

std::vector<std::string> headings(Language language) {
  std::vector<std::string> all;
  for (const Label label : {Label::Id, Label::State, Label::Name, Label::User, Label::Tenant, Label::Run, Label::Used,
                            Label::Expires, Label::ApprovedBy, Label::Key}) {
    all.emplace_back(word(language, label));
  }
  return all;
}

std::string_view state_of(Language language, const Grant& grant, TimePoint now) {
  if (grant.state == GrantState::Revoked) return word(language, Label::Revoked);
  if (now >= grant.until) return word(language, Label::Expired);
  return word(language, grant.used >= grant.uses ? Label::Consumed : Label::Open);
}

Json grant_json(const Grant& grant, TimePoint now) {
  return Json::object({{"id", grant.id},
                       {"state", state_of(Language::English, grant, now)},
                       {"name", grant.name},
                       {"user", grant.user},
                       {"tenant", grant.tenant ? Json(*grant.tenant) : Json()},
                       {"run", grant.run ? Json(*grant.run) : Json()},
                       {"uses", std::int64_t{grant.uses}},
                       {"used", std::int64_t{grant.used}},
                       {"from", format_time(grant.from)},
                       {"until", format_time(grant.until)},
                       {"by", grant.by},
                       {"key", grant.signature ? Json(grant.signature->key.to_string()) : Json()}});
}

Exit list_grants(const Invocation& invocation, const Console& console, Language language) {
  const Result<Format> format = find_format(invocation);
  if (!format) return console.refuse(format.error());
  Result<OpenState> state = open_state(invocation, console, StoreAccess::Read);
  if (!state) return console.refuse(state.error());
  const Result<std::vector<Grant>> grants = state->store->grants();
  if (!grants) return console.refuse(grants.error());
  const TimePoint now = console.clock.now();
  Json::Array rows;
  Table table(headings(language));
  for (const Grant& grant : *grants) {
    rows.push_back(grant_json(grant, now));
    table.add({grant.id, std::string(state_of(language, grant, now)), grant.name, grant.user,
               grant.tenant.value_or("-"), grant.run.value_or("-"), fmt::format("{}/{}", grant.used, grant.uses),
               format_time(grant.until), grant.by, grant.signature ? grant.signature->key.to_string() : "-"});
  }
  if (*format == Format::Json) {
    console.print(write_json(rows) + "\n");
  } else if (table.empty() && *format == Format::Table) {
    console.print(fmt::format("{}\n", word(language, Label::NothingYet)));
  } else {
    console.print(table.print(*format));
  }
  return Exit::Done;
}

}  // namespace

Exit grant_ahead(const Invocation& invocation, const Console& console) {
  const Result<Language> language = find_language(invocation, console);
  if (!language) return console.refuse(language.error());
  const auto name = invocation.positional("ID");
  if (!name) return list_grants(invocation, console, *language);
  const Result<PolicyRef> policy = load_policy(invocation, console);
  if (!policy) return console.refuse(policy.error());
  const Result<const Tool*> tool = find_granted_tool(**policy, *name);
  if (!tool) return console.refuse(tool.error());
  Result<Grant> grant = find_grant(invocation, **policy, *name);
  if (!grant) return console.refuse(grant.error());
  Result<OpenState> state = open_state(invocation, console, StoreAccess::Write);
  if (!state) return console.refuse(state.error());
  grant = sign(invocation, console, **policy, **tool, *std::move(grant));
  if (!grant) return console.refuse(grant.error());
  const Result<void> within = require_within_ceiling(*grant, **policy);
  const Result<AnsweringSide> side = own_answering_side();
  if (!side) return console.refuse(side.error());
  const Result<void> kept = within ? keep_grant(*state->store, *grant, *side) : within;
  if (!kept) {
    console.report(kept.error());
    return Exit::Fails;
  }
  console.print(fmt::format("{}  {}  {} x {}  {} {}\n", grant->id, grant->name, grant->uses, (*tool)->name,
                            word(*language, Label::Expires), format_time(grant->until)));
  return Exit::Done;
}

Exit revoke_grant(const Invocation& invocation, const Console& console) {
  const Result<Language> language = find_language(invocation, console);
  if (!language) return console.refuse(language.error());
  const auto id = invocation.positional("ID");
  if (!id) {
    return console.refuse(
        {ErrorKind::Input, "revoke needs the id of a grant", {}, "`yett approvals grant` lists them"});
  }
  Result<OpenState> state = open_state(invocation, console, StoreAccess::Write);
  if (!state) return console.refuse(state.error());
  const Result<std::string> name = user_name();
  if (!name) return console.refuse(name.error());
  const Result<Grant> ended = end_grant(*state->store, *id, *name, console.clock.now());
  if (!ended) {
    console.report(ended.error());
    return Exit::Fails;
  }
  console.print(fmt::format("{} {}\n", word(*language, Label::Revoked), ended->id));
  return Exit::Done;
}

}  // namespace yett
