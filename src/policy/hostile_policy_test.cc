#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "policy/lint.h"
#include "policy/policy_fixture.h"

// Policies that nobody writes. Each is to be answered at once, whatever the answer is; a loader that is quadratic in
// any of them makes this file take minutes.

namespace yett::policy_test {
namespace {

constexpr std::string_view kStart = "[policy]\nname = \"a\"\nversion = 1\n[session]\npermissions = \"read-only\"\n";

/// `count` times what `one` makes of a number.
template <typename One>
std::string repeated(int count, One one) {
  std::string text;
  for (int i = 0; i < count; ++i) text += one(i);
  return text;
}

std::string numbered_tools(int count, std::string_view rest) {
  return repeated(count, [rest](int i) { return fmt::format("t{} = {{ {}{} }}\n", i, kThree, rest); });
}

TEST(HostilePolicy, OfALineOfAMegabyte) {
  const std::string megabyte(std::size_t{1} << 20, 'x');
  EXPECT_EQ(loaded(read_tool(fmt::format("why = \"{}\"", megabyte))).tools.in_order().size(), 1u);
  for (const std::string& text :
       {read_tool(fmt::format("content = [\"{}\"]", megabyte)), read_tool(fmt::format("{} = 1", megabyte)),
        with_tool(fmt::format("{} = {{ {} }}", megabyte, kThree)),
        with_section(fmt::format("[egress]\nhosts = [\"{}\"]", megabyte)),
        with_section(fmt::format("[egress]\nhosts = [\"{}.example\"]", megabyte)),
        with_section(fmt::format("[egress]\nemails = [\"{}@a.example\"]", megabyte)),
        with_section(fmt::format("[egress]\nemail_domains = [\"{}\"]", std::string(std::size_t{1} << 20, '.'))),
        with_section(fmt::format("[tenants.{}]", megabyte)), with_section(fmt::format("[{}]", megabyte)),
        with_section(fmt::format("[paths.a]\nroot = \"/{}\"\naccess = \"read\"", megabyte)),
        read_tool(fmt::format("content = [\"/{}\"]", std::string(std::size_t{1} << 20, '/')))}) {
    const auto policy = parse_policy(text, "yett.toml");
    ASSERT_FALSE(policy);
    EXPECT_LT(policy.error().message.size(), std::size_t{1} << 21);
  }
}

TEST(HostilePolicy, OfAHundredThousandTools) {
  const Policy policy = loaded(fmt::format("{}[tools]\n{}", kStart, numbered_tools(100'000, "")));
  EXPECT_EQ(policy.tools.in_order().size(), 100'000u);
  EXPECT_NE(policy.tools.find("t99999"), nullptr);
}

TEST(HostilePolicy, OfAHundredThousandToolsThatAreAllWrong) {
  EXPECT_NE(refusal(fmt::format("{}[tools]\n{}", kStart, numbered_tools(100'000, ", efect = 1"))), "loaded");
}

TEST(HostilePolicy, OfTenThousandArguments) {
  const auto names = [](std::string_view format) {
    return repeated(10'000, [format](int i) { return fmt::format(fmt::runtime(format), i) + ", "; });
  };
  for (const std::string_view format : {"\"a{}\"", "\"/a/*/b{}\"", "\"/a{}/*/b\"", "\"/*/*/a{}\"", "\"a-{}-\""}) {
    EXPECT_NE(refusal(read_tool(fmt::format("content = [{}]", names(format)))), "loaded") << format;
  }
}

TEST(HostilePolicy, OfManyToolsWithManyPlaces) {
  const std::string places = repeated(200, [](int i) { return fmt::format("\"/a/*/b{}\", ", i); });
  const std::string tools = numbered_tools(200, fmt::format(", content = [{}]", places));
  EXPECT_EQ(loaded(fmt::format("{}[tools]\n{}", kStart, tools)).tools.in_order().size(), 200u);
}

TEST(HostilePolicy, OfASchemaWithTenThousandProperties) {
  constexpr std::string_view kFields = "effect = \"read\"\nsensitivity = \"internal\"\nreversible = true";
  EXPECT_EQ(refusal(with_tool(fmt::format("[tools.t]\n{}\n[tools.t.arguments.properties]\n{}", kFields,
                                          repeated(5'000, [](int i) { return fmt::format("a{} = {{}}\n", i); })))),
            "loaded");
  EXPECT_NE(refusal(with_tool(fmt::format("[tools.t]\n{}\n[tools.t.arguments.properties]\n{}", kFields,
                                          repeated(5'000, [](int i) { return fmt::format("a{}_url = {{}}\n", i); })))),
            "loaded");
}

TEST(HostilePolicy, OfDeepTables) {
  std::string arrays = "[tools]\nt = ";
  arrays.append(10'000, '[');
  EXPECT_NE(refusal(fmt::format("{}{}", kStart, arrays)), "loaded");
  EXPECT_NE(refusal(fmt::format("{}[tools]\nt{} = 1", kStart, repeated(10'000, [](int) { return ".a"; }))), "loaded");
  const std::string schema = repeated(60, [](int) { return "items."; });
  EXPECT_NE(refusal(read_tool(fmt::format("arguments.properties.a.{}type = \"string\"", schema))), "");
}

TEST(HostilePolicy, OfTenThousandTenantsWithLists) {
  const std::string general = repeated(10'000, [](int i) { return fmt::format("\"d{}.example.com\",\n", i); });
  const std::string tenants = repeated(10'000, [](int i) {
    return fmt::format("[tenants.t{0}]\nhosts = [\"h{0}.example.com\"]\nemails = [\"a{0}@example.com\"]\n", i);
  });
  const Policy policy = loaded(with_section(fmt::format("[egress]\nemail_domains = [\n{}]\n{}", general, tenants)));
  EXPECT_EQ(policy.tenants.in_order().size(), 10'000u);
  EXPECT_TRUE(policy.list_for(kEgressHosts, "t9999").hosts.contains("h9999.example.com"));
  EXPECT_NE(find_domain(policy.list_for(kEgressEmails, "t9999"), *parse_domain("d9999.example.com"), TimePoint{}),
            nullptr);
  EXPECT_FALSE(lint(policy, TimePoint{}).empty());
}

TEST(HostilePolicy, OfTenThousandNamedListsThatEachToolMisspells) {
  const std::string lists = repeated(
      10'000, [](int i) { return fmt::format("[destinations.list_number_{}]\nkind = \"id\"\nallow = []\n", i); });
  const std::string tools = repeated(10'000, [](int i) {
    return fmt::format("t{0} = {{ {1}, destination.list_nubmer_{0} = [\"a\"] }}\n", i, kThree);
  });
  EXPECT_NE(refusal(fmt::format("{}[tools]\n{}{}", kStart, tools, lists)), "loaded");
}

TEST(HostilePolicy, OfManyRolesThatNameEveryToolTwice) {
  const std::string names = repeated(2'000, [](int i) { return fmt::format("\"t{}\", \"tool{}\", ", i, i); });
  const std::string roles = repeated(
      20, [&names](int i) { return fmt::format("[permissions.role{}]\ngrants = {{}}\ntools = [{}]\n", i, names); });
  EXPECT_NE(refusal(fmt::format("{}[tools]\n{}{}", kStart, numbered_tools(2'000, ""), roles)), "loaded");
}

TEST(HostilePolicy, OfTenThousandSecretsThatEachServerIsGiven) {
  const std::string secrets =
      repeated(10'000, [](int i) { return fmt::format("[secrets.s{}]\nfrom = [\"/bin/mint\"]\n", i); });
  const auto servers = [](std::string_view name) {
    return repeated(10'000, [name](int i) {
      return fmt::format("[servers.s{0}]\ncommand = [\"/bin/cat\"]\nenv = {{ A = {{ secret = \"{1}{0}\" }} }}\n", i,
                         name);
    });
  };
  const std::string tools = fmt::format("[servers.s0.tools]\na = {{ {} }}\n", kThree);
  const Policy policy = loaded(fmt::format("{}{}{}{}", kStart, secrets, servers("s"), tools));
  EXPECT_EQ(policy.servers.back().secrets.front().secret, "s9999");
  EXPECT_FALSE(lint(policy, TimePoint{}).empty());
  EXPECT_NE(refusal(fmt::format("{}{}{}{}", kStart, secrets, servers("s-"), tools)), "loaded");
}

TEST(HostilePolicy, OfPatternsThatGrow) {
  const std::string kinds = repeated(100, [](int i) {
    return fmt::format("{{ name = \"k{}\", pattern = '(x{{1,30}}|y{{2,30}}z?){{1,30}}', with = \"<k>\" }}, ", i);
  });
  EXPECT_NE(refusal(with_section(fmt::format("[redact]\nadd = [{}]", kinds))), "");
}

TEST(HostilePolicy, OfTenThousandKindsAndPlacesOfResults) {
  const auto list = [](std::string_view format) {
    return repeated(10'000, [format](int i) { return fmt::format(fmt::runtime(format), i); });
  };
  EXPECT_NE(refusal(read_tool(fmt::format("result_redact = [{}]", list("\"emial{}\", ")))), "loaded");
  EXPECT_EQ(refusal(read_tool(fmt::format("tenant = \"single\", result_tenant = [{}]", list("\"/a/*/b{}\", ")))),
            "loaded");
  EXPECT_NE(refusal(with_section(fmt::format("[redact]\noff = [{}]", list("\"emial{}\", ")))), "loaded");
}

TEST(HostilePolicy, OfTenThousandServersWithTools) {
  const std::string servers = repeated(10'000, [](int i) {
    return fmt::format(
        "[servers.s{0}]\ncommand = [\"/bin/cat\"]\nrename = {{ a = \"b{0}\" }}\n[servers.s{0}.tools]\n"
        "a = {{ {1} }}\nread = {{ {1} }}\n",
        i, kThree);
  });
  const Policy policy = loaded(fmt::format("{}{}", kStart, servers));
  EXPECT_EQ(policy.tools.in_order().size(), 20'000u);
  EXPECT_EQ(policy.tools.find("b9999")->server, "s9999");
}

TEST(HostilePolicy, OfTenThousandRenames) {
  const std::string renames = repeated(10'000, [](int i) { return fmt::format("t{0} = \"n{0}\", ", i); });
  const Policy policy = loaded(fmt::format("{}[tools]\n{}[servers.s]\ncommand = [\"/bin/cat\"]\nrename = {{ {} }}\n",
                                           kStart, numbered_tools(10'000, ""), renames.substr(0, renames.size() - 2)));
  EXPECT_EQ(policy.tools.find("n9999")->server_name, "t9999");
}

TEST(HostilePolicy, OfOneHostWithTenThousandEntries) {
  const std::string entries =
      repeated(5'000, [](int i) { return fmt::format("{{ host = \"a.example\", paths = [\"/p{}/\"] }}, ", i); });
  EXPECT_EQ(loaded(with_section(fmt::format("[egress]\nhosts = [{}]", entries))).lists[kEgressHosts].hosts.size(), 1u);
}

TEST(HostilePolicy, OfTenThousandRootsAndCommands) {
  const std::string roots =
      repeated(10'000, [](int i) { return fmt::format("[paths.p{0}]\nroot = \"/srv/p{0}\"\naccess = \"read\"\n", i); });
  EXPECT_EQ(loaded(with_section(roots)).paths.size(), 10'000u);
  const std::string commands = repeated(2'000, [](int i) {
    return fmt::format("[[tools.t.commands]]\nprogram = \"/usr/bin/p{}\"\neffect = \"read\"\n", i);
  });
  EXPECT_EQ(refusal(with_tool(fmt::format("[tools.t]\neffect = \"execute\"\nsensitivity = \"internal\"\n"
                                          "reversible = true\ncommand.argv = [\"argv\"]\n{}",
                                          commands))),
            "loaded");
}

}  // namespace
}  // namespace yett::policy_test
