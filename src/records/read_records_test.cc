#include "records/read_records.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

#include "records/input_folder_fixture.h"
#include "records/line_tally.h"
#include "records/record.h"
#include "records/support_fixture.h"

namespace yett {
namespace {

using testing::ElementsAre;
using testing::SizeIs;

std::string line_of(std::size_t number) {
  constexpr std::array<std::string_view, 3> kSources = {"user", "tool_output", "retrieved_document"};
  const auto flag = [number](unsigned bit) { return (number >> bit & 1) != 0 ? "true" : "false"; };
  return R"({"no": )" + std::to_string(number) + R"(, "class": ")" + (number % 3 == 0 ? "corrupted_input" : "clean") +
         R"(", "source": ")" + std::string(kSources[number % kSources.size()]) +
         R"(", "features": {"instruction_mode": )" + flag(0) + R"(, "side_effect_tool_name": )" + flag(1) +
         R"(, "hidden_field_name": )" + flag(2) + "}}\n";
}

std::string lines_of(std::size_t count) {
  std::string lines;
  for (std::size_t i = 0; i < count; ++i) lines += line_of(i);
  return lines;
}

std::expected<RecordsRead, RecordErrors> read(const std::vector<std::string>& inputs, const ReadTerms& terms = {}) {
  const Experiment experiment = support_experiment();
  return read_records(experiment, inputs, terms);
}

std::vector<std::string> texts(const std::vector<Error>& errors) {
  std::vector<std::string> texts;
  for (const Error& error : errors) texts.push_back(error.to_string());
  return texts;
}

std::vector<std::string> refusals(const std::vector<std::string>& inputs, const ReadTerms& terms = {}) {
  const auto result = read(inputs, terms);
  return result ? std::vector<std::string>{} : texts(result.error().reported);
}

TEST(ReadRecords, CountsEveryRecordOnceForAnyNumberOfThreads) {
  InputFolder folder;
  constexpr std::size_t kRecords = 20'000;  // some megabytes, so that there are blocks for all
  const std::string plain = folder.write("plain", lines_of(kRecords));
  const std::string small = folder.write("small", lines_of(5));
  const auto alone = read({plain, small}, {.threads = 1});
  ASSERT_TRUE(alone);
  EXPECT_EQ(alone->cube.records(), kRecords + 5);
  EXPECT_EQ(alone->cube.classes(), *support_experiment().classes);
  for (const std::size_t threads : {0U, 2U, 3U, 8U, 1000U}) {
    const auto together = read({plain, small}, {.threads = threads});
    ASSERT_TRUE(together) << threads;
    EXPECT_EQ(together->cube.cells(), alone->cube.cells()) << threads;
  }
}

TEST(ReadRecords, OrdersClassesWithoutThoseOfTheThreads) {
  Experiment experiment = support_experiment();
  experiment.classes = std::nullopt;
  InputFolder folder;
  std::string lines;
  for (std::size_t i = 0; i < 30'000; ++i) {
    lines += R"({"class": "class )" + std::to_string((i * 7919) % 9000) + R"(", "source": "user", "text": ")" +
             std::string(i % 100, 'x') + "\"}\n";
  }
  const std::vector<std::string> inputs = {folder.write("classes", lines)};
  const auto alone = read_records(experiment, inputs, {.threads = 1});
  ASSERT_TRUE(alone);
  EXPECT_THAT(alone->cube.classes(), SizeIs(9000));
  EXPECT_TRUE(std::ranges::is_sorted(alone->cube.classes()));
  const auto together = read_records(experiment, inputs, {.threads = 4});
  EXPECT_EQ(together->cube.classes(), alone->cube.classes());
  EXPECT_EQ(together->cube.cells(), alone->cube.cells());
}

TEST(ReadRecords, ReadsWhatTheProgramsCompressed) {
  InputFolder folder;
  const std::string text = lines_of(5000);
  const auto plain = read({folder.write("plain", text)});
  ASSERT_TRUE(plain);
  const auto packed = read({folder.compress("gzip", text, "gzip -c")});
  ASSERT_TRUE(packed);
  EXPECT_EQ(packed->cube.cells(), plain->cube.cells());
}

TEST(ReadRecords, LeavesBlankLinesOutAndTakesALastLineWithoutEnd) {
  InputFolder folder;
  std::string text = "\n \t\r\n" + line_of(1) + "\r\n" + line_of(2);
  text.pop_back();
  EXPECT_EQ(read({folder.write("blank", text)})->cube.records(), 2U);
}

TEST(ReadRecords, TellsTheLineOfEveryFaultWhereverABlockEnds) {
  InputFolder folder;
  // Lines of one length, so that bad ones come to stand everywhere in blocks, and one behind the last of them.
  std::string text;
  std::vector<std::size_t> bad;
  constexpr std::size_t kLines = 30'000;
  for (std::size_t i = 1; i <= kLines; ++i) {
    const bool is_bad = i % 1801 == 0 || i == 1 || i == kLines;
    if (is_bad) bad.push_back(i);
    std::string line = R"({"class":"clean","source":")" + std::string(is_bad ? "nobody" : "user") + R"(","text":")";
    line.resize(137 + i % 3, 'x');
    text += (i % 11 == 0 ? "\n" : "") + line + "\"}\n";
  }
  std::vector<std::string> expected;
  const std::string path = folder.write("bad", text);
  for (const std::size_t line : bad) {
    expected.push_back(path + ":" + std::to_string(line + line / 11) +
                       ": \"nobody\" is no source (one of user, retrieved_document, tool_output)");
  }
  ASSERT_LE(bad.size(), kMaxReportedFaults);
  for (const std::size_t threads : {1U, 2U, 7U}) {
    const auto refused = read({path}, {.threads = threads});
    ASSERT_FALSE(refused);
    EXPECT_EQ(texts(refused.error().reported), expected);
    EXPECT_EQ(refused.error().bad_lines, bad.size());
    const auto skipped = read({path}, {.bad_lines = BadLines::Skip, .threads = threads});
    ASSERT_TRUE(skipped);
    EXPECT_EQ(skipped->cube.records(), kLines - bad.size());
    EXPECT_EQ(skipped->skipped, bad.size());
    EXPECT_EQ(texts(skipped->faults), expected);
  }
}

TEST(ReadRecords, TellsOfABadLineWhereInItItIsBad) {
  InputFolder folder;
  const std::string path = folder.write("bad", line_of(1) + R"({"class": tru})" + "\n");
  EXPECT_THAT(refusals({path}), ElementsAre(path + ":2:11: this is neither a number nor true, false or null"));
}

TEST(ReadRecords, KeepsTheFirstFaultsOfAllInputsInTheirOrderAndCountsAll) {
  InputFolder folder;
  std::string bad;
  for (int i = 0; i < 12; ++i) bad += "{}\n";
  const std::string first = folder.write("first", bad);
  const std::string empty = folder.write("empty", "\n");
  const std::string second = folder.write("second", line_of(1) + bad);
  for (const BadLines policy : {BadLines::Refuse, BadLines::Skip}) {
    const auto result = read({first, empty, second}, {.bad_lines = policy, .threads = 3});
    ASSERT_EQ(result.has_value(), policy == BadLines::Skip);
    EXPECT_EQ(result ? result->skipped : result.error().bad_lines, 24U);
    const std::vector<std::string> told = texts(result ? result->faults : result.error().reported);
    ASSERT_THAT(told, SizeIs(kMaxReportedFaults));
    EXPECT_EQ(told[11], first + ":12: \"class\" is missing (it names the kind of record)");
    EXPECT_EQ(told[12], empty + ": there is no record in it");
    EXPECT_EQ(told[13], second + ":2: \"class\" is missing (it names the kind of record)");
  }
}

TEST(ReadRecords, RefusesInputsWithoutRecords) {
  InputFolder folder;
  const std::string empty = folder.write("empty", "");
  const std::string good = folder.write("good", line_of(1));
  EXPECT_THAT(refusals({empty}), ElementsAre(empty + ": there is no record in it"));
  EXPECT_THAT(refusals({good, empty}), ElementsAre(empty + ": there is no record in it"));
  const auto skipped = read({good, empty}, {.bad_lines = BadLines::Skip});
  ASSERT_TRUE(skipped);
  EXPECT_THAT(texts(skipped->faults), ElementsAre(empty + ": there is no record in it"));
  EXPECT_THAT(refusals({}), ElementsAre("there is nothing to read"));
  const std::string bad = folder.write("bad", "{}\n");
  EXPECT_THAT(refusals({bad}, {.bad_lines = BadLines::Skip}), SizeIs(1)) << "no record was left";
}

TEST(ReadRecords, FailsWhenAnInputCannotBeReadToItsEndWhateverThePolicy) {
  InputFolder folder;
  const std::string bad = folder.write("bad", "{}\n" + line_of(1));
  const std::string packed = content_of(folder.compress("gzip", lines_of(20'000), "gzip -c"));
  const std::string cut = folder.write("cut", packed.substr(0, packed.size() / 2));
  for (const std::size_t threads : {1U, 4U}) {
    EXPECT_THAT(refusals({bad, "/nowhere/records"}, {.bad_lines = BadLines::Skip, .threads = threads}),
                ElementsAre(bad + ":1: \"class\" is missing (it names the kind of record)",
                            "cannot open /nowhere/records: No such file or directory"));
    EXPECT_THAT(refusals({cut}, {.bad_lines = BadLines::Skip, .threads = threads}),
                ElementsAre(cut + ": the compressed data end too early (is the file complete?)"));
  }
}

TEST(ReadRecords, ReadsLongLinesUpToTheirLimit) {
  InputFolder folder;
  const auto line = [](std::size_t size) {
    std::string text = R"({"class":"clean","source":"user","text":")";
    text.resize(size - 2, 'x');
    return text + "\"}";
  };
  // Behind a line that needs more room than a block comes a good part of the next one.
  std::string text = line_of(1);
  for (const std::size_t size : {300'000UL, 5'000'000UL, 9'000'000UL, 200UL, 262'143UL, 262'144UL, 262'145UL}) {
    text += line(size) + "\n" + line_of(size);
  }
  for (const std::size_t threads : {1U, 3U}) {
    const auto read_long = read({folder.write("long", text)}, {.threads = threads});
    ASSERT_TRUE(read_long) << read_long.error().reported.front().to_string();
    EXPECT_EQ(read_long->cube.records(), 15U);
  }
  EXPECT_TRUE(read({folder.write("longest", line(kMaxRecordBytes) + "\n" + line_of(1))}));
  const std::string too_long = folder.write("longer", line(kMaxRecordBytes + 1) + "\n" + line_of(1));
  EXPECT_THAT(refusals({too_long}),
              ElementsAre(too_long + ": a line is longer than 16 MiB (is this a file of one record a line?)"));
}

TEST(ReadRecords, RefusesMoreClassesThanATableHasRoomFor) {
  Experiment experiment = support_experiment();
  experiment.classes = std::nullopt;
  InputFolder folder;
  std::string lines;
  for (std::size_t i = 0; i < kMaxClasses; ++i)
    lines += R"({"class":")" + std::to_string(i) +
             R"(","source":"user"})"
             "\n";
  const std::vector<std::string> most = {folder.write("most", lines)};
  EXPECT_TRUE(read_records(experiment, most));
  const std::vector<std::string> more = {folder.write("more", lines +
                                                                  R"({"class":"one","source":"user"})"
                                                                  "\n" +
                                                                  "{}\n")};
  const auto refused = read_records(experiment, more, {.bad_lines = BadLines::Skip});
  ASSERT_FALSE(refused);
  EXPECT_THAT(texts(refused.error().reported),
              ElementsAre("there are more than 100000 classes (\"class\" names a kind of record, not the record)"));
}

TEST(ReadRecords, TellsHowFarItIs) {
  InputFolder folder;
  const std::string first = folder.write("first", lines_of(10'000));
  const std::string second = folder.compress("second", lines_of(10'000), "gzip -c");
  const std::uint64_t total = content_of(first).size() + content_of(second).size();
  std::vector<ReadProgress> steps;
  ASSERT_TRUE(
      read({first, second}, {.threads = 3, .progress = [&](const ReadProgress& step) { steps.push_back(step); }}));
  ASSERT_FALSE(steps.empty());
  EXPECT_TRUE(std::ranges::is_sorted(steps, {}, &ReadProgress::bytes_done));
  EXPECT_GT(steps.back().bytes_done, steps.front().bytes_done);
  EXPECT_EQ(steps.back().bytes_done, total);
  EXPECT_EQ(steps.back().bytes_total, total);
  ASSERT_FALSE(read({"/dev/null"}, {.progress = [&](const ReadProgress& step) { steps.push_back(step); }}));
  EXPECT_EQ(steps.back().bytes_total, std::nullopt);
}

TEST(ReadRecords, ReadsStandardInput) {
  InputFolder folder;
  ASSERT_NE(std::freopen(folder.write("good", lines_of(3)).c_str(), "r", stdin), nullptr);
  EXPECT_EQ(read({"-"})->cube.records(), 3U);
  EXPECT_THAT(refusals({"-"}), ElementsAre("standard input: there is no record in it")) << "it is read twice";
  ASSERT_NE(std::freopen(folder.write("bad", lines_of(2) + "{}").c_str(), "r", stdin), nullptr);
  EXPECT_THAT(refusals({"-"}), ElementsAre("standard input:3: \"class\" is missing (it names the kind of record)"));
}

/// The most memory that this process has had.
long peak_kib() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

TEST(ReadRecords, HoldsOneLongLineAtATime) {
  InputFolder folder;
  const std::string path = folder.write("long", "");
  {
    std::ofstream file(path, std::ios::binary);
    const std::string text(100'000, 'x');
    for (int line = 0; line < 8; ++line) {
      file << R"({"class":"clean","source":"user","text":")";
      for (int i = 0; i < 150; ++i) file << text;
      file << "\"}\n";
    }
  }
  const long before = peak_kib();
  ASSERT_TRUE(read({path}, {.threads = 8}));
  EXPECT_LT(peak_kib() - before, 48 << 10);
}

TEST(ReadRecords, TakesConstantMemoryForWhatComesOutOfLittle) {
  // 300 MB of one record, over and over, in one member of 1 MB.
  std::string lines;
  while (lines.size() < 3'000'000) lines += line_of(1);
  InputFolder folder;
  const std::string path = folder.write("bomb", "");
  gzFile file = gzopen(path.c_str(), "wb1");
  for (int i = 0; i < 100; ++i) ASSERT_GT(gzwrite(file, lines.data(), static_cast<unsigned>(lines.size())), 0);
  ASSERT_EQ(gzclose(file), Z_OK);
  const long before = peak_kib();
  ASSERT_TRUE(read({path}));
  EXPECT_LT(peak_kib() - before, 64 << 10);
}

}  // namespace
}  // namespace yett
