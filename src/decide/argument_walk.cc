#include "decide/argument_walk.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <span>
#include <string>
#include <vector>

#include "decide/argument_names.h"
#include "decide/command.h"
#include "decide/mail_headers.h"
#include "decide/targets.h"
#include "policy/argument_shape.h"
#include "text/email.h"
#include "text/name_fold.h"

namespace yett {
namespace {

using Candidates = std::vector<const BoundArgument*>;
using CandidateSpan = std::span<const BoundArgument* const>;

constexpr std::size_t kFewArguments = 16;

/// A tenant named by the call, shown only when the session vouches for it.
Subject tenant_subject(const Session& session, const Json& value) {
  if (const std::string* text = value.as_string()) {
    const bool known = (session.tenant && *text == *session.tenant) || session.may_act_for(*text);
    if (known) return {.kind = SubjectKind::Tenant, .text = *text, .size = 0};
    return {.kind = SubjectKind::Bytes, .text = {}, .size = text->size()};
  }
  return {.kind = SubjectKind::Bytes, .text = {}, .size = canonical_json(value).size()};
}

/// What a tool reaches by it.
bool leads_somewhere(ArgumentRole role) {
  switch (role) {
    case ArgumentRole::Url:
    case ArgumentRole::Email:
    case ArgumentRole::Id:
    case ArgumentRole::ReadPath:
    case ArgumentRole::WritePath:
    case ArgumentRole::Command:
      return true;
    default:
      return false;
  }
}

/// In place of a bound argument: the place is not on the tool's line.
constexpr const BoundArgument* kUnlisted = nullptr;

class ArgumentWalk {
 public:
  ArgumentWalk(const Engine& engine, const Query& query, Facts& facts)
      : engine_(engine),
        query_(query),
        facts_(facts),
        schema_(closing_schema(query, *facts.tool)),
        sends_mail_(facts.tool->has_role(ArgumentRole::Email)) {}

  void walk(const Json::Object& arguments) {
    const std::vector<BoundArgument>& bound = facts_.tool->arguments;
    // Calls are judged often and most tools have few arguments: theirs need no memory of their own.
    std::array<const BoundArgument*, kFewArguments> few{};
    Candidates many;
    if (bound.size() > few.size()) many.resize(bound.size());
    const std::span<const BoundArgument*> all =
        many.empty() ? std::span<const BoundArgument*>(few).first(bound.size()) : std::span<const BoundArgument*>(many);
    std::ranges::transform(bound, all.begin(), [](const BoundArgument& argument) { return &argument; });
    walk_members(arguments, 0, all);
    for (const JoinedDestination& join : facts_.tool->joins) {
      if (append_joined_target(engine_, query_, *facts_.tool, join, arguments, facts_.targets) == Joined::Appended)
        ++common_destinations_;
    }
    destinations_ += common_destinations_;
    const bool is_missing = destinations_ == 0 || (items_without_destination_ > 0 && common_destinations_ == 0);
    facts_.names_no_destination = facts_.tool->has_destination_argument() && is_missing;
    if (facts_.tool->tenant == TenantSource::Arguments && tenant_places(query_.call.arguments) == 0)
      refuse_missing_tenant();
    if (facts_.commands.empty()) refuse_missing_commands();
  }

 private:
  void count_destinations(const BoundArgument& argument, std::size_t named) {
    const bool is_of_an_item = std::ranges::any_of(argument.place.steps(), &Pointer::Step::every);
    (is_of_an_item ? destinations_ : common_destinations_) += named;
  }

  /// How many places of the call hold the tenant once the runtime has written it. It writes everywhere but in items
  /// that are not there.
  [[nodiscard]] std::size_t tenant_places(const Json& arguments) const {
    std::size_t places = 0;
    for (const BoundArgument& argument : facts_.tool->arguments) {
      if (argument.role != ArgumentRole::Tenant) continue;
      const std::span<const Pointer::Step> steps = argument.place.steps();
      const auto last = std::ranges::find(steps.rbegin(), steps.rend(), true, &Pointer::Step::every);
      places += values_at(arguments, steps.first(static_cast<std::size_t>(steps.rend() - last)));
    }
    return places;
  }

  /// How many values the steps lead to.
  static std::size_t values_at(const Json& value, std::span<const Pointer::Step> steps) {
    if (steps.empty()) return 1;
    std::size_t count = 0;
    if (const Json::Object* members = value.as_object()) {
      for (const Json::Member& member : *members) {
        if (steps.front().matches(member.key)) count += values_at(member.value, steps.subspan(1));
      }
    } else if (const Json::Array* items = value.as_array(); items != nullptr && steps.front().every) {
      for (const Json& item : *items) count += values_at(item, steps.subspan(1));
    }
    return count;
  }

  /// A list without items leaves the runtime no place to write the tenant: the tool would act for every one.
  void refuse_missing_tenant() {
    const auto tenant = std::ranges::find(facts_.tool->arguments, ArgumentRole::Tenant, &BoundArgument::role);
    const std::string name = tenant == facts_.tool->arguments.end() ? std::string() : tenant->name;
    facts_.foreign_tenants.push_back({name, {.kind = SubjectKind::Bytes, .text = {}, .size = 0}});
  }

  /// What a tool runs that is told no command is judged by nobody.
  void refuse_missing_commands() {
    for (const BoundArgument& argument : facts_.tool->arguments) {
      if (argument.role == ArgumentRole::Command) facts_.commands.push_back({.argument = &argument});
    }
  }

  /// `depth` steps of the candidates' places lead to the object whose members these are.
  void walk_members(const Json::Object& members, std::size_t depth, CandidateSpan candidates) {
    for (const Json::Member& member : members) {
      if (depth == 0) top_ = &member.key;
      if (sends_mail_) judge_key(member.key);
      const BoundArgument* here = nullptr;
      Candidates below;
      bool is_spelt_so = false;
      for (const BoundArgument* candidate : candidates) {
        const std::vector<Pointer::Step>& steps = candidate->place.steps();
        if (!steps[depth].matches(member.key)) continue;
        is_spelt_so = is_spelt_so || !steps[depth].every;
        if (steps.size() == depth + 1) {
          here = candidate;
        } else {
          below.push_back(candidate);
        }
      }
      if (here == nullptr && below.empty()) {
        walk_undeclared(member, depth, candidates);
        continue;
      }
      if (!is_spelt_so) judge_chosen_key(member.key, here);
      // A `*` covers every key, and so the look-alike of one that is judged by its name.
      if (!is_spelt_so && is_folded_twin(candidates, depth, member.key)) {
        facts_.faulty.push_back({ArgumentFault::FoldedTwin, member.key.size(), {}, {}});
      }
      // An unbound name says what it is not; what lies below it may still be bound.
      if (here == nullptr && is_tenant_name(member.key)) expect_tenant(member.value, kUnlisted);
      if (below.empty()) {
        walk_declared(*here, member.key, member.value);
      } else {
        walk_item(member.value, depth + 1, below);
      }
    }
  }

  /// What lies at the places of `below`, whose first `depth` steps lead here. Where the last of these is a `*` and
  /// destinations lie in what it covers, each such item must name one: the tool acts on every item.
  void walk_item(const Json& value, std::size_t depth, CandidateSpan below) {
    const std::size_t before = destinations_;
    walk_below(value, depth, below);
    const auto is_due_here = [depth](const BoundArgument* argument) {
      const std::vector<Pointer::Step>& steps = argument->place.steps();
      return is_destination(argument->role) && steps[depth - 1].every &&
             std::ranges::none_of(std::span(steps).subspan(depth), &Pointer::Step::every);
    };
    if (destinations_ == before && std::ranges::any_of(below, is_due_here)) ++items_without_destination_;
  }

  /// A value that holds bound places must have the shape in which they lie: else nobody would look at them.
  void walk_below(const Json& value, std::size_t depth, CandidateSpan candidates) {
    if (value.is_null()) return;
    if (const Json::Object* members = value.as_object()) {
      walk_members(*members, depth, candidates);
      return;
    }
    const Json::Array* items = value.as_array();
    Candidates below;
    const BoundArgument* here = nullptr;
    for (const BoundArgument* candidate : candidates) {
      const std::vector<Pointer::Step>& steps = candidate->place.steps();
      if (items == nullptr || !steps[depth].every) continue;
      if (steps.size() == depth + 1) {
        here = candidate;
      } else {
        below.push_back(candidate);
      }
    }
    if (here == nullptr && below.empty()) {
      facts_.faulty.push_back({ArgumentFault::Mismatch, 0, candidates.front()->name, "type"});
      return;
    }
    for (const Json& item : *items) {
      if (below.empty()) {
        walk_declared(*here, {}, item);
      } else {
        walk_item(item, depth + 1, below);
      }
    }
  }

  /// A key that the tool's line does not name. Where a schema is known, the schema says whether it may stand there.
  void walk_undeclared(const Json::Member& member, std::size_t depth, CandidateSpan siblings) {
    // No schema excuses what a lenient reader takes for an argument of the line, which would then be judged by nobody.
    if (is_folded_twin(siblings, depth, member.key)) {
      facts_.faulty.push_back({ArgumentFault::FoldedTwin, member.key.size(), {}, {}});
    }
    if (schema_ == nullptr) facts_.faulty.push_back({ArgumentFault::Undeclared, member.key.size(), {}, {}});
    if (schema_ != nullptr) refuse_shaped(member);
    if (is_tenant_name(member.key)) expect_tenant(member.value, kUnlisted);
    walk_nested_tenants(kUnlisted, member.value);
    if (!sends_mail_) return;
    const bool body = !facts_.tool->content_is_listed && is_body_name(member.key);
    judge_mail_text(kUnlisted, member.value, body ? MailField::Content : MailField::Header);
  }

  /// A name that looks like a destination, a path, a tenant, a credential or, where the tool executes, like what starts
  /// a program is bound or unbound on the tool's line, or it has no place: a schema that names it comes from a server,
  /// and one that leaves room for it leaves it to the call.
  void refuse_shaped(const Json::Member& member) {
    if (argument_shape(member.key, *facts_.tool) != ArgumentShape::Plain) {
      facts_.faulty.push_back({ArgumentFault::Undeclared, member.key.size(), {}, {}});
    }
    refuse_shaped_below(member.value);
  }

  void refuse_shaped_below(const Json& value) {
    if (const Json::Object* members = value.as_object()) {
      for (const Json::Member& member : *members) refuse_shaped(member);
    } else if (const Json::Array* items = value.as_array()) {
      for (const Json& item : *items) refuse_shaped_below(item);
    }
  }

  void walk_declared(const BoundArgument& argument, std::string_view key, const Json& value) {
    switch (argument.role) {
      case ArgumentRole::Url:
      case ArgumentRole::Id:
        count_destinations(argument, append_targets(engine_, query_, *facts_.tool, argument, value, facts_.targets));
        break;
      case ArgumentRole::Email: {
        const std::size_t named = append_targets(engine_, query_, *facts_.tool, argument, value, facts_.targets);
        count_destinations(argument, named);
        facts_.recipients += named;
        break;
      }
      case ArgumentRole::ReadPath:
      case ArgumentRole::WritePath:
        append_targets(engine_, query_, *facts_.tool, argument, value, facts_.targets);
        break;
      case ArgumentRole::Command:
        if (!value.is_null()) append_command(engine_, query_, argument, value, facts_);
        break;
      case ArgumentRole::Tenant:
        expect_tenant(value, &argument);
        break;
      case ArgumentRole::Content:
        if (is_tenant_name(key)) expect_tenant(value, &argument);
        walk_nested_tenants(&argument, value);
        break;
      case ArgumentRole::Unbound:
        walk_nested_tenants(&argument, value);
        break;
      case ArgumentRole::Part:  // judged with the other parts
        break;
    }
    if (!sends_mail_ || argument.role == ArgumentRole::Email) return;
    const bool is_listed = facts_.tool->content_is_listed && !is_header_argument(argument.name);
    const bool body = argument.role == ArgumentRole::Content && (is_listed || is_body_name(argument.name));
    judge_mail_text(&argument, value, body ? MailField::Content : MailField::Header);
  }

  void expect_tenant(const Json& value, const BoundArgument* argument) {
    const std::string* text = value.as_string();
    if (text != nullptr && query_.session.tenant && *text == *query_.session.tenant) return;
    facts_.foreign_tenants.push_back({name_of(argument), tenant_subject(query_.session, value)});
  }

  /// Looks for tenant-shaped names at any depth below an argument.
  void walk_nested_tenants(const BoundArgument* argument, const Json& value) {
    if (const Json::Object* object = value.as_object()) {
      for (const Json::Member& member : *object) {
        if (is_tenant_name(member.key)) expect_tenant(member.value, argument);
        walk_nested_tenants(argument, member.value);
      }
    } else if (const Json::Array* array = value.as_array()) {
      for (const Json& item : *array) walk_nested_tenants(argument, item);
    }
  }

  /// A line break in a mail header adds headers; in a body only NUL has no place.
  void judge_mail_text(const BoundArgument* argument, const Json& value, MailField field) {
    const std::string name = name_of(argument);
    if (is_mail_safe(value, field, name)) return;
    facts_.faulty.push_back({ArgumentFault::MailHeader, name.size(), name, {}});
  }

  /// A key that only a `*` covers. Programs that take an object of destinations or paths for a list of them go by its
  /// keys, which nobody judges, and in a map of headers it is the name of one.
  void judge_chosen_key(const std::string& key, const BoundArgument* here) {
    if (here != nullptr && leads_somewhere(here->role)) {
      facts_.faulty.push_back({ArgumentFault::Mismatch, 0, here->name, "type"});
    }
    if (sends_mail_ && is_address_header(key)) facts_.faulty.push_back({ArgumentFault::MailHeader, key.size(), {}, {}});
  }

  /// Where the call chooses the keys, a key is the name of a header as likely as a value is its text.
  void judge_key(const std::string& key) {
    if (breaks_mail(key, MailField::Header)) facts_.faulty.push_back({ArgumentFault::MailHeader, key.size(), {}, {}});
  }

  /// How findings call an argument: by its name on the tool's line, else by the top-level key below which the walk is.
  /// A key that neither line nor schema names is called nothing.
  [[nodiscard]] std::string name_of(const BoundArgument* argument) const {
    if (argument != nullptr) return argument->name;
    return is_declared(*facts_.tool, schema_, *top_) ? *top_ : std::string();
  }

  const Engine& engine_;
  const Query& query_;
  Facts& facts_;
  const Schema* schema_;  // that names the arguments; null: the tool's line does
  bool sends_mail_;
  const std::string* top_ = nullptr;  // the top-level key below which the walk is
  std::size_t destinations_ = 0;
  std::size_t common_destinations_ = 0;        // those that are of no item of a list
  std::size_t items_without_destination_ = 0;  // of lists in which each item should name one
};

}  // namespace

void walk_arguments(const Engine& engine, const Query& query, const Json::Object& arguments, Facts& facts) {
  ArgumentWalk(engine, query, facts).walk(arguments);
}

}  // namespace yett
