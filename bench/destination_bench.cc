// What it costs to judge destinations. Read the figures as ratios to SHA-256 of 300 bytes in the same run; those of
// URLs also as ratios to the libraries that only split them.
#include <benchmark/benchmark.h>
#include <curl/curl.h>
#include <fmt/format.h>

#ifdef YETT_HAS_BOOST_URL
#include <boost/url.hpp>
#endif

#include <cstdlib>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "policy/allowlist.h"
#include "text/address.h"
#include "text/email.h"
#include "text/url.h"

namespace yett {
namespace {

/// So few that they stay in a processor's cache: what is measured is judging, not memory.
constexpr std::size_t kTexts = 16;
constexpr std::size_t kSplit = 10'000;

/// Texts of hosts that are spread over a list of `listed` of them.
template <typename Text>
std::vector<std::string> texts_of(std::size_t count, std::size_t listed, Text text) {
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < count; ++i) texts.push_back(text(i * 7919 % listed));
  return texts;
}

std::string host_of(std::size_t i) { return fmt::format("h{}.hooks.example.com", i); }

std::vector<std::string> urls(std::size_t count, std::size_t listed) {
  return texts_of(count, listed,
                  [](std::size_t i) { return fmt::format("https://{}/services/T{}/in?run=1", host_of(i), i); });
}

/// Each text by itself, over and over.
template <typename Judge>
void judge_each(benchmark::State& state, const std::vector<std::string>& texts, Judge judge) {
  std::size_t next = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(judge(texts[next]));
    if (++next == texts.size()) next = 0;
  }
}

void url_judged_by_list_of(benchmark::State& state) {
  const auto listed = static_cast<std::size_t>(state.range(0));
  Allowlist list{.name = "hosts", .kind = DestinationKind::Url};
  for (std::size_t i = 0; i < listed; ++i) list.hosts[host_of(i)] = {HostEntry{.lapses_at = TimePoint::max()}};
  const auto ranges = strict_address_ranges();
  judge_each(state, urls(kTexts, listed), [&](const std::string& text) {
    const UrlExamination examination = examine_url(text, ranges);
    if (!examination.flaws.empty() || fit_host(list, *examination.url(), TimePoint{}).listing != HostListing::Listed) {
      std::abort();
    }
    return examination.flaws;
  });
}
BENCHMARK(url_judged_by_list_of)->Arg(100)->Arg(10'000)->Arg(1'000'000);

void email_judged_by_list_of(benchmark::State& state) {
  const auto listed = static_cast<std::size_t>(state.range(0));
  Allowlist list{.name = "emails", .kind = DestinationKind::Email};
  for (std::size_t i = 0; i < listed; ++i) list.domains[host_of(i)] = TimePoint::max();
  const auto texts = texts_of(kTexts, listed, [](std::size_t i) { return fmt::format("bo.ber+{}@{}", i, host_of(i)); });
  judge_each(state, texts, [&](const std::string& text) {
    const EmailExamination examination = examine_email(text, DisplayNames::Refused);
    if (!examination.flaws.empty() || find_email(list, *examination.address(), TimePoint{}) == nullptr) std::abort();
    return examination.flaws;
  });
}
BENCHMARK(email_judged_by_list_of)->Arg(100)->Arg(10'000)->Arg(1'000'000);

void address_classified(benchmark::State& state) {
  std::mt19937_64 random(1);  // NOLINT(cert-msc32-c,cert-msc51-cpp): every run is to measure the same
  std::vector<IpAddress> addresses;
  for (int i = 0; i < 512; ++i) {
    addresses.push_back(IpAddress::v4(static_cast<std::uint32_t>(random())));
    addresses.push_back(IpAddress::v6((random() >> 3) | std::uint64_t{1} << 61, random()));
  }
  const auto ranges = strict_address_ranges();
  std::size_t next = 0;
  for (auto _ : state) benchmark::DoNotOptimize(classify(addresses[next++ % addresses.size()], ranges));
}
BENCHMARK(address_classified);

// The same URLs by us, who judge them, and by others, who only split them.

void url_read_by_yett(benchmark::State& state) {
  const auto ranges = strict_address_ranges();
  judge_each(state, urls(kSplit, kSplit), [&](const std::string& text) {
    const UrlExamination examination = examine_url(text, ranges);
    return examination.url()->host().text().size() + examination.url()->port();
  });
}
BENCHMARK(url_read_by_yett);

struct FreeUrl {
  void operator()(CURLU* url) const { curl_url_cleanup(url); }
};

void url_read_by_curl(benchmark::State& state) {
  const std::unique_ptr<CURLU, FreeUrl> url(curl_url());
  judge_each(state, urls(kSplit, kSplit), [&](const std::string& text) {
    char* host = nullptr;
    if (curl_url_set(url.get(), CURLUPART_URL, text.c_str(), 0) != CURLUE_OK ||
        curl_url_get(url.get(), CURLUPART_HOST, &host, 0) != CURLUE_OK) {
      std::abort();
    }
    const std::size_t size = std::string_view(host).size();
    curl_free(host);
    return size;
  });
}
BENCHMARK(url_read_by_curl);

#ifdef YETT_HAS_BOOST_URL
void url_read_by_boost(benchmark::State& state) {
  judge_each(state, urls(kSplit, kSplit), [&](const std::string& text) {
    const auto url = boost::urls::parse_uri(text);
    return url->encoded_host().size() + url->port_number();
  });
}
BENCHMARK(url_read_by_boost);

/// With the lowering and the copy that reading a URL canonically takes.
void url_normalised_by_boost(benchmark::State& state) {
  judge_each(state, urls(kSplit, kSplit), [&](const std::string& text) {
    boost::urls::url url(text);
    url.normalize_scheme();
    url.normalize_authority();
    return url.encoded_host().size() + url.port_number();
  });
}
BENCHMARK(url_normalised_by_boost);
#endif

}  // namespace
}  // namespace yett
