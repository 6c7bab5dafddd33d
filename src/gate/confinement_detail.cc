#include "gate/confinement_detail.h"

namespace yett {

Json confinement_detail(const Confinement& confinement) {
  return Json::object({{"isolation", std::string(backend_name(confinement.backend))},
                       {"landlock", std::int64_t{confinement.landlock_abi}},
                       {"system_calls", confinement.filtered ? "filtered" : "not filtered"},
                       {"gaps", Json::Array(confinement.gaps.begin(), confinement.gaps.end())}});
}

Json no_confinement_detail() { return Json::object({{"isolation", "none"}}); }

}  // namespace yett
