// The quick readers of records take nothing that the careful one refuses or reads in another way, whatever line was
// before; and neither looks behind the line.

#include "records/careful_records.h"
#include "records/line_shape.h"
#include "records/padded_line_fixture.h"
#include "records/quick_records.h"
#include "records/support_fixture.h"
#include "target.h"

namespace {

bool is_same(const yett::FeatureRecord& a, const yett::FeatureRecord& b) {
  return a.class_name == b.class_name && a.source == b.source && a.features == b.features &&
         a.capability == b.capability && a.label == b.label;
}

}  // namespace

std::vector<std::string> yett::fuzz::seeds() {
  return {
      R"({"no": 1, "class": "clean", "source": "user", "features": {"instruction_mode": false}, "text": "a", "length": 9})",
      R"({"class":"cl\u0065an","source":"tool_output","f\u0065atures":{"excessive_length":true},"x":[1,{"y":null}]})",
      R"({"class":"other","source":"retrieved_document","capability":"write","label":"harmful","t":"\ud83d\ude00\n"})",
      R"({"x":{"y":{},"z":[]},"class":"","source":"user","label":"clean","n":-1.5e3,"m":[true,false]})",
  };
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using yett::fuzz::require;
  static const yett::Experiment experiment = yett::support_experiment();
  static yett::QuickRecords quick(experiment);
  static yett::LineShape shape;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const yett::PaddedLine line(text.substr(0, text.find('\n')));
  yett::Json json;
  const auto carefully = yett::read_carefully(line.text(), experiment, json);
  const auto by_shape = shape.read(line.text());
  require(!by_shape || (carefully && is_same(*by_shape, *carefully)),
          "a line that is read in another way by its shape");
  const auto quickly = quick.read(line.text());
  require(!quickly || (carefully && is_same(*quickly, *carefully)), "a line that is read quickly in another way");
  if (quickly) shape.learn(line.text(), experiment);
  return 0;
}
