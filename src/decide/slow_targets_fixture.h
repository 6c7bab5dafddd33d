#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "decide/plain_policy_fixture.h"
#include "decide/sample_values_fixture.h"

namespace yett::slow {

/// Everything that a judgement depends on, with the policy as it is read.
struct PlainQuery {
  explicit PlainQuery(const PlainPolicy& judged_by) : policy(judged_by) {}

  const PlainPolicy& policy;
  Session session;
  SessionState state;
  Observation seen = Observation::NotLooked;
  LastOutcome last_outcome = LastOutcome::None;
  bool server_says_schema = false;  // whether the server's own schema of the tool is known
  ToolCall call;
  TimePoint now{};
  std::string server;
  std::vector<std::string> sealed;
};

/// Judges what a call of one tool names: destinations, paths and commands, each by itself. What is to be said of a text
/// whatever the policy is stands in the samples.
class Targets {
 public:
  Targets(const PlainQuery& query, const Tool& line) : query_(query), line_(line) {}

  [[nodiscard]] const std::set<RuleId>& faults() const { return faults_; }
  [[nodiscard]] bool is_strict() const { return strict_; }
  void add(RuleId fault) { faults_.insert(fault); }

  [[nodiscard]] const PlainList& list_of(ListIndex general) const {
    for (const PlainTenant& tenant : query_.policy.tenants) {
      if (!query_.session.tenant || tenant.name != *query_.session.tenant) continue;
      if (const auto own = tenant.lists.find(general); own != tenant.lists.end())
        return query_.policy.lists[own->second];
    }
    return query_.policy.lists[general];
  }

  /// Whether an entry, in force now, is for that name.
  [[nodiscard]] bool is_for(const PlainEntry& entry, const std::string& name) const {
    if (query_.now >= entry.lapses_at) return false;
    return entry.is_wide ? name.ends_with("." + entry.name) : name == entry.name;
  }

  void judge_url(const PlainList& list, const Json& value) {
    using enum RuleId;
    const std::string* text = value.as_string();
    if (text == nullptr) return faults_.insert(DestinationMalformed), void(faults_.insert(DestinationUnlisted));
    const UrlSample& url = samples::find(samples::urls(), *text);
    faults_.insert(url.faults.begin(), url.faults.end());
    strict_ = strict_ || url.is_strict;
    bool port_fits = false;
    bool is_named = false;
    bool is_listed = false;
    bool has_addresses = false;
    for (const PlainEntry& entry : list.entries) {
      if (url.host.empty() || !is_for(entry, url.host) || (url.is_address && entry.is_wide)) continue;
      is_named = true;
      if (entry.port != url.port) continue;
      port_fits = true;
      const bool path_fits = entry.paths.empty() || std::ranges::any_of(entry.paths, [&](const std::string& prefix) {
                               return !url.is_ambiguous && covers(segments(prefix), segments(url.path));
                             });
      is_listed = is_listed || path_fits;
      has_addresses = has_addresses || (path_fits && entry.has_addresses);
    }
    if (!is_named) faults_.insert(DestinationUnlisted);
    if (is_named && !port_fits) faults_.insert(DestinationPort);
    if (port_fits && !is_listed) faults_.insert(DestinationPath);
    if (url.is_site_name && !has_addresses) faults_.insert(DestinationSpecialAddress);
  }

  [[nodiscard]] static std::vector<std::string> segments(std::string_view path) {
    std::vector<std::string> parts;
    while (!path.empty()) {
      path.remove_prefix(1);
      const std::string_view part = path.substr(0, path.find('/'));
      parts.emplace_back(part);
      path.remove_prefix(part.size());
    }
    if (!parts.empty() && parts.back().empty()) parts.pop_back();
    return parts;
  }

  [[nodiscard]] static bool covers(const std::vector<std::string>& prefix, const std::vector<std::string>& path) {
    return prefix.size() <= path.size() && std::equal(prefix.begin(), prefix.end(), path.begin());
  }

  void judge_email(const PlainList& list, const Json& value) {
    using enum RuleId;
    const std::string* text = value.as_string();
    const EmailSample* email = text == nullptr ? nullptr : &samples::find(samples::emails(), *text);
    const bool is_refused_form =
        email != nullptr && email->has_display_name && line_.display_names == DisplayNames::Refused;
    if (email == nullptr || email->domain.empty() || is_refused_form) {
      faults_.insert(DestinationMalformed);
      faults_.insert(DestinationUnlisted);
      return;
    }
    strict_ = strict_ || email->address.empty();
    const bool is_listed = std::ranges::any_of(list.entries, [&](const PlainEntry& entry) {
      const bool is_address = entry.name.find('@') != std::string::npos;
      return is_for(entry, is_address ? email->address : email->domain);
    });
    if (!is_listed) faults_.insert(DestinationUnlisted);
  }

  void judge_id_text(const PlainList& list, const std::string& text) {
    const bool is_visible = std::ranges::all_of(text, [](char c) { return c > ' ' && c <= '~'; });
    if (text.empty() || !is_visible) faults_.insert(RuleId::DestinationMalformed);
    const bool is_listed =
        std::ranges::any_of(list.entries, [&](const PlainEntry& entry) { return is_for(entry, text); });
    if (!is_listed) faults_.insert(RuleId::DestinationUnlisted);
  }

  void judge_id(const PlainList& list, const Json& value) {
    if (const std::string* text = value.as_string()) return judge_id_text(list, *text);
    const double* number = value.as_number();
    if (number != nullptr && std::floor(*number) == *number) {
      return judge_id_text(list, std::to_string(static_cast<std::int64_t>(*number)));
    }
    faults_.insert(RuleId::DestinationMalformed);
    faults_.insert(RuleId::DestinationUnlisted);
  }

  void judge_join(const JoinedDestination& join, const std::vector<const Json*>& parts) {
    std::string text;
    for (const Json* part : parts) {
      const std::string* word = part == nullptr ? nullptr : part->as_string();
      if (word == nullptr || word->empty() || word->find('/') != std::string::npos) {
        faults_.insert(RuleId::DestinationMalformed);
        faults_.insert(RuleId::DestinationUnlisted);
        return;
      }
      text += (text.empty() ? "" : "/") + *word;
    }
    judge_id_text(list_of(join.list), text);
  }

  // --- Paths and commands -----------------------------------------------------------------------------------------

  using Parts = std::vector<std::string>;
  struct Root {
    Parts parts;
    PathAccess access;
    bool is_open = true;  // everything in it is filled in
  };

  [[nodiscard]] Root filled(const PlainRoot& plain) const {
    Root root{plain.parts, plain.access};
    for (std::string& part : root.parts) {
      if (part == "{user}") part = query_.session.user;
      if (part == "{tenant}" && query_.session.tenant) part = *query_.session.tenant;
      if (part == "{tenant}") root.is_open = false;
    }
    return root;
  }

  /// Follows `below` from a root downwards; nothing when it climbs above.
  [[nodiscard]] static std::optional<Parts> descend(const Root& root, std::span<const std::string> below) {
    Parts parts = root.parts;
    for (const std::string& part : below) {
      if (part.empty() || part == ".") continue;
      if (part != "..") {
        parts.push_back(part);
      } else if (parts.size() == root.parts.size()) {
        return std::nullopt;
      } else {
        parts.pop_back();
      }
    }
    return parts;
  }

  void judge_path(const PathTerms& terms, PathAccess access, const Json& value) {
    using enum RuleId;
    const std::string* text = value.as_string();
    if (text == nullptr) return void(faults_.insert(PathMalformed));
    const PathSample& path = samples::find(samples::paths(), *text);
    if (path.is_malformed) faults_.insert(PathMalformed);

    std::vector<Root> roots;
    std::optional<Root> base;
    for (std::size_t i = 0; i < query_.policy.roots.size(); ++i) {
      const bool counts = std::ranges::count(terms.roots, i) > 0;
      if (counts) roots.push_back(filled(query_.policy.roots[i]));
      if (counts && terms.base == i) base = roots.back();
    }
    if (!base && roots.size() == 1) base = roots.front();

    std::optional<Parts> place;
    if (!path.is_expanded && !path.is_absolute && base && base->is_open) place = descend(*base, path.parts);
    for (const Root& root : roots) {
      if (path.is_expanded || !path.is_absolute || place || !root.is_open || !covers(root.parts, path.parts)) continue;
      place = descend(root, std::span(path.parts).subspan(root.parts.size()));
    }
    std::size_t innermost = 0;
    for (const Root& root : roots) {
      if (place && root.is_open && covers(root.parts, *place)) innermost = std::max(innermost, root.parts.size());
    }
    // Several roots may have that folder: all of them have to permit it.
    const bool may_write = std::ranges::none_of(roots, [&](const Root& root) {
      const bool decides = innermost > 0 && root.is_open && root.parts.size() == innermost;
      return decides && covers(root.parts, *place) && root.access == PathAccess::Read;
    });
    if (innermost == 0 || (access == PathAccess::Write && !may_write) ||
        is_of_others(terms, access, *place, innermost)) {
      faults_.insert(PathOutside);
      return;
    }
    const bool is_sealed = std::ranges::any_of(query_.sealed, [&](const std::string& seal) {
      return covers(segments(seal), *place) || (access == PathAccess::Write && covers(*place, segments(seal)));
    });
    if (is_sealed || (access == PathAccess::Write && path.is_protected)) faults_.insert(PathProtected);
  }

  /// Whether `whole` begins as `pattern` does, in which a name in braces stands for any one.
  [[nodiscard]] static bool begins_so(const Parts& pattern, const Parts& whole) {
    if (pattern.size() > whole.size()) return false;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
      if (!pattern[i].starts_with('{') && !whole[i].starts_with('{') && pattern[i] != whole[i]) return false;
    }
    return true;
  }

  /// Whether a folder of somebody else lies in that place: of any other, of others of one's own tenant. Of a place no
  /// deeper than the tool's own root the policy says what it is, when it is only read.
  [[nodiscard]] bool lies_in(const PlainRoot& plain, const Parts& place, PathAccess access,
                             std::size_t innermost) const {
    std::vector<Parts> all(3, plain.parts);
    for (std::string& part : all[1]) {
      if (part == "{tenant}" && query_.session.tenant) part = *query_.session.tenant;
    }
    for (std::string& part : all[2]) {
      if (part == "{user}") part = query_.session.user;
    }
    return std::ranges::any_of(all, [&](const Parts& parts) {
      const auto is_open = [](const std::string& part) { return part.starts_with('{'); };
      if (std::ranges::none_of(parts, is_open) || !begins_so(place, parts)) return false;
      const auto first = std::ranges::find_if(parts, is_open) - parts.begin();
      const bool is_within_place = static_cast<std::size_t>(first) < place.size();
      return access == PathAccess::Write || !is_within_place || static_cast<std::size_t>(first) >= innermost;
    });
  }

  /// Whether a root that is not the tool's, or another tenant's or user's folder, is nearer to the place than the
  /// tool's own, or lies in it.
  [[nodiscard]] bool is_of_others(const PathTerms& terms, PathAccess access, const Parts& place,
                                  std::size_t innermost) const {
    for (std::size_t i = 0; i < query_.policy.roots.size(); ++i) {
      const PlainRoot& plain = query_.policy.roots[i];
      const Root root = filled(plain);
      const bool is_own = std::ranges::count(terms.roots, i) > 0;
      const bool is_template = std::ranges::any_of(plain.parts, [](const std::string& part) { return part[0] == '{'; });
      const bool is_deeper = plain.parts.size() > place.size();
      if (is_template && begins_so(plain.parts, place) && plain.parts.size() > innermost) return true;
      if (is_template && is_deeper && lies_in(plain, place, access, innermost)) return true;
      if (!root.is_open) continue;
      if (!is_own && covers(root.parts, place) && root.parts.size() >= innermost) return true;
      const bool is_kept = !is_own || (access == PathAccess::Write && root.access == PathAccess::Read);
      if (is_kept && is_deeper && covers(place, root.parts)) return true;
    }
    return false;
  }

  void judge_command(const Json& value) {
    const auto sample = std::ranges::find_if(
        samples::commands(), [&](const CommandSample& one) { return parse_json(one.text).value() == value; });
    // What no sample is was put there to spoil the call: a text, a number, a list of these.
    const bool is_malformed = sample == samples::commands().end() || sample->is_malformed;
    if (is_malformed) return void(faults_.insert(RuleId::CommandMalformed));
    if (line_.commands.empty()) return;
    const auto listed = std::ranges::find(line_.commands, sample->program, &ListedCommand::program);
    if (listed == line_.commands.end()) return void(faults_.insert(RuleId::CommandUnlisted));
    if (sample->is_covered && listed->effect != Effect::Read) effects_.insert(listed->effect);
    for (const std::string& path : sample->reads) judge_path(line_.reads, PathAccess::Read, Json(path));
    for (const std::string& url : sample->urls) judge_url(list_of(kEgressHosts), Json(url));
    if (!sample->is_covered) faults_.insert(RuleId::CommandUnlisted);
  }

  /// Of the commands that the call names.
  [[nodiscard]] const std::set<Effect>& effects() const { return effects_; }

 private:
  const PlainQuery& query_;
  const Tool& line_;
  std::set<RuleId> faults_;
  std::set<Effect> effects_;
  bool strict_ = false;
};

}  // namespace yett::slow
