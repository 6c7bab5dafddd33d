#include "text/idna.h"

#include <idn2.h>

#include <memory>

namespace yett {
namespace {

struct FreeIdn {
  void operator()(char* text) const { idn2_free(text); }
};
using IdnText = std::unique_ptr<char, FreeIdn>;

}  // namespace

std::optional<std::string> to_a_labels(std::string_view name) {
  const std::string terminated(name);
  char* out = nullptr;
  const int status = idn2_to_ascii_8z(terminated.c_str(), &out, IDN2_NFC_INPUT | IDN2_NONTRANSITIONAL);
  const IdnText owned(out);
  if (status != IDN2_OK || owned == nullptr) return std::nullopt;
  return std::string(owned.get());
}

std::optional<std::string> to_u_labels(std::string_view name) {
  const std::string terminated(name);
  char* out = nullptr;
  const int status = idn2_to_unicode_8z8z(terminated.c_str(), &out, IDN2_NONTRANSITIONAL);
  const IdnText owned(out);
  if (status != IDN2_OK || owned == nullptr) return std::nullopt;
  return std::string(owned.get());
}

}  // namespace yett
