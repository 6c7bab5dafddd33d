#include "decide/mail_headers.h"

#include <algorithm>
#include <iterator>
#include <string>

#include "text/name_fold.h"

namespace yett {
namespace {

/// As fold_name() writes them.
constexpr std::string_view kAddressHeaders[] = {"to",
                                                "cc",
                                                "bcc",
                                                "from",
                                                "sender",
                                                "replyto",
                                                "resentto",
                                                "resentcc",
                                                "resentbcc",
                                                "resentfrom",
                                                "resentsender",
                                                "returnpath",
                                                "apparentlyto",
                                                "errorsto",
                                                "envelopeto",
                                                "deliveredto",
                                                "xoriginalto",
                                                "followupto",
                                                "mailfollowupto",
                                                "mailreplyto",
                                                "xsmtpapi",
                                                "dispositionnotificationto",
                                                "returnreceiptto"};

/// The members by which mail libraries say which header an object is: {"key": "Bcc", "value": ...}.
constexpr std::string_view kNamesOfNames[] = {"key", "name", "header", "field", "headername", "fieldname"};

bool is_one_of(std::string_view folded, const auto& names) {
  return std::ranges::find(names, folded) != std::end(names);
}

/// "Bcc: someone": a whole header in one text.
bool is_header_line(std::string_view text) {
  return text.find(':') != std::string_view::npos && is_address_header(text);
}

bool names_header(const Json& value) {
  const std::string* text = value.as_string();
  return text != nullptr && is_address_header(*text);
}

bool is_line_of_header(const Json& value) {
  const std::string* text = value.as_string();
  return text != nullptr && is_header_line(*text);
}

bool is_safe(const Json& value, MailField field);

bool is_safe_list(const Json::Array& items, MailField field) {
  if (field == MailField::Header) {
    // ["Bcc", "someone"] is a header of a list of pairs.
    if (!items.empty() && names_header(items.front())) return false;
    if (std::ranges::any_of(items, is_line_of_header)) return false;
  }
  return std::ranges::all_of(items, [field](const Json& item) { return is_safe(item, field); });
}

bool is_safe_member(const Json::Member& member, MailField field) {
  if (breaks_mail(member.key, MailField::Header)) return false;
  if (field == MailField::Header) {
    if (is_address_header(member.key) || is_line_of_header(member.value)) return false;
    if (is_one_of(fold_name(member.key), kNamesOfNames) && names_header(member.value)) return false;
  }
  return is_safe(member.value, field);
}

bool is_safe(const Json& value, MailField field) {
  if (const std::string* text = value.as_string()) return !breaks_mail(*text, field);
  if (const Json::Array* items = value.as_array()) return is_safe_list(*items, field);
  const Json::Object* members = value.as_object();
  return members == nullptr ||
         std::ranges::all_of(*members, [field](const Json::Member& member) { return is_safe_member(member, field); });
}

}  // namespace

bool is_address_header(std::string_view name) {
  name = name.substr(0, name.find(':'));
  while (name.ends_with(' ') || name.ends_with('\t')) name.remove_suffix(1);
  return is_one_of(fold_name(name), kAddressHeaders);
}

bool is_header_argument(std::string_view name) {
  const std::string folded = fold_name(name);
  return folded.find("header") != std::string::npos || folded.find("subject") != std::string::npos;
}

bool is_mail_safe(const Json& value, MailField field, std::string_view argument) {
  // A subject may begin with "To: "; what is called a header is one.
  const bool is_header = field == MailField::Header && fold_name(argument).find("header") != std::string::npos;
  return is_safe(value, field) && !(is_header && is_line_of_header(value));
}

}  // namespace yett
