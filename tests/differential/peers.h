#pragma once

#include <string>

namespace yett::differential {

/// How the libraries read a URL: "scheme host port target", parted by spaces, or "refused". The host is as the library
/// gives it, the target is path and query as written.
[[nodiscard]] std::string read_by_curl(const std::string& url);
/// "absent" when the build has no Boost.URL.
[[nodiscard]] std::string read_by_boost(const std::string& url);

}  // namespace yett::differential
