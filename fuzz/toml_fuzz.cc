// parse_toml() never crashes; what it says of a place is within the text; and the values that it takes are values: they
// survive being written as JSON.

#include <algorithm>
#include <variant>

#include "target.h"
#include "text/json.h"
#include "text/toml.h"

namespace yett::fuzz {
namespace {

/// The lines of a text, each with its length in bytes: more than it has columns.
std::vector<std::size_t> line_lengths(std::string_view text) {
  std::vector<std::size_t> lengths = {0};
  for (const char c : text) {
    if (c == '\n') {
      lengths.push_back(0);
    } else {
      ++lengths.back();
    }
  }
  return lengths;
}

/// A line end counts as a place, and so does the end of the file behind one.
bool is_within(const SourcePosition& where, const std::vector<std::size_t>& lengths) {
  if (where.line == 0) return where.column == 0;
  return where.line <= lengths.size() && where.column >= 1 && where.column <= lengths[where.line - 1] + 2;
}

/// As JSON; dates and times become texts.
struct AsJson {
  Json operator()(bool value) const { return Json(value); }
  Json operator()(double value) const { return value == 0 ? Json(0) : Json(value); }
  Json operator()(const std::string& value) const { return Json(value); }
  Json operator()(const std::chrono::year_month_day& value) const { return Json(std::to_string(int{value.year()})); }
  Json operator()(const TimePoint& value) const { return Json(format_time(value)); }
  Json operator()(std::int64_t value) const { return Json(value); }
  Json operator()(const Toml::Array& value) const {
    Json::Array items;
    for (const Toml& item : value) items.push_back(std::visit(AsJson{}, item.value));
    return items;
  }
  Json operator()(const Toml::Table& value) const {
    Json::Object members;
    for (const Toml::Member& member : value) members.push_back({member.key, std::visit(AsJson{}, member.value.value)});
    return members;
  }
};

void check_places(const Toml& value, const std::vector<std::size_t>& lengths) {
  require(is_within(value.where, lengths), "a value that stands outside of the text");
  if (const Toml::Array* items = value.as_array()) {
    for (const Toml& item : *items) check_places(item, lengths);
  } else if (const Toml::Table* members = value.as_table()) {
    for (const Toml::Member& member : *members) {
      require(is_within(member.key_where, lengths), "a key that stands outside of the text");
      const auto count = std::ranges::count(*members, member.key, &Toml::Member::key);
      require(members->size() > 100 || count == 1, "a key that is there twice");
      check_places(member.value, lengths);
    }
  }
}

}  // namespace

std::vector<std::string> seeds() {
  return {
      "[policy]\nname = \"n\"\nversion = 1\n[tools.t]\neffect = \"read\"\ncontent = [\"a\", 'b',]\n",
      "a.b.c = { d = 1, e = [1, 2.5, true], f = { g = \"\\u00e9\\U0001F600\" } }\n\"quoted key\" = "
      "'''\nmany\nlines'''\n",
      "[[list]]\nx = 1\n[[list]]\nx = 2\n[list.inner]\ny = 1979-05-27T07:32:00.999999Z\nz = 1979-05-27\n",
      "x = 0x1F\ny = -0b11\nz = 1_000_000\nw = 6.626e-34\nv = -9223372036854775808\nu = 9223372036854775807\n# end",
      "s = \"\"\"\n  a \\\n     b \\t \\\" \"\"\"\r\nt = \"\\b\\f\\n\\r\\e\"\r\n",
      "a = [[[[[[[[1]]]]]]]]\n[b.\"c d\".'e.f']\n",
  };
}

}  // namespace yett::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace yett;
  using fuzz::require;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::vector<std::size_t> lengths = fuzz::line_lengths(text);
  const auto document = parse_toml(text, "f.toml");
  if (!document) {
    require(!document.error().message.empty(), "a refusal without a reason");
    require(document.error().kind == ErrorKind::Input, "a refusal that blames the program");
    require(document.error().where.file == "f.toml", "a refusal without its file");
    require(fuzz::is_within(document.error().where, lengths), "a refusal outside of the text");
    return 0;
  }
  fuzz::check_places(*document, lengths);
  const Json json = std::visit(fuzz::AsJson{}, document->value);
  const std::string canonical = canonical_json(json);
  const auto again = parse_json(canonical, {.numbers = JsonNumbers::Approximate});
  require(again && canonical_json(*again) == canonical, "a value that does not survive being written");
  return 0;
}
