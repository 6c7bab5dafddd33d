#include "metrics/cube_sql.h"

#include <fmt/format.h>

#include <set>
#include <string_view>
#include <vector>

#include "model/permission.h"
#include "text/ascii.h"
#include "text/spelling.h"

namespace yett {
namespace {

/// A name as SQL quotes it.
std::string identifier(std::string_view name) {
  std::string quoted = "\"";
  for (const char c : name) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

std::string text(std::string_view value) {
  std::string quoted = "'";
  for (const char c : value) quoted += c == '\'' ? std::string("''") : std::string(1, c);
  return quoted + "'";
}

std::string joined(const std::vector<std::string>& parts, std::string_view between) {
  std::string all;
  for (const std::string& part : parts) all += (all.empty() ? "" : std::string(between)) + part;
  return all;
}

/// The features of some bits, each false where it is absent. They are named with their table: SQLite takes a name alone
/// for a text when there is no such column, and a feature that is missing would count as false.
std::vector<std::string> columns_of(const Experiment& experiment, FeatureBits bits) {
  std::vector<std::string> columns;
  for (std::size_t i = 0; i < experiment.features.size(); ++i) {
    if ((bits >> i & 1) != 0)
      columns.push_back(fmt::format("COALESCE(records.{}, FALSE)", identifier(experiment.features[i])));
  }
  return columns;
}

/// The condition in SQL; empty where it always holds.
std::string condition_sql(const Experiment& experiment, const FeatureCondition& condition) {
  std::vector<std::string> parts;
  if (condition.any != 0) parts.push_back(fmt::format("({})", joined(columns_of(experiment, condition.any), " OR ")));
  for (std::string& column : columns_of(experiment, condition.all)) parts.push_back(std::move(column));
  for (const std::string& column : columns_of(experiment, condition.none)) parts.push_back("NOT " + column);
  return joined(parts, " AND ");
}

std::string capability_sql(const Experiment& experiment) {
  if (experiment.capability_rules.empty()) return "capability";
  std::string sql = "CASE";
  for (const CapabilityRule& rule : experiment.capability_rules) {
    std::string when = condition_sql(experiment, rule.condition);
    if (rule.sources != SourceSet::all()) {
      std::vector<std::string> sources;
      for (const SourceKind kind : kAllSourceKinds) {
        if (rule.sources.contains(kind)) sources.push_back(text(to_string(kind)));
      }
      // A rule for no source at all matches nothing.
      const std::string in = sources.empty() ? "1 = 0" : fmt::format("source IN ({})", joined(sources, ", "));
      when += when.empty() ? in : " AND " + in;
    }
    sql += fmt::format(" WHEN {} THEN {}", when.empty() ? "1 = 1" : when, text(to_string(rule.is)));
  }
  return sql + " END";
}

}  // namespace

std::string cube_sql(const Experiment& experiment) {
  std::vector<std::string> keys = {"class"};
  std::vector<std::string> columns = {"class"};
  if (!experiment.clean) {
    keys.emplace_back("label");
    columns.emplace_back("label");
  }
  keys.emplace_back("source");
  columns.emplace_back("source");
  keys.emplace_back("capability");
  columns.push_back(fmt::format("{} AS capability", capability_sql(experiment)));
  for (const FeatureFilter& filter : experiment.filters) {
    keys.push_back(identifier(filter.name));
    columns.push_back(fmt::format("CASE WHEN {} THEN 1 ELSE 0 END AS {}", condition_sql(experiment, filter.condition),
                                  identifier(filter.name)));
  }
  return fmt::format(
      "SELECT {0}, COUNT(*) AS records\n"
      "FROM (\n"
      "  SELECT {1}\n"
      "  FROM records\n"
      ") cells\n"
      "GROUP BY {0}\n"
      "ORDER BY {0};\n",
      joined(keys, ", "), joined(columns, ",\n         "));
}

Result<void> check_columns(const Experiment& experiment) {
  std::set<std::string> taken = {"class", "label", "source", "capability", "records"};
  for (const std::string& feature : experiment.features) {
    if (taken.insert(to_lower(feature)).second) continue;
    return fail(ErrorKind::Input, fmt::format("feature {} has the name of another column", in_quotes(feature)),
                {.file = experiment.name, .line = 0, .column = 0}, "read the records themselves");
  }
  return {};
}

}  // namespace yett
