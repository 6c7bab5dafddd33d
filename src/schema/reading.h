#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "schema/keyword.h"
#include "schema/schema.h"
#include "text/json.h"

namespace yett {

/// Where the reading of a schema stands, what it may still cost, and what went wrong. The first refusal is kept and
/// later ones are dropped, so that no step has to ask whether the one before it went well.
class SchemaReading {
 public:
  /// One step down, as long as it lives.
  class Step {
   public:
    Step(SchemaReading& reading, std::string_view key) : at_(reading.at_) { at_.emplace_back(key); }
    Step(SchemaReading& reading, std::size_t position) : Step(reading, std::to_string(position)) {}
    Step(SchemaReading& reading, Keyword keyword) : Step(reading, name_of(keyword)) {}
    Step(const Step&) = delete;
    Step& operator=(const Step&) = delete;
    ~Step() { at_.pop_back(); }

   private:
    std::vector<std::string>& at_;
  };

  /// Reads on at another place, as long as it lives.
  class Detour {
   public:
    Detour(SchemaReading& reading, std::vector<std::string> at) : at_(reading.at_), left_(std::move(at)) {
      at_.swap(left_);
    }
    Detour(const Detour&) = delete;
    Detour& operator=(const Detour&) = delete;
    ~Detour() { at_.swap(left_); }

   private:
    std::vector<std::string>& at_;
    std::vector<std::string> left_;
  };

  /// How deep schemas may stand in each other.
  static constexpr std::size_t kMaxDepth = 64;

  void refuse(std::string message, std::string hint = {});
  /// "expected WHAT, found ..."
  void refuse_type(std::string_view what, const Json& found);
  [[nodiscard]] bool has_failed() const { return error_.has_value(); }
  [[nodiscard]] const std::optional<SchemaError>& error() const { return error_; }
  [[nodiscard]] const std::vector<std::string>& at() const { return at_; }

  /// Refuses what stands too deep.
  void expect_depth(std::size_t depth);
  /// Counts parts of the schema, and refuses it when there are too many.
  void spend(std::size_t parts);
  /// A text that is kept counts as one part, a long one as more.
  void spend_on_text(std::size_t bytes);

  /// Notes that something was left out that refuses values: what is read accepts more than what is written.
  void leave_out() { ++left_out_; }
  /// How often.
  [[nodiscard]] std::size_t left_out() const { return left_out_; }

 private:
  static constexpr std::size_t kMaxParts = 20'000;
  static constexpr std::size_t kBytesForOnePart = 64;

  std::vector<std::string> at_;
  std::optional<SchemaError> error_;
  std::size_t parts_left_ = kMaxParts;
  std::size_t left_out_ = 0;
};

}  // namespace yett
