#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "policy/load.h"
#include "policy/policy_fixture.h"
#include "policy/whole_policy_fixture.h"

namespace yett::policy_test {
namespace {

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

bool is_required(std::string_view line) { return line.ends_with("# required\n"); }

DestinationKind kind_of(ArgumentRole role) {
  if (role == ArgumentRole::Url) return DestinationKind::Url;
  return role == ArgumentRole::Email ? DestinationKind::Email : DestinationKind::Id;
}

void expect_sound(const Tool& tool, const Policy& policy) {
  SCOPED_TRACE(tool.name);
  EXPECT_TRUE(tool.effect != Effect::Send || tool.has_destination());
  EXPECT_TRUE(tool.sensitivity != Sensitivity::Private || tool.tenant != TenantSource::None || policy.session.tenant);
  EXPECT_TRUE(tool.effect != Effect::Execute || tool.reversibility == Reversibility::Irreversible ||
              !tool.commands.empty());
  EXPECT_TRUE(tool.commands.empty() || tool.has_role(ArgumentRole::Command));
  EXPECT_FALSE(tool.fixed_destination && tool.has_destination_argument());
  for (const BoundArgument& argument : tool.arguments) {
    EXPECT_TRUE(!tool.schema || tool.schema->names(argument.place)) << argument.name;
    if (!is_destination(argument.role)) continue;
    ASSERT_LT(argument.list, policy.lists.size());
    EXPECT_EQ(policy.lists[argument.list].kind, kind_of(argument.role)) << argument.name;
  }
  for (const JoinedDestination& join : tool.joins) {
    EXPECT_GE(join.parts.size(), 2u);
    for (const std::size_t part : join.parts) EXPECT_EQ(tool.arguments.at(part).role, ArgumentRole::Part);
  }
  for (const PathTerms* terms : {&tool.reads, &tool.writes}) {
    for (const std::size_t root : terms->roots) EXPECT_LT(root, policy.paths.size());
    EXPECT_TRUE(!terms->base || *terms->base < policy.paths.size());
  }
}

void expect_sound(const Allowlist& list) {
  for (const TextMap<std::vector<HostEntry>>* hosts : {&list.hosts, &list.host_parents}) {
    for (const auto& [host, entries] : *hosts) {
      EXPECT_FALSE(entries.empty()) << host;
      EXPECT_TRUE(parse_host(host, strict_address_ranges())) << host;
    }
  }
  EXPECT_TRUE(list.kind == DestinationKind::Url || (list.hosts.empty() && list.host_parents.empty()));
  EXPECT_TRUE(list.kind == DestinationKind::Email ||
              (list.domains.empty() && list.domain_parents.empty() && list.emails.empty()));
  EXPECT_TRUE(list.kind == DestinationKind::Id || list.ids.empty());
}

/// What has to hold for whatever loads.
void expect_sound(const Policy& policy) {
  EXPECT_FALSE(policy.name.empty());
  EXPECT_NE(policy.find_permission_set(policy.session.permissions.name), nullptr);
  EXPECT_TRUE(!policy.session.tenant || policy.knows_tenant(*policy.session.tenant));
  EXPECT_FALSE(policy.tools.in_order().empty());
  for (const Tool& tool : policy.tools.in_order()) {
    expect_sound(tool, policy);
    EXPECT_EQ(policy.tools.find_at(tool.server, tool.name), &tool);
  }
  for (const Allowlist& list : policy.lists) expect_sound(list);
  for (const TenantTerms& tenant : policy.tenants.in_order()) {
    for (const auto& [general, own] : tenant.lists) {
      EXPECT_EQ(policy.lists.at(own).kind, policy.lists.at(general).kind);
    }
  }
  for (const ServerSpec& server : policy.servers) EXPECT_TRUE(server.command.front().starts_with('/'));
  EXPECT_GT(policy.approval.expires.count(), 0);
  EXPECT_LE(policy.approval.expires, std::chrono::hours(24));
  EXPECT_GE(policy.approval.max_pending, 1u);
  EXPECT_GE(policy.limits.denials, 1u);
}

TEST(PolicyProperty, TheWholePolicyLoads) {
  const Policy policy = loaded(kWhole);
  expect_sound(policy);
  EXPECT_EQ(policy.tools.in_order().size(), 7u);
}

TEST(PolicyProperty, TheWholePolicyUsesEveryKey) {
  for (const std::string_view key : {"name",
                                     "version",
                                     "permissions",
                                     "may_choose",
                                     "tenant",
                                     "expires",
                                     "tools",
                                     "servers",
                                     "grants",
                                     "read",
                                     "external_access",
                                     "write",
                                     "execution",
                                     "capabilities",
                                     "sources",
                                     "email_domains",
                                     "emails",
                                     "hosts",
                                     "host",
                                     "domain",
                                     "email",
                                     "id",
                                     "subdomains_of",
                                     "paths",
                                     "addresses",
                                     "why",
                                     "until",
                                     "kind",
                                     "allow",
                                     "root",
                                     "access",
                                     "command",
                                     "env",
                                     "cwd",
                                     "rename",
                                     "effect",
                                     "sensitivity",
                                     "reversible",
                                     "content",
                                     "unbound",
                                     "returns",
                                     "display_names",
                                     "review",
                                     "url",
                                     "fixed",
                                     "join",
                                     "arguments",
                                     "base",
                                     "roots",
                                     "argv",
                                     "program",
                                     "subcommands",
                                     "options",
                                     "irreversible_writes",
                                     "quorum",
                                     "four_eyes",
                                     "unsigned",
                                     "max_pending",
                                     "private_to_outside",
                                     "denials",
                                     "calls_per_minute",
                                     "sends_per_run",
                                     "result_bytes",
                                     "dir",
                                     "sync"}) {
    const bool stands = kWhole.contains(fmt::format("{} = ", key)) || kWhole.contains(fmt::format(".{}", key));
    EXPECT_TRUE(stands) << key;
  }
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
  EXPECT_EQ(left_out, 48u);
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
      EXPECT_GE(size, kWhole.find("\ntenant = [\"tenant_id\"]")) << "before a tool is complete there is no policy";
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
