#include <array>
#include <cstring>

#include "isolate/inside_request.h"

namespace yett {
namespace {

constexpr std::uint64_t kMark = 0x31454449534e4959;  // "YINSIDE1"
constexpr std::uint64_t kMost = std::uint64_t{1} << 24;
constexpr std::size_t kWord = sizeof(std::uint64_t);
constexpr std::size_t kPlaceWords = 4;

struct Header {
  std::uint64_t mark = kMark;
  std::uint64_t bytes = 0;  // of all
  std::uint64_t arguments = 0;
  std::uint64_t variables = 0;
  std::uint64_t places = 0;
  std::uint64_t instructions = 0;
  std::uint64_t cwd = 0;  // offset of a text
  std::uint64_t handed_over = 0;
  std::uint64_t terminal = 0;
  std::uint64_t user = 0;
  std::uint64_t tcp = 0;
  Limits limits;
};
static_assert(sizeof(Header) % kWord == 0 && sizeof(char*) == kWord && sizeof(sock_filter) == kWord);
static_assert(sizeof(InsideRequestView::Place) == kPlaceWords * kWord);

/// Words first, texts behind them; a text's offset is known once all words are counted.
class Writer {
 public:
  explicit Writer(std::size_t words) : words_(words) {}

  void word(std::uint64_t value) {
    std::array<char, kWord> bytes;
    std::memcpy(bytes.data(), &value, kWord);
    head_.append(bytes.data(), kWord);
  }
  void text(const std::string& text) { word(place(text)); }
  std::uint64_t place(const std::string& text) {
    const auto offset = words_ * kWord + texts_.size();
    texts_.append(text).push_back('\0');
    return offset;
  }
  void raw(const void* bytes, std::size_t count) { head_.append(static_cast<const char*>(bytes), count); }
  [[nodiscard]] std::size_t size() const { return words_ * kWord + texts_.size(); }
  std::string take() { return std::move(head_) + texts_; }

 private:
  std::size_t words_;
  std::string head_;
  std::string texts_;
};

/// Turns offsets of texts into pointers. All texts stand behind the words and the last byte is NUL, so each of them
/// ends within the bytes.
class Reader {
 public:
  Reader(std::span<char> bytes, std::size_t first_text) : bytes_(bytes), first_text_(first_text) {}

  /// nullptr for an offset that leads elsewhere.
  [[nodiscard]] char* text(std::uint64_t offset) const {
    if (offset < first_text_ || offset >= bytes_.size()) return nullptr;
    return bytes_.data() + offset;
  }
  /// `count` offsets and the word behind them, which becomes nullptr.
  [[nodiscard]] bool point(char** table, std::uint64_t count) const {
    for (std::uint64_t index = 0; index < count; ++index) {
      table[index] = text(reinterpret_cast<std::uintptr_t>(table[index]));
      if (table[index] == nullptr) return false;
    }
    table[count] = nullptr;
    return true;
  }

 private:
  std::span<char> bytes_;
  std::size_t first_text_;
};

std::size_t words_of(const Header& header) {
  return sizeof(Header) / kWord + header.arguments + 1 + header.variables + 1 + kPlaceWords * header.places +
         header.instructions;
}

}  // namespace

std::string encode(const InsideRequest& request) {
  Header header{.arguments = request.argv.size(),
                .variables = request.env.size(),
                .places = request.places.size(),
                .instructions = request.filter.size(),
                .handed_over = request.handed_over,
                .terminal = request.terminal == OwnTerminal::Yes ? 1U : 0U,
                .user = request.user == OrdinaryUser::Yes ? 1U : 0U,
                .tcp = request.tcp == TcpUse::Unrestricted ? 1U : 0U,
                .limits = request.limits};
  Writer tables(words_of(header));
  header.cwd = tables.place(request.cwd);
  // The tables' words stand behind the header's, which is known last.
  for (const auto& text : request.argv) tables.text(text);
  tables.word(0);
  for (const auto& text : request.env) tables.text(text);
  tables.word(0);
  for (const auto& place : request.places) {
    tables.text(place.path);
    tables.word(static_cast<std::uint64_t>(place.access));
    tables.word(place.identity.device);
    tables.word(place.identity.inode);
  }
  tables.raw(request.filter.data(), request.filter.size() * sizeof(sock_filter));
  header.bytes = tables.size();

  std::string bytes(sizeof header, '\0');
  std::memcpy(bytes.data(), &header, sizeof header);
  return bytes + tables.take();
}

std::optional<InsideRequestView> read_request(std::span<char> bytes) {
  Header header;
  if (bytes.size() < sizeof header || bytes.back() != '\0') return std::nullopt;
  std::memcpy(&header, bytes.data(), sizeof header);
  if (header.mark != kMark || header.bytes != bytes.size()) return std::nullopt;
  if (header.terminal > 1 || header.user > 1 || header.tcp > 1) return std::nullopt;
  for (const auto count : {header.arguments, header.variables, header.places, header.instructions}) {
    if (count > kMost) return std::nullopt;
  }
  const auto first_text = words_of(header) * kWord;
  if (header.arguments == 0 || header.handed_over > kMost || first_text >= bytes.size()) return std::nullopt;

  const Reader reader(bytes, first_text);
  InsideRequestView view;
  auto* words = bytes.data() + sizeof header;
  view.argv = reinterpret_cast<char**>(words);
  view.env = view.argv + header.arguments + 1;
  auto* places = reinterpret_cast<InsideRequestView::Place*>(view.env + header.variables + 1);
  view.cwd = reader.text(header.cwd);
  if (view.cwd == nullptr || !reader.point(view.argv, header.arguments) || !reader.point(view.env, header.variables)) {
    return std::nullopt;
  }
  for (std::uint64_t index = 0; index < header.places; ++index) {
    places[index].path = reader.text(reinterpret_cast<std::uintptr_t>(places[index].path));
    if (places[index].path == nullptr || places[index].access > static_cast<std::uint64_t>(PlaceAccess::Device)) {
      return std::nullopt;
    }
  }
  view.places = {places, header.places};
  view.filter = {reinterpret_cast<sock_filter*>(places + header.places), header.instructions};
  view.limits = header.limits;
  view.handed_over = header.handed_over;
  view.terminal = header.terminal == 1 ? OwnTerminal::Yes : OwnTerminal::No;
  view.user = header.user == 1 ? OrdinaryUser::Yes : OrdinaryUser::No;
  view.tcp = header.tcp == 1 ? TcpUse::Unrestricted : TcpUse::Refused;
  return view;
}

}  // namespace yett
