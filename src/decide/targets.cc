#include "decide/targets.h"

#include "text/email.h"
#include "text/path.h"
#include "text/url.h"

namespace yett {
namespace {

Subject bytes_of(const Json& value) {
  const std::string* text = value.as_string();
  const std::size_t size = text != nullptr ? text->size() : canonical_json(value).size();
  return {.kind = SubjectKind::Bytes, .text = {}, .size = size};
}

Channel channel_of(ArgumentRole role) {
  switch (role) {
    case ArgumentRole::Url:
      return Channel::Url;
    case ArgumentRole::Email:
      return Channel::Email;
    default:
      return Channel::Path;
  }
}

/// Schemes that a reason may name. Any other could be a message in disguise, so only its length is told.
bool is_well_known_scheme(std::string_view scheme) {
  for (const std::string_view known :
       {"http", "ftp", "file", "ws", "wss", "data", "javascript", "gopher", "ssh", "mailto", "blob"}) {
    if (scheme == known) return true;
  }
  return false;
}

void judge_url(const Engine& engine, const Query& query, const std::string& text, NamedTarget& target) {
  UrlExamination examination = examine_url(text, engine.ranges);
  target.flaws = examination.flaws;
  if (const Host* host = examination.host())
    target.subject = {.kind = SubjectKind::Host, .text = host->text(), .size = 0};
  if (target.flaws.gravest() == Flaw::Scheme) {
    target.subject = is_well_known_scheme(examination.scheme)
                         ? Subject{.kind = SubjectKind::Scheme, .text = examination.scheme, .size = 0}
                         : Subject{.kind = SubjectKind::Bytes, .text = {}, .size = examination.scheme.size()};
  }
  const Url* url = examination.url();
  if (url == nullptr) {
    target.flaws.insert(Flaw::Unlisted);
    return;
  }
  switch (engine.host_match(query.policy.egress, url->host().text(), url->port())) {
    case HostListing::Unlisted:
      target.flaws.insert(Flaw::Unlisted);
      break;
    case HostListing::OtherPort:
      target.flaws.insert(Flaw::Port);
      break;
    case HostListing::Listed:
      break;
  }
  target.canonical = url->canonical();
}

void judge_email(const Query& query, const std::string& text, NamedTarget& target) {
  const EmailExamination examination = examine_email(text, DisplayNames::Refused);
  target.flaws = examination.flaws;
  const Host* domain = examination.domain();
  if (domain != nullptr) target.subject = {.kind = SubjectKind::Domain, .text = domain->text(), .size = 0};
  const Egress& egress = query.policy.egress;
  const bool domain_listed = domain != nullptr && egress.email_domains.contains(domain->text());
  const EmailAddress* address = examination.address();
  const bool address_listed = address != nullptr && egress.emails.contains(address->canonical());
  if (!domain_listed && !address_listed) target.flaws.insert(Flaw::Unlisted);
  if (address != nullptr) target.canonical = address->canonical();
}

void judge_path(const Query& query, const std::string& text, ArgumentRole role, NamedTarget& target) {
  std::vector<PathRoot> roots;
  roots.reserve(query.policy.paths.size());
  const RootBindings bindings{
      .tenant = query.session.tenant ? std::optional<std::string_view>(*query.session.tenant) : std::nullopt,
      .user = query.session.user};
  for (const NamedRoot& named : query.policy.paths) roots.push_back(named.root.filled(bindings));
  const PathAccess access = role == ArgumentRole::WritePath ? PathAccess::Write : PathAccess::Read;
  PathExamination examination = examine_path(text, roots, std::nullopt, access, query.sealed);
  target.flaws = examination.flaws;
  if (examination.path) target.canonical = std::move(*examination.path);
}

NamedTarget judge_one(const Engine& engine, const Query& query, const BoundArgument& argument, const Json& value) {
  NamedTarget target{.argument = &argument,
                     .channel = channel_of(argument.role),
                     .flaws = {},
                     .subject = bytes_of(value),
                     .canonical = {}};
  const std::string* text = value.as_string();
  if (text == nullptr) {
    if (target.channel == Channel::Path) {
      target.flaws = {Flaw::PathMalformed};
    } else {
      target.flaws = {Flaw::Malformed, Flaw::Unlisted};
    }
    return target;
  }
  switch (target.channel) {
    case Channel::Url:
      judge_url(engine, query, *text, target);
      break;
    case Channel::Email:
      judge_email(query, *text, target);
      break;
    default:
      judge_path(query, *text, argument.role, target);
      break;
  }
  // A flawless target without a canonical text would reach the tool as something that nobody judged.
  if (target.flaws.empty() && target.canonical.empty()) target.flaws.insert(Flaw::Malformed);
  return target;
}

}  // namespace

std::size_t append_targets(const Engine& engine, const Query& query, const BoundArgument& argument, const Json& value,
                           std::vector<NamedTarget>& targets) {
  if (value.is_null()) return 0;
  const Json::Array* items = value.as_array();
  if (items == nullptr) {
    targets.push_back(judge_one(engine, query, argument, value));
    return 1;
  }
  for (const Json& item : *items) targets.push_back(judge_one(engine, query, argument, item));
  return items->size();
}

}  // namespace yett
