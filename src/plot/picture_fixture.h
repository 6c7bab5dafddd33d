#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "plot/measure_picture.h"

namespace yett {

inline MeasuredShare made_share(std::uint64_t count, std::uint64_t total, double low, double high) {
  return {.value = static_cast<double>(count) / static_cast<double>(total), .low = low, .high = high};
}

/// Five permission sets over 240 records, 93 of them harmful, with their Wilson intervals.
inline MeasurePicture five_sets() {
  MeasurePicture picture;
  picture.title = "Narrowing the permissions of a support agent";
  picture.subtitle = "240 records, 93 harmful and 147 clean, replayed through the gate under five permission sets";
  picture.sets = {
      {"full access", made_share(0, 93, 0, 0.0397), made_share(147, 147, 0.9745, 1), 0.0, 0, 0},
      {"no execution", made_share(12, 93, 0.0754, 0.2122), made_share(147, 147, 0.9745, 1), 0.0, 12, 0},
      {"no side effects", made_share(24, 93, 0.1801, 0.3555), made_share(144, 147, 0.9417, 0.993), 3 / 147.0, 12, 3},
      {"allowlisted", made_share(34, 93, 0.2747, 0.4670), made_share(130, 147, 0.8226, 0.9265), 17 / 147.0, 10, 14},
      {"read-only", made_share(62, 93, 0.5659, 0.7540), made_share(98, 147, 0.5870, 0.7378), 49 / 147.0, 28, 32},
  };
  picture.classes = {
      {"clean", ClassKind::Clean, {{0, 147}, {0, 147}, {3, 147}, {17, 147}, {49, 147}}},
      {"indirect_instruction", ClassKind::Harmful, {{0, 24}, {9, 24}, {10, 24}, {14, 24}, {23, 24}}},
      {"hidden_field_request", ClassKind::Harmful, {{0, 17}, {0, 17}, {1, 17}, {1, 17}, {4, 17}}},
      {"privilege_escalation", ClassKind::Harmful, {{0, 10}, {1, 10}, {8, 10}, {10, 10}, {10, 10}}},
      {"source_spoofing", ClassKind::Harmful, {{0, 23}, {2, 23}, {3, 23}, {6, 23}, {20, 23}}},
      {"corrupted_input", ClassKind::Harmful, {{0, 19}, {0, 19}, {2, 19}, {3, 19}, {5, 19}}},
  };
  return picture;
}

inline constexpr std::array<std::string_view, 3> kLongNames = {
    "read documents and tickets, write nothing, no network at all",  // 60 characters
    "只读文档和工单，不写入任何内容，也不访问网络；只服务一个租户",  // and 60 columns
    "WWWWWWWWWWMMMMMMMMMMWWWWWWWWWWMMMMMMMMMMWWWWWWWWWWMMMMMMMMMM",
};

/// As many sets and classes as asked for, with long names; several sets stop the same.
inline MeasurePicture many_sets(std::size_t sets, std::size_t classes) {
  MeasurePicture picture;
  picture.title = "Many sets";
  for (std::size_t i = 0; i < sets; ++i) {
    const double recall = static_cast<double>(i / 3) / 8;
    const double completion = 1 - recall / 3;
    picture.sets.push_back({std::string(kLongNames[i % 3]), MeasuredShare{recall, recall / 2, recall + 0.1},
                            MeasuredShare{completion, completion - 0.05, 1}, 1 - completion, i % 3 == 0 ? 7 * i : 0,
                            i % 3 == 0 ? 5 * i : 0});
  }
  for (std::size_t i = 0; i < classes; ++i) {
    MeasuredClass row = {std::string(kLongNames[i % 3]), i % 20 == 0 ? ClassKind::Clean : ClassKind::Harmful, {}};
    for (std::size_t k = 0; k < sets; ++k) row.cells.push_back({i * k % 100, 100});
    picture.classes.push_back(row);
  }
  return picture;
}

}  // namespace yett
