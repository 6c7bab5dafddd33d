#include "policy/described_key.h"
#include "policy/format_keys.h"
#include "policy/format_schema_parts.h"
#include "policy/format_words.h"
#include "text/destination_id.h"

namespace yett {
namespace {

constexpr std::string_view kWhy = "Why the entry is there: for whoever reviews the policy.";
constexpr std::string_view kUntil = "The last day on which the entry counts, such as 2027-03-01, without quotes.";
constexpr std::string_view kParent =
    "Lists every name below this one, also those that do not exist yet. The name itself is not among them.";
constexpr std::string_view kParentWhy = "Why so much is listed. A wide entry has to say it.";
constexpr std::string_view kPaths =
    "Path prefixes by whole segments, such as \"/hooks/\". A URL has to begin with one of them.";

// Loading judges names strictly; these refuse what people write most often by mistake: URLs, patterns and spaces.
Json host() { return text_like("^[^\\s/*@?#]+$"); }
Json domain() { return text_like("^[^\\s/*@:]+$"); }
Json mail_address() { return text_like("^[^\\s*@]+@[^\\s*@]+$"); }

Json id() {
  return Json::object(
      {{"type", "string"}, {"pattern", "^[^\\s*]+$"}, {"maxLength", std::uint64_t{kLongestDestinationId}}});
}

Json path_prefixes() { return list_of(text_like("^/[^?#]*$"), 1); }
Json address_ranges() { return list_of(text_like("^[0-9a-fA-F.:]+/[0-9]+$"), 1); }

constexpr DescribedKey kHost[] = {
    {"host", "An exact host name, with a port if it is not 443.", host, Need::Required},
    {"paths", kPaths, path_prefixes},
    {"addresses", "Private ranges that the name may resolve into, such as \"10.20.0.0/16\".", address_ranges},
    {"until", kUntil, day},
    {"why", kWhy, some_text}};
constexpr DescribedKey kParentHost[] = {{"subdomains_of", kParent, host, Need::Required},
                                        {"paths", kPaths, path_prefixes},
                                        {"until", kUntil, day},
                                        {"why", kParentWhy, some_text, Need::Required}};
constexpr DescribedKey kDomain[] = {{"domain", "An exact domain: all of its mailboxes.", domain, Need::Required},
                                    {"until", kUntil, day},
                                    {"why", kWhy, some_text}};
constexpr DescribedKey kParentDomain[] = {{"subdomains_of", kParent, domain, Need::Required},
                                          {"until", kUntil, day},
                                          {"why", kParentWhy, some_text, Need::Required}};
constexpr DescribedKey kEmail[] = {
    {"email", "One exact address.", mail_address, Need::Required}, {"until", kUntil, day}, {"why", kWhy, some_text}};
constexpr DescribedKey kId[] = {
    {"id", "An exact id: a channel, an account number, \"owner/repo\".", id, Need::Required},
    {"until", kUntil, day},
    {"why", kWhy, some_text}};
static_assert(describes(kHost, kHostKeys) && describes(kParentHost, kParentHostKeys) &&
              describes(kDomain, kDomainKeys) && describes(kParentDomain, kParentDomainKeys) &&
              describes(kEmail, kEmailKeys) && describes(kId, kIdKeys));

Json host_entry() { return any_of({host(), closed_table({}, kHost), closed_table({}, kParentHost)}); }
Json domain_entry() { return any_of({domain(), closed_table({}, kDomain), closed_table({}, kParentDomain)}); }
Json address_entry() { return any_of({mail_address(), closed_table({}, kEmail)}); }
Json id_entry() { return any_of({id(), closed_table({}, kId)}); }

Json recipient_entry() {
  return any_of(
      {domain(), mail_address(), closed_table({}, kDomain), closed_table({}, kParentDomain), closed_table({}, kEmail)});
}

constexpr std::string_view kHostEntry = "host_entry";
constexpr std::string_view kDomainEntry = "domain_entry";
constexpr std::string_view kAddressEntry = "address_entry";
constexpr std::string_view kRecipientEntry = "recipient_entry";
constexpr std::string_view kIdEntry = "id_entry";

std::string_view entry_of(DestinationKind kind) {
  switch (kind) {
    case DestinationKind::Url:
      return kHostEntry;
    case DestinationKind::Email:
      return kRecipientEntry;
    case DestinationKind::Id:
      break;
  }
  return kIdEntry;
}

Json hosts() { return list_of(reference_to(kHostEntry)); }
Json domains() { return list_of(reference_to(kDomainEntry)); }
Json emails() { return list_of(reference_to(kAddressEntry)); }
/// The kind of the list stands elsewhere, in [destinations].
Json entries_of_any_kind() {
  return list_of(any_of({reference_to(kRecipientEntry), reference_to(kHostEntry), reference_to(kIdEntry)}));
}

constexpr DescribedKey kEgress[] = {
    {"hosts",
     "The hosts that `destination.url` arguments may name, matched exactly. An empty list lets nothing through.",
     hosts},
    {"email_domains",
     "The domains that `destination.email` arguments may write to, matched exactly, without subdomains.", domains},
    {"emails", "Single addresses that `destination.email` arguments may write to, beside those of `email_domains`.",
     emails}};
static_assert(describes(kEgress, kEgressKeys));

constexpr DescribedKey kList[] = {
    {"kind", "What the entries are: exact ids, mail domains and addresses, or hosts.", [] { return word(kListKinds); },
     Need::Required},
    {"allow", "What may be reached. An empty list lets nothing through.", entries_of_any_kind, Need::Required}};
static_assert(describes(kList, kListKeys));

constexpr DescribedKey kTenant[] = {
    {"hosts", "Hosts of this tenant, instead of those of [egress].", hosts},
    {"email_domains", "Mail domains of this tenant, instead of those of [egress].", domains},
    {"emails", "Mail addresses of this tenant, instead of those of [egress].", emails},
    {"destinations", "Lists of this tenant, by the names that they have in [destinations], instead of those.",
     [] { return named_table(kSectionNames, entries_of_any_kind()); }}};
static_assert(describes(kTenant, kTenantKeys));

}  // namespace

Json::Object list_entry_definitions() {
  return {{std::string(kHostEntry), host_entry()},
          {std::string(kDomainEntry), domain_entry()},
          {std::string(kAddressEntry), address_entry()},
          {std::string(kRecipientEntry), recipient_entry()},
          {std::string(kIdEntry), id_entry()}};
}

Json egress_shape() { return closed_table({}, kEgress); }

Json destination_list_shape() {
  Json list = closed_table("A list of destinations that tools bind as `destination.NAME`.", kList);
  Json::Array by_kind;
  for (const Choice<DestinationKind>& kind : kListKinds) {
    const auto with = [](std::string_view key, Json value) {
      return Json::object({{"properties", Json::object({{std::string(key), std::move(value)}})}});
    };
    by_kind.push_back(Json::object({{"if", with("kind", Json::object({{"const", kind.spelling}}))},
                                    {"then", with("allow", list_of(reference_to(entry_of(kind.value))))}}));
  }
  list.set("allOf", std::move(by_kind));
  return list;
}

Json tenant_shape() { return closed_table("A tenant. Where [tenants] exists there are no others.", kTenant); }

}  // namespace yett
