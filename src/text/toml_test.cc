#include "text/toml.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace yett {
namespace {

using namespace std::string_literals;

std::string repeat(std::string_view text, std::size_t times) {
  std::string out;
  for (std::size_t i = 0; i < times; ++i) out += text;
  return out;
}

/// "line:column message" of the refusal, or "taken".
std::string refusal(std::string_view text) {
  const auto result = parse_toml(text, "p.toml");
  if (result) return "taken";
  EXPECT_EQ(result.error().kind, ErrorKind::Input) << text;
  EXPECT_EQ(result.error().where.file, "p.toml") << text;
  EXPECT_FALSE(result.error().message.empty()) << text;
  return std::to_string(result.error().where.line) + ":" + std::to_string(result.error().where.column) + " " +
         result.error().message;
}

Toml read(std::string_view text) {
  auto result = parse_toml(text, "p.toml");
  EXPECT_TRUE(result) << result.error().to_string();
  return result ? *std::move(result) : Toml{};
}

std::vector<std::string> keys(const Toml& table) {
  std::vector<std::string> out;
  for (const auto& member : *table.as_table()) out.push_back(member.key);
  return out;
}

TEST(ParseToml, RefusesEveryKindOfRepeatedKey) {
  for (const char* text : {
           "a = 1\na = 2",
           "a = 1\na = 1",
           "a = 1\n\"a\" = 2",
           "a = 1\n'a' = 2",
           "a = 1\n\"\\u0061\" = 2",
           "'' = 1\n\"\" = 2",
           "[a]\n[a]",
           "[a]\n[b]\n[a]",
           "[a.b]\n[a.b]",
           "[a]\nb = 1\n[a.b]",
           "[a]\nb = 1\n[a.b.c]",
           "a = 1\n[a]",
           "a = 1\n[a.b]",
           "a = 1\na.b = 2",
           "a.b = 1\na.b = 2",
           "a.b = 1\na = 2",
           "a.b = 1\n[a]",
           "a.b.c = 1\n[a.b]",
           "[t]\na.b = 1\n[t.a]",
           "a = {b = 1, b = 2}",
           "a = {b.c = 1, b.c = 2}",
           "a = {b.c = 1, b = 2}",
           "a = {b = 1, b.c = 2}",
           "a = {b = 1}\na.c = 2",
           "a = {b = 1}\n[a]",
           "a = {b = 1}\n[a.c]",
           "a = {b = {c = 1}}\n[a.b]",
           "a = {}\n[a]",
           "a = [1]\n[[a]]",
           "a = []\n[[a]]",
           "a = [{b = 1}]\n[[a]]",
           "a = [{b = 1}]\n[a.c]",
           "[[a]]\n[a]",
           "[a]\n[[a]]",
           "[[a]]\nb = 1\nb = 2",
           "[[a]]\n[a.b]\n[a.b]",
           "[[a.b]]\n[a.b]",
           "[a.b]\n[[a]]",
           "[a.b.c]\nd = 1\n[a]\nb.c.e = 2",
       }) {
    EXPECT_NE(refusal(text), "taken") << text;
  }
  EXPECT_TRUE(refusal("a = 1\n  a = 2").starts_with("2:")) << refusal("a = 1\n  a = 2");
}

TEST(ParseToml, TakesTablesThatOnlyLookRepeated) {
  for (const char* text : {"[a]\n[a.b]", "[a.b]\n[a]", "[a.b]\n[a.c]", "[a.b]\n[c]\n[a]\nd = 1", "a.b = 1\na.c = 2",
                           "[[a]]\n[[a]]", "[[a]]\n[a.b]\n[[a]]\n[a.b]", "[[a]]\nb = 1\n[[a]]\nb = 1", "a = 1\nA = 2",
                           "a = 1\n'a ' = 2", "[a]\nb.c = 1\n[a.d]", "a.b = 1\n\"a.b\" = 2"}) {
    EXPECT_EQ(refusal(text), "taken") << text;
  }
}

TEST(ParseToml, RefusesSyntaxErrors) {
  for (const auto& text : {"a"s,
                           "a ="s,
                           "= 1"s,
                           "a = = 1"s,
                           "a = 1 b = 2"s,
                           "a 1"s,
                           "a = b"s,
                           "[a"s,
                           "a]"s,
                           "[]"s,
                           "[a]]"s,
                           "[[a]"s,
                           "[ [a]]"s,
                           "[a.]"s,
                           "[.a]"s,
                           "[a..b]"s,
                           "a. = 1"s,
                           ".a = 1"s,
                           "a.b. = 1"s,
                           "[a] b = 1"s,
                           "a = [1"s,
                           "a = [1 2]"s,
                           "a = [,]"s,
                           "a = [1,,2]"s,
                           "a = {"s,
                           "a = {b = 1"s,
                           "a = {b = 1,}"s,
                           "a = {\nb = 1}"s,
                           "a = {b}"s,
                           "a = {,}"s,
                           "a = \"x"s,
                           "a = 'x"s,
                           "a = \"x\ny\""s,
                           "a = 'x\ny'"s,
                           "a = \"\"\"x"s,
                           "a = '''x"s,
                           "a = \"\\x41\""s,
                           "a = \"\\e\""s,
                           "a = \"\\u12\""s,
                           "a = \"\\ud800\""s,
                           "a = \"\\U00110000\""s,
                           "a = \"\x01\""s,
                           "a = '\x7f'"s,
                           "a = 1 # \x01"s,
                           "\"\"\"a\"\"\" = 1"s,
                           "a = True"s,
                           "a = yes"s,
                           "a = 01"s,
                           "a = 1_"s,
                           "a = _1"s,
                           "a = 1__0"s,
                           "a = 0xG"s,
                           "a = 0o8"s,
                           "a = 0b2"s,
                           "a = +0x1"s,
                           "a = 1."s,
                           "a = .5"s,
                           "a = 1e"s,
                           "a = 1.e5"s,
                           "a = 9223372036854775808"s,
                           "a = 1e400"s,
                           "a = 2026-02-30"s,
                           "a = 2026-13-01"s,
                           "a = 2026-1-1"s,
                           "a = 2026-12-01T25:00:00Z"s,
                           "a = 2026-12-01T10:00Z"s,
                           "a = 2026-12-01T10:00:60Z"s,
                           "a = 2026-12-01T10:00:00+24:00"s,
                           "a = 1\rb = 2"s,
                           "\r"s,
                           "a = 1\r"s,
                           "a = NaN"s,
                           "a = null"s,
                           "a = "s,
                           "a : 1"s,
                           "[a\n]"s,
                           "a\n= 1"s,
                           "a =\n1"s}) {
    EXPECT_NE(refusal(text), "taken") << text;
  }
}

TEST(ParseToml, SaysThatATextNeedsQuotes) {
  const auto parsed = parse_toml("[policy]\nname = ops\n", "yett.toml");
  ASSERT_FALSE(parsed);
  EXPECT_EQ(parsed.error().to_string(), "yett.toml:2:8: no value of TOML: a text stands in quotes");
}

TEST(ParseToml, RefusesWhatHasNoOneMeaning) {
  EXPECT_EQ(refusal("a = 10:00:00"), "1:5 a time of day alone has no meaning here");
  EXPECT_EQ(refusal("x = 1\nb = 2026-12-01T10:00:00"),
            "2:5 a time without a zone means another moment on every machine");
  EXPECT_EQ(refusal("a = [2026-12-01 10:00:00.5]"), "1:6 a time without a zone means another moment on every machine");
  for (const char* number : {"inf", "+inf", "-inf", "nan", "+nan", "-nan"}) {
    EXPECT_EQ(refusal("a = "s + number), "1:5 inf and nan are no numbers to rely on");
    EXPECT_EQ(refusal("a = {b = [1.0, "s + number + "]}"), "1:16 inf and nan are no numbers to rely on");
  }
  EXPECT_EQ(refusal("a = 0000-01-01T00:00:00+00:01"), "1:5 in UTC the time is outside the years 0000 to 9999");
}

TEST(ParseToml, RefusesInvalidBytes) {
  EXPECT_EQ(refusal("a = 1\nb = '\xff'"), "2:6 the file is not valid UTF-8");
  EXPECT_EQ(refusal("# \xed\xa0\x80"), "1:3 the file is not valid UTF-8");
  EXPECT_EQ(refusal("a = '\xc3\xa9\xc3'"), "1:7 the file is not valid UTF-8");
  EXPECT_EQ(refusal("\xef\xbb\xbf"s + "a = 1"), "1:1 the file begins with a byte order mark");
  EXPECT_EQ(refusal("a\0 = 1"s), "1:2 a character that TOML does not allow outside of strings and comments");
  EXPECT_NE(refusal("a = \"\0\""s), "taken");
  EXPECT_NE(refusal("a = '''\0'''"s), "taken");
  EXPECT_NE(refusal("# \0"s), "taken");
}

TEST(ParseToml, RefusesForeignBlanksAndLetters) {
  for (const auto& character :
       {"\u00a0"s, "\u0085"s, "\u1680"s, "\u180e"s, "\u2003"s, "\u200b"s, "\u2028"s, "\u202e"s, "\u2060"s, "\u3000"s,
        "\ufeff"s, "\u00e9"s, "\U0001f600"s, "\v"s, "\f"s, "\x1b"s, "\x7f"s}) {
    for (const auto& text :
         {" " + character + "a = 1", "a" + character + " = 1", "a =" + character + "1", "a = 1" + character,
          "[" + character + "]", "[[" + character + "]]", "a = [" + character + "1]", "a = {" + character + "b = 1}",
          "a = 1\n" + character + "\nb = 2"}) {
      EXPECT_NE(refusal(text).find("a character that TOML does not allow outside of strings"), std::string::npos)
          << text;
    }
  }
  EXPECT_EQ(refusal("a = '\u00e9\u00e9' \u00e9"),
            "1:10 a character that TOML does not allow outside of strings and comments");
}

TEST(ParseToml, DoesNotSwallowForeignBlanksBehindALineEndingBackslash) {
  for (const auto& blank : {"\u00a0"s, "\u0085"s, "\u2003"s, "\u2028"s, "\u3000"s, "\ufeff"s}) {
    EXPECT_EQ(refusal("a = \"\"\"x\\\n  " + blank + "y\"\"\""), "2:3 an unusual blank behind a line-ending backslash");
    EXPECT_NE(refusal("a = \"\"\"x\\" + blank + "\ny\"\"\""), "taken");
    EXPECT_EQ(read("a = '''x\\\n  " + blank + "y'''").find("a")->as_string()->size(), 6 + blank.size());
    EXPECT_EQ(*read("a = \"\"\"x\\\n  y" + blank + "\"\"\"").find("a")->as_string(), "xy" + blank);
  }
}

TEST(ParseToml, KeepsLettersBehindALineEndingBackslash) {
  EXPECT_EQ(*read("a = \"\"\"\\\n  \u00e9\u4e2d\\\n\n \U0001f600\"\"\"").find("a")->as_string(),
            "\u00e9\u4e2d\U0001f600");
}

TEST(ParseToml, RefusesDeepNesting) {
  for (const std::size_t depth : {std::size_t{65}, std::size_t{100'000}}) {
    EXPECT_EQ(refusal("a=" + repeat("[", depth) + repeat("]", depth)), "1:67 tables and arrays are nested too deep");
    EXPECT_NE(refusal("a=" + repeat("{a=", depth) + "1" + repeat("}", depth)), "taken");
    EXPECT_EQ(refusal("x=1\n  " + repeat("a.", depth) + "b = 1"), "2:1 a key has too many parts");
    EXPECT_EQ(refusal("[" + repeat("a . ", depth) + "b]"), "1:2 a key has too many parts");
    EXPECT_EQ(refusal("[[" + repeat("'a'.", depth) + "b]]"), "1:3 a key has too many parts");
    EXPECT_NE(refusal("a = {" + repeat("a.", depth) + "b = 1}"), "taken");
    EXPECT_NE(refusal(repeat("[", depth)), "taken");
  }
  // Neither bound is exceeded, but both together are.
  EXPECT_EQ(refusal("[" + repeat("a.", 40) + "b]\n" + repeat("c.", 40) + "d = 1"),
            "2:47 tables and arrays are nested too deep");
  EXPECT_NE(refusal("k = " + repeat("{" + repeat("a.", 63) + "a = ", 63) + "1" + repeat("}", 63)), "taken");
}

TEST(ParseToml, TakesNestingUpToTheBound) {
  EXPECT_EQ(refusal("a=" + repeat("[", 64) + "1" + repeat("]", 64)), "taken");
  EXPECT_EQ(refusal(repeat("a.", 63) + "b = 1"), "taken");
  EXPECT_EQ(refusal("[" + repeat("a.", 62) + "b]\nc = 1"), "taken");
  EXPECT_EQ(refusal("a = [" + repeat("[1], ", 1000) + "]"), "taken");
}

TEST(ParseToml, CountsNoDotsOrBracketsInStringsAndComments) {
  const std::string noise = repeat("a.[{", 100);
  for (const auto& text :
       {"# " + noise, "a = \"" + noise + "\"", "a = '" + noise + "'", "a = \"\"\"\n\"" + noise + "\"\"\"\"\"",
        "a = '''\n'" + noise + "'''''", "a = \"\\\"" + noise + "\"", "a = \"\"\"\\\"\"\"" + noise + "\"\"\"",
        "'" + noise + "' = 1", "[\"" + noise + "\"]", "a = [ # " + noise + "\n1]"}) {
    EXPECT_EQ(refusal(text), "taken") << text;
  }
  // The string ends where it ends, and what follows is counted again.
  for (const auto& string :
       {"\"x\\\\\""s, "'x\\'"s, "\"\"\"x\"\"\"\"\""s, "'''x'''''"s, "\"\""s, "''"s, "\"\"\"\\\\\"\"\""s}) {
    EXPECT_EQ(refusal("a = " + string + "\n" + repeat("b.", 70) + "c = 1"), "2:1 a key has too many parts") << string;
  }
}

TEST(ParseToml, RefusesLongFiles) {
  const std::string longest = "?" + std::string((16u << 20) - 1, ' ');
  EXPECT_EQ(refusal(longest).substr(0, 4), "1:1 ");  // read, and refused for its first character
  EXPECT_EQ(refusal(longest + ' '), "0:0 the file is longer than 16777216 bytes");
}

TEST(ParseToml, ShowsInvisibleCharactersInMessages) {
  const auto message = refusal("'\u202e' = 1\n'\u202e' = 2");
  EXPECT_NE(message.find("\\u{202E}"), std::string::npos) << message;
  EXPECT_EQ(message.find("\u202e"), std::string::npos) << message;
}

TEST(ParseToml, ReadsTheEmptyDocument) {
  for (const char* text : {"", "\n", "  \t\r\n", "# nothing", "# nothing\n"}) EXPECT_EQ(keys(read(text)).size(), 0u);
}

TEST(ParseToml, ReadsEveryType) {
  using namespace std::chrono_literals;
  const Toml root = read(R"(
    yes = true
    whole = -9223372036854775808
    hex = 0xdead_beef
    real = 6.5e-1
    text = "a\tb\u00e9"
    raw = 'C:\x'
    day = 2026-12-01
    time = 2026-12-01T10:00:00.5+08:00
    list = [1, "two", [3.0]]
    table = { a = 1 }
  )");
  EXPECT_EQ(*root.find("yes")->as_bool(), true);
  EXPECT_EQ(*root.find("whole")->as_integer(), std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(*root.find("hex")->as_integer(), 0xdeadbeef);
  EXPECT_EQ(*root.find("real")->as_float(), 0.65);
  EXPECT_EQ(*root.find("text")->as_string(), "a\tb\u00e9");
  EXPECT_EQ(*root.find("raw")->as_string(), "C:\\x");
  const auto day = std::chrono::year{2026} / 12 / 1;
  EXPECT_EQ(*root.find("day")->as_date(), day);
  EXPECT_EQ(*root.find("time")->as_time(), std::chrono::sys_days{day} + 2h + 500ms);
  ASSERT_EQ(root.find("list")->as_array()->size(), 3u);
  EXPECT_EQ(*root.find("list")->as_array()->at(1).as_string(), "two");
  EXPECT_EQ(*root.find("table")->find("a")->as_integer(), 1);
}

TEST(ParseToml, ReadsTimesInEveryZone) {
  const auto at = [](const char* time) { return *read("a = "s + time).find("a")->as_time(); };
  EXPECT_EQ(at("2026-12-01T10:00:00Z"), parse_time("2026-12-01T10:00:00Z").value());
  EXPECT_EQ(at("2026-12-01 10:00:00z"), parse_time("2026-12-01T10:00:00Z").value());
  EXPECT_EQ(at("2026-12-01T10:00:00-08:30"), parse_time("2026-12-01T18:30:00Z").value());
  EXPECT_EQ(at("2026-12-01T10:00:00-00:30"), parse_time("2026-12-01T10:30:00Z").value());
  EXPECT_EQ(at("2026-12-01T10:00:00.123456789+00:00"), parse_time("2026-12-01T10:00:00.123456Z").value());
}

TEST(ParseToml, KeepsDocumentOrder) {
  EXPECT_EQ(keys(read("z = 1\na = 2\nm = 3\n[k]\n[b]")), (std::vector<std::string>{"z", "a", "m", "k", "b"}));
  EXPECT_EQ(keys(*read("t = { z = 1, a = 2, m = 3 }").find("t")), (std::vector<std::string>{"z", "a", "m"}));
  EXPECT_EQ(keys(read("z.b = 1\na = 1\nz.a = 2")), (std::vector<std::string>{"z", "a"}));
  EXPECT_EQ(keys(*read("z.b = 1\na = 1\nz.a = 2").find("z")), (std::vector<std::string>{"b", "a"}));
  EXPECT_EQ(keys(read("[z.x]\n[a]\n[z]\n[z.b]")), (std::vector<std::string>{"z", "a"}));
  EXPECT_EQ(keys(*read("[z.x]\n[a]\n[z]\nc = 1\n[z.b]").find("z")), (std::vector<std::string>{"x", "c", "b"}));
}

TEST(ParseToml, KnowsWhereEverythingStands) {
  const Toml root = read(
      "a = 1\n"
      "  bb   =   'x'\n"
      "\n"
      "[t]\r\n"
      "list = [10,\n"
      "  20]\n"
      "in = { k = true }\n"
      "[[u]]\n"
      "d.e = 1\n");
  const auto where = [](const SourcePosition& at) { return std::to_string(at.line) + ":" + std::to_string(at.column); };
  const auto& members = *root.as_table();
  ASSERT_EQ(members.size(), 4u);
  EXPECT_EQ(members[0].value.where.to_string(), "p.toml:1:5");
  EXPECT_EQ(where(members[0].key_where), "1:1");
  EXPECT_EQ(where(members[1].key_where), "2:3");
  EXPECT_EQ(where(members[1].value.where), "2:12");
  EXPECT_EQ(where(members[2].key_where), "4:2");
  EXPECT_EQ(where(members[2].value.where), "4:1");
  const auto& list = *members[2].value.find("list");
  EXPECT_EQ(where(list.where), "5:8");
  EXPECT_EQ(where(list.as_array()->at(0).where), "5:9");
  EXPECT_EQ(where(list.as_array()->at(1).where), "6:3");
  const auto& in = *members[2].value.find("in");
  EXPECT_EQ(where(in.where), "7:6");
  EXPECT_EQ(where(in.as_table()->at(0).key_where), "7:8");
  EXPECT_EQ(where(in.as_table()->at(0).value.where), "7:12");
  EXPECT_EQ(where(members[3].value.as_array()->at(0).where), "8:1");
  const auto& dotted = members[3].value.as_array()->at(0).as_table()->at(0);
  EXPECT_EQ(where(dotted.key_where), "9:1");
  EXPECT_EQ(where(dotted.value.as_table()->at(0).key_where), "9:3");
}

TEST(ParseToml, CountsColumnsInCharacters) {
  const Toml root = read("'\u00e9\U0001f600' = 1 # \u4e2d\nb = '\u4e2d' ");
  EXPECT_EQ(root.as_table()->at(0).value.where.column, 8u);
  EXPECT_EQ(root.as_table()->at(1).value.where.line, 2u);
}

TEST(Toml, FindsMembersOfTablesOnly) {
  const Toml root = read("a = 1\nb = ['a']\nc = 'a'");
  ASSERT_NE(root.find("a"), nullptr);
  EXPECT_EQ(root.find("A"), nullptr);
  EXPECT_EQ(root.find(""), nullptr);
  for (const char* key : {"a", "b", "c"}) EXPECT_EQ(root.find(key)->find("a"), nullptr);
}

TEST(Toml, NamesItsType) {
  const Toml root = read("a = true\nb = 1\nc = 1.5\nd = 's'\ne = 2026-12-01\nf = 2026-12-01T00:00:00Z\ng = []\nh = {}");
  std::vector<std::string_view> names;
  for (const auto& member : *root.as_table()) names.push_back(member.value.type_name());
  EXPECT_EQ(names, (std::vector<std::string_view>{"a boolean", "an integer", "a float", "a string", "a date", "a time",
                                                  "an array", "a table"}));
}

}  // namespace
}  // namespace yett
