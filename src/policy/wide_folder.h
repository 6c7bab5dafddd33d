#pragma once

#include <string_view>

namespace yett {

/// True for a folder that holds what belongs to all programs, to all people or to one person as a whole: a folder right
/// below "/", below /home, /var, /run, /mnt or /media, and `home` with its folders of settings. Nobody means such a
/// folder when he means one program. `path` is absolute and plain; `home` may be empty.
[[nodiscard]] bool is_wide_folder(std::string_view path, std::string_view home = {});

}  // namespace yett
