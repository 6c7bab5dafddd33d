#include "gate/stop_mark.h"

#include <filesystem>
#include <system_error>

#include "os/files.h"

namespace yett {

void StopMark::set() const { (void)write_private_file(path_, ""); }

bool StopMark::is_set() const {
  std::error_code unknown;
  const std::filesystem::file_type type = std::filesystem::symlink_status(path_, unknown).type();
  return type != std::filesystem::file_type::not_found;
}

void StopMark::clear() const { (void)remove_file(path_); }

}  // namespace yett
