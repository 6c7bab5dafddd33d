#include "cli/request_view.h"

#include <fmt/format.h>

#include "text/unicode.h"
#include "words/reason.h"

namespace yett {
namespace {

std::string_view state_word(Language language, RequestState state) {
  switch (state) {
    case RequestState::Pending:
      return word(language, Label::Pending);
    case RequestState::Approved:
      return word(language, Label::Approved);
    case RequestState::Denied:
      return word(language, Label::Denied);
    case RequestState::Expired:
      return word(language, Label::Expired);
    case RequestState::Cancelled:
      return word(language, Label::Cancelled);
    case RequestState::Consumed:
      return word(language, Label::Consumed);
  }
  return {};
}

/// A string as it is; anything else as JSON. Runs of spaces are shortened with their length, so that nothing can be
/// pushed out of sight.
std::string visible(const Json& value) {
  const std::string escaped = escape_for_display(value.as_string() != nullptr ? *value.as_string() : write_json(value));
  std::string out;
  for (std::size_t at = 0; at < escaped.size();) {
    const std::size_t end = escaped.find_first_not_of(' ', at);
    const std::size_t run = (end == std::string::npos ? escaped.size() : end) - at;
    if (run > 8) {
      out += fmt::format("\\{{{} spaces}}", run);
    } else {
      out.append(run, ' ');
    }
    at += run;
    const std::size_t next = std::min(escaped.find(' ', at), escaped.size());
    out += escaped.substr(at, next - at);
    at = next;
  }
  return out;
}

}  // namespace

std::vector<std::string> request_headings(Language language) {
  std::vector<std::string> headings;
  for (const Label label : {Label::Id, Label::State, Label::Asked, Label::Expires, Label::Run, Label::User,
                            Label::Tenant, Label::Tool, Label::Tier, Label::Reason}) {
    headings.emplace_back(word(language, label));
  }
  return headings;
}

std::vector<std::string> request_row(Language language, const ApprovalRequest& request, TimePoint now) {
  const ApprovalRequest current = aged(request, now);
  return {current.id,
          std::string(state_word(language, current.state)),
          format_time(current.created_at),
          format_time(current.expires_at),
          current.run,
          current.user,
          current.tenant.value_or("-"),
          current.tool,
          current.tier,
          current.reason};
}

Json request_json(const ApprovalRequest& request, TimePoint now) {
  const ApprovalRequest current = aged(request, now);
  return Json::object({{"id", current.id},
                       {"state", to_string(current.state)},
                       {"created_at", format_time(current.created_at)},
                       {"expires_at", format_time(current.expires_at)},
                       {"answered_at", current.answered_at ? Json(format_time(*current.answered_at)) : Json()},
                       {"answered_by", current.answered_by.empty() ? Json() : Json(current.answered_by)},
                       {"run", current.run},
                       {"user", current.user},
                       {"tenant", current.tenant ? Json(*current.tenant) : Json()},
                       {"server", current.server},
                       {"tool", current.tool},
                       {"tier", current.tier},
                       {"rule", current.rule},
                       {"reason", current.reason},
                       {"binding", "hmac-sha256:" + current.binding.hex()}});
}

std::string request_card(Language language, const ApprovalRequest& request, const Json& card, TimePoint now) {
  const ApprovalRequest current = aged(request, now);
  std::string out = fmt::format("{}  {}  ({})\n", current.id, state_word(language, current.state), current.tier);
  const auto line = [&](std::string_view name, std::string_view value) {
    const std::size_t width = display_width(name);
    out += fmt::format("  {}{}  {}\n", name, std::string(width < 10 ? 10 - width : 0, ' '), value);
  };
  line(word(language, Label::Tool), escape_for_display(current.tool));
  line(word(language, Label::Server), escape_for_display(current.server.empty() ? "-" : current.server));
  line(word(language, Label::Run), escape_for_display(current.run));
  line(word(language, Label::User), escape_for_display(current.user));
  line(word(language, Label::Tenant), escape_for_display(current.tenant.value_or("-")));
  line(word(language, Label::Reason), fmt::format("{} [{}]", current.reason, current.rule));
  if (const Json* taken_in = card.find("taken_in"); taken_in != nullptr && taken_in->as_array() != nullptr) {
    std::string kinds;
    for (const Json& kind : *taken_in->as_array()) {
      if (!kinds.empty()) kinds += ", ";
      if (kind.as_string() != nullptr) kinds += *kind.as_string();
    }
    line(word(language, Label::TakenIn), kinds);
  }
  if (const Json* arguments = card.find("arguments"); arguments != nullptr && arguments->as_object() != nullptr) {
    out += fmt::format("  {}\n", word(language, Label::Arguments));
    for (const Json::Member& member : *arguments->as_object()) {
      out += fmt::format("    {} = {}\n", escape_for_display(member.key), visible(member.value));
    }
  }
  line(word(language, Label::Digest), "hmac-sha256:" + current.binding.hex());
  line(word(language, Label::Expires),
       fmt::format("{}  {}", format_time(current.expires_at), word(language, Label::ElseNotRun)));
  return out;
}

}  // namespace yett
