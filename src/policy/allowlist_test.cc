#include "policy/allowlist.h"

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "policy/open_entry_fixture.h"

namespace yett {
namespace {

constexpr TimePoint kNow = std::chrono::sys_days{std::chrono::year{2026} / 12 / 1};
constexpr Duration kTick{1};  // the smallest step of the clock

Url url(std::string_view text) { return *examine_url(text, strict_address_ranges()).url(); }

/// A list of the one host a.example with these entries.
Allowlist with_entries(std::vector<HostEntry> entries) {
  Allowlist list{.name = "hosts", .kind = DestinationKind::Url};
  list.hosts.emplace("a.example", std::move(entries));
  return list;
}

Allowlist with_parent(HostEntry entry) {
  Allowlist list{.name = "hosts", .kind = DestinationKind::Url};
  list.host_parents.emplace("a.example", std::vector{std::move(entry)});
  return list;
}

HostListing listing(const Allowlist& list, std::string_view text, TimePoint now = kNow) {
  return fit_host(list, url(text), now).listing;
}

using enum HostListing;

TEST(FitHost, FindsNothingInAnEmptyList) {
  const HostFit fit = fit_host({}, url("https://a.example/"), kNow);
  EXPECT_EQ(fit.listing, Unlisted);
  EXPECT_EQ(fit.entry, nullptr);
}

TEST(FitHost, DoesNotListWhatNobodyFilledIn) {
  EXPECT_EQ(listing(with_entries({HostEntry{}}), "https://a.example/"), Unlisted);
}

TEST(FitHost, MatchesAHostByItsWholeText) {
  const Allowlist list = with_entries({OpenEntry{}});
  EXPECT_EQ(listing(list, "https://a.example/x?y=z"), Listed);
  EXPECT_EQ(listing(list, "https://A.example./"), Listed) << "the canonical text is compared";
  for (const std::string_view other : {"https://b.example/", "https://x.a.example/", "https://example.com/",
                                       "https://aa.example/", "https://a.example.com/"}) {
    EXPECT_EQ(listing(list, other), Unlisted) << other;
  }
}

TEST(FitHost, TellsAnotherPortAndAnotherPathApart) {
  const Allowlist list = with_entries({OpenEntry{.port = 8443, .paths = {"/services/T0", "/hooks/"}}});
  EXPECT_EQ(listing(list, "https://a.example:8443/services/T0/x"), Listed);
  EXPECT_EQ(listing(list, "https://a.example:8443/hooks/x"), Listed);
  EXPECT_EQ(listing(list, "https://a.example:8443/hooks"), Listed);
  EXPECT_EQ(listing(list, "https://a.example:8443/services/T01"), OtherPath);
  EXPECT_EQ(listing(list, "https://a.example:8443/services/T0/../T1"), OtherPath);
  EXPECT_EQ(listing(list, "https://a.example:8443/"), OtherPath);
  EXPECT_EQ(listing(list, "https://a.example/services/T0"), OtherPort);
}

TEST(FitHost, TakesTheBestOfSeveralEntries) {
  const Allowlist list = with_entries({OpenEntry{.port = 9443}, OpenEntry{.paths = {"/a"}}, OpenEntry{.paths = {"/b"}},
                                       OpenEntry{.port = 8443, .paths = {"/c"}}});
  const auto entries = [&list] { return list.hosts.find("a.example")->second.data(); };
  EXPECT_EQ(fit_host(list, url("https://a.example/a"), kNow).entry, entries() + 1);
  EXPECT_EQ(fit_host(list, url("https://a.example/b"), kNow).entry, entries() + 2);
  EXPECT_EQ(fit_host(list, url("https://a.example:9443/z"), kNow).entry, entries());
  EXPECT_EQ(fit_host(list, url("https://a.example/c"), kNow).listing, OtherPath);
  EXPECT_EQ(fit_host(list, url("https://a.example/c"), kNow).entry, entries() + 1) << "the first of equal fits";
  EXPECT_EQ(fit_host(list, url("https://a.example:8443/a"), kNow).listing, OtherPath);
  EXPECT_EQ(fit_host(list, url("https://a.example:7443/a"), kNow).listing, OtherPort);
}

TEST(FitHost, LapsesToTheTick) {
  const Allowlist list = with_entries({OpenEntry{.lapses_at = kNow}});
  EXPECT_EQ(listing(list, "https://a.example/", kNow - kTick), Listed);
  EXPECT_EQ(listing(list, "https://a.example/", kNow), Unlisted);
  EXPECT_EQ(listing(list, "https://a.example:8443/", kNow), Unlisted) << "a lapsed entry has no port either";
  const Allowlist parent = with_parent(OpenEntry{.lapses_at = kNow});
  EXPECT_EQ(listing(parent, "https://x.a.example/", kNow - kTick), Listed);
  EXPECT_EQ(listing(parent, "https://x.a.example/", kNow), Unlisted);
}

TEST(FitHost, FallsBackToAnEntryThatHasNotLapsed) {
  const Allowlist list = with_entries({OpenEntry{.lapses_at = kNow}, OpenEntry{.paths = {"/a"}}});
  EXPECT_EQ(listing(list, "https://a.example/b", kNow - kTick), Listed);
  EXPECT_EQ(listing(list, "https://a.example/b", kNow), OtherPath);
  EXPECT_EQ(listing(list, "https://a.example/a", kNow), Listed);
}

TEST(FitHost, ListsEveryNameBelowAParentAndNotTheParent) {
  const Allowlist list = with_parent(OpenEntry{.paths = {"/x"}});
  EXPECT_EQ(listing(list, "https://b.a.example/x"), Listed);
  EXPECT_EQ(listing(list, "https://c.b.a.example/x"), Listed);
  EXPECT_EQ(listing(list, "https://b.a.example/y"), OtherPath);
  EXPECT_EQ(listing(list, "https://b.a.example:8443/x"), OtherPort);
  EXPECT_EQ(listing(list, "https://a.example/x"), Unlisted);
  EXPECT_EQ(listing(list, "https://ba.example/x"), Unlisted) << "labels are compared whole";
  EXPECT_EQ(listing(list, "https://a.example.com/x"), Unlisted);
}

TEST(FitHost, PrefersWhateverFitsBetter) {
  Allowlist list = with_parent(OpenEntry{});
  list.hosts.emplace("b.a.example", std::vector<HostEntry>{OpenEntry{.paths = {"/x"}}});
  EXPECT_EQ(listing(list, "https://b.a.example/x"), Listed);
  EXPECT_EQ(listing(list, "https://b.a.example/y"), Listed) << "the wide entry covers the name too";
  EXPECT_EQ(fit_host(list, url("https://b.a.example/x"), kNow).entry, list.hosts.find("b.a.example")->second.data());
}

TEST(FitHost, KnowsNoParentsOfAddresses) {
  Allowlist list{.name = "hosts", .kind = DestinationKind::Url};
  list.host_parents.emplace("8.8.8", std::vector<HostEntry>{OpenEntry{}});
  list.host_parents.emplace("8", std::vector<HostEntry>{OpenEntry{}});
  EXPECT_EQ(listing(list, "https://8.8.8.8/"), Unlisted);
}

Allowlist mail(TextMap<TextEntry> domains, TextMap<TextEntry> parents, TextMap<TextEntry> emails) {
  Allowlist list{.name = "emails", .kind = DestinationKind::Email};
  list.domains = std::move(domains);
  list.domain_parents = std::move(parents);
  list.emails = std::move(emails);
  return list;
}

bool lists(const Allowlist& list, std::string_view address, TimePoint now = kNow) {
  return find_email(list, *parse_email(address), now) != nullptr;
}

constexpr TimePoint kForever = TimePoint::max();

TEST(ListsAddress, ByDomainByParentOrWhole) {
  const Allowlist list = mail({{"a.example", kForever}}, {{"b.example", kForever}}, {{"sam@c.example", kForever}});
  EXPECT_TRUE(lists(list, "anybody@a.example"));
  EXPECT_TRUE(lists(list, "anybody@A.EXAMPLE"));
  EXPECT_TRUE(lists(list, "anybody@x.b.example"));
  EXPECT_TRUE(lists(list, "anybody@y.x.b.example"));
  EXPECT_TRUE(lists(list, "sam@c.example"));
  EXPECT_TRUE(lists(list, "sam@C.example"));
  for (const std::string_view other : {"anybody@x.a.example", "anybody@b.example", "anybody@xb.example",
                                       "Sam@c.example", "sam+x@c.example", "kim@c.example", "sam@x.c.example"}) {
    EXPECT_FALSE(lists(list, other)) << other;
  }
}

TEST(ListsAddress, LapsesToTheTick) {
  const Allowlist list = mail({{"a.example", kNow}}, {{"b.example", kNow}}, {{"sam@c.example", kNow}});
  for (const std::string_view address : {"anybody@a.example", "anybody@x.b.example", "sam@c.example"}) {
    EXPECT_TRUE(lists(list, address, kNow - kTick)) << address;
    EXPECT_FALSE(lists(list, address, kNow)) << address;
  }
}

TEST(ListsAddress, LooksIntoWhatIsKept) {
  Allowlist list = mail({{"a.example", kForever}}, {}, {});
  list.kept = std::make_shared<const Allowlist>(mail({}, {{"b.example", kForever}}, {{"sam@c.example", kNow}}));
  EXPECT_TRUE(lists(list, "anybody@a.example"));
  EXPECT_TRUE(lists(list, "anybody@x.b.example"));
  EXPECT_TRUE(lists(list, "sam@c.example", kNow - kTick));
  EXPECT_FALSE(lists(list, "sam@c.example", kNow));
  EXPECT_FALSE(lists(list, "kim@c.example"));
  EXPECT_NE(find_domain(list, *parse_domain("x.b.example"), kNow), nullptr);
  EXPECT_EQ(find_domain(list, *parse_domain("b.example"), kNow), nullptr);
}

TEST(ListsAddress, ReturnsTheNearestEntryThatIsInForce) {
  Allowlist list = mail({{"b.a.example", kForever}, {"c.a.example", kNow}}, {{"a.example", kForever}},
                        {{"sam@b.a.example", kForever}, {"kim@c.a.example", kNow}});
  list.kept = std::make_shared<const Allowlist>(mail({{"d.example", kForever}, {"b.a.example", kForever}}, {}, {}));
  const auto found = [&list](std::string_view address) { return find_email(list, *parse_email(address), kNow); };
  EXPECT_EQ(found("sam@b.a.example"), &list.emails.find("sam@b.a.example")->second);
  EXPECT_EQ(found("bo@b.a.example"), &list.domains.find("b.a.example")->second);
  EXPECT_EQ(found("kim@c.a.example"), &list.domain_parents.find("a.example")->second) << "the nearer ones lapsed";
  EXPECT_EQ(found("bo@d.example"), &list.kept->domains.find("d.example")->second);
}

TEST(CanBeOpened, ByAnEntryAreOnlyAddressesThatSomeHostOfAPrivateNetworkMayHave) {
  using enum AddressKind;
  const auto opened = [](std::string_view block, AddressKind kind) {
    return can_be_opened(parse_address_block(block).value(), kind);
  };
  EXPECT_TRUE(opened("10.20.0.0/16", Private));
  EXPECT_TRUE(opened("100.64.0.0/10", Special));
  EXPECT_TRUE(opened("fd12::/16", Private));
  for (const AddressKind kind : {Public, Loopback, LinkLocal, Metadata}) {
    EXPECT_FALSE(opened("10.20.0.0/16", kind));
    EXPECT_FALSE(opened("fd12::/16", kind));
  }
  for (const std::string_view block : {"0.0.0.0/8", "0.0.0.0/32", "0.0.0.0/0", "224.0.0.0/4", "255.255.255.255/32",
                                       "128.0.0.0/1", "::/96", "64:ff9b::/96", "f800::/5", "fe00::/9"}) {
    EXPECT_FALSE(opened(block, Private)) << block;
    EXPECT_FALSE(opened(block, Special)) << block;
  }
}

/// The range loader asks of whole rows of the address table, the judge of answers of single addresses.
TEST(CanBeOpened, SaysOfARowWhatItSaysOfItsFirstAndLastAddress) {
  for (const AddressRange& range : strict_address_ranges()) {
    const auto& [first, last] = range.block;
    EXPECT_EQ(can_be_opened(range.block, range.kind),
              can_be_opened({first, first}, range.kind) && can_be_opened({last, last}, range.kind));
  }
}

TEST(WithListing, AddsWhatTheListHasAgainstAUrlAndTakesAwayWhatAnEntryAnswersFor) {
  const HostEntry plain;
  const HostEntry with_range{.private_ranges = {parse_address_block("10.20.0.0/16").value()}};
  const Host host = *parse_domain("a.example");
  const Host printer = *parse_host("printer.local", strict_address_ranges());
  const FlawSet special = {Flaw::SpecialAddress};
  EXPECT_EQ(with_listing({Flaw::Userinfo}, {.listing = Unlisted}, host), (FlawSet{Flaw::Userinfo, Flaw::Unlisted}));
  EXPECT_EQ(with_listing({}, {.listing = OtherPort, .entry = &plain}, host), FlawSet{Flaw::Port});
  EXPECT_EQ(with_listing({}, {.listing = OtherPath, .entry = &plain}, host), FlawSet{Flaw::Path});
  EXPECT_EQ(with_listing({}, {.listing = Listed, .entry = &plain}, host), FlawSet{});
  EXPECT_EQ(with_listing(special, {.listing = Listed, .entry = &with_range}, printer), FlawSet{});
  EXPECT_EQ(with_listing(special, {.listing = Listed, .entry = &plain}, printer), special);
  EXPECT_EQ(with_listing(special, {.listing = Listed, .entry = &with_range}, host), special) << "no name of one site";
  EXPECT_EQ(with_listing(special, {.listing = OtherPath, .entry = &with_range}, printer),
            (FlawSet{Flaw::SpecialAddress, Flaw::Path}));
}

TEST(FindHost, TakesTheFirstEntryInForceWhateverItsPortAndPath) {
  Allowlist list = with_entries({OpenEntry{.lapses_at = kNow}, OpenEntry{.port = 8443, .paths = {"/a"}}, OpenEntry{}});
  list.host_parents.emplace("b.example", std::vector<HostEntry>{OpenEntry{.port = 7443}});
  list.host_parents.emplace("8.8", std::vector<HostEntry>{OpenEntry{}});
  const auto found = [&list](std::string_view host) {
    return find_host(list, *parse_host(host, strict_address_ranges()), kNow);
  };
  EXPECT_EQ(found("a.example"), list.hosts.find("a.example")->second.data() + 1);
  EXPECT_EQ(found("y.x.b.example"), list.host_parents.find("b.example")->second.data());
  for (const std::string_view other : {"x.a.example", "b.example", "8.8.8.8"}) EXPECT_EQ(found(other), nullptr);
}

TEST(ListsDomain, KnowsNoAddresses) {
  const Allowlist list = mail({{"a.example", kNow}}, {}, {{"sam@c.example", kForever}});
  EXPECT_NE(find_domain(list, *parse_domain("a.example"), kNow - kTick), nullptr);
  EXPECT_EQ(find_domain(list, *parse_domain("a.example"), kNow), nullptr);
  EXPECT_EQ(find_domain(list, *parse_domain("c.example"), kNow), nullptr);
}

TEST(ListsId, ByteForByteUntilItLapses) {
  Allowlist list{.name = "payees", .kind = DestinationKind::Id};
  list.ids = {{"DE89", kNow}, {"acme/yett", kForever}};
  EXPECT_NE(find_id(list, "DE89", kNow - kTick), nullptr);
  EXPECT_EQ(find_id(list, "DE89", kNow), nullptr);
  EXPECT_NE(find_id(list, "acme/yett", kNow), nullptr);
  for (const std::string_view other : {"", "de89", "ACME/yett", "acme", "acme/yett2"}) {
    EXPECT_EQ(find_id(list, other, kNow - kTick), nullptr) << other;
  }
}

TEST(IsEmpty, LooksAtEveryKindOfEntry) {
  EXPECT_TRUE(is_empty({}));
  EXPECT_FALSE(is_empty(with_entries({OpenEntry{}})));
  EXPECT_FALSE(is_empty(with_parent({})));
  EXPECT_FALSE(is_empty(mail({{"a.example", kNow}}, {}, {})));
  EXPECT_FALSE(is_empty(mail({}, {{"a.example", kNow}}, {})));
  EXPECT_FALSE(is_empty(mail({}, {}, {{"a@a.example", kNow}})));
  Allowlist ids;
  ids.ids.emplace("a", kNow);
  EXPECT_FALSE(is_empty(ids));
  Allowlist keeping;
  keeping.kept = std::make_shared<const Allowlist>();
  EXPECT_TRUE(is_empty(keeping));
  keeping.kept = std::make_shared<const Allowlist>(mail({{"a.example", kNow}}, {}, {}));
  EXPECT_FALSE(is_empty(keeping));
}

TEST(DestinationKind, IsCalledAsInTheFile) {
  EXPECT_EQ(to_string(DestinationKind::Id), "id");
  EXPECT_EQ(to_string(DestinationKind::Email), "email");
  EXPECT_EQ(to_string(DestinationKind::Url), "url");
}

}  // namespace
}  // namespace yett
