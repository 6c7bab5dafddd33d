#include "gate/card.h"

#include "os/files.h"

namespace yett {
namespace {

/// A call is at most a message long; the rest of a card is short.
constexpr std::size_t kMaxCardBytes = 80u << 20;

}  // namespace

Result<std::string> CardFolder::put(std::string_view request_id, std::string_view binding_text) const {
  std::string path = folder_ + "/" + std::string(request_id) + ".json";
  if (Result<void> written = write_private_file(path, binding_text); !written) return std::unexpected(written.error());
  return path;
}

Result<Json> read_card(const Store& store, const ApprovalRequest& request) {
  Result<std::string> text = read_trusted_file(request.card, kMaxCardBytes);
  if (!text) {
    return fail(text.error().kind, "the card of this request is gone, so nobody can see what would run", {},
                "deny it, or let it expire");
  }
  if (store.mac(sha256(*text)) != request.binding) {
    return fail(ErrorKind::Corrupt, "the card of this request was changed after the call was held", {}, "deny it");
  }
  JsonLimits limits;
  limits.max_bytes = kMaxCardBytes;
  return parse_json(*text, limits);
}

void drop_card(const std::string& path) {
  if (!path.empty()) (void)remove_file(path);
}

}  // namespace yett
