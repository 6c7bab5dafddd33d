#include "metrics/cube_csv.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <tuple>

#include "metrics/record_fixture.h"

namespace yett {
namespace {

using metrics_test::cube_of;
using metrics_test::Draws;
using metrics_test::made_experiment;
using metrics_test::made_records;
using testing::ElementsAre;

/// How many records each cell has, by the name of its class.
using NamedCells = std::map<std::tuple<std::string, Truth, SourceKind, Capability, FilterBits>, std::uint64_t>;

NamedCells named(const Cube& cube) {
  NamedCells cells;
  for (const auto& [cell, records] : cube.cells()) {
    cells[{cube.classes()[cell.class_index], cell.truth, cell.source, cell.capability, cell.filters}] += records;
  }
  return cells;
}

CubeRead read(const Experiment& experiment, std::string_view text) {
  auto read = read_cube_csv(experiment, text);
  if (read) return *std::move(read);
  ADD_FAILURE() << read.error().to_string() << "\n" << text;
  return {.cube = Cube(experiment), .skipped = 0, .faults = {}};
}

TEST(CubeCsv, IsReadAsItWasWritten) {
  for (std::uint32_t seed = 0; seed < 60; ++seed) {
    Draws draws(seed);
    const Experiment experiment = made_experiment(draws);
    const Cube cube = cube_of(experiment, made_records(draws, experiment, 200));
    const CubeRead back = read(experiment, cube_csv(experiment, cube));
    EXPECT_EQ(named(back.cube), named(cube));
    EXPECT_EQ(back.skipped, 0u);
    EXPECT_TRUE(back.faults.empty());
  }
}

/// Two filters, one of a name that needs quotes, and no more classes than two.
Experiment quoted() {
  Experiment experiment;
  experiment.clean = {"clean"};
  experiment.filters = {{.name = "plain"}, {.name = "a, \"b\""}};
  return experiment;
}

TEST(CubeCsv, HasOneColumnForEachThingThatACellIs) {
  Cube cube(quoted());
  cube.add({.class_index = cube.class_index("clean"),
            .truth = Truth::Clean,
            .source = SourceKind::RetrievedDocument,
            .capability = Capability::ExternalAccess,
            .filters = 2},
           7);
  EXPECT_EQ(cube_csv(quoted(), cube),
            "class,source,capability,plain,\"a, \"\"b\"\"\",records\n"
            "clean,retrieved_document,external_access,0,1,7\n");
}

TEST(CubeCsv, HasALabelWhereTheExperimentDoesNotSayWhatIsClean) {
  const Experiment experiment;
  Cube cube(experiment);
  cube.add({.class_index = cube.class_index("x"), .truth = Truth::Clean}, 2);
  EXPECT_EQ(cube_csv(experiment, cube), "class,label,source,capability,records\nx,clean,tool_output,execution,2\n");
}

TEST(CubeCsv, KeepsNamesThatNeedQuotes) {
  const Experiment experiment = quoted();
  Cube cube(experiment);
  for (const std::string_view name :
       {"a,b", "\"", "\"\"", "a\"b\"", "two\nlines", "two\r\nlines", "cr\r", " spaces ", "données 数据", "'", "0"}) {
    cube.add({.class_index = cube.class_index(name), .filters = 1}, 3);
  }
  const CubeRead back = read(experiment, cube_csv(experiment, cube));
  EXPECT_EQ(named(back.cube), named(cube));
  EXPECT_EQ(back.skipped, 0u);
}

TEST(CubeCsv, MayHaveItsColumnsInAnyOrderAndFlagsAsEnginesPrintThem) {
  const Experiment experiment = quoted();
  const CubeRead back = read(experiment,
                             "records,\"a, \"\"b\"\"\",plain,capability,source,class\r\n"
                             "1,t,f,read,user,clean\r\n"
                             "20,true,false,write,user,x\r\n"
                             "\r\n"
                             "300,TRUE,FALSE,read,tool_output,x\r\n"
                             "4000,1,0,execution,user,x\r\n"
                             "50000,0,1,execution,user,\"x\"");
  EXPECT_TRUE(back.faults.empty());
  NamedCells expected;
  expected[{"clean", Truth::Clean, SourceKind::User, Capability::Read, 2}] = 1;
  expected[{"x", Truth::Harmful, SourceKind::User, Capability::Write, 2}] = 20;
  expected[{"x", Truth::Harmful, SourceKind::ToolOutput, Capability::Read, 2}] = 300;
  expected[{"x", Truth::Harmful, SourceKind::User, Capability::Execution, 2}] = 4000;
  expected[{"x", Truth::Harmful, SourceKind::User, Capability::Execution, 1}] = 50000;
  EXPECT_EQ(named(back.cube), expected);
}

TEST(CubeCsv, AddsRowsOfTheSameCell) {
  const Experiment experiment;
  const CubeRead back = read(experiment,
                             "class,label,source,capability,records\n"
                             "x,harmful,user,read,2\nx,harmful,user,read,5\n");
  EXPECT_EQ(back.cube.records(), 7u);
  EXPECT_EQ(back.cube.cell_count(), 1u);
}

// Sums that wrap around would make most of the records vanish.
TEST(CubeCsv, HasNoMoreRecordsThanCanBeCounted) {
  const auto read = read_cube_csv(quoted(),
                                  "class,source,capability,plain,\"a, \"\"b\"\"\",records\n"
                                  "clean,user,read,0,0,9007199254740992\n"
                                  "clean,user,read,0,1,1\n");
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().where.line, 3u);
}

TEST(CubeCsv, TellsOfEachRowThatCannotBeUsed) {
  Experiment experiment = quoted();
  experiment.classes = {"clean", "x"};
  const CubeRead back = read(experiment,
                             "class,source,capability,plain,\"a, \"\"b\"\"\",records\n"
                             "clean,user,read,0,0,1\n"
                             "other,user,read,0,0,10\n"
                             "x,web,read,0,0,100\n"
                             "x,user,reed,0,0,1000\n"
                             "x,user,,0,0,10000\n"
                             "x,user,read,yes,0,100000\n"
                             "x,user,read,0,,1000000\n"
                             ",user,read,0,0,10000000\n"
                             "x,user,read,0,0\n"
                             "x,user,read,0,0,0\n"
                             "x,user,read,0,0,1.5\n"
                             "x,user,read,0,0,-1\n"
                             "x,user,read,0,0,9007199254740993\n"
                             "\"x\",\"user\",\"read\",0,0,9007199243629876\n");
  std::vector<std::string> faults;
  for (const Error& fault : back.faults) {
    EXPECT_EQ(fault.kind, ErrorKind::Input);
    EXPECT_EQ(fault.where.file, "");
    faults.push_back(std::to_string(fault.where.line) + ": " + fault.message);
  }
  EXPECT_THAT(faults,
              ElementsAre("3: there is no class \"other\"", "4: there is no source \"web\"",
                          "5: there is no capability \"reed\"", "6: no capability could be derived",
                          "7: filter \"plain\" is neither 0 nor 1", "8: filter \"a, \\\"b\\\"\" is neither 0 nor 1",
                          "9: the class is missing", "10: 5 columns, and the header has 6",
                          "11: \"0\" is no number of records", "12: \"1.5\" is no number of records",
                          "13: \"-1\" is no number of records", "14: \"9007199254740993\" is no number of records"));
  EXPECT_EQ(back.skipped, 11'111'110u + 5u);
  EXPECT_EQ(back.cube.records(), 9'007'199'243'629'877u);
}

TEST(CubeCsv, DoesNotLoseALastRowThatEndsInNothing) {
  const CubeRead back = read({}, "class,label,source,capability,records\nx,clean,user,read,");
  ASSERT_EQ(back.faults.size(), 1u);
  EXPECT_EQ(back.faults[0].message, "\"\" is no number of records");
}

TEST(CubeCsv, CountsLinesInsideQuotedNames) {
  const CubeRead back = read({},
                             "class,label,source,capability,records\n"
                             "\"two\nlines\",clean,user,read,1\n"
                             "x,other,user,read,1\n");
  ASSERT_EQ(back.faults.size(), 1u);
  EXPECT_EQ(back.faults[0].where.line, 4u);
  EXPECT_EQ(back.faults[0].message, "there is no label \"other\"");
}

std::string failure(const Experiment& experiment, std::string_view text) {
  const auto read = read_cube_csv(experiment, text);
  return read ? "read" : read.error().to_string();
}

TEST(CubeCsv, FailsWhereItsColumnsAreNotThoseOfTheExperiment) {
  const Experiment experiment = quoted();
  constexpr std::string_view kHint = " (yett measure --sql prints the query)";
  const auto fails = [&](std::string_view header, std::string_view why) {
    EXPECT_EQ(failure(experiment, header), std::string(why) + std::string(kHint)) << header;
  };
  fails("class,source,capability,plain,records\n", R"(:1: there is no column "a, \"b\"")");
  fails("source,capability,plain,\"a, \"\"b\"\"\",records\n", R"(:1: there is no column "class")");
  fails("class,source,capability,plain,\"a, \"\"b\"\"\",records,class\n", R"(:1: two columns "class")");
  fails("\n\nclass,source,capability,plain,\"a, \"\"b\"\"\",records,label\n",
        R"(:3: the experiment has nothing for column "label")");
}

TEST(CubeCsv, FailsWhereItIsNoTable) {
  EXPECT_EQ(failure({}, ""), "the table is empty (its first line names the columns)");
  EXPECT_EQ(failure({}, "\n\r\n"), "the table is empty (its first line names the columns)");
  EXPECT_EQ(failure({}, "class,label,source,capability,records\nx,\"clean,user,read,1\n"),
            ":2: a quoted text has no end");
}

}  // namespace
}  // namespace yett
