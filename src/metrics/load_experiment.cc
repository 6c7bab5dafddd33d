#include "metrics/load_experiment.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "metrics/call_features.h"
#include "metrics/part_names.h"
#include "policy/format_words.h"
#include "policy/load_names.h"
#include "policy/load_permissions.h"
#include "policy/name_rules.h"
#include "policy/table_reader.h"
#include "text/ascii.h"
#include "text/spelling.h"

namespace yett {
namespace {

constexpr std::string_view kSectionNames[] = {"records", "filters", "permissions", "narrowing", "layers", "report"};
constexpr std::string_view kRecordKeys[] = {"clean", "classes", "features", "capability"};
constexpr std::string_view kConditionKeys[] = {"any", "all", "none"};
constexpr std::string_view kRuleKeys[] = {"any", "all", "none", "source", "source_not", "is"};
constexpr std::string_view kNarrowingKeys[] = {"sets"};
constexpr std::string_view kLayerKeys[] = {"any", "all"};
constexpr std::string_view kReportKeys[] = {"sets", "per_class", "layers", "added"};
constexpr std::string_view kAddedKeys[] = {"layer", "over", "name"};

constexpr std::string_view kColumnNames[] = {"class", "label", "source", "capability", "records"};

/// Reads one file.
class ExperimentLoader {
 public:
  ExperimentLoader(Experiment& experiment, const Policy* policy) : experiment_(experiment), policy_(policy) {
    if (policy != nullptr) experiment.features.assign(kCallFeatures.begin(), kCallFeatures.end());
    experiment.sets = known_sets(policy);
    for (std::size_t i = 0; i < experiment.sets.size(); ++i)
      (void)names_.add(experiment.sets[i].name, PartKind::Set, i);
    if (policy == nullptr) return;
    (void)names_.add(std::string(kPolicyPart), PartKind::Policy, 0);
    for (const Stage stage : kAllStages) {
      (void)names_.add(stage_part_name(stage), PartKind::Stage, static_cast<std::size_t>(stage));
    }
  }

  void load(const TableReader& root) {
    if (const auto records = root.find("records")) load_records(*records);
    if (const auto filters = root.find("filters")) load_filters(*filters);
    if (const auto sets = root.find("permissions")) load_sets(*sets);
    if (const auto narrowings = root.find("narrowing")) load_narrowings(*narrowings);
    if (const auto layers = root.find("layers")) load_layers(*layers);
    // Every layer is a row unless the report names some.
    for (std::size_t i = 0; i < experiment_.layers.size(); ++i) experiment_.report.layers.push_back(i);
    if (const auto report = root.find("report")) load_report(*report);
  }

 private:
  void load_records(const Field& field) {
    const TableReader table(field, {.accepted = kRecordKeys});
    if (const auto classes = table.find("classes")) experiment_.classes = load_distinct(*classes);
    if (const auto features = table.find("features")) load_features(*features);
    if (const auto clean = table.find("clean")) load_clean(*clean);
    if (const auto rules = table.find("capability")) load_capability(*rules);
  }

  static std::vector<std::string> load_distinct(const Field& list) {
    return load_names(list, [](const Field&, const std::string&) {});
  }

  void load_features(const Field& list) {
    for (std::string& name : load_distinct(list)) experiment_.features.push_back(std::move(name));
    if (experiment_.features.size() > kMaxFeatures) {
      list.refuse(fmt::format("has more features than the {} that a record can have", kMaxFeatures));
    }
    experiment_.knows_all_features = true;
  }

  void load_clean(const Field& list) {
    experiment_.clean = load_names(list, [this](const Field& item, const std::string& name) {
      if (experiment_.has_class(name)) return;
      item.refuse(fmt::format("there is no class {}", in_quotes(name)),
                  nearest_name(item, name, *experiment_.classes, std::identity{}));
    });
    if (experiment_.clean->empty()) list.refuse("names no class", "clean = [\"clean\"]");
  }

  void load_capability(const Field& list) {
    const auto items = list.items();
    if (!items) return;
    for (const Field& item : *items) {
      const TableReader table(item, {.accepted = kRuleKeys});
      CapabilityRule rule{.condition = load_condition(table)};
      const auto from = table.find("source");
      const auto not_from = table.find("source_not");
      if (from && not_from) {
        not_from->refuse("stands beside source", "one of them says it");
      } else if (from) {
        rule.sources = load_sources(*from);
      } else if (not_from) {
        const SourceSet without = load_sources(*not_from);
        rule.sources = {};
        for (const SourceKind kind : kAllSourceKinds) {
          if (!without.contains(kind)) rule.sources.insert(kind);
        }
      }
      if (const auto is = table.require("is", "is = \"read\"")) {
        if (const auto capability = is->choice(kCapabilities)) rule.is = *capability;
      }
      experiment_.capability_rules.push_back(rule);
    }
  }

  static SourceSet load_sources(const Field& list) {
    SourceSet sources;
    for (const SourceKind kind : load_words(list, kSources)) sources.insert(kind);
    return sources;
  }

  FeatureCondition load_condition(const TableReader& table) {
    FeatureCondition condition;
    if (const auto any = table.find("any")) condition.any = load_bits(*any);
    if (const auto all = table.find("all")) condition.all = load_bits(*all);
    if (const auto none = table.find("none")) condition.none = load_bits(*none);
    return condition;
  }

  /// An empty list would match everything in one place and nothing in another: it says nothing.
  FeatureBits load_bits(const Field& list) {
    FeatureBits bits = 0;
    const auto items = list.items();
    if (!items) return bits;
    if (items->empty()) list.refuse("names no feature", "leave it out");
    for (const Field& item : *items) {
      const auto name = item.text();
      if (!name) continue;
      const auto index = feature_of(item, *name);
      if (!index) continue;
      const FeatureBits bit = FeatureBits{1} << *index;
      if ((bits & bit) != 0) item.refuse_repeated();
      bits |= bit;
    }
    return bits;
  }

  /// The position of a feature; one that the file does not list is known from now on.
  std::optional<std::size_t> feature_of(const Field& item, const std::string& name) {
    if (const auto known = experiment_.feature(name)) return known;
    if (experiment_.knows_all_features) {
      item.refuse(fmt::format("there is no feature {}", in_quotes(name)),
                  nearest_name(item, name, experiment_.features, std::identity{}));
      return std::nullopt;
    }
    if (experiment_.features.size() == kMaxFeatures) {
      item.refuse(fmt::format("is one feature more than the {} that a record can have", kMaxFeatures));
      return std::nullopt;
    }
    experiment_.features.push_back(name);
    return experiment_.features.size() - 1;
  }

  void load_filters(const Field& section) {
    const auto members = section.members();
    if (!members) return;
    for (const NamedField& member : *members) {
      const TableReader table(member.field, {.accepted = kConditionKeys, .example = "{ any = [\"FEATURE\"] }"});
      const FeatureCondition condition = load_condition(table);
      // Without any it would stop everything.
      if (!table.find("all") && !table.find("none")) (void)table.require("any", "any, all or none name features");
      if (experiment_.filters.size() == kMaxFilters) {
        member.refuse_key(
            fmt::format("{} is one filter more than the {} of an experiment", member.field.name(), kMaxFilters));
        return;
      }
      check_column(member);
      add_name(member, PartKind::Filter, experiment_.filters.size());
      experiment_.filters.push_back({.name = std::string(member.key), .condition = condition});
    }
  }

  /// A filter is a column beside others wherever records are counted elsewhere (cube_csv.h), and some engines take
  /// names that differ in case for one.
  void check_column(const NamedField& member) const {
    const std::string column = to_lower(member.key);
    if (std::ranges::find(kColumnNames, column) != std::end(kColumnNames)) {
      member.refuse_key(fmt::format("{} has the name of a column of records", member.field.name()),
                        "give the filter a name of its own");
    }
    for (const FeatureFilter& filter : experiment_.filters) {
      if (filter.name == member.key || to_lower(filter.name) != column) continue;
      member.refuse_key(fmt::format("{} differs from {} only in case", member.field.name(), in_quotes(filter.name)),
                        "engines that count records may take the two for one");
    }
  }

  void load_sets(const Field& section) {
    static const Policy kNoPolicy;
    const std::size_t before = section.refusals().count();
    std::vector<PermissionSet> sets = load_roles(section, policy_ == nullptr ? kNoPolicy : *policy_);
    const auto members = section.members();
    // A set that cannot be read has its name all the same: who uses it is not wrong for that.
    const bool is_named = section.refusals().count() == before;
    for (std::size_t i = 0; i < sets.size(); ++i) {
      if (is_named) {
        add_name((*members)[i], PartKind::Set, experiment_.sets.size());
      } else {
        (void)names_.add(sets[i].name, PartKind::Set, experiment_.sets.size());
      }
      experiment_.sets.push_back(std::move(sets[i]));
    }
  }

  void load_narrowings(const Field& list) {
    const auto items = list.items();
    if (!items) return;
    for (const Field& item : *items) {
      const TableReader table(item, {.accepted = kNarrowingKeys, .example = "sets = [\"full access\", \"read-only\"]"});
      const auto sets = table.require("sets", "sets = [\"full access\", \"read-only\"]");
      if (sets) experiment_.narrowings.push_back({.sets = load_set_list(*sets)});
    }
  }

  std::vector<std::size_t> load_set_list(const Field& list) {
    std::vector<std::size_t> sets;
    for (const Part& part : load_parts(list)) {
      if (part.kind == PartKind::Set) {
        sets.push_back(part.index);
      } else {
        list.refuse(fmt::format("{} is no permission set", in_quotes(part_name(experiment_, part))));
      }
    }
    return sets;
  }

  void load_layers(const Field& section) {
    layers_ = section;
    const auto members = section.members();
    if (!members) return;
    for (const NamedField& member : *members) {
      const TableReader table(member.field, {.accepted = kLayerKeys, .example = "{ any = [\"PART\", \"PART\"] }"});
      const auto any = table.find("any");
      const auto all = table.find("all");
      Layer layer{.name = std::string(member.key), .joining = any ? Joining::Any : Joining::All, .parts = {}};
      if (any && all) {
        all->refuse("stands beside any", "a layer of both is built of two");
      } else if (any || all) {
        const Field& list = any ? *any : *all;
        layer.parts = load_parts(list);
        if (names_nothing(list)) list.refuse("names nothing that could stop a record");
      } else {
        (void)table.require("any", "any = [\"PART\"]");
      }
      // Its own name comes after its parts: a layer is built of those above it. It may be that of its only part.
      const bool is_its_part = layer.parts.size() == 1 && names_.find(layer.name) == layer.parts.front();
      if (!is_its_part) add_name(member, PartKind::Layer, experiment_.layers.size());
      experiment_.layers.push_back(std::move(layer));
    }
  }

  void load_report(const Field& field) {
    const TableReader table(field, {.accepted = kReportKeys});
    ReportTerms& report = experiment_.report;
    if (const auto sets = table.find("sets")) report.sets = load_set_list(*sets);
    if (const auto parts = table.find("per_class")) report.per_class = load_parts(*parts);
    if (const auto layers = table.find("layers")) {
      report.layers.clear();
      for (const std::string& name : load_names(*layers, [this](const Field& item, const std::string& name) {
             if (layer_of(name) != experiment_.layers.end()) return;
             item.refuse(fmt::format("there is no layer {}", in_quotes(name)),
                         nearest_name(item, name, experiment_.layers, &Layer::name));
           })) {
        report.layers.push_back(static_cast<std::size_t>(layer_of(name) - experiment_.layers.begin()));
      }
    }
    if (const auto added = table.find("added")) load_added(*added);
  }

  [[nodiscard]] std::vector<Layer>::const_iterator layer_of(const std::string& name) const {
    return std::ranges::find(std::as_const(experiment_.layers), name, &Layer::name);
  }

  void load_added(const Field& list) {
    const auto items = list.items();
    if (!items) return;
    for (const Field& item : *items) {
      const TableReader table(item, {.accepted = kAddedKeys, .example = "{ layer = \"PART\", over = \"PART\" }"});
      const auto layer = table.require("layer", "layer = \"PART\"");
      const auto over = table.require("over", "over = \"PART\"");
      if (!layer || !over) continue;
      const auto first = load_part(*layer);
      const auto second = load_part(*over);
      if (!first || !second) continue;
      AddedTerms terms{.name = {}, .layer = *first, .over = *second};
      if (const auto name = table.find("name")) terms.name = name->text().value_or(std::string());
      experiment_.report.added.push_back(std::move(terms));
    }
  }

  static bool names_nothing(const Field& list) {
    const Toml::Array* items = list.value().as_array();
    return items != nullptr && items->empty();
  }

  std::vector<Part> load_parts(const Field& list) {
    std::vector<Part> parts;
    const auto items = list.items();
    if (!items) return parts;
    for (const Field& item : *items) {
      const auto part = load_part(item);
      if (!part) continue;
      if (std::ranges::find(parts, *part) != parts.end()) item.refuse_repeated();
      parts.push_back(*part);
    }
    return parts;
  }

  std::optional<Part> load_part(const Field& item) {
    const auto name = item.text();
    if (!name) return std::nullopt;
    const auto part = names_.find(*name);
    if (!part) item.refuse(fmt::format("there is no {} here", in_quotes(*name)), hint_for(*name));
    return part;
  }

  /// What is probably wrong with a name that nothing has.
  [[nodiscard]] std::string hint_for(const std::string& name) const {
    if (layers_ && layers_->find(name)) return "a layer is built of those above it";
    const bool is_of_calls = name == kPolicyPart || std::ranges::any_of(kAllStages, [&](Stage stage) {
                               return name == stage_part_name(stage);
                             });
    return is_of_calls ? "it rules on calls, and these are records" : names_.hint(name);
  }

  void add_name(const NamedField& member, PartKind kind, std::size_t index) {
    if (!is_readable_name(member.key)) {
      member.refuse_key(fmt::format("{} is no name", in_quotes(member.key)), std::string(kReadableName));
    }
    if (names_.add(std::string(member.key), kind, index)) return;
    member.refuse_key(fmt::format("{} has a name that something else has", member.field.name()),
                      "filters, permission sets and layers are told apart by their names");
  }

  Experiment& experiment_;
  const Policy* policy_;
  PartNames names_;
  std::optional<Field> layers_;  // the section, for hints
};

}  // namespace

std::vector<PermissionSet> known_sets(const Policy* policy) {
  std::vector<PermissionSet> sets(builtin_permission_sets().begin(), builtin_permission_sets().end());
  if (policy != nullptr) sets.insert(sets.end(), policy->roles.begin(), policy->roles.end());
  return sets;
}

std::expected<Experiment, PolicyErrors> load_experiment(std::string_view text, std::string file, const Policy* policy) {
  const Result<Toml> document = parse_toml(text, file);
  if (!document) return std::unexpected(PolicyErrors{.reported = {document.error()}});
  RefusalList refusals;
  const TableReader root(Field(*document, "", refusals), {.accepted = kSectionNames});
  Experiment experiment;
  experiment.name = std::move(file);
  ExperimentLoader(experiment, policy).load(root);
  if (!refusals.empty()) return std::unexpected(refusals.take());
  return experiment;
}

Experiment calls_experiment(const Policy& policy) {
  Experiment experiment;
  experiment.name = policy.name;
  experiment.features.assign(kCallFeatures.begin(), kCallFeatures.end());
  experiment.sets = known_sets(&policy);
  Narrowing narrowing;
  for (std::size_t i = 0; i < builtin_permission_sets().size(); ++i) narrowing.sets.push_back(i);
  experiment.narrowings.push_back(std::move(narrowing));
  for (std::size_t i = builtin_permission_sets().size(); i < experiment.sets.size(); ++i) {
    experiment.report.sets.push_back(i);
  }
  const auto add_layer = [&experiment](std::string name, Part part) {
    experiment.report.layers.push_back(experiment.layers.size());
    experiment.layers.push_back({.name = std::move(name), .joining = Joining::Any, .parts = {part}});
  };
  for (const Stage stage : kAllStages) {
    add_layer(stage_part_name(stage), {.kind = PartKind::Stage, .index = static_cast<std::size_t>(stage)});
  }
  add_layer(std::string(kPolicyPart), {.kind = PartKind::Policy});
  experiment.report.per_class.push_back({.kind = PartKind::Policy});
  return experiment;
}

}  // namespace yett
