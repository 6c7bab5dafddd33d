#include "decide/facts.h"

#include <algorithm>

#include "decide/argument_names.h"
#include "decide/engine.h"
#include "decide/targets.h"
#include "policy/argument_shape.h"
#include "text/email.h"

namespace yett {
namespace {

/// A tenant named by the call, shown only when the session vouches for it.
Subject tenant_subject(const Session& session, const Json& value) {
  if (const std::string* text = value.as_string()) {
    const bool known = (session.tenant && *text == *session.tenant) || session.may_act_for(*text);
    if (known) return {.kind = SubjectKind::Tenant, .text = *text, .size = 0};
    return {.kind = SubjectKind::Bytes, .text = {}, .size = text->size()};
  }
  return {.kind = SubjectKind::Bytes, .text = {}, .size = canonical_json(value).size()};
}

class Examiner {
 public:
  Examiner(const Engine& engine, const Query& query, Facts& facts) : engine_(engine), query_(query), facts_(facts) {}

  void examine_arguments(const Json::Object& arguments) {
    bool has_destination_argument = false;
    std::size_t named = 0;
    for (const BoundArgument& argument : facts_.tool->arguments) {
      has_destination_argument |= argument.role == ArgumentRole::Url || argument.role == ArgumentRole::Email;
    }
    for (const Json::Member& member : arguments) {
      const BoundArgument* argument = facts_.tool->find_argument(member.key);
      if (argument == nullptr) {
        examine_undeclared(member);
        continue;
      }
      named += examine_declared(*argument, member.value);
    }
    facts_.names_no_destination = has_destination_argument && named == 0;
    if (recipients_ > kMaxRecipients) refuse_recipients();
  }

 private:
  void refuse_recipients() {
    for (NamedTarget& target : facts_.targets) {
      if (target.channel == Channel::Email) target.flaws.insert(Flaw::Malformed);
    }
  }

  void examine_undeclared(const Json::Member& member) {
    const bool twin = is_folded_twin(*facts_.tool, member.key);
    facts_.faulty.push_back({twin ? ArgumentFault::FoldedTwin : ArgumentFault::Undeclared, member.key.size()});
    if (is_tenant_name(member.key)) expect_tenant(member.value, std::string());
    examine_nested_tenants(std::string(), member.value);
  }

  /// Returns how many destinations the argument names.
  std::size_t examine_declared(const BoundArgument& argument, const Json& value) {
    std::size_t destinations = 0;
    switch (argument.role) {
      case ArgumentRole::Url:
        destinations = append_targets(engine_, query_, argument, value, facts_.targets);
        break;
      case ArgumentRole::Email:
        destinations = append_targets(engine_, query_, argument, value, facts_.targets);
        recipients_ += destinations;
        break;
      case ArgumentRole::ReadPath:
      case ArgumentRole::WritePath:
        append_targets(engine_, query_, argument, value, facts_.targets);
        break;
      case ArgumentRole::Tenant:
        expect_tenant(value, argument.name);
        break;
      case ArgumentRole::Content:
        if (is_tenant_name(argument.name)) expect_tenant(value, argument.name);
        examine_nested_tenants(argument.name, value);
        break;
      case ArgumentRole::Unbound:
        break;
    }
    examine_mail_text(argument, value);
    return destinations;
  }

  void expect_tenant(const Json& value, const std::string& argument) {
    const std::string* text = value.as_string();
    if (text != nullptr && query_.session.tenant && *text == *query_.session.tenant) return;
    facts_.foreign_tenants.push_back({argument, tenant_subject(query_.session, value)});
  }

  /// Looks for tenant-shaped names at any depth below a top-level argument.
  void examine_nested_tenants(const std::string& argument, const Json& value) {
    if (const Json::Object* object = value.as_object()) {
      for (const Json::Member& member : *object) {
        if (is_tenant_name(member.key)) expect_tenant(member.value, argument);
        examine_nested_tenants(argument, member.value);
      }
    } else if (const Json::Array* array = value.as_array()) {
      for (const Json& item : *array) examine_nested_tenants(argument, item);
    }
  }

  /// A line break in a mail header adds headers; in a body only NUL has no place.
  void examine_mail_text(const BoundArgument& argument, const Json& value) {
    if (!sends_mail() || argument.role == ArgumentRole::Email) return;
    const bool body = argument.role == ArgumentRole::Content && is_body_name(argument.name);
    if (!is_mail_safe(value, body ? MailField::Content : MailField::Header))
      facts_.faulty.push_back({ArgumentFault::LineBreak, argument.name.size()});
  }

  [[nodiscard]] bool sends_mail() const {
    return std::ranges::any_of(facts_.tool->arguments,
                               [](const BoundArgument& argument) { return argument.role == ArgumentRole::Email; });
  }

  static bool is_mail_safe(const Json& value, MailField field) {
    if (const std::string* text = value.as_string()) return !breaks_mail(*text, field);
    if (const Json::Array* array = value.as_array()) {
      return std::ranges::all_of(*array, [field](const Json& item) { return is_mail_safe(item, field); });
    }
    if (const Json::Object* object = value.as_object()) {
      return std::ranges::all_of(*object, [field](const Json::Member& member) {
        return !breaks_mail(member.key, MailField::Header) && is_mail_safe(member.value, field);
      });
    }
    return true;
  }

  const Engine& engine_;
  const Query& query_;
  Facts& facts_;
  std::size_t recipients_ = 0;
};

/// Puts the canonical texts of one argument's targets in the place of what was judged.
Json replaced(const Json& value, std::span<const NamedTarget> targets) {
  if (const Json::Array* array = value.as_array()) {
    Json::Array items;
    for (std::size_t i = 0; i < array->size() && i < targets.size(); ++i) items.emplace_back(targets[i].canonical);
    return items;
  }
  return targets.empty() ? value : Json(targets.front().canonical);
}

}  // namespace

Facts examine(const Engine& engine, const Query& query) {
  Facts facts;
  const Json::Object* arguments = query.call.arguments.as_object();
  if (query.call.readability != Readability::Readable || arguments == nullptr) return facts;
  facts.tool = query.policy.tools.find(query.call.tool);
  if (facts.tool == nullptr) return facts;
  const Effect effect = facts.tool->effect;
  facts.goes_outside = effect == Effect::Send || effect == Effect::Execute || facts.tool->has_destination();
  Examiner(engine, query, facts).examine_arguments(*arguments);
  return facts;
}

Json executable_arguments(const Query& query, const Facts& facts) {
  Json arguments = query.call.arguments;
  if (facts.tool == nullptr) return arguments;
  for (std::size_t i = 0; i < facts.targets.size();) {
    const BoundArgument* argument = facts.targets[i].argument;
    std::size_t end = i;
    while (end < facts.targets.size() && facts.targets[end].argument == argument) ++end;
    if (Json* value = arguments.find(argument->name)) {
      *value = replaced(*value, std::span(facts.targets).subspan(i, end - i));
    }
    i = end;
  }
  if (query.session.tenant) {
    for (const BoundArgument& argument : facts.tool->arguments) {
      if (argument.role == ArgumentRole::Tenant) arguments.set(argument.name, *query.session.tenant);
    }
  }
  return arguments;
}

}  // namespace yett
