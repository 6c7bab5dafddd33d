// A host that is accepted is canonical, alone, with a port and as the domain of an e-mail address.

#include "target.h"
#include "text/authority.h"

namespace {

using yett::fuzz::require;

void look_at_host(std::string_view text) {
  const auto ranges = yett::strict_address_ranges();
  const yett::HostExamination first = yett::examine_host(text, ranges);
  if (!first.host) {
    require(!first.flaws.empty(), "nothing against a text that is no host");
    return;
  }
  const yett::HostExamination second = yett::examine_host(first.host->text(), ranges);
  require(second.host == first.host, "a canonical host that is read as another one");
  require(second.flaws.intersection(yett::kReachFlaws) == first.flaws.intersection(yett::kReachFlaws),
          "a canonical host that leads elsewhere");
  if (!first.is_sound()) return;
  require(second.is_sound(), "a canonical host that is refused");
  require(yett::parse_host(text, ranges).has_value(), "a sound host that no list may name");
  if (const yett::IpAddress* address = first.host->address()) {
    require(yett::classify(*address, ranges) == yett::AddressKind::Public, "a sound address that is not public");
  }
}

void look_at_authority(std::string_view text) {
  const auto ranges = yett::strict_address_ranges();
  const yett::AuthorityExamination first = yett::examine_authority(text, ranges);
  require(first.host || !first.flaws.empty(), "nothing against a text that is no authority");
  if (!first.is_sound()) return;
  std::string canonical = first.host->text();
  if (first.port) canonical += ':' + std::to_string(*first.port);
  const yett::AuthorityExamination second = yett::examine_authority(canonical, ranges);
  require(second.is_sound() && second.host == first.host && second.port == first.port,
          "a canonical authority that is read as another one");
}

void look_at_domain(std::string_view text) {
  const yett::HostExamination first = yett::examine_domain(text);
  require(first.is_sound() == first.flaws.empty(), "a domain that is neither sound nor refused");
  if (!first.is_sound()) return;
  require(yett::examine_domain(first.host->text()).host == first.host, "a canonical domain that is another one");
  require(first.host->address() == nullptr, "a domain that is an address");
}

}  // namespace

std::vector<std::string> yett::fuzz::seeds() {
  return {
      "hooks.example.com",
      "HOOKS.Example.com.:443",
      "user:pass@hooks.example.com:08443",
      "[2606:4700:0:0::1111]:8443",
      "[::ffff:169.254.169.254%25eth0]",
      "0x7f.1",
      "0251.0376.0251.0376.",
      "2130706433:80",
      "127\u30020\u30020\uFF0E1",
      "%31%32%37.0.0.1",
      "\u24DBocalhost",
      "printer.local",
      "b\u00FCcher.example",
      "xn--bcher-kva.example",
      "metadata.google.internal",
      "r3---sn-abc.example.com",
  };
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  look_at_host(text);
  look_at_authority(text);
  look_at_domain(text);
  return 0;
}
