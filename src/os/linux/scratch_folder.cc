#include "os/scratch_folder.h"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "os/linux/system_error.h"

namespace yett {

Result<ScratchFolder> ScratchFolder::make(std::string_view parent, std::string_view name) {
  const std::string what = fmt::format("cannot make a folder in {}", parent);
  std::error_code error;
  const auto resolved = std::filesystem::canonical(parent, error);
  if (error) return system_failure(what, error.value());
  std::string path = (resolved / name).string() + "-XXXXXX";
  if (::mkdtemp(path.data()) == nullptr) return system_failure(what, errno);
  return ScratchFolder(std::move(path));
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
}

}  // namespace yett
