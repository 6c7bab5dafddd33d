#include "metrics/cube_sql.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "metrics/experiment_fixture.h"
#include "metrics/support_experiment.h"

namespace yett {
namespace {

using metrics_test::loaded_experiment;
using testing::HasSubstr;
using testing::Not;

TEST(CubeSql, CountsSupportRecordsByWhatTheExampleAsks) {
  EXPECT_EQ(
      cube_sql(loaded_experiment(support_experiment_text())),
      R"(SELECT class, source, capability, "rule filter", COUNT(*) AS records
FROM (
  SELECT class,
         source,
         CASE WHEN COALESCE(records."instruction_mode", FALSE) AND COALESCE(records."side_effect_tool_name", FALSE) THEN 'execution')"
      R"( WHEN COALESCE(records."side_effect_tool_name", FALSE) THEN 'write')"
      R"( WHEN source IN ('retrieved_document', 'tool_output') THEN 'external_access' WHEN 1 = 1 THEN 'read' END)"
      R"( AS capability,
         CASE WHEN (COALESCE(records."instruction_mode", FALSE) OR COALESCE(records."hidden_field_name", FALSE))"
      R"( OR COALESCE(records."side_effect_tool_name", FALSE) OR COALESCE(records."source_stamp_mismatch", FALSE)))"
      R"( THEN 1 ELSE 0 END AS "rule filter"
  FROM records
) cells
GROUP BY class, source, capability, "rule filter"
ORDER BY class, source, capability, "rule filter";
)");
}

TEST(CubeSql, TakesLabelAndCapabilityFromTheTableWhereTheExperimentHasNone) {
  EXPECT_EQ(cube_sql({}),
            "SELECT class, label, source, capability, COUNT(*) AS records\n"
            "FROM (\n"
            "  SELECT class,\n"
            "         label,\n"
            "         source,\n"
            "         capability AS capability\n"
            "  FROM records\n"
            ") cells\n"
            "GROUP BY class, label, source, capability\n"
            "ORDER BY class, label, source, capability;\n");
}

TEST(CubeSql, JoinsEachPartOfACondition) {
  const std::string sql = cube_sql(loaded_experiment(R"([records]
clean = ["c"]
features = ["a", "b", "c", "d"]
capability = [
  { any = ["a", "b"], all = ["c"], none = ["d"], source = ["user"], is = "write" },
  { source = [], is = "read" },
]
)"));
  EXPECT_THAT(
      sql,
      HasSubstr(
          R"(WHEN (COALESCE(records."a", FALSE) OR COALESCE(records."b", FALSE)) AND COALESCE(records."c", FALSE) AND )"
          R"(NOT COALESCE(records."d", FALSE) AND source IN ('user') THEN 'write')"));
  EXPECT_THAT(sql, HasSubstr("WHEN 1 = 0 THEN 'read' END"));
  EXPECT_THAT(sql, Not(HasSubstr("label")));
}

TEST(CubeSql, QuotesNames) {
  const std::string sql = cube_sql(loaded_experiment("[filters]\n\"f\\\"; DROP\" = { any = [\"a\\\"b\"] }\n"));
  EXPECT_THAT(sql, HasSubstr(R"(CASE WHEN (COALESCE(records."a""b", FALSE)) THEN 1 ELSE 0 END AS "f""; DROP")"));
  EXPECT_THAT(sql, Not(HasSubstr(R"("f"; DROP")")));
}

}  // namespace
}  // namespace yett
