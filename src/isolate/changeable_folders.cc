#include "isolate/changeable_folders.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <climits>
#include <cstdlib>
#include <deque>

namespace yett {
namespace {

constexpr int kMostLinks = 40;  // as the kernel has it (path_resolution(7))

std::vector<std::string> components(const std::string& path) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin < path.size();) {
    const auto end = std::min(path.find('/', begin), path.size());
    if (end > begin) parts.push_back(path.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

/// What of a path is there, by its real name, and the rest as it is.
std::string real_beginning(const std::string& path) {
  for (auto end = path.size(); end != 0 && end != std::string::npos; end = path.rfind('/', end - 1)) {
    std::array<char, PATH_MAX> real;
    const std::string beginning = path.substr(0, end);
    if (!beginning.contains('{') && ::realpath(beginning.c_str(), real.data()) != nullptr) {
      return std::string(real.data()) + path.substr(end);
    }
  }
  return path;
}

}  // namespace

ChangeableFolders::ChangeableFolders(const Policy& policy, const RootBindings& bindings) {
  for (const NamedRoot& named : policy.paths) {
    if (named.root.access() != PathAccess::Write) continue;
    // Of a template all folders that it stands for: other people's programs change those.
    for (const std::string& text : {named.root.text(), named.root.filled(bindings).text()}) {
      folders_.push_back(components(text));
      folders_.push_back(components(real_beginning(text)));
    }
  }
}

bool ChangeableFolders::hold(const std::string& path) const {
  const std::vector<std::string> parts = components(path);
  return std::ranges::any_of(folders_, [&](const std::vector<std::string>& folder) {
    return folder.size() <= parts.size() && std::equal(folder.begin(), folder.end(), parts.begin(),
                                                       [](const std::string& wanted, const std::string& part) {
                                                         return wanted.contains('{') || wanted == part;
                                                       });
  });
}

bool ChangeableFolders::are_passed_by(const std::string& path) const {
  const auto parts = components(path);
  std::deque<std::string> left(parts.begin(), parts.end());
  std::string resolved;
  int links = 0;
  while (!left.empty()) {
    const std::string part = left.front();
    left.pop_front();
    if (part == ".") continue;
    if (part == "..") {
      resolved.erase(std::min(resolved.rfind('/'), resolved.size()));
      continue;
    }
    const std::string next = resolved + "/" + part;
    std::array<char, PATH_MAX> target;
    const auto length = ::readlink(next.c_str(), target.data(), target.size());
    if (length < 0) {
      resolved = next;
      continue;
    }
    if (hold(resolved) || ++links > kMostLinks) return true;
    const std::string text(target.data(), static_cast<std::size_t>(length));
    if (text.starts_with('/')) resolved.clear();
    const auto more = components(text);
    left.insert(left.begin(), more.begin(), more.end());
  }
  return false;
}

bool ChangeableFolders::decide_about(const std::string& path) const {
  return hold(path) || are_passed_by(path) || hold(real_beginning(path));
}

}  // namespace yett
