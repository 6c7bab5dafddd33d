#include "store/refusals.h"

#include <fmt/format.h>

namespace yett {

std::unexpected<Error> refused_request(const ApprovalRequest& kept) {
  return fail(ErrorKind::Input,
              fmt::format("request {} is {} and cannot be changed so", kept.id, to_string(kept.state)));
}

std::unexpected<Error> refused_grant(const Grant& grant) {
  return fail(ErrorKind::Input, fmt::format("grant {} cannot be changed so", grant.id));
}

std::unexpected<Error> refused_opening(std::uint64_t intent_seq) {
  return fail(ErrorKind::Input, fmt::format("record {} has an execution already", intent_seq));
}

std::unexpected<Error> refused_closing(std::uint64_t intent_seq) {
  return fail(ErrorKind::Input, fmt::format("record {} has no open execution that could end so", intent_seq));
}

std::unexpected<Error> refused_pruning(std::uint64_t through) {
  return fail(ErrorKind::Input, fmt::format("the records up to {} cannot be removed: it is no record of the chain that "
                                            "others follow",
                                            through));
}

std::unexpected<Error> refused_second_transaction() {
  return fail(ErrorKind::Internal, "a transaction of this store is open already");
}

std::unexpected<Error> refused_reading_in_transaction() {
  return fail(ErrorKind::Internal, "the store is read outside of the transaction that is open");
}

std::unexpected<Error> refused_after_the_end() {
  return fail(ErrorKind::Internal, "the transaction has been committed already");
}

Error foreign_content_error(std::string_view what) {
  return {ErrorKind::Corrupt,
          fmt::format("the store holds what Yett never puts there: {}", what),
          {},
          "keep the state folder as it is and find out who did this; restore a backup, or name another folder"};
}

}  // namespace yett
