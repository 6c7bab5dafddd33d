#include "gate/card.h"

#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include "os/files.h"

namespace yett {
namespace {

constexpr std::string_view kShown = "shown";
constexpr std::string_view kTie = "tie";

/// What ties a text that may be shown to the binding that it stands for.
Digest tie_of(const Store& store, const Digest& binding, std::string_view shown) {
  // No other text that the store makes an HMAC of begins so.
  std::string subject = "yett-covered-card-v1";
  subject += '\0';
  subject += binding.hex();
  subject += shown;
  return store.mac(sha256(subject));
}

/// What may be shown; nullopt for what is no covered card of that binding.
std::optional<Json> covered_by(const Store& store, const Digest& binding, const Json& card) {
  const Json* shown = card.find(kShown);
  const Json* tie = card.find(kTie);
  if (shown == nullptr || tie == nullptr || tie->as_string() == nullptr) return std::nullopt;
  if (tie_of(store, binding, canonical_json(*shown)).hex() != *tie->as_string()) return std::nullopt;
  return *shown;
}

}  // namespace

CardFolder::CardFolder(std::string folder, std::string_view tag) : folder_(std::move(folder)) {
  if (!tag.empty()) tag_ = "." + std::string(tag);
  suffix_ = tag_ + ".json";
}

Result<CardFolder> CardFolder::of_store(std::string folder, const std::string& state_folder) {
  std::error_code unknown;
  const std::filesystem::path state = std::filesystem::canonical(state_folder, unknown);
  if (unknown) return fail(ErrorKind::System, "cannot find " + state_folder + ": " + unknown.message());
  return CardFolder(std::move(folder), sha256(state.string()).hex().substr(0, 16));
}

std::string CardFolder::path_of(std::string_view request_id) const {
  return folder_ + "/" + std::string(request_id) + suffix_;
}

std::string CardFolder::stop_mark_of(const RunKey& run) const {
  return folder_ + "/" + sha256(run.text()).hex().substr(0, 16) + tag_ + ".stopped";
}

std::vector<std::string> CardFolder::requests() const {
  std::vector<std::string> ids;
  std::error_code unreadable;
  std::filesystem::directory_iterator file(folder_, unreadable);
  for (; !unreadable && file != std::filesystem::directory_iterator(); file.increment(unreadable)) {
    const std::string name = file->path().filename().string();
    if (name.ends_with(suffix_)) ids.push_back(name.substr(0, name.size() - suffix_.size()));
  }
  return ids;
}

Result<std::string> CardFolder::put(std::string_view request_id, std::string_view binding_text) const {
  std::string path = path_of(request_id);
  if (Result<void> written = write_private_file(path, binding_text); !written) return std::unexpected(written.error());
  return path;
}

Result<Json> read_card(const Store& store, const ApprovalRequest& request) {
  Result<std::string> text = read_trusted_file(request.card, kMaxCardBytes);
  if (!text) {
    return fail(text.error().kind, "the card of this request is gone, so nobody can see what would run", {},
                "deny it, or let it expire");
  }
  JsonLimits limits;
  limits.max_bytes = kMaxCardBytes;
  Result<Json> card = parse_json(*text, limits);
  if (store.mac(sha256(*text)) == request.binding) return card;
  if (card) {
    if (std::optional<Json> shown = covered_by(store, request.binding, *card)) return *std::move(shown);
  }
  return fail(ErrorKind::Corrupt, "the card of this request was changed after the call was held", {}, "deny it");
}

std::string covered_card(const Store& store, const Digest& binding, const Json& shown) {
  const std::string tie = tie_of(store, binding, canonical_json(shown)).hex();
  return canonical_json(Json::object({{std::string(kShown), shown}, {std::string(kTie), tie}}));
}

void drop_card(const std::string& path) {
  if (!path.empty()) (void)remove_file(path);
}

}  // namespace yett
