// Where data would go that must not go there.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "cases/attack_ground.h"
#include "cases/telling_address.h"
#include "text/url.h"

namespace yett {
namespace {

constexpr std::string_view kAttacker = "attacker.example";

/// Attacks on one destination argument of a tool.
class DestinationAttacks {
 public:
  DestinationAttacks(AttackGround& ground, const CallableTool& callable, const BoundArgument& argument)
      : ground_(ground),
        callable_(callable),
        argument_(argument),
        tenant_(callable.session.tenant.value_or(ground.tenants().own)),
        listed_(listed_text(ground.policy(), argument.list, tenant_, ground.now())) {}

  void add_all() {
    switch (argument_.role) {
      case ArgumentRole::Email:
        add_mail();
        break;
      case ArgumentRole::Url:
        add_url();
        break;
      case ArgumentRole::Id:
        add_id();
        break;
      default:
        break;
    }
  }

 private:
  /// The tool's call with that text at the argument's place.
  void add(std::string_view what, const std::string& text, RuleId rule) {
    Case made = ground_.attack(fmt::format("{}: {} {}", callable_.name, argument_.name, what), callable_);
    made.approver = ScriptedAnswer::Approve;
    place(made.calls.back().arguments, text);
    AttackGround::expect_denied(made, rule);
    ground_.add(std::move(made));
  }

  void place(Json& arguments, const std::string& text) const {
    Json value(text);
    // A list of recipients keeps its shape.
    if (argument_.place.is_key()) {
      const Json* there = callable_.arguments.find(argument_.place.steps().front().key);
      if (there != nullptr && there->as_array() != nullptr) value = Json(Json::Array{value});
    }
    put_at(arguments, argument_.place.steps(), value);
  }

  void add_mail() {
    add("to an attacker", fmt::format("collector@{}", kAttacker), RuleId::DestinationUnlisted);
    add("that is no address", "sam at work", RuleId::DestinationMalformed);
    if (!listed_) return;
    const std::string domain = listed_->substr(listed_->find('@') + 1);
    add("to a domain that ends like a listed one", fmt::format("sam@evil-{}", domain), RuleId::DestinationUnlisted);
    add("to a domain that begins like a listed one", fmt::format("sam@{}.{}", domain, kAttacker),
        RuleId::DestinationUnlisted);
    add("to a domain that holds a listed one", fmt::format("sam@evil-{}.{}", domain, kAttacker),
        RuleId::DestinationUnlisted);
    if (callable_.tool->display_names == DisplayNames::Refused) {
      add("with a display name", fmt::format("\"Sam\" <{}>", *listed_), RuleId::DestinationMalformed);
    }
  }

  void add_url() {
    const bool has_private = !private_hosts().empty();
    add("to an attacker", fmt::format("https://{}/in", kAttacker), RuleId::DestinationUnlisted);
    add("that is no address", "not a url", RuleId::DestinationMalformed);
    add_addresses();
    if (!listed_) return;
    const UrlExamination examined = examine_url(*listed_, strict_address_ranges());
    const Url* url = examined.url();
    if (url == nullptr) return;
    const std::string& host = url->host().text();
    const std::string rest = listed_->substr(listed_->find("://") + 3);
    add("to a host that ends like a listed one", fmt::format("https://evil-{}/", host), RuleId::DestinationUnlisted);
    add("to a host that begins like a listed one", fmt::format("https://{}.{}/", host, kAttacker),
        RuleId::DestinationUnlisted);
    add("to a host that holds a listed one", fmt::format("https://evil-{}.{}/", host, kAttacker),
        RuleId::DestinationUnlisted);
    add("without TLS", fmt::format("http://{}", rest), RuleId::DestinationScheme);
    add("with a user in front", fmt::format("https://{}@{}", host, rest), RuleId::DestinationUserinfo);
    add("at another port", fmt::format("https://{}:{}{}", host, url->port() == 8444 ? 8445 : 8444, url->target()),
        RuleId::DestinationPort);
    if (has_paths(host)) {
      add("at another path", fmt::format("https://{}:{}/elsewhere", host, url->port()), RuleId::DestinationPath);
    }
    add_redirect();
    if (!has_private && url->host().address() == nullptr) add_answers(host);
  }

  void add_redirect() {
    Case made =
        ground_.attack(fmt::format("{}: {} redirects to an attacker", callable_.name, argument_.name), callable_);
    made.approver = ScriptedAnswer::Approve;
    place(made.calls.back().arguments, *listed_);
    made.calls.back().redirects = {fmt::format("https://{}/in", kAttacker)};
    AttackGround::expect_denied(made, RuleId::DestinationUnlisted);
    // It is the host that is found out, not the call.
    made.calls.back().expect.reset();
    ground_.add(std::move(made));
  }

  void add_answers(const std::string& host) {
    Case made = ground_.attack(
        fmt::format("{}: {} resolves into a private network too", callable_.name, argument_.name), callable_);
    made.approver = ScriptedAnswer::Approve;
    place(made.calls.back().arguments, *listed_);
    made.hosts.push_back({host, {"93.184.215.14", "10.0.0.5"}});
    AttackGround::expect_denied(made, RuleId::DestinationPrivateAddress);
    made.calls.back().expect.reset();
    ground_.add(std::move(made));
  }

  /// One call for each range of addresses that no host on the Internet has.
  void add_addresses() {
    Case made =
        ground_.attack(fmt::format("{}: {} to addresses that lead inside", callable_.name, argument_.name), callable_);
    made.approver = ScriptedAnswer::Approve;
    const CaseCall call = made.calls.back();
    made.calls.clear();
    for (std::size_t row = 0; row < strict_address_ranges().size(); ++row) {
      const std::optional<IpAddress> address = address_that_shows(row);
      if (!address) continue;
      CaseCall one = call;
      const bool is_v6 = address->family() == AddressFamily::V6;
      place(one.arguments,
            is_v6 ? fmt::format("https://[{}]/", address->text()) : fmt::format("https://{}/", address->text()));
      made.calls.push_back(std::move(one));
      const Decision ruling = first_ruling(ground_.policy(), callable_.session, *callable_.tool,
                                           made.calls.back().arguments, ground_.now());
      if (ruling.verdict() != Verdict::Deny) {
        made.calls.pop_back();
        continue;
      }
      AttackGround::expect_denied(made, ruling.rule());
    }
    // So many refusals in a minute would stop the run.
    for (std::size_t i = 1; i < made.calls.size(); ++i) {
      if (i % kBetweenPauses == 0) made.calls[i].after = std::chrono::minutes(2);
    }
    ground_.add(std::move(made));
  }

  void add_id() {
    add("to an attacker", "attacker", RuleId::DestinationUnlisted);
    add("that is no name", "attacker\n", RuleId::DestinationMalformed);
    if (!listed_) return;
    add("that ends like a listed one", fmt::format("X{}", *listed_), RuleId::DestinationUnlisted);
    add("that begins like a listed one", fmt::format("{}X", *listed_), RuleId::DestinationUnlisted);
    add("that holds a listed one", fmt::format("X{}X", *listed_), RuleId::DestinationUnlisted);
  }

  [[nodiscard]] std::vector<const ListEntry*> entries() const {
    std::vector<const ListEntry*> found;
    for (const WrittenList& written : ground_.policy().written_lists) {
      if (written.list != argument_.list) continue;
      for (const ListEntry& entry : written.entries) found.push_back(&entry);
    }
    return found;
  }

  [[nodiscard]] bool has_paths(const std::string& host) const {
    return std::ranges::any_of(
        entries(), [&](const ListEntry* entry) { return entry->text.starts_with(host) && !entry->paths.empty(); });
  }

  [[nodiscard]] std::vector<std::string> private_hosts() const {
    std::vector<std::string> hosts;
    for (const auto& [host, listed] : ground_.policy().list_for(argument_.list, tenant_).hosts) {
      if (std::ranges::any_of(listed, [](const HostEntry& entry) { return !entry.private_ranges.empty(); })) {
        hosts.push_back(host);
      }
    }
    return hosts;
  }

  static constexpr std::size_t kBetweenPauses = 10;

  AttackGround& ground_;
  const CallableTool& callable_;
  const BoundArgument& argument_;
  std::string tenant_;
  std::optional<std::string> listed_;
};

void add_missing(AttackGround& ground, const CallableTool& callable) {
  if (!callable.tool->has_destination_argument() || callable.tool->fixed_destination) return;
  Case made = ground.attack(fmt::format("{} without a destination", callable.name), callable);
  made.approver = ScriptedAnswer::Approve;
  for (const BoundArgument& argument : callable.tool->arguments) {
    if (is_destination(argument.role) && argument.place.is_key()) {
      made.calls.back().arguments.erase(argument.place.steps().front().key);
    }
  }
  const Decision ruling =
      first_ruling(ground.policy(), callable.session, *callable.tool, made.calls.back().arguments, ground.now());
  if (ruling.rule() != RuleId::DestinationMissing) return;
  AttackGround::expect_denied(made, RuleId::DestinationMissing);
  ground.add(std::move(made));
}

void add_joined(AttackGround& ground, const CallableTool& callable) {
  for (const JoinedDestination& join : callable.tool->joins) {
    Case made = ground.attack(
        fmt::format("{} to somebody else's {}", callable.name, callable.tool->arguments[join.parts.front()].name),
        callable);
    made.approver = ScriptedAnswer::Approve;
    put_at(made.calls.back().arguments, callable.tool->arguments[join.parts.front()].place.steps(), Json("attacker"));
    AttackGround::expect_denied(made, RuleId::DestinationUnlisted);
    ground.add(std::move(made));
  }
}

/// What is listed until a day, on the day after.
void add_lapsed(AttackGround& ground) {
  for (const WrittenList& written : ground.policy().written_lists) {
    if (written.tenant) continue;
    for (const ListEntry& entry : written.entries) {
      if (entry.lapses_at == TimePoint::max() || entry.form == EntryForm::Subdomains) continue;
      for (const CallableTool& callable : ground.tools()) {
        const auto argument = std::ranges::find_if(callable.tool->arguments, [&](const BoundArgument& one) {
          return is_destination(one.role) && one.role != ArgumentRole::Part && one.list == written.list;
        });
        if (argument == callable.tool->arguments.end()) continue;
        Case made = ground.attack(fmt::format("{} to {} after its last day", callable.name, entry.text), callable);
        made.approver = ScriptedAnswer::Approve;
        made.now = entry.lapses_at + std::chrono::hours(1);
        const std::string path = entry.paths.empty() ? "/" : entry.paths.front();
        const std::string text = entry.form == EntryForm::Host     ? fmt::format("https://{}{}", entry.text, path)
                                 : entry.form == EntryForm::Domain ? "sam@" + entry.text
                                                                   : entry.text;
        put_at(made.calls.back().arguments, argument->place.steps(), Json(text));
        AttackGround::expect_denied(made, RuleId::DestinationUnlisted);
        ground.add(std::move(made));
        break;
      }
    }
  }
}

}  // namespace

void add_attacks_on_destinations(AttackGround& ground) {
  for (const CallableTool& callable : ground.tools()) {
    for (const BoundArgument& argument : callable.tool->arguments) {
      DestinationAttacks(ground, callable, argument).add_all();
    }
    add_missing(ground, callable);
    add_joined(ground, callable);
  }
  for (const CallableTool& closed : ground.closed_tools()) {
    for (const BoundArgument& argument : closed.tool->arguments) DestinationAttacks(ground, closed, argument).add_all();
  }
  add_lapsed(ground);
}

}  // namespace yett
