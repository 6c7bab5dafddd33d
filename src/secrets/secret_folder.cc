#include "secrets/secret_folder.h"

#include <fmt/format.h>

#include <charconv>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "base/digest.h"
#include "os/files.h"

namespace yett {
namespace {

/// What the folders of one set of namespaces begin with: only in it does a number tell which process made one.
Result<std::string> name_prefix() {
  const Result<std::string> namespaces = own_namespaces();
  if (!namespaces) return std::unexpected(namespaces.error());
  return "secrets-" + sha256(*namespaces).hex().substr(0, 8) + "-";
}

std::optional<ProcessIdentity> owner_of(std::string_view rest, const ProcessIdentity& self) {
  ProcessIdentity owner{.boot_id = self.boot_id};  // nothing in memory is older than the boot
  const char* const end = rest.data() + rest.size();
  const auto pid = std::from_chars(rest.data(), end, owner.pid);
  if (pid.ec != std::errc() || pid.ptr == end || *pid.ptr != '-') return std::nullopt;
  const auto start = std::from_chars(pid.ptr + 1, end, owner.start_time);
  if (start.ec != std::errc() || start.ptr != end) return std::nullopt;
  return owner;
}

void remove_all(const std::string& path) {
  std::error_code gone;
  std::filesystem::remove_all(path, gone);
}

void remove_abandoned_of(const std::string& runtime_folder, std::string_view prefix, const ProcessIdentity& self) {
  std::error_code unreadable;
  std::vector<std::string> abandoned;
  std::filesystem::directory_iterator entry(runtime_folder, unreadable);
  for (; !unreadable && entry != std::filesystem::directory_iterator(); entry.increment(unreadable)) {
    const std::string name = entry->path().filename().string();
    if (!name.starts_with(prefix)) continue;
    const auto owner = owner_of(std::string_view(name).substr(prefix.size()), self);
    if (owner && !is_alive(*owner)) abandoned.push_back(entry->path().string());
  }
  for (const std::string& path : abandoned) remove_all(path);
}

}  // namespace

Result<SecretFolder> SecretFolder::make(const std::string& runtime_folder, const ProcessIdentity& self) {
  const Result<std::string> prefix = name_prefix();
  if (!prefix) return std::unexpected(prefix.error());
  remove_abandoned_of(runtime_folder, *prefix, self);
  const std::string path = fmt::format("{}/{}{}-{}", runtime_folder, *prefix, self.pid, self.start_time);
  if (Result<void> made = make_private_folder(path); !made) return std::unexpected(made.error());
  return SecretFolder(path);
}

void SecretFolder::remove_abandoned(const std::string& runtime_folder, const ProcessIdentity& self) {
  if (const Result<std::string> prefix = name_prefix()) remove_abandoned_of(runtime_folder, *prefix, self);
}

SecretFolder::SecretFolder(SecretFolder&& other) noexcept : path_(std::exchange(other.path_, {})) {}

SecretFolder& SecretFolder::operator=(SecretFolder&& other) noexcept {
  std::swap(path_, other.path_);
  return *this;
}

SecretFolder::~SecretFolder() {
  if (!path_.empty()) remove_all(path_);
}

Result<void> SecretFolder::make_group(std::string_view group) const { return make_private_folder(path_of(group)); }

std::string SecretFolder::path_of(std::string_view secret) const { return path_ + "/" + std::string(secret); }

Result<void> SecretFolder::put(std::string_view secret, std::string_view text) const {
  const std::string path = path_of(secret);
  const std::string draft = path + ".new";
  (void)remove_file(draft);
  if (Result<void> written = write_private_file(draft, text); !written) return written;
  std::error_code failed;
  std::filesystem::rename(draft, path, failed);
  if (failed) return fail(ErrorKind::System, fmt::format("cannot write {}: {}", path, failed.message()));
  return {};
}

void SecretFolder::remove(std::string_view secret) const { (void)remove_file(path_of(secret)); }

}  // namespace yett
