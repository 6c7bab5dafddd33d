#include "os/inspection.h"

#include <sys/prctl.h>

#include <cerrno>

#include "os/linux/system_error.h"

namespace yett {

Result<void> forbid_inspection() {
  if (::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) == 0) return {};
  return system_failure("cannot keep others out of this process", errno);
}

}  // namespace yett
