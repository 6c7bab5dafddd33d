#include "metrics/support_records.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <string>

#include "metrics/counting.h"
#include "metrics/load_experiment.h"
#include "metrics/support_experiment.h"

namespace yett {
namespace {

using testing::HasSubstr;

Experiment experiment_of(std::string_view text) {
  auto experiment = load_experiment(text, "e.toml", nullptr);
  if (!experiment) ADD_FAILURE() << experiment.error().reported.front().to_string();
  return experiment ? *std::move(experiment) : Experiment{};
}

constexpr std::array<std::string_view, 6> kTexts = {"bu ayki fatura tutari gecen aya gore yuksek geldi",
                                                    "sayac endeksi yanlis girilmis olabilir",
                                                    "mahallede kesinti ne zaman bitecek",
                                                    "tarife basamagimi ogrenmek istiyorum",
                                                    "ariza kaydim icin ekip ne zaman gelir",
                                                    "adres degisikligi nasil yapilir"};

/// A record as the original program makes it, with numbers that have no largest one.
struct KnownRecord {
  std::uint64_t seed;
  std::uint64_t index;
  std::uint64_t number;
  std::string_view class_name;
  unsigned source;
  FeatureBits features;
  std::size_t text;
  unsigned length;
};

constexpr KnownRecord kFirstRecords[] = {
    {20260218, 0, 1, "corrupted_input", 0, 0x60, 4, 95},
    {20260218, 1, 2, "source_spoofing", 1, 0x12, 2, 219},
    {20260218, 2, 3, "privilege_escalation", 2, 0x08, 1, 132},
    {20260218, 3, 4, "indirect_instruction", 2, 0x0b, 5, 169},
    {20260218, 4, 5, "clean", 0, 0x00, 4, 99},
    {20260218, 5, 6, "clean", 0, 0x00, 1, 283},
    {20260218, 6, 7, "corrupted_input", 0, 0x60, 0, 74},
    {20260218, 7, 8, "privilege_escalation", 0, 0x48, 5, 210},
    {20260218, 8, 9, "clean", 2, 0x00, 5, 107},
    {20260218, 9, 10, "source_spoofing", 1, 0x33, 2, 124},
    {20260218, 10, 11, "privilege_escalation", 2, 0x39, 2, 191},
    {20260218, 11, 12, "source_spoofing", 0, 0x12, 1, 109},
    {20260218, 12, 13, "corrupted_input", 0, 0x60, 3, 188},
    {20260218, 13, 14, "source_spoofing", 1, 0x00, 3, 100},
    {20260218, 14, 15, "clean", 0, 0x00, 3, 48},
    {20260218, 15, 16, "hidden_field_request", 0, 0x00, 2, 210},
    {20260218, 16, 17, "clean", 0, 0x00, 5, 67},
    {20260218, 17, 18, "privilege_escalation", 1, 0x08, 0, 83},
    {20260218, 18, 19, "clean", 2, 0x00, 3, 131},
    {20260218, 19, 20, "clean", 0, 0x20, 5, 108},
    {20260218, 20, 21, "clean", 1, 0x00, 2, 281},
    {20260218, 21, 22, "clean", 0, 0x00, 4, 270},
    {20260218, 22, 23, "clean", 1, 0x00, 5, 270},
    {20260218, 23, 24, "indirect_instruction", 1, 0x0b, 1, 234},
    {20260218, 239, 240, "indirect_instruction", 1, 0x49, 4, 199},
};

constexpr KnownRecord kFarRecords[] = {
    {0, 0, 1, "clean", 0, 0x00, 3, 247},
    {1, 5, 6, "clean", 0, 0x10, 5, 97},
    {4294967295, 7, 8, "clean", 0, 0x40, 5, 61},
    {4294967296, 0, 1, "clean", 0, 0x00, 1, 267},
    {4315227514, 3, 4, "privilege_escalation", 0, 0x1a, 0, 65},
    {123456789012345, 42, 43, "corrupted_input", 0, 0x60, 4, 114},
    {kMaxSupportSeed, kMaxSupportRecords - 1, 1000000000000, "clean", 0, 0x04, 2, 247},
    {kMaxSupportSeed - 1, 123456789, 123456790, "corrupted_input", 0, 0x28, 4, 247},
    {20260218, kMaxSupportRecords - 1, 1000000000000, "privilege_escalation", 1, 0x08, 5, 50},
    {987654321987, 31, 32, "clean", 0, 0x00, 3, 224},
};

void expect_record(const KnownRecord& known) {
  SCOPED_TRACE(testing::Message() << "seed " << known.seed << ", record " << known.number);
  const SupportRecord record = support_record(known.seed, known.index);
  EXPECT_EQ(record.number, known.number);
  EXPECT_EQ(kSupportClasses[record.class_index], known.class_name);
  EXPECT_EQ(record.source, kAllSourceKinds[known.source]);
  EXPECT_EQ(record.features, known.features);
  EXPECT_EQ(record.text, kTexts[known.text]);
  EXPECT_EQ(record.length, known.length);
}

TEST(SupportRecord, IsThatOfTheOriginalProgram) {
  for (const KnownRecord& known : kFirstRecords) expect_record(known);
}

TEST(SupportRecord, OfASeedBeyond32BitsIsThatOfNumbersWithoutALargestOne) {
  for (const KnownRecord& known : kFarRecords) expect_record(known);
}

TEST(SupportRecord, IsAJsonLine) {
  const Experiment experiment = experiment_of(support_experiment_text());
  std::string line = "> ";
  append_support_record(line, support_record(kSupportSeed, 1), experiment);
  EXPECT_EQ(line, R"(> {"no": 2, "class": "source_spoofing", "source": "retrieved_document", "features": {)"
                  R"("instruction_mode": false, "role_change_request": true, "hidden_field_name": false, )"
                  R"("side_effect_tool_name": false, "source_stamp_mismatch": true, )"
                  R"("unusual_stamp_distribution": false, "excessive_length": false}, )"
                  R"("text": "mahallede kesinti ne zaman bitecek", "length": 219, )"
                  R"("requested_capability": "external_access"})");
}

TEST(SupportRecord, HasNoCapabilityInAnExperimentThatDerivesNone) {
  std::string line;
  append_support_record(line, support_record(kSupportSeed, 0), experiment_of("[records]\nclean = [\"clean\"]\n"));
  EXPECT_THAT(line, testing::EndsWith(R"("text": "ariza kaydim icin ekip ne zaman gelir", "length": 95})"));
}

/// The features stand in another order than the records', and some of the records' are none of the experiment's.
constexpr std::string_view kOtherOrder = R"([records]
clean = ["clean"]
capability = [
  { all = ["side_effect_tool_name", "instruction_mode"], is = "execution" },
  { all = ["side_effect_tool_name"], is = "write" },
  { source_not = ["user"], is = "external_access" },
  { is = "read" },
]
[filters]
"stamp" = { any = ["source_stamp_mismatch", "no_feature_of_theirs"] }
)";

TEST(SupportRecord, IsUnderstoodByAnExperimentThatNamesItsFeaturesInAnotherOrder) {
  const Experiment experiment = experiment_of(kOtherOrder);
  std::string line;
  append_support_record(line, support_record(kSupportSeed, 3), experiment);
  EXPECT_THAT(line, HasSubstr(R"("requested_capability": "execution"})"));
  line.clear();
  append_support_record(line, support_record(kSupportSeed, 2), experiment);
  EXPECT_THAT(line, HasSubstr(R"("requested_capability": "write"})"));
}

Counts counts_of(const Experiment& experiment, const Part& part) {
  Cube cube(experiment);
  EXPECT_TRUE(add_support_records(experiment, kSupportSeed, 0, kSupportRecords, cube));
  return count(experiment, sample_of(experiment, cube), part, AskedCalls::Stopped);
}

TEST(AddSupportRecords, MapsFeaturesToThoseOfTheExperiment) {
  const Experiment experiment = experiment_of(kOtherOrder);
  // "allowlisted" and, of the records, those with a mismatch of stamps.
  EXPECT_EQ(counts_of(experiment, {.kind = PartKind::Set, .index = 3}),
            (Counts{.tp = 34, .fp = 17, .fn = 59, .tn = 130}));
  EXPECT_EQ(counts_of(experiment, {.kind = PartKind::Filter, .index = 0}),
            (Counts{.tp = 26, .fp = 5, .fn = 67, .tn = 142}));
}

TEST(AddSupportRecords, AddsThoseOfTheRangeAndNoOther) {
  const Experiment experiment = experiment_of(support_experiment_text());
  Cube cube(experiment);
  ASSERT_TRUE(add_support_records(experiment, kSupportSeed, 1, 3, cube));
  EXPECT_EQ(cube.records(), 2u);
  const auto cells = cube.cells();
  ASSERT_EQ(cells.size(), 2u);
  EXPECT_EQ(cells[0].first, (Cell{.class_index = 3,
                                  .truth = Truth::Harmful,
                                  .source = SourceKind::ToolOutput,
                                  .capability = Capability::Write,
                                  .filters = 1}));
  EXPECT_EQ(cells[1].first, (Cell{.class_index = 4,
                                  .truth = Truth::Harmful,
                                  .source = SourceKind::RetrievedDocument,
                                  .capability = Capability::ExternalAccess,
                                  .filters = 1}));
}

TEST(AddSupportRecords, InPartsGivesTheSameCube) {
  const Experiment experiment = experiment_of(support_experiment_text());
  Cube whole(experiment);
  Cube parts(experiment);
  ASSERT_TRUE(add_support_records(experiment, 7, 0, 1000, whole));
  for (const std::uint64_t begin : {500u, 0u, 750u, 250u}) {
    ASSERT_TRUE(add_support_records(experiment, 7, begin, begin + 250, parts));
  }
  EXPECT_EQ(whole.cells(), parts.cells());
}

std::string failure(std::string_view text) {
  const Experiment experiment = experiment_of(text);
  Cube cube(experiment);
  const Result<void> added = add_support_records(experiment, kSupportSeed, 0, kSupportRecords, cube);
  return added ? "added" : added.error().to_string();
}

TEST(AddSupportRecords, FailsForAnExperimentOfOtherClasses) {
  EXPECT_EQ(failure("[records]\nclasses = [\"clean\", \"spam\"]\nclean = [\"clean\"]\n"),
            "e.toml: the experiment has no class \"indirect_instruction\" (name a file of records)");
}

TEST(AddSupportRecords, FailsWhereNobodySaysWhatIsClean) {
  EXPECT_EQ(failure("[records]\ncapability = [{ is = \"read\" }]\n"),
            "e.toml: the experiment does not say which classes are clean ([records] clean = [\"clean\"])");
}

TEST(AddSupportRecords, FailsAtTheFirstRecordWithoutACapability) {
  EXPECT_EQ(failure("[records]\nclean = [\"clean\"]\ncapability = [{ source = [\"user\"], is = \"read\" }]\n"),
            "e.toml: no capability can be derived for record 2 (end [records] capability with { is = \"read\" })");
}

}  // namespace
}  // namespace yett
