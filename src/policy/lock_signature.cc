#include "policy/lock_signature.h"

#include <algorithm>
#include <iterator>

namespace yett {

std::vector<Approver> lock_approvers(std::span<const Approver> approvers) {
  std::vector<Approver> some;
  std::ranges::copy_if(approvers, std::back_inserter(some), [](const Approver& one) {
    return one.is_entitled_to(Entitlement::AcceptTool) && !one.tenants && !one.tools;
  });
  return some;
}

ToolLock sign_lock(ToolLock lock, std::string_view by, const SigningKey& key) {
  lock.signature.reset();
  lock.signature = LockSignature{std::string(by), key.sign(lock_statement(lock)).to_string()};
  return lock;
}

Result<void> require_lock_signature(const ToolLock& lock, std::span<const Approver> approvers,
                                    const std::string& file) {
  if (approvers.empty()) return {};
  constexpr std::string_view kMend = "an approver who may accept_tool signs it: `yett pin --as NAME`";
  const auto unsound = [&](std::string message) {
    return fail(ErrorKind::Input, std::move(message), {.file = file}, std::string(kMend));
  };
  if (!lock.signature) return unsound("nobody has signed the lock, and the policy names approvers");
  const auto signature = Signature::parse(lock.signature->signature);
  const std::vector<Approver> entitled = lock_approvers(approvers);
  const auto signer = std::ranges::find(entitled, lock.signature->by, &Approver::name);
  if (signer == entitled.end()) return unsound("who signed the lock may not accept tools: " + lock.signature->by);
  if (signature && is_signed_by(signer->key, lock_statement(lock), *signature)) return {};
  return unsound("the lock is not what " + signer->name + " has signed");
}

}  // namespace yett
