#include "text/json_indent.h"

#include <cstddef>

namespace yett {
namespace {

constexpr std::size_t kWidth = 110;
constexpr std::size_t kStep = 2;

/// Writes one value after the other, deeper ones further to the right.
class IndentedWriter {
 public:
  [[nodiscard]] std::string text() && { return std::move(out_) + "\n"; }

  /// `level` is the column of what holds the value, `taken` the column at which it begins.
  void write(const Json& value, std::size_t level, std::size_t taken) {
    const std::string line = on_one_line(value);
    const bool is_leaf = value.as_array() == nullptr && value.as_object() == nullptr;
    if (is_leaf || taken + line.size() < kWidth) {
      out_ += line;
    } else if (const Json::Array* items = value.as_array()) {
      write_items(*items, level);
    } else {
      write_members(*value.as_object(), level);
    }
  }

 private:
  static std::string on_one_line(const Json& value) {
    std::string line;
    if (const Json::Array* items = value.as_array()) {
      for (const Json& item : *items) line += (line.empty() ? "[" : ", ") + on_one_line(item);
      return line.empty() ? "[]" : line + "]";
    }
    const Json::Object* members = value.as_object();
    if (members == nullptr) return write_json(value);
    for (const Json::Member& member : *members) {
      line += line.empty() ? "{ " : ", ";
      append_json_string(line, member.key);
      line += ": " + on_one_line(member.value);
    }
    return line.empty() ? "{}" : line + " }";
  }

  void begin_line(std::size_t column) { out_ += "\n" + std::string(column, ' '); }

  void write_items(const Json::Array& items, std::size_t level) {
    out_ += '[';
    for (const Json& item : items) {
      if (&item != &items.front()) out_ += ',';
      begin_line(level + kStep);
      write(item, level + kStep, level + kStep);
    }
    begin_line(level);
    out_ += ']';
  }

  void write_members(const Json::Object& members, std::size_t level) {
    out_ += '{';
    for (const Json::Member& member : members) {
      if (&member != &members.front()) out_ += ',';
      begin_line(level + kStep);
      std::string key;
      append_json_string(key, member.key);
      out_ += key + ": ";
      write(member.value, level + kStep, level + kStep + key.size() + 2);
    }
    begin_line(level);
    out_ += '}';
  }

  std::string out_;
};

}  // namespace

std::string write_indented_json(const Json& value) {
  IndentedWriter writer;
  writer.write(value, 0, 0);
  return std::move(writer).text();
}

}  // namespace yett
