#pragma once

#include <cstdint>

namespace yett {

/// What `multipleOf` divides by. Reads numbers as the shortest decimals that stand for them, as a person does: 0.0075
/// is a multiple of 0.0001, though neither double is what it looks like.
class Divisor {
 public:
  /// `number` must be finite and positive.
  explicit Divisor(double number);

  /// True when `value` is a whole multiple. Exact for every finite number; what is not finite is none. Allocates
  /// nothing; at most some 650 divisions.
  [[nodiscard]] bool divides(double value) const;

 private:
  /// digits * 10^exponent, at most 17 digits.
  struct Decimal {
    std::uint64_t digits = 0;
    int exponent = 0;
  };
  [[nodiscard]] static Decimal decimal_of(double magnitude);

  double number_;
  Decimal decimal_;
};

}  // namespace yett
