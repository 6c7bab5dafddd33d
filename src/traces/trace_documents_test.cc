#include "traces/trace_documents.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace yett {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::string_view kCall = R"({"type":"tool_use","id":"a","name":"t","input":{}})";
constexpr std::string_view kUnreadable = R"({"type":"tool_use","id":"b","name":"t","input":[]})";

std::string_view word_of(DocumentKind kind) {
  switch (kind) {
    case DocumentKind::NoJson:
      return "no JSON";
    case DocumentKind::Other:
      return "other";
    case DocumentKind::Trace:
      return "trace";
  }
  return "?";
}

/// The calls of a trace of these lines, which are not blank: "line id, what it stands in".
std::vector<std::string> calls_of(const std::vector<std::string_view>& lines, bool* has_only_others = nullptr) {
  const Policy policy;
  std::vector<std::string> calls;
  TraceDocuments documents(TraceFormat::Anthropic, policy, [&](const PlacedCall& call) {
    calls.push_back(fmt::format("{} {}, {}", call.number, call.line.id.value_or("-"), word_of(call.kind)));
  });
  for (std::size_t i = 0; i < lines.size(); ++i) documents.take(lines[i], i + 1);
  documents.finish();
  if (has_only_others != nullptr) *has_only_others = documents.has_only_others();
  return calls;
}

TEST(TraceDocuments, SayWhatACallStandsIn) {
  EXPECT_THAT(calls_of({kCall, "nonsense", kUnreadable, R"({"x":{"type":"tool_use"}})"}),
              ElementsAre("1 a, trace", "2 -, no JSON", "3 b, trace", "4 -, other"));
}

TEST(TraceDocuments, TellWhatIsNoJsonOnceUpToTheNextDocument) {
  EXPECT_THAT(calls_of({"# a", "# b", kCall, "{", "7", "\"x\"", kUnreadable, "]"}),
              ElementsAre("1 -, no JSON", "3 a, trace", "4 -, no JSON", "7 b, trace", "8 -, no JSON"));
  EXPECT_THAT(calls_of({"# a", "[]", kCall}), ElementsAre("1 -, no JSON", "3 a, trace"));
}

TEST(TraceDocuments, ReadATextThatSpansLinesAsOne) {
  EXPECT_THAT(calls_of({"[", kCall, ",", kUnreadable, "]"}), ElementsAre("1 a, trace", "1 b, trace"));
  EXPECT_THAT(calls_of({"[", kCall, ","}), ElementsAre("1 -, no JSON", "2 a, trace", "3 -, no JSON"));
}

TEST(TraceDocuments, AreOfAnotherFormatWhereNothingIsOfThisOne) {
  bool has_only_others = false;
  EXPECT_THAT(calls_of({"{}", R"({"jsonrpc":"2.0"})"}, &has_only_others), IsEmpty());
  EXPECT_TRUE(has_only_others);
  EXPECT_THAT(calls_of({"{}", R"({"x":{"type":"tool_use"}})"}, &has_only_others), ElementsAre("2 -, other"));
  EXPECT_TRUE(has_only_others);
  EXPECT_THAT(calls_of({"{}", kCall}, &has_only_others), ElementsAre("2 a, trace"));
  EXPECT_FALSE(has_only_others);
}

}  // namespace
}  // namespace yett
