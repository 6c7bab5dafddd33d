#pragma once

#include <bit>
#include <cstdint>
#include <initializer_list>
#include <optional>

namespace yett {

/// What can be wrong with a destination or a path. The order is the order of gravity, gravest first: when several
/// flaws meet in one value, the gravest is the one that is reported.
enum class Flaw : std::uint8_t {
  Metadata,        // a metadata service of a cloud, by address or by name
  Loopback,        // this machine itself
  LinkLocal,       // the link that this machine is attached to
  PrivateAddress,  // a private network
  SpecialAddress,  // an address or name that no public host answers to
  Malformed,       // outside the grammar, or read differently by good parsers
  Scheme,          // a URL of another scheme than https
  Userinfo,        // a URL that carries credentials
  Port,            // a listed host on a port that is not listed
  Path,            // a listed host with a path that is not listed
  Unlisted,        // no entry of the allowlist names it, or it has no canonical form that an entry could name
  Misreadable,     // what a standard permits and a person would misread; reported as malformed, judged last
  PathMalformed,   // a path that no one should write
  PathOutside,     // a path outside the roots, or a write below a root that is only read
  PathProtected,   // a file that runs or steers programs later
};

inline constexpr Flaw kLastFlaw = Flaw::PathProtected;

/// A set of flaws, as small as an integer. Walks from the gravest to the slightest.
class FlawSet {
 public:
  class Iterator {
   public:
    constexpr explicit Iterator(std::uint32_t bits) : bits_(bits) {}
    [[nodiscard]] constexpr Flaw operator*() const { return static_cast<Flaw>(std::countr_zero(bits_)); }
    constexpr Iterator& operator++() {
      bits_ &= bits_ - 1;
      return *this;
    }
    bool operator==(const Iterator&) const = default;

   private:
    std::uint32_t bits_;
  };

  constexpr FlawSet() = default;
  constexpr FlawSet(std::initializer_list<Flaw> flaws) {
    for (const Flaw flaw : flaws) insert(flaw);
  }

  constexpr void insert(Flaw flaw) { bits_ |= bit(flaw); }
  constexpr void insert(FlawSet flaws) { bits_ |= flaws.bits_; }
  constexpr void erase(Flaw flaw) { bits_ &= ~bit(flaw); }

  [[nodiscard]] constexpr bool empty() const { return bits_ == 0; }
  [[nodiscard]] constexpr bool contains(Flaw flaw) const { return (bits_ & bit(flaw)) != 0; }
  [[nodiscard]] constexpr bool contains_any_of(FlawSet flaws) const { return (bits_ & flaws.bits_) != 0; }
  /// The flaws that are in both sets.
  [[nodiscard]] constexpr FlawSet intersection(FlawSet flaws) const {
    FlawSet both;
    both.bits_ = bits_ & flaws.bits_;
    return both;
  }
  /// The flaw to report, or nullopt when there is none.
  [[nodiscard]] constexpr std::optional<Flaw> gravest() const {
    if (empty()) return std::nullopt;
    return *begin();
  }

  [[nodiscard]] constexpr Iterator begin() const { return Iterator(bits_); }
  [[nodiscard]] static constexpr Iterator end() { return Iterator(0); }
  bool operator==(const FlawSet&) const = default;

 private:
  [[nodiscard]] static constexpr std::uint32_t bit(Flaw flaw) {
    return std::uint32_t{1} << static_cast<unsigned>(flaw);
  }

  std::uint32_t bits_ = 0;
};

/// The flaws of where a host leads, as opposed to how it is spelt. They are judged before any allowlist.
inline constexpr FlawSet kReachFlaws = {Flaw::Metadata, Flaw::Loopback, Flaw::LinkLocal, Flaw::PrivateAddress,
                                        Flaw::SpecialAddress};

}  // namespace yett
