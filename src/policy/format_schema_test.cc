#include "policy/format_schema.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "policy/format_keys.h"
#include "policy/load.h"
#include "schema/keyword.h"

namespace yett {
namespace {

/// The keys that the schema's table describes; empty when there is no such table.
std::vector<std::string> described_keys(const Json& table) {
  std::vector<std::string> keys;
  const Json* properties = table.find("properties");
  if (properties == nullptr) return keys;
  for (const Json::Member& member : *properties->as_object()) keys.push_back(member.key);
  return keys;
}

/// Calls `visit` with every part of the schema that is itself a schema, and where it stands.
void each_schema(const Json& schema, const std::string& where,
                 const std::function<void(const Json&, const std::string&)>& visit) {
  if (schema.as_object() == nullptr) return;
  visit(schema, where);
  for (const Json::Member& member : *schema.as_object()) {
    const std::string below = where + "/" + member.key;
    if (member.key == "properties" || member.key == "definitions") {
      for (const Json::Member& named : *member.value.as_object()) {
        each_schema(named.value, below + "/" + named.key, visit);
      }
    } else if (const Json::Array* items = member.value.as_array()) {
      for (const Json& item : *items) each_schema(item, below, visit);
    } else {
      each_schema(member.value, below, visit);
    }
  }
}

TEST(FormatSchema, DescribesEveryKeyInASentence) {
  std::size_t described = 0;
  each_schema(policy_format_schema(), "", [&](const Json& schema, const std::string& where) {
    // What stands under `if` and `then` repeats keys that are described elsewhere.
    const Json* properties = schema.find("properties");
    if (properties == nullptr || where.ends_with("/if") || where.ends_with("/then")) return;
    for (const Json::Member& member : *properties->as_object()) {
      const Json* text = member.value.find("description");
      ASSERT_TRUE(text != nullptr && text->as_string() != nullptr) << where << " " << member.key;
      EXPECT_GE(text->as_string()->size(), 10u) << where << " " << member.key;
      EXPECT_TRUE(text->as_string()->ends_with('.')) << where << " " << member.key;
      ++described;
    }
  });
  EXPECT_GT(described, 100u);
}

TEST(FormatSchema, LeavesNoTableOpen) {
  each_schema(policy_format_schema(), "", [&](const Json& schema, const std::string& where) {
    const Json* type = schema.find("type");
    if (type == nullptr || *type != Json("object")) return;
    const Json* others = schema.find("additionalProperties");
    ASSERT_NE(others, nullptr) << where;
    EXPECT_TRUE(*others == Json(false) || others->as_object() != nullptr) << where;
  });
}

TEST(FormatSchema, HoldsEveryReferenceThatItMakes) {
  const Json schema = policy_format_schema();
  each_schema(schema, "", [&](const Json& part, const std::string& where) {
    const Json* reference = part.find("$ref");
    if (reference == nullptr) return;
    constexpr std::string_view kPlace = "#/definitions/";
    const std::string& text = *reference->as_string();
    ASSERT_TRUE(text.starts_with(kPlace)) << where;
    EXPECT_NE(schema.find("definitions")->find(text.substr(kPlace.size())), nullptr) << text;
  });
}

TEST(FormatSchema, KnowsTheKeywordsThatArgumentSchemasMayHave) {
  const Json schema = policy_format_schema();
  const Json* arguments = schema.find("definitions")->find("tool")->find("properties")->find("arguments");
  std::vector<std::string> keywords;
  for (const std::string_view keyword : keyword_names()) keywords.emplace_back(keyword);
  EXPECT_EQ(described_keys(*arguments), keywords);
}

/// What every policy needs.
constexpr std::string_view kHead = R"(policy.name = "p"
policy.version = 1
session.permissions = "read-only"
tools.t.effect = "read"
tools.t.sensitivity = "internal"
tools.t.reversible = true
)";

/// A table of the format: lines in which one more key of it may stand at `{}`, and its keys.
struct TableCase {
  std::string_view lines;
  std::span<const std::string_view> keys;

  /// True for a key that stands somewhere already: written again, it could be a repetition.
  [[nodiscard]] bool mentions(std::string_view key) const {
    const std::string text = fmt::format("\n{}{}", kHead, lines);
    return text.find(fmt::format("\n{}.", key)) != std::string::npos ||
           text.find(fmt::format(".{} = ", key)) != std::string::npos ||
           text.find(fmt::format(" {} = ", key)) != std::string::npos;
  }

  /// What loading says of a policy with one more key.
  [[nodiscard]] std::string refusal_with(std::string_view key) const {
    std::string text = std::string(kHead) + std::string(lines);
    text.replace(text.find("{}"), 2, key);
    const auto policy = parse_policy(text, "yett.toml");
    return policy ? "loaded" : policy.error().to_string();
  }
};

std::vector<TableCase> tables() {
  return {{"{} = 1\n", kSections},
          {"policy.{} = 1\n", kPolicyKeys},
          {"session.{} = 1\n", kSessionKeys},
          {"approval.{} = [1]\n", kApprovalKeys},
          {"flow.{} = 1\n", kFlowKeys},
          {"limits.{} = [1]\n", kLimitKeys},
          {"state.{} = 1\n", kStateKeys},
          {"audit.{} = 1\n", kAuditKeys},
          {"redact.{} = 1\n", kRedactKeys},
          {"redact.add = [{ {} = 1 }]\n", kAddedKindKeys},
          {"paths.x.{} = 1\n", kRootKeys},
          {"servers.x.{} = 1\n", kServerKeys},
          {"permissions.x.{} = 1\n", kRoleKeys},
          {"permissions.x.grants.{} = 1\n", kCapabilityKeys},
          {"egress.{} = 1\n", kEgressKeys},
          {"egress.hosts = [{ {} = 1 }]\n", kHostKeys},
          {"egress.hosts = [{ subdomains_of = \"a.example\", {} = 1 }]\n", kParentHostKeys},
          {"egress.email_domains = [{ {} = 1 }]\n", kDomainKeys},
          {"egress.email_domains = [{ subdomains_of = \"a.example\", {} = 1 }]\n", kParentDomainKeys},
          {"egress.emails = [{ {} = 1 }]\n", kEmailKeys},
          {"destinations.x.{} = 1\n", kListKeys},
          {"destinations.x = { kind = \"id\", allow = [{ {} = 1 }] }\n", kIdKeys},
          {"tenants.x.{} = 1\n", kTenantKeys},
          {"tools.t.{} = 1\n", kToolKeys},
          {"tools.t.destination.{} = 1\n", kOwnDestinationKeys},
          {"tools.t.path.{} = 1\n", kToolPathKeys},
          {"tools.t.path.read.{} = 1\n", kPathTermKeys},
          {"tools.t.command.{} = 1\n", kToolCommandKeys},
          {"tools.t.commands = [{ {} = 1 }]\n", kListedCommandKeys},
          {"destinations.l = { kind = \"id\", allow = [] }\ntools.t.destination.l.{} = 1\n", kJoinKeys}};
}

bool is_refused_as_key(const std::string& refusal) {
  return refusal.find("unknown key") != std::string::npos || refusal.find("no such list") != std::string::npos ||
         refusal.find("not in this version") != std::string::npos;
}

TEST(FormatKeys, AreAcceptedByTheLoader) {
  for (const TableCase& table : tables()) {
    for (const std::string_view key : table.keys) {
      if (table.mentions(key)) continue;
      EXPECT_FALSE(is_refused_as_key(table.refusal_with(key))) << table.lines << table.refusal_with(key);
    }
  }
}

TEST(FormatKeys, AreTheOnlyOnesThatTheLoaderAccepts) {
  for (const TableCase& table : tables()) {
    EXPECT_TRUE(is_refused_as_key(table.refusal_with("zzzzzz"))) << table.lines << table.refusal_with("zzzzzz");
    // A table that is read with the keys of another one accepts some of those.
    for (const TableCase& other : tables()) {
      for (const std::string_view key : other.keys) {
        const bool chooses_the_table = key == "subdomains_of";
        const bool is_own = std::ranges::find(table.keys, key) != table.keys.end();
        if (is_own || chooses_the_table || table.mentions(key)) continue;
        EXPECT_TRUE(is_refused_as_key(table.refusal_with(key))) << table.lines << table.refusal_with(key);
      }
    }
  }
}

}  // namespace
}  // namespace yett
