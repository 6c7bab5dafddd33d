#include "peers.h"

#ifdef YETT_HAS_BOOST_URL
#include <boost/url.hpp>
#endif

namespace yett::differential {

#ifdef YETT_HAS_BOOST_URL
namespace {

std::string copied(boost::urls::string_view text) { return {text.data(), text.size()}; }

}  // namespace

std::string read_by_boost(const std::string& text) {
  const auto url = boost::urls::parse_uri(text);
  if (!url || !url->has_authority()) return "refused";
  std::string target = copied(url->encoded_path());
  if (target.empty()) target = "/";
  if (url->has_query() && !url->encoded_query().empty()) target += '?' + copied(url->encoded_query());
  const std::string port = url->has_port() ? copied(url->port()) : "443";
  return copied(url->scheme()) + ' ' + copied(url->encoded_host()) + ' ' + port + ' ' + target;
}
#else
std::string read_by_boost(const std::string&) { return "absent"; }
#endif

}  // namespace yett::differential
