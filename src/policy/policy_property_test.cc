#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "policy/load.h"
#include "policy/policy_for_test.h"

namespace yett::policy_test {
namespace {

/// A policy that uses every key of this version, one line each.
constexpr std::string_view kWhole = R"([policy]
name = "deskmate"
version = 1
[session]
permissions = "no execution"
may_choose = ["read-only"]
expires = "12h"
[tools.search]
effect = "read"
sensitivity = "private"
reversible = true
tenant = ["tenant_id"]
content = ["query"]
returns = "retrieved_document"
why = "the desk"
[tools.mail]
effect = "send"
sensitivity = "internal"
reversible = false
destination.email = ["to", "cc"]
content = ["subject", "body"]
unbound = ["reply_to"]
[tools.hook]
effect = "send"
sensitivity = "internal"
reversible = true
destination.url = ["url"]
[tools.invite]
effect = "send"
sensitivity = "internal"
reversible = true
destination.fixed = "participants of the event"
[tools.save]
effect = "write"
sensitivity = "internal"
reversible = true
path.read = ["from"]
path.write = ["into"]
[egress]
email_domains = ["deskmate.internal", { domain = "acme.example", why = "customer" }]
emails = ["sam@contractor.example"]
hosts = ["api.deskmate.example:8443", { host = "hooks.slack.com", why = "alerts" }]
[paths.tickets]
root = "/srv/deskmate/tickets"
access = "read-write"
[approval]
expires = "10m"
irreversible_writes = true
quorum = 1
four_eyes = false
unsigned = "one person"
max_pending = 20
[flow]
private_to_outside = "confirm"
[servers.desk]
command = ["/usr/bin/deskmate", "--quiet"]
env = { LOG = "info" }
cwd = "/srv/deskmate"
[state]
dir = "/var/lib/yett"
sync = "full"
)";

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n') + 1;
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return lines;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line;
  return text;
}

/// Keys without which the policy is none; absent ones of another name have defaults.
bool is_required(std::string_view line) {
  constexpr std::string_view kBeginnings[] = {"[policy]", "name =",        "version =",    "[session]", "permissions =",
                                              "effect =", "sensitivity =", "reversible =", "tenant =",  "destination.",
                                              "root =",   "access =",      "command ="};
  return std::ranges::any_of(kBeginnings, [line](std::string_view beginning) { return line.starts_with(beginning); });
}

/// What has to hold for whatever loads.
void expect_sound(const Policy& policy) {
  EXPECT_FALSE(policy.name.empty());
  EXPECT_FALSE(policy.session.permissions.name.empty());
  EXPECT_FALSE(policy.tools.in_order().empty());
  for (const Tool& tool : policy.tools.in_order()) {
    EXPECT_TRUE(tool.effect != Effect::Send || tool.has_destination()) << tool.name;
    EXPECT_TRUE(tool.sensitivity != Sensitivity::Private || tool.tenant != TenantSource::None || policy.session.tenant)
        << tool.name;
  }
  for (const Allowlist& list : policy.lists) {
    for (const auto& [host, entries] : list.hosts) EXPECT_FALSE(entries.empty()) << host;
  }
  for (const ServerSpec& server : policy.servers) EXPECT_TRUE(server.command.front().starts_with('/'));
  EXPECT_GT(policy.approval.expires.count(), 0);
  EXPECT_LE(policy.approval.expires, std::chrono::hours(24));
  EXPECT_GE(policy.approval.max_pending, 1u);
}

TEST(PolicyProperty, TheWholePolicyLoads) {
  const Policy policy = loaded(kWhole);
  expect_sound(policy);
  EXPECT_EQ(policy.tools.in_order().size(), 5u);
}

TEST(PolicyProperty, NoRequiredLineCanBeLeftOut) {
  const std::vector<std::string> lines = lines_of(kWhole);
  std::size_t left_out = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::vector<std::string> rest = lines;
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
    const auto policy = parse_policy(joined(rest), "yett.toml");
    if (is_required(lines[i])) {
      EXPECT_FALSE(policy) << "without " << lines[i];
      ++left_out;
    } else if (policy) {
      expect_sound(**policy);
    }
  }
  EXPECT_EQ(left_out, 27u);
}

TEST(PolicyProperty, NoLineCanBeSaidTwice) {
  const std::vector<std::string> lines = lines_of(kWhole);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::vector<std::string> more = lines;
    more.insert(more.begin() + static_cast<std::ptrdiff_t>(i), lines[i]);
    EXPECT_FALSE(parse_policy(joined(more), "yett.toml")) << "twice " << lines[i];
  }
}

TEST(PolicyProperty, ACutPolicyIsRefusedOrIsWhatItsWholeLinesSay) {
  // A cut behind a whole line may leave a smaller policy; inside a line nothing may come of the broken rest but what
  // its text says by itself.
  for (std::size_t size = 0; size <= kWhole.size(); ++size) {
    const auto policy = parse_policy(kWhole.substr(0, size), "yett.toml");
    if (policy) {
      expect_sound(**policy);
      EXPECT_GE(size, kWhole.find("\ncontent = [\"query\"]")) << "before a tool is complete there is no policy";
    } else {
      EXPECT_EQ(policy.error().kind, ErrorKind::Input);
      EXPECT_FALSE(policy.error().message.empty());
    }
  }
}

TEST(PolicyProperty, NoSingleByteMakesItUnsound) {
  std::mt19937 random(20260101);  // NOLINT(cert-msc32-c,cert-msc51-cpp): every run is to try the same
  for (std::size_t i = 0; i < kWhole.size(); ++i) {
    std::string text(kWhole);
    text[i] = static_cast<char>(random() & 0xFF);
    const auto policy = parse_policy(text, "yett.toml");
    if (policy) {
      expect_sound(**policy);
    } else {
      EXPECT_EQ(policy.error().where.file, "yett.toml");
    }
  }
}

TEST(PolicyProperty, TheDigestIsOfTheSectionsAndNotOfTheirOrder) {
  std::vector<std::string> sections;
  for (const std::string& line : lines_of(kWhole)) {
    if (line.starts_with('[')) sections.emplace_back();
    sections.back() += line;
  }
  const Digest digest = loaded(kWhole).digest;
  std::mt19937 random(7);  // NOLINT(cert-msc32-c,cert-msc51-cpp): every run is to try the same
  for (int round = 0; round < 20; ++round) {
    std::ranges::shuffle(sections, random);
    const auto policy = parse_policy(joined(sections), "yett.toml");
    ASSERT_TRUE(policy) << policy.error().to_string();
    EXPECT_EQ((*policy)->digest, digest);
  }
}

TEST(PolicyProperty, EveryLineOfThePolicyCountsInTheDigest) {
  const Digest digest = loaded(kWhole).digest;
  const std::vector<std::string> lines = lines_of(kWhole);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::vector<std::string> rest = lines;
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
    const auto policy = parse_policy(joined(rest), "yett.toml");
    if (!policy) continue;
    EXPECT_NE((*policy)->digest, digest) << lines[i];
  }
}

}  // namespace
}  // namespace yett::policy_test
