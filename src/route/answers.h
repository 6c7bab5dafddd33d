#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <span>
#include <vector>

#include "route/listed_target.h"
#include "route/refusal.h"
#include "text/address.h"

namespace yett {

/// Why a look-up of one family gave no address.
enum class LookUpFailure : std::uint8_t {
  Failed,    // an error of a server, or none could be asked
  TimedOut,  // no answer in time
  Absent,    // there is no such name, or it has no address of this family
};

/// What the look-up of one family gave; no address means the same as Absent.
using FamilyAnswers = std::expected<std::vector<IpAddress>, LookUpFailure>;

/// What one look-up of a name gave, all of it.
struct Answers {
  FamilyAnswers v4 = std::unexpected(LookUpFailure::Failed);  // of the A records
  FamilyAnswers v6 = std::unexpected(LookUpFailure::Failed);  // of the AAAA records
};

/// More answers than this, of both families together, are taken for an attack: each is an address to try. Generous:
/// large sites give eight of each family.
inline constexpr std::size_t kMostAnswers = 16;

/// Judges what a name resolves into. Returns the addresses that may be dialled, at least one, in the order in which to
/// try them: the families by turns, IPv6 first (RFC 8305 section 4), each in the order of its answer. `own` are all
/// addresses of this machine's interfaces and of the gate's own listeners.
/// One address that is not public refuses them all, and the gravest is the refusal, unless the target's entry covers it
/// by its `addresses`. Never covered are metadata services, loopback, link-local and unspecified addresses, `own`, and
/// IPv6 but unique local addresses. Without any address, and with more than kMostAnswers, it is unresolved.
/// O(answers · (own + log ranges)).
[[nodiscard]] std::expected<std::vector<IpAddress>, RouteRefusal> judge_answers(const ListedTarget& target,
                                                                                const Answers& answers,
                                                                                std::span<const IpAddress> own,
                                                                                std::span<const AddressRange> ranges);

}  // namespace yett
