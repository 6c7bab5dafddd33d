// Makes texts up and prints those that Yett accepts, one a line, with how they were read. differential_test.py has
// other programs read them too.
//
//   judged_texts urls SEED COUNT        text, canonical text, reading, and the readings of curl and Boost.URL of both
//   judged_texts recipients SEED COUNT  text, canonical address
//
// Columns are parted by tabs, readings are "scheme host port target". COUNT is how many are made up.

#include <fmt/format.h>

#include <charconv>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "peers.h"
#include "text/email.h"
#include "text/url.h"
#include "text_generator.h"

namespace yett::differential {
namespace {

void judge_url(const std::string& text) {
  const UrlExamination examination = examine_url(text, strict_address_ranges());
  if (!examination.flaws.empty()) return;
  const Url& url = *examination.url();
  fmt::print("{}\t{}\t{} {} {} {}\t{}\t{}\t{}\t{}\n", text, url.canonical(), examination.scheme, url.host().text(),
             url.port(), url.target(), read_by_curl(text), read_by_curl(url.canonical()), read_by_boost(text),
             read_by_boost(url.canonical()));
}

void judge_recipient(const std::string& text) {
  const EmailExamination examination = examine_email(text, DisplayNames::Accepted);
  if (const EmailAddress* address = examination.address()) fmt::print("{}\t{}\n", text, address->canonical());
}

std::optional<std::uint64_t> read_number(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

int run(const std::vector<std::string_view>& arguments) {
  const auto seed = arguments.size() == 3 ? read_number(arguments[1]) : std::nullopt;
  const auto count = arguments.size() == 3 ? read_number(arguments[2]) : std::nullopt;
  const bool is_about_urls = seed && arguments[0] == "urls";
  if (!seed || !count || (!is_about_urls && arguments[0] != "recipients")) {
    fmt::print(stderr, "usage: urls|recipients SEED COUNT\n");
    return 2;
  }
  TextGenerator generator(*seed);
  for (std::uint64_t left = *count; left > 0; --left) {
    if (is_about_urls) {
      judge_url(generator.url());
    } else {
      judge_recipient(generator.recipient());
    }
  }
  return 0;
}

}  // namespace
}  // namespace yett::differential

int main(int count, char** words) {
  return yett::differential::run(std::vector<std::string_view>(words + 1, words + count));
}
