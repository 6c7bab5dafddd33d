#pragma once

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <string>

namespace yett {

/// What the disk under the store does.
enum class DiskState : std::uint8_t {
  Sound,
  ReadOnly,  // no write is taken
  Failing,   // writes are taken, but it does not say that they are kept
};

/// By the word in the file of $YETT_TEST_DISK: "read-only" or "failing"; anything else, and none, is a sound disk.
inline DiskState disk_state() {
  const char* file = std::getenv("YETT_TEST_DISK");  // NOLINT(concurrency-mt-unsafe): nothing here sets a variable
  std::string word;
  if (file != nullptr) std::ifstream(file) >> word;
  if (word == "read-only") return DiskState::ReadOnly;
  return word == "failing" ? DiskState::Failing : DiskState::Sound;
}

}  // namespace yett
