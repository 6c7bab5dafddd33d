#include "cli/policy_option.h"

#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "base/digest.h"
#include "cli/policy_documents.h"
#include "os/files.h"
#include "policy/lock_signature.h"

namespace yett {
namespace {

/// What --policy-digest names, in the form in which decisions, records and `yett check` name a policy.
Result<std::optional<Digest>> find_policy_digest(const Invocation& invocation) {
  constexpr std::string_view kForm = "sha256:";
  const std::optional<std::string> text = invocation.value("--policy-digest");
  if (!text) return std::nullopt;
  if (text->starts_with(kForm)) {
    if (const std::optional<Digest> digest = Digest::from_hex(text->substr(kForm.size()))) return digest;
  }
  return fail(ErrorKind::Input, "--policy-digest takes sha256: and 64 hex digits", {}, "`yett check` prints it");
}

}  // namespace

Result<PolicyRef> with_lock(PolicyRef policy) {
  Result<std::optional<ToolLock>> lock = load_lock(policy->file);
  if (!lock) return std::unexpected(lock.error());
  if (!*lock) return policy;
  const Result<void> is_signed = require_lock_signature(**lock, policy->approvers, lock_file_of(policy->file));
  if (!is_signed) {
    Error error = is_signed.error();
    error.hint = hint_on_lock(**lock, *policy, error.hint);
    return std::unexpected(std::move(error));
  }
  auto pinned = std::make_shared<Policy>(*policy);
  pinned->lock = std::move(*lock);
  return pinned;
}

Result<std::optional<ToolLock>> load_lock(const std::string& policy_file) {
  const std::string path = lock_file_of(policy_file);
  const Result<std::string> text = read_trusted_file(path, kMaxLockBytes);
  if (!text && text.error().kind == ErrorKind::NotFound) {
    // A link that leads nowhere is a lock that somebody took away, not one that nobody has made.
    std::error_code error;
    const std::filesystem::file_type kind = std::filesystem::symlink_status(path, error).type();
    if (kind == std::filesystem::file_type::not_found) return std::nullopt;
  }
  if (!text) return std::unexpected(text.error());
  Result<ToolLock> lock = parse_lock(*text, path);
  if (!lock) return std::unexpected(lock.error());
  return std::move(*lock);
}

std::expected<PolicyRef, PolicyErrors> check_policy_file(const Invocation& invocation, const std::string& path) {
  const auto only = [](Error error) { return std::unexpected(PolicyErrors{.reported = {std::move(error)}}); };
  const Result<std::optional<Digest>> wanted = find_policy_digest(invocation);
  if (!wanted) return only(wanted.error());
  auto read = read_policy(path);
  if (!read) return std::unexpected(std::move(read.error()));
  PolicyRef policy = std::move(read->policy);
  if (*wanted && policy->digest != **wanted) {
    return only({ErrorKind::Input,
                 fmt::format("this is another policy than --policy-digest names: {}, not {}",
                             policy->digest.to_string(), (*wanted)->to_string()),
                 {.file = path},
                 "look at what has changed before you name its digest"});
  }
  Result<PolicyRef> pinned = with_lock(std::move(policy));
  if (!pinned) return only(pinned.error());
  return *std::move(pinned);
}

Result<PolicyRef> load_policy_file(const Invocation& invocation, const std::string& path) {
  auto policy = check_policy_file(invocation, path);
  if (!policy) return std::unexpected(std::move(policy.error().reported.front()));
  return *std::move(policy);
}

std::string policy_file_of(const Invocation& invocation, const Console& console) {
  if (const auto flag = invocation.value("--policy")) return *flag;
  return console.variable("YETT_POLICY").value_or("yett.toml");
}

Result<PolicyRef> load_policy(const Invocation& invocation, const Console& console) {
  Result<PolicyRef> policy = load_policy_file(invocation, policy_file_of(invocation, console));
  const bool is_named = invocation.has("--policy") || console.variable("YETT_POLICY");
  if (!policy && policy.error().kind == ErrorKind::NotFound && !is_named) {
    policy.error().hint = "name a policy with -p FILE or $YETT_POLICY, or write one with `yett init`";
  }
  return policy;
}

Result<PolicyRef> load_named_policy(const Invocation& invocation) {
  if (const auto flag = invocation.value("--policy")) return load_policy_file(invocation, *flag);
  return fail(ErrorKind::Input, "a command that executes things needs its policy named", {}, "add --policy FILE");
}

Result<PolicyRef> load_candidate_policy(const std::string& path) {
  auto read = read_policy(path);
  if (!read) return std::unexpected(std::move(read.error().reported.front()));
  return std::move(read->policy);
}

}  // namespace yett
