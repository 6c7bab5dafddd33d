#include "text/url.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace yett {
namespace {

UrlExamination examine(std::string_view text) { return examine_url(text, strict_address_ranges()); }

std::string host_text(const UrlExamination& examination) {
  return examination.host() != nullptr ? examination.host()->text() : "none";
}

std::string canonical(std::string_view text) {
  const UrlExamination examination = examine(text);
  return examination.url() != nullptr ? examination.url()->canonical() : "none";
}

TEST(Url, ControlsSpacesAndSeparatorsAreRefusedAnywhere) {
  std::vector<std::string> refused = {"\u0085", "\u2028", "\u2029", "\x7F", " ", "\xC3", "\xED\xA0\x80", "\xC0\xAF"};
  for (char c = 0; c < ' '; ++c) refused.emplace_back(1, c);
  for (const std::string& bytes : refused) {
    for (const std::string& text : {"https://hooks" + bytes + ".example/x", "https://hooks.example/" + bytes + "x",
                                    "https://hooks.example/?" + bytes + "x", "https://hooks.example/#" + bytes + "x",
                                    "https://u" + bytes + "@hooks.example/", "ht" + bytes + "tps://hooks.example/"}) {
      const UrlExamination examination = examine(text);
      EXPECT_TRUE(examination.flaws.contains(Flaw::Malformed)) << text;
      EXPECT_EQ(examination.url(), nullptr) << text;
    }
  }
}

TEST(Url, DelimitersOfOtherLanguagesAreRefusedBeforeTheQueryAndEncodedBehindIt) {
  const std::vector<std::pair<char, std::string_view>> delimiters = {{'\\', "%5C"}, {'"', "%22"}, {'<', "%3C"},
                                                                     {'>', "%3E"},  {'^', "%5E"}, {'`', "%60"},
                                                                     {'{', "%7B"},  {'|', "%7C"}, {'}', "%7D"}};
  for (const auto& [c, encoded] : delimiters) {
    EXPECT_EQ(canonical(std::string("https://hooks.example/a") + c), "none") << c;
    EXPECT_EQ(canonical(std::string("https://hooks.example/?a") + c),
              "https://hooks.example/?a" + std::string(encoded));
    EXPECT_EQ(canonical(std::string("https://hooks.example/#a") + c), "https://hooks.example/") << c;
  }
}

TEST(Url, BracketsAndBadEscapesAreRefusedBehindTheAuthority) {
  for (const std::string_view tail : {"/[", "/]", "/?a[]=1", "/%", "/%2", "/%zz", "/?%g0", "/a%", "/#%", "/#["}) {
    const UrlExamination examination = examine("https://hooks.example" + std::string(tail));
    EXPECT_EQ(examination.flaws, FlawSet{Flaw::Malformed}) << tail;
    EXPECT_EQ(host_text(examination), "hooks.example") << tail;
  }
}

TEST(Url, ExactlyTwoSlashesFollowTheScheme) {
  for (const std::string_view text :
       {"https:hooks.example/", "https:/hooks.example/", "https:///hooks.example/", "https:\\\\hooks.example/",
        "https:/\\hooks.example/", "https:////hooks.example/", "//hooks.example/", "/x", "hooks.example/x", "", "https",
        "https:", "https://", "https:///", "https://?x", "https://#x", ":", "://hooks.example/",
        "1https://hooks.example/"}) {
    const UrlExamination examination = examine(text);
    EXPECT_TRUE(examination.flaws.contains(Flaw::Malformed)) << text;
    EXPECT_EQ(examination.url(), nullptr) << text;
  }
}

TEST(Url, WhereALenientProgramIsLedIsClassifiedAsWell) {
  for (const std::string_view text : {"https:169.254.169.254/", "https:/169.254.169.254/", "https:///169.254.169.254/",
                                      "https:\\\\169.254.169.254\\x", "https://169.254.169.254\\@hooks.example/",
                                      "https://hooks.example\\@169.254.169.254/", "https://u:p@169.254.169.254/",
                                      "https://169.254.169.254:99999/", "https://169.254.169.254 /"}) {
    const UrlExamination examination = examine(text);
    const bool is_last = text.ends_with(" /");  // a space inside the host is read by nobody
    EXPECT_EQ(examination.flaws.contains(Flaw::Metadata), !is_last) << text;
    EXPECT_EQ(host_text(examination), is_last ? "none" : "169.254.169.254") << text;
  }
}

TEST(Url, ParsersDisagreeOnABackslashInTheAuthority) {
  for (const std::string_view text : {"https://hooks.example\\@evil.example/", "https://evil.example\\@hooks.example/",
                                      "https://evil.example\\.hooks.example/", "https://hooks.example\\evil/"}) {
    EXPECT_TRUE(examine(text).flaws.contains(Flaw::Malformed)) << text;
    EXPECT_EQ(examine(text).url(), nullptr) << text;
  }
}

TEST(Url, AnotherSchemeIsToldWithoutItsShape) {
  for (const std::string_view text : {"http://hooks.example/", "ftp://hooks.example:99999/[", "file:///etc/passwd",
                                      "data:text/html,hi", "hooks.example:443/x", "jar:https://hooks.example/!/",
                                      "http://single/ \x01", "javascript:alert(1)", "mailto:ops@localhost"}) {
    EXPECT_EQ(examine(text).flaws, FlawSet{Flaw::Scheme}) << text;
    EXPECT_EQ(examine(text).url(), nullptr) << text;
  }
  EXPECT_EQ(examine("HTTP://hooks.example/").scheme, "http");
  EXPECT_EQ(examine("hooks.example:443/x").scheme, "hooks.example");
  EXPECT_EQ(host_text(examine("http://Hooks.example/")), "hooks.example");
  EXPECT_EQ(examine("http://u@hooks.example/").flaws, (FlawSet{Flaw::Scheme, Flaw::Userinfo}));
}

TEST(Url, MetadataAndLoopbackWinOverTheScheme) {
  EXPECT_EQ(examine("http://169.254.169.254/").flaws, (FlawSet{Flaw::Metadata, Flaw::Scheme}));
  EXPECT_EQ(examine("gopher://127.0.0.1:6379/_x").flaws, (FlawSet{Flaw::Loopback, Flaw::Scheme}));
  EXPECT_EQ(examine("http://0x7f.1/").flaws, (FlawSet{Flaw::Loopback, Flaw::Scheme}));
  EXPECT_EQ(examine("http:\\\\metadata.goog\\x").flaws, (FlawSet{Flaw::Metadata, Flaw::Scheme}));
  EXPECT_EQ(examine("ws://u:p@[::1]:99999/").flaws, (FlawSet{Flaw::Loopback, Flaw::Scheme, Flaw::Userinfo}));
}

TEST(Url, MisreadableSpellingsLeaveACanonicalForm) {
  for (const std::string_view text :
       {" https://hooks.example/", "https://hooks.example/\n", "\thttps://hooks.example/\r\n",
        "https://hooks.example:0443/", "https://hooks.example#@evil.example/"}) {
    EXPECT_EQ(examine(text).flaws, FlawSet{Flaw::Misreadable}) << text;
    EXPECT_EQ(canonical(text), "https://hooks.example/") << text;
  }
}

TEST(Url, EverythingUpToTheLengthLimitIsRead) {
  const std::string start = "https://hooks.example/";
  const std::string longest = start + std::string(kLongestUrl - start.size(), 'a');
  EXPECT_TRUE(examine(longest).flaws.empty());
  EXPECT_EQ(examine(longest + 'a').flaws, FlawSet{Flaw::Malformed});
  std::string grows = start;
  while (grows.size() < kLongestUrl / 2) grows += "\u00E9";
  EXPECT_EQ(examine(grows).flaws, FlawSet{Flaw::Malformed}) << "its canonical form is too long to be judged again";
  EXPECT_EQ(examine(grows).url(), nullptr);
  EXPECT_EQ(examine("https://169.254.169.254/" + std::string(1 << 20, 'a')).flaws,
            (FlawSet{Flaw::Metadata, Flaw::Malformed}));
}

TEST(Url, HasOneCanonicalForm) {
  const std::vector<std::pair<std::string_view, std::string_view>> cases = {
      {"HTTPS://Hooks.Example.", "https://hooks.example/"},
      {"https://hooks.example:443?x=1#y", "https://hooks.example/?x=1"},
      {"https://hooks.example:8443", "https://hooks.example:8443/"},
      {"https://hooks.example/a/../b/./c//d", "https://hooks.example/a/../b/./c//d"},
      {"https://hooks.example/%7e%7E;v=1,2:@!$&'()*+", "https://hooks.example/%7e%7E;v=1,2:@!$&'()*+"},
      {"https://hooks.example/\u65E5?q=\u00E9", "https://hooks.example/%E6%97%A5?q=%C3%A9"},
      {"https://hooks.example/?", "https://hooks.example/?"},
      {"https://hooks.example/?a?b#c?d#e", "https://hooks.example/?a?b"},
      {"https://[2606:4700:0:0::1]:443/", "https://[2606:4700::1]/"},
      {"https://b\u00FCcher.example/", "https://xn--bcher-kva.example/"},
  };
  for (const auto& [text, expected] : cases) {
    EXPECT_EQ(canonical(text), expected);
    EXPECT_EQ(canonical(expected), expected) << "reading the canonical form changes nothing";
  }
}

TEST(Url, GivesItsParts) {
  const UrlExamination examination = examine("https://Hooks.example:8443/a/b?c=d#e");
  ASSERT_NE(examination.url(), nullptr);
  const Url url = *examination.url();
  EXPECT_EQ(url.host().text(), "hooks.example");
  EXPECT_EQ(url.port(), 8443);
  EXPECT_EQ(url.path(), "/a/b");
  EXPECT_EQ(url.target(), "/a/b?c=d");
  EXPECT_EQ(examine("https://hooks.example").url()->path(), "/");
  EXPECT_EQ(examine("https://hooks.example?x").url()->path(), "/");
  EXPECT_EQ(examine("https://hooks.example/a#b").url()->target(), "/a");
  EXPECT_EQ(examine("https://hooks.example").url()->port(), kHttpsPort);
}

TEST(UrlPath, CoversWholeSegments) {
  for (const std::string_view prefix : {"/services/T0ACME/", "/services/T0ACME"}) {
    EXPECT_EQ(fit_path("/services/T0ACME", prefix), PathFit::Within);
    EXPECT_EQ(fit_path("/services/T0ACME/", prefix), PathFit::Within);
    EXPECT_EQ(fit_path("/services/T0ACME/B1/x", prefix), PathFit::Within);
    EXPECT_EQ(fit_path("/services/T0ACMEevil", prefix), PathFit::Outside);
    EXPECT_EQ(fit_path("/services/t0acme/", prefix), PathFit::Outside);
    EXPECT_EQ(fit_path("/services", prefix), PathFit::Outside);
    EXPECT_EQ(fit_path("/x/services/T0ACME/", prefix), PathFit::Outside);
  }
  EXPECT_EQ(fit_path("/anything", "/"), PathFit::Within);
  EXPECT_EQ(fit_path("/%61/b", "/a"), PathFit::Outside) << "compared undecoded";
}

TEST(UrlPath, RefusesWhatAServerMightResolve) {
  for (const std::string_view path :
       {"/a/../b", "/a/..", "/a/.", "/a/./b", "/a//b", "/a/;x", "/a/b;c", "/a/%2e%2e/b", "/a/%2E/b", "/a/x%2fb",
        "/a/x%2Fb", "/a/%5c..", "/a/%5C", "/a/%252e%252e/b", "/a/%25252Fb", "//a", "/a/.%2e/b",
        // Encoded twice, each sign by itself; parameters, controls and what is no UTF-8; signs that fold into dots.
        "/a/%25%32%65%25%32%65/b", "/a/%25%32e%25%32e/b", "/a/%2525%2532%2565/b", "/a/%25%35%63/b", "/a/..%3b/b",
        "/a/%c0%ae%c0%ae/b", "/a/..%c0%af..%c0%af/b", "/a/.%09./b", "/a/%00/b", "/a/%EF%BC%8E%EF%BC%8E/b",
        "/a/x%EF%BC%8Fb", "/a/%E2%80%A4%E2%80%A4/b",
        // Signs that stand for two dots, for a slash with letters, a backslash, a semicolon; dots and what is dropped.
        "/a/%E2%80%A5/b", "/a/%EF%B8%B0/b", "/a/%E2%84%80/b", "/a/%E2%88%96..", "/a/..%EF%BC%9Bx", "/a/..%20/b",
        "/a/..%E3%80%80/b", "/a/.%C2%AD./b", "/a/..%E2%80%8B/b", "/a/%25u002e%25u002e/b", "/a/%25U002E/b"}) {
    EXPECT_EQ(fit_path(path, "/a"), PathFit::Outside) << path;
    EXPECT_EQ(fit_path(path, "/"), PathFit::Outside) << path;
  }
  for (const std::string_view path :
       {"/a/...", "/a/.well-known", "/a/b..c", "/a/100%25", "/a/%20", "/a/b:@c", "/a/%C3%A9", "/a/%25zz"}) {
    EXPECT_EQ(fit_path(path, "/a"), PathFit::Within) << path;
  }
}

TEST(UrlPath, AnEmptyPrefixMeansNoPath) {
  EXPECT_EQ(fit_path("/", ""), PathFit::Outside);
  EXPECT_EQ(fit_path("/a", "a"), PathFit::Outside);
}

}  // namespace
}  // namespace yett
