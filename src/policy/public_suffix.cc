#include "policy/public_suffix.h"

#include <libpsl.h>

#include <string>

namespace yett {

bool is_public_suffix(std::string_view name) {
  // A library built without its list knows no owner of anything: then every name is too wide.
  const psl_ctx_t* list = psl_builtin();
  return list == nullptr || psl_is_public_suffix(list, std::string(name).c_str()) != 0;
}

}  // namespace yett
