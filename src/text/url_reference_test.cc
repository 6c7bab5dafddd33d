#include "text/url_reference.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>

namespace yett {
namespace {

Url url(std::string_view text) { return *examine_url(text, strict_address_ranges()).url(); }

TEST(ResolveReference, AnswersAsTheExamplesOfTheStandardDo) {
  // RFC 3986 sections 5.4.1 and 5.4.2, with a host of two labels and https.
  const Url base = url("https://a.example/b/c/d;p?q");
  const std::pair<std::string_view, std::string_view> examples[] = {
      {"g:h", "g:h"},
      {"g", "https://a.example/b/c/g"},
      {"./g", "https://a.example/b/c/g"},
      {"g/", "https://a.example/b/c/g/"},
      {"/g", "https://a.example/g"},
      {"//g.example", "https://g.example"},
      {"?y", "https://a.example/b/c/d;p?y"},
      {"g?y", "https://a.example/b/c/g?y"},
      {"#s", "https://a.example/b/c/d;p?q#s"},
      {"g#s", "https://a.example/b/c/g#s"},
      {"g?y#s", "https://a.example/b/c/g?y#s"},
      {";x", "https://a.example/b/c/;x"},
      {"g;x", "https://a.example/b/c/g;x"},
      {"g;x?y#s", "https://a.example/b/c/g;x?y#s"},
      {".", "https://a.example/b/c/"},
      {"./", "https://a.example/b/c/"},
      {"..", "https://a.example/b/"},
      {"../", "https://a.example/b/"},
      {"../g", "https://a.example/b/g"},
      {"../..", "https://a.example/"},
      {"../../", "https://a.example/"},
      {"../../g", "https://a.example/g"},
      {"../../../g", "https://a.example/g"},
      {"../../../../g", "https://a.example/g"},
      {"/./g", "https://a.example/g"},
      {"/../g", "https://a.example/g"},
      {"g.", "https://a.example/b/c/g."},
      {".g", "https://a.example/b/c/.g"},
      {"g..", "https://a.example/b/c/g.."},
      {"..g", "https://a.example/b/c/..g"},
      {"./../g", "https://a.example/b/g"},
      {"./g/.", "https://a.example/b/c/g/"},
      {"g/./h", "https://a.example/b/c/g/h"},
      {"g/../h", "https://a.example/b/c/h"},
      {"g;x=1/./y", "https://a.example/b/c/g;x=1/y"},
      {"g;x=1/../y", "https://a.example/b/c/y"},
      {"g?y/./x", "https://a.example/b/c/g?y/./x"},
      {"g?y/../x", "https://a.example/b/c/g?y/../x"},
      {"g#s/./x", "https://a.example/b/c/g#s/./x"},
      {"g#s/../x", "https://a.example/b/c/g#s/../x"},
      {"https:g", "https:g"},
  };
  for (const auto& [reference, text] : examples) {
    const ResolvedReference resolved = resolve_reference(base, reference);
    EXPECT_EQ(resolved.form, ReferenceForm::Sound) << reference;
    EXPECT_EQ(resolved.text, text) << reference;
  }
}

TEST(ResolveReference, RemovesDotSegmentsOfWholeUrls) {
  const Url base = url("https://a.example/");
  EXPECT_EQ(resolve_reference(base, "https://b.example/x/../y/./z").text, "https://b.example/y/z");
  EXPECT_EQ(resolve_reference(base, "//b.example/x/..").text, "https://b.example/");
  EXPECT_EQ(resolve_reference(base, "/x//../y").text, "https://a.example/x/y");
  EXPECT_EQ(resolve_reference(base, "/x/%2e%2e/y").text, "https://a.example/x/%2e%2e/y") << "encoded dots are left";
}

TEST(ResolveReference, KeepsThePortAndTheHostOfItsBase) {
  const Url base = url("https://[2606:4700::1]:8443/a?b");
  EXPECT_EQ(resolve_reference(base, "c").text, "https://[2606:4700::1]:8443/c");
  EXPECT_EQ(resolve_reference(base, "?c").text, "https://[2606:4700::1]:8443/a?c");
  EXPECT_EQ(resolve_reference(base, "//c.example/").text, "https://c.example/") << "the port is the authority's";
}

TEST(ResolveReference, RefusesWhatProgramsReadDifferently) {
  const Url base = url("https://a.example/b");
  using namespace std::string_view_literals;
  for (const std::string_view reference :
       {""sv, " /x"sv, "/x "sv, "/x y"sv, "/\\evil.example/"sv, "\\\\evil.example/"sv, "https:\\\\evil.example"sv,
        "?x\\y"sv, "/x\r\nSet-Cookie: y"sv, "/x\ty"sv, "/\0x"sv, "/x\x7F"sv, "/\xC2\x85"sv, "/\xE2\x80\xA8"sv,
        "/\xFF"sv, "8.8.4.4:80/x"sv, "a_b:c"sv}) {
    EXPECT_EQ(resolve_reference(base, reference).form, ReferenceForm::Malformed) << reference;
  }
  EXPECT_EQ(resolve_reference(base, "/x:y").form, ReferenceForm::Sound);
  EXPECT_EQ(resolve_reference(base, "./x:y").form, ReferenceForm::Sound);
  EXPECT_EQ(resolve_reference(base, "?x:y").form, ReferenceForm::Sound);
}

TEST(ResolveReference, RefusesATextThatIsTooLong) {
  const Url base = url("https://a.example/b");
  EXPECT_EQ(resolve_reference(base, std::string(kLongestUrl, 'x')).form, ReferenceForm::Sound);
  EXPECT_EQ(resolve_reference(base, std::string(kLongestUrl + 1, 'x')).form, ReferenceForm::Malformed);
}

TEST(ResolveReference, NamesWhereAMalformedOneLeads) {
  const Url base = url("https://a.example/b");
  EXPECT_EQ(resolve_reference(base, "https://evil.example/ x").text, "https://evil.example/ x");
}

}  // namespace
}  // namespace yett
