#include <curl/curl.h>

#include <memory>

#include "peers.h"

namespace yett::differential {
namespace {

struct FreeUrl {
  void operator()(CURLU* url) const { curl_url_cleanup(url); }
};

// Names as curl looks them up, where this curl can tell.
#ifdef CURLU_PUNYCODE
constexpr unsigned kHostFlags = CURLU_PUNYCODE;
#else
constexpr unsigned kHostFlags = 0;
#endif

/// The part, or `otherwise` where the URL has none.
std::string part_of(CURLU* url, CURLUPart part, std::string otherwise, unsigned flags = 0) {
  char* text = nullptr;
  if (curl_url_get(url, part, &text, flags) != CURLUE_OK) return otherwise;
  std::string copy(text);
  curl_free(text);
  return copy;
}

}  // namespace

std::string read_by_curl(const std::string& text) {
  const std::unique_ptr<CURLU, FreeUrl> url(curl_url());
  if (curl_url_set(url.get(), CURLUPART_URL, text.c_str(), CURLU_PATH_AS_IS) != CURLUE_OK) return "refused";
  const std::string host = part_of(url.get(), CURLUPART_HOST, "", kHostFlags);
  if (host.empty()) return "refused";
  std::string target = part_of(url.get(), CURLUPART_PATH, "/");
  const std::string query = part_of(url.get(), CURLUPART_QUERY, "");
  if (!query.empty()) target += '?' + query;
  return part_of(url.get(), CURLUPART_SCHEME, "none") + ' ' + host + ' ' + part_of(url.get(), CURLUPART_PORT, "443") +
         ' ' + target;
}

}  // namespace yett::differential
