// Addresses are read as the C library reads them, and written so that they are read back.

#include <arpa/inet.h>

#include <array>
#include <optional>

#include "target.h"
#include "text/address.h"

namespace {

using yett::IpAddress;
using yett::fuzz::require;

std::uint64_t number_of(std::span<const unsigned char> bytes) {
  std::uint64_t number = 0;
  for (const unsigned char byte : bytes) number = number << 8 | byte;
  return number;
}

std::optional<IpAddress> read_v4_by_libc(const std::string& text) {
  std::array<unsigned char, 4> bytes{};
  if (inet_pton(AF_INET, text.c_str(), bytes.data()) != 1) return std::nullopt;
  return IpAddress::v4(static_cast<std::uint32_t>(number_of(bytes)));
}

std::optional<IpAddress> read_v6_by_libc(const std::string& text) {
  std::array<unsigned char, 16> bytes{};
  if (inet_pton(AF_INET6, text.c_str(), bytes.data()) != 1) return std::nullopt;
  const std::span<const unsigned char> all(bytes);
  return IpAddress::v6(number_of(all.first(8)), number_of(all.last(8)));
}

void require_read_back(const IpAddress& address) {
  const bool is_v4 = address.family() == yett::AddressFamily::V4;
  require((is_v4 ? yett::parse_ipv4(address.text()) : yett::parse_ipv6(address.text())) == address,
          "an address that is written as another one");
}

void look_at_block(std::string_view text) {
  const auto block = yett::parse_address_block(text);
  if (!block) return;
  require(block->contains(block->first) && block->contains(block->last), "a block without its ends");
  const std::string canonical = block->first.text() + std::string(text.substr(text.find('/')));
  require(yett::parse_address_block(canonical) == block, "a block that is written as another one");
}

}  // namespace

std::vector<std::string> yett::fuzz::seeds() {
  return {
      "127.0.0.1",
      "255.255.255.255",
      "01.2.3.4",
      "::",
      "::1",
      "1:2:3:4:5:6:7::",
      "1:2:3:4:5:6:7:8",
      "2001:db8::1:0:0:1",
      "::ffff:169.254.169.254",
      "64:ff9b::8.8.8.8",
      "fe80::1%eth0",
      "10.20.0.0/16",
      "fc00::/7",
      "2620:4f:8000::/48",
  };
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto v4 = yett::parse_ipv4(text);
  const auto v6 = yett::parse_ipv6(text);
  if (text.find('\0') == std::string::npos) {
    require(v4 == read_v4_by_libc(text), "an IPv4 address that the C library reads otherwise");
    require(v6 == read_v6_by_libc(text), "an IPv6 address that the C library reads otherwise");
  } else {
    require(!v4 && !v6, "an address with a byte that ends a text");
  }
  if (v4) require_read_back(*v4);
  if (v6) require_read_back(*v6);
  look_at_block(text);
  if (size == 16) {
    const std::span<const unsigned char> all(data, size);
    const IpAddress any = IpAddress::v6(number_of(all.first(8)), number_of(all.last(8)));
    require_read_back(any);
    require(yett::classify(any, yett::strict_address_ranges()) != yett::AddressKind::Public || any.high() >> 61 == 1,
            "a public address outside 2000::/3");
  }
  return 0;
}
