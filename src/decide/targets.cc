#include "decide/targets.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "decide/bound_roots.h"
#include "decide/resolved_paths.h"
#include "text/destination_id.h"
#include "text/email.h"
#include "text/path.h"
#include "text/url.h"

namespace yett {
namespace {

std::size_t bytes_of(const Json& value) {
  const std::string* text = value.as_string();
  return text != nullptr ? text->size() : canonical_json(value).size();
}

/// Of which nothing is known yet but where it stands and how long it is.
NamedTarget unread_target(const BoundArgument& argument, const Json* value, Channel channel, std::size_t bytes) {
  return {.argument = &argument,
          .value = value,
          .channel = channel,
          .flaws = {},
          .subject = {.kind = SubjectKind::Bytes, .text = {}, .size = bytes},
          .scheme = {},
          .canonical = {}};
}

Channel channel_of(ArgumentRole role) {
  switch (role) {
    case ArgumentRole::Url:
      return Channel::Url;
    case ArgumentRole::Email:
      return Channel::Email;
    case ArgumentRole::Id:
    case ArgumentRole::Part:
      return Channel::Id;
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

void keep_entry(const auto* entry, NamedTarget& target) {
  if (entry != nullptr) target.entry = entry->place;
}

/// How the host may be named. Under another scheme than https nothing else was asked of it, and one label alone could
/// be any word.
void name_host(std::string host, NamedTarget& target) {
  if (target.flaws.contains(Flaw::Scheme) && host.find_first_of(".:") == std::string::npos) return;
  target.subject = {.kind = SubjectKind::Host, .text = std::move(host), .size = 0};
}

void name_scheme(const std::string& scheme, NamedTarget& target) {
  target.scheme = is_well_known_scheme(scheme) ? Subject{.kind = SubjectKind::Scheme, .text = scheme, .size = 0}
                                               : Subject{.kind = SubjectKind::Bytes, .text = {}, .size = scheme.size()};
}

void judge_url(const Engine& engine, const Query& query, const Allowlist& list, const std::string& text,
               NamedTarget& target) {
  UrlExamination examination = examine_url(text, engine.ranges);
  target.flaws = examination.flaws;
  target.defect = examination.defect;
  if (target.flaws.contains(Flaw::Scheme)) name_scheme(examination.scheme, target);
  Url* url = std::get_if<Url>(&examination.reading);
  if (url == nullptr) {
    target.flaws.insert(Flaw::Unlisted);
    if (Host* host = std::get_if<Host>(&examination.reading)) {
      keep_entry(find_host(list, *host, query.now), target);
      name_host(std::move(*host).text(), target);
    }
    return;
  }
  const HostFit fit = engine.host_match(list, *url, query.now);
  target.flaws = with_listing(target.flaws, fit, url->host());
  keep_entry(fit.entry, target);
  target.canonical = std::move(*url).canonical();
  name_host(std::move(*url).host().text(), target);
}

void judge_email(const Engine& engine, const Query& query, const Allowlist& list, DisplayNames display_names,
                 const std::string& text, NamedTarget& target) {
  const EmailExamination examination = examine_email(text, display_names);
  target.flaws = examination.flaws;
  target.defect = examination.defect;
  const Host* domain = examination.domain();
  if (domain != nullptr) target.subject = {.kind = SubjectKind::Domain, .text = domain->text(), .size = 0};
  const EmailAddress* address = examination.address();
  const TextEntry* entry = address != nullptr  ? engine.email_match(list, *address, query.now)
                           : domain != nullptr ? find_domain(list, *domain, query.now)
                                               : nullptr;
  if (entry == nullptr) target.flaws.insert(Flaw::Unlisted);
  keep_entry(entry, target);
  if (address != nullptr) target.canonical = address->canonical();
}

void judge_id(const Engine& engine, const Query& query, const Allowlist& list, std::string text, NamedTarget& target) {
  if (!is_destination_id(text)) target.flaws.insert(Flaw::Malformed);
  const TextEntry* entry = engine.id_match(list, text, query.now);
  if (entry == nullptr) target.flaws.insert(Flaw::Unlisted);
  keep_entry(entry, target);
  target.canonical = std::move(text);
}

void judge_path(const Query& query, const Tool& tool, const std::string& text, ArgumentRole role, PathText kind,
                NamedTarget& target) {
  const PathAccess access = role == ArgumentRole::WritePath ? PathAccess::Write : PathAccess::Read;
  target.access = access;
  const BoundRoots roots = bound_roots(query, terms_of(tool, access));
  PathExamination examination = examine_path(text, roots.bounds(query), access, kind);
  target.flaws = examination.flaws;
  target.defect = examination.defect;
  if (!examination.path) return;
  if (const PathEvidence* evidence = find_evidence(query.evidence.paths, *examination.path)) {
    const bool are_names = evidence->object != PathObject::Unknown && !has_escapes(evidence->absent);
    if (are_names && examination.has_escapes) {
      target.flaws.erase(Flaw::PathMalformed);
      target.defect = {};
    }
    target.flaws.insert(judge_resolved(query, roots, *evidence, access));
  }
  target.canonical = std::move(*examination.path);
}

/// A flawless target without a canonical text would reach the tool as something that nobody judged.
void close_unread(NamedTarget& target) {
  if (target.flaws.empty() && target.canonical.empty()) target.flaws.insert(Flaw::Malformed);
}

/// The text of an id: a string, or a whole number as people write it.
std::optional<std::string> id_text(const Json& value) {
  if (const std::string* text = value.as_string()) return *text;
  const double* number = value.as_number();
  if (number == nullptr || std::trunc(*number) != *number) return std::nullopt;
  return canonical_json(value);
}

NamedTarget judge_one(const Engine& engine, const Query& query, const Tool& tool, const BoundArgument& argument,
                      const Json& value) {
  NamedTarget target = unread_target(argument, &value, channel_of(argument.role), bytes_of(value));
  const Allowlist& list = query.policy.list_for(argument.list, query.session.tenant);
  if (target.channel == Channel::Id) {
    if (auto id = id_text(value)) {
      // A number stays one: only its text is compared.
      if (value.as_string() == nullptr) target.value = nullptr;
      judge_id(engine, query, list, *std::move(id), target);
      return target;
    }
  }
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
      judge_url(engine, query, list, *text, target);
      break;
    case Channel::Email:
      judge_email(engine, query, list, tool.display_names, *text, target);
      break;
    default:
      judge_path(query, tool, *text, argument.role, PathText::Argument, target);
      break;
  }
  close_unread(target);
  return target;
}

/// The value at a place without `*`, or nullptr.
const Json* find_at(const Json::Object& arguments, const Pointer& place) {
  const Json* value = nullptr;
  for (const Pointer::Step& step : place.steps()) {
    if (value == nullptr) {
      const auto member = std::ranges::find(arguments, step.key, &Json::Member::key);
      if (member == arguments.end()) return nullptr;
      value = &member->value;
    } else if ((value = value->find(step.key)) == nullptr) {
      return nullptr;
    }
  }
  return value;
}

}  // namespace

std::size_t append_targets(const Engine& engine, const Query& query, const Tool& tool, const BoundArgument& argument,
                           const Json& value, NamedTargets& targets) {
  if (value.is_null()) return 0;
  const Json::Array* items = value.as_array();
  if (items == nullptr) {
    targets.push_back(judge_one(engine, query, tool, argument, value));
    return 1;
  }
  for (const Json& item : *items) targets.push_back(judge_one(engine, query, tool, argument, item));
  return items->size();
}

NamedTarget judge_word(const Engine& engine, const Query& query, const Tool& tool, const BoundArgument& argument,
                       const std::string& word, ArgumentRole role) {
  NamedTarget target = unread_target(argument, nullptr, channel_of(role), word.size());
  if (role == ArgumentRole::Url) {
    judge_url(engine, query, query.policy.list_for(kEgressHosts, query.session.tenant), word, target);
  } else {
    judge_path(query, tool, word, role, PathText::Word, target);
    target.word = word;
  }
  close_unread(target);
  return target;
}

Joined append_joined_target(const Engine& engine, const Query& query, const Tool& tool, const JoinedDestination& join,
                            const Json::Object& arguments, NamedTargets& targets) {
  std::string joined;
  bool named = false;
  bool whole = true;
  for (const std::size_t part : join.parts) {
    const Json* value = find_at(arguments, tool.arguments[part].place);
    if (value != nullptr && value->is_null()) value = nullptr;
    named = named || value != nullptr;
    const std::string* text = value == nullptr ? nullptr : value->as_string();
    whole = whole && text != nullptr && !text->empty() && text->find('/') == std::string::npos;
    if (!joined.empty()) joined += '/';
    if (text != nullptr) joined += *text;
  }
  if (!named) return Joined::NotNamed;
  NamedTarget target = unread_target(tool.arguments[join.parts.front()], nullptr, Channel::Id, joined.size());
  if (whole) {
    judge_id(engine, query, query.policy.list_for(join.list, query.session.tenant), std::move(joined), target);
  } else {
    target.flaws = {Flaw::Malformed, Flaw::Unlisted};
  }
  targets.push_back(std::move(target));
  return Joined::Appended;
}

}  // namespace yett
