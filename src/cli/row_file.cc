#include "cli/row_file.h"

#include <fmt/format.h>

#include <cerrno>
#include <system_error>

namespace yett {
namespace {

std::unexpected<Error> refuse(const std::string& path) {
  return fail(ErrorKind::System, fmt::format("cannot write: {}", std::generic_category().message(errno)),
              {.file = path, .line = 0, .column = 0});
}

}  // namespace

Result<RowFile> RowFile::open(const std::string& path) {
  std::FILE* file = std::fopen(path.c_str(), "we");
  if (file == nullptr) return refuse(path);
  return RowFile(path, file);
}

Result<void> RowFile::finish() {
  const bool was_written = std::ferror(file_.get()) == 0;
  if (std::fclose(file_.release()) != 0 || !was_written) return refuse(path_);
  return {};
}

}  // namespace yett
