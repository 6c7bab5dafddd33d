#include "os/decisive_files.h"

#include <filesystem>

namespace yett {

Result<std::vector<std::string>> sealed_paths(const DecisiveFiles& files) {
  std::vector<std::string> decisive = files.sessions;
  decisive.insert(decisive.end(), {files.policy, files.lock, files.state});
  decisive.insert(decisive.end(), files.bases.begin(), files.bases.end());
  decisive.insert(decisive.end(), files.cards.begin(), files.cards.end());
  std::vector<std::string> sealed;
  for (const std::string& path : decisive) {
    if (path.empty()) continue;
    std::error_code error;
    const std::filesystem::path absolute = std::filesystem::absolute(path, error).lexically_normal();
    const std::filesystem::path real = error ? absolute : std::filesystem::weakly_canonical(absolute, error);
    if (error) return fail(ErrorKind::System, "cannot tell where " + path + " lies: " + error.message());
    sealed.push_back(absolute.string());
    if (real != absolute) sealed.push_back(real.string());
  }
  return sealed;
}

}  // namespace yett
