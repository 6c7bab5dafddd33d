#include "policy/wide_folder.h"

#include <algorithm>
#include <array>

namespace yett {
namespace {

constexpr std::array<std::string_view, 6> kOfMany = {"/home", "/var", "/run", "/mnt", "/media", "/usr"};
constexpr std::array<std::string_view, 6> kOfSettings = {"/.local",  "/.local/share", "/.local/lib",
                                                         "/.config", "/.cache",       "/.ssh"};

}  // namespace

bool is_wide_folder(std::string_view path, std::string_view home) {
  const std::string_view above = path.substr(0, path.rfind('/'));
  if (above.empty() || std::ranges::find(kOfMany, above) != kOfMany.end()) return true;
  if (home.empty() || home == "/" || !path.starts_with(home)) return false;
  const std::string_view rest = path.substr(home.size());
  return rest.empty() || std::ranges::find(kOfSettings, rest) != kOfSettings.end();
}

}  // namespace yett
