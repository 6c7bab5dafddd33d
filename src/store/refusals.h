#pragma once

#include <cstdint>
#include <string_view>

#include "approval/grant.h"
#include "approval/request.h"
#include "base/error.h"

// What a store says to a step that it refuses, the same for every kind of store (see Transaction).
namespace yett {

/// A change of `kept` that may_become() does not take.
[[nodiscard]] std::unexpected<Error> refused_request(const ApprovalRequest& kept);
/// A change of a grant that may_become() does not take.
[[nodiscard]] std::unexpected<Error> refused_grant(const Grant& grant);
/// A second execution under one intent record.
[[nodiscard]] std::unexpected<Error> refused_opening(std::uint64_t intent_seq);
/// The end of an execution that is not open, or an end that says nothing.
[[nodiscard]] std::unexpected<Error> refused_closing(std::uint64_t intent_seq);
/// A pruning up to something that is no record of the chain, or its newest.
[[nodiscard]] std::unexpected<Error> refused_pruning(std::uint64_t through);
/// A transaction while another one of the same store is open.
[[nodiscard]] std::unexpected<Error> refused_second_transaction();
/// A reader of a store whose own transaction is open.
[[nodiscard]] std::unexpected<Error> refused_reading_in_transaction();
/// A step of a transaction that has been committed.
[[nodiscard]] std::unexpected<Error> refused_after_the_end();
/// A store with foreign content, which `what` says (see Store::foreign_content). Of kind Corrupt.
[[nodiscard]] Error foreign_content_error(std::string_view what);

}  // namespace yett
