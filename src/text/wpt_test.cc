// The URL cases of web-platform-tests, by which browsers are held together: what is accepted here has the same scheme,
// host and port there, and nothing is accepted that must fail there. The opposite is no aim: most of what browsers
// repair is refused.

#include <gtest/gtest.h>

#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "text/ascii.h"
#include "text/host.h"
#include "text/json.h"
#include "text/url.h"

namespace yett {
namespace {

#ifdef YETT_URL_CASES
constexpr std::string_view kFolder = YETT_URL_CASES;
#else
constexpr std::string_view kFolder;
#endif

/// The objects of a file that is one array, each by itself: some hold half a surrogate pair, which no text can.
std::vector<Json> read_cases(const std::string& name) {
  std::ifstream file(std::string(kFolder) + "/" + name);
  std::vector<Json> cases;
  std::string object;
  for (std::string line; std::getline(file, line);) {
    if (line == "  {") object.clear();
    const bool is_last = line == "  }" || line == "  },";
    object += is_last ? "}" : line + "\n";
    if (!is_last) continue;
    if (auto json = parse_json(object)) cases.push_back(*std::move(json));
  }
  return cases;
}

std::optional<std::string> text_of(const Json& json, std::string_view key) {
  const Json* value = json.find(key);
  if (value == nullptr || value->as_string() == nullptr) return std::nullopt;
  return *value->as_string();
}

class WebPlatformTests : public testing::Test {
 protected:
  void SetUp() override {
    if (kFolder.empty()) GTEST_SKIP() << "the cases of web-platform-tests are not here";
  }
};

/// Reads `text` as we do and compares with the case, whose host may have got another name; 1 when it is accepted.
int expect_as_in_browsers(const std::string& text, const Json& expected, const std::optional<std::string>& hostname) {
  const UrlExamination examination = examine_url(text, strict_address_ranges());
  if (!examination.flaws.empty()) return 0;
  const Url& url = *examination.url();
  EXPECT_EQ(expected.find("failure"), nullptr) << text;
  EXPECT_EQ(hostname, url.host().text()) << text;
  // The default port of another scheme is not written either.
  const std::string port = text_of(expected, "port").value_or("none");
  const bool is_default = url.port() == kHttpsPort || (url.port() == 80 && text_of(expected, "protocol") != "https:");
  EXPECT_EQ(port, is_default && port.empty() ? "" : std::to_string(url.port())) << text;
  return 1;
}

/// The case as it stands, and with a second label behind a host that has but one: such hosts are never public.
int expect_with_one_label_or_two(const std::string& text, const Json& expected) {
  const auto hostname = text_of(expected, "hostname");
  int accepted = expect_as_in_browsers(text, expected, hostname);
  if (!hostname || hostname->empty() || hostname->find('.') != std::string::npos) return accepted;
  const std::size_t at = text.find(*hostname);
  if (at == std::string::npos || at != text.rfind(*hostname)) return accepted;
  std::string widened = text;
  widened.insert(at + hostname->size(), ".example");
  return accepted + expect_as_in_browsers(widened, expected, *hostname + ".example");
}

TEST_F(WebPlatformTests, AcceptedUrlsLeadWhereBrowsersGo) {
  const std::vector<Json> cases = read_cases("urltestdata.json");
  ASSERT_GT(cases.size(), 700u);
  int accepted = 0;
  for (const Json& line : cases) {
    const std::string input = text_of(line, "input").value();
    const int now_accepted = expect_with_one_label_or_two(input, line);
    if (now_accepted != 0) {
      EXPECT_EQ(text_of(line, "protocol"), "https:") << input;
    }
    accepted += now_accepted;
  }
  EXPECT_GT(accepted, 5) << "a parser that refuses everything passes every comparison";
}

TEST_F(WebPlatformTests, UrlsOfOtherSchemesLeadThereUnderHttpsToo) {
  int accepted = 0;
  for (const Json& line : read_cases("urltestdata.json")) {
    const std::string input = text_of(line, "input").value();
    for (const std::string_view scheme : {"http:", "ws:", "wss:"}) {
      if (!starts_with_ignoring_case(input, scheme)) continue;
      accepted += expect_with_one_label_or_two("https:" + input.substr(scheme.size()), line);
    }
  }
  EXPECT_GT(accepted, 30);
}

/// 1 when the name is accepted.
int expect_mapped(const std::string& name, const std::optional<std::string>& expected) {
  const HostExamination examination = examine_host(name, strict_address_ranges());
  if (!examination.is_sound()) return 0;
  EXPECT_EQ(expected, examination.host->text()) << name;
  return 1;
}

TEST_F(WebPlatformTests, NamesMapAsInBrowsers) {
  const std::vector<Json> cases = read_cases("toascii.json");
  ASSERT_GT(cases.size(), 50u);
  int accepted = 0;
  for (const Json& line : cases) {
    const std::string input = text_of(line, "input").value();
    const auto output = text_of(line, "output");
    accepted += expect_mapped(input, output);
    // Most are single labels, which are no public hosts.
    accepted += expect_mapped(input + ".example", output ? std::optional(*output + ".example") : std::nullopt);
  }
  EXPECT_GT(accepted, 15);
}

}  // namespace
}  // namespace yett
