#pragma once

#include <expected>
#include <optional>
#include <string>

#include "approval/request.h"
#include "decide/evaluate.h"
#include "gate/gate_engine.h"
#include "store/store.h"

namespace yett {

/// Proof that a person's approval for exactly this binding was taken out of the store. Used up by permit().
class ConsumedApproval {
 public:
  ConsumedApproval(ConsumedApproval&&) noexcept = default;
  ConsumedApproval& operator=(ConsumedApproval&&) noexcept = default;

  /// Marks the request as consumed within the transaction. Fails with the rule that stands against it: it must be
  /// approved, in time, and given for `binding`, as far as `checks` look. It counts only if the transaction is
  /// committed.
  [[nodiscard]] static std::expected<ConsumedApproval, RuleId> consume(Transaction& transaction,
                                                                       const ApprovalRequest& request,
                                                                       const Digest& binding, TimePoint now,
                                                                       ApprovalChecks checks);

 private:
  ConsumedApproval() = default;
};

/// The right to execute one call once. Only permit() makes one, so "no execution without a decision, an approval where
/// one is due, and a written record" is a matter of types. Move-only.
class Permit {
 public:
  Permit(Permit&&) noexcept = default;
  Permit& operator=(Permit&&) noexcept = default;
  Permit(const Permit&) = delete;
  Permit& operator=(const Permit&) = delete;

  /// The server that is to execute it, and no other.
  [[nodiscard]] const std::string& server() const { return server_; }
  /// The tool as its line and the records name it, and as its server does.
  [[nodiscard]] const std::string& tool() const { return tool_; }
  [[nodiscard]] const std::string& name_at_server() const { return name_at_server_; }
  /// What the tool receives: the re-serialisation of what was judged.
  [[nodiscard]] const Json& arguments() const { return arguments_; }
  [[nodiscard]] std::uint64_t intent_seq() const { return intent_seq_; }

 private:
  friend std::expected<Permit, Finding> permit(const GateEngine&, const Query&, std::optional<ConsumedApproval>,
                                               const Receipt&, std::uint64_t);
  Permit(std::string server, std::string tool, std::string name_at_server, Json arguments, std::uint64_t intent_seq)
      : server_(std::move(server)),
        tool_(std::move(tool)),
        name_at_server_(std::move(name_at_server)),
        arguments_(std::move(arguments)),
        intent_seq_(intent_seq) {}

  std::string server_;
  std::string tool_;
  std::string name_at_server_;
  Json arguments_;
  std::uint64_t intent_seq_;
};

/// Judges once more, now, and makes the permit: the call must be allowed, or allowed but for asking with the approval
/// at hand, and its intent must be among the records of `receipt`. A deny wins over any approval.
/// Fails with the finding that stands against it.
[[nodiscard]] std::expected<Permit, Finding> permit(const GateEngine& engine, const Query& query,
                                                    std::optional<ConsumedApproval> approval, const Receipt& receipt,
                                                    std::uint64_t intent_seq);

}  // namespace yett
