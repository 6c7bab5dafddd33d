#include "records/careful_records.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "text/spelling.h"

namespace yett {
namespace {

constexpr std::array<std::string_view, 3> kSourceWords = {"user", "retrieved_document", "tool_output"};
constexpr std::array<std::string_view, 4> kCapabilityWords = {"read", "external_access", "write", "execution"};
constexpr std::array<std::string_view, 2> kLabelWords = {"harmful", "clean"};

std::unexpected<Error> refuse(std::string message, std::string hint = {}) {
  return fail(ErrorKind::Input, std::move(message), {}, std::move(hint));
}

std::string_view kind_of(const Json& value) {
  if (value.as_string() != nullptr) return "text";
  if (value.as_number() != nullptr) return "a number";
  if (value.as_array() != nullptr) return "a list";
  if (value.as_object() != nullptr) return "an object";
  return value.is_null() ? "null" : "true or false";
}

std::unexpected<Error> refuse_kind(const std::string& what, std::string_view expected, const Json& value,
                                   std::string hint = {}) {
  return refuse(fmt::format("{} is {}, and this is {}", what, expected, kind_of(value)),
                value.is_null() ? "leave it out" : std::move(hint));
}

/// Other members are ignored, so one that is misspelt goes unseen until it is missed.
std::unexpected<Error> refuse_missing(std::string_view member, const Json::Object& members, std::string_view use) {
  for (const Json::Member& present : members) {
    const std::array<std::string_view, 1> known = {member};
    if (nearest_word(present.key, known)) {
      return refuse(fmt::format("{} is missing", in_quotes(member)),
                    fmt::format("is {} meant for it?", in_quotes(present.key)));
    }
  }
  return refuse(fmt::format("{} is missing", in_quotes(member)), std::string(use));
}

/// A member that is one of a few words, if it is there.
template <typename Word>
Result<std::optional<Word>> read_word(const Json& record, std::string_view member,
                                      std::span<const std::string_view> words,
                                      std::optional<Word> (*parse)(std::string_view)) {
  const Json* value = record.find(member);
  if (value == nullptr) return std::nullopt;
  const std::string* text = value->as_string();
  const std::string all = fmt::format("{}", fmt::join(words, ", "));
  if (text == nullptr) return refuse_kind(in_quotes(member), "one of the words " + all, *value);
  if (const std::optional<Word> word = parse(*text)) return word;
  const std::string nearest = did_you_mean(*text, words);
  return refuse(fmt::format("{} is no {}", in_quotes(*text), member), nearest.empty() ? "one of " + all : nearest);
}

Result<FeatureBits> read_features(const Json& record, const Experiment& experiment) {
  const Json* value = record.find("features");
  if (value == nullptr) return 0;
  const Json::Object* features = value->as_object();
  if (features == nullptr) {
    return refuse_kind("\"features\"", "an object of features that are true or false", *value,
                       R"(write {"NAME": true})");
  }
  FeatureBits bits = 0;
  for (const Json::Member& feature : *features) {
    const std::optional<std::size_t> index = experiment.feature(feature.key);
    if (!index && experiment.knows_all_features) {
      const std::vector<std::string_view> known(experiment.features.begin(), experiment.features.end());
      return refuse(fmt::format("the experiment does not know the feature {}", in_quotes(feature.key)),
                    did_you_mean(feature.key, known));
    }
    const bool* holds = feature.value.as_bool();
    if (holds == nullptr) {
      return refuse_kind("the feature " + in_quotes(feature.key), "true or false", feature.value);
    }
    if (index && *holds) bits |= FeatureBits{1} << *index;
  }
  return bits;
}

}  // namespace

Result<FeatureRecord> read_carefully(std::string_view line, const Experiment& experiment, Json& json) {
  Result<Json> parsed = parse_json(line, {.max_bytes = kMaxRecordBytes, .numbers = JsonNumbers::Approximate});
  if (!parsed) return std::unexpected(parsed.error());
  json = std::move(*parsed);
  const Json::Object* members = json.as_object();
  if (members == nullptr) {
    return refuse(fmt::format("a record is an object, and this is {}", kind_of(json)),
                  R"(write {"class": "NAME", "source": "user", "features": {...}})");
  }
  if (json.find("tool") != nullptr) {
    return refuse("this is a labelled call, not a record", "calls are judged by a policy: name one with --policy");
  }

  FeatureRecord record;
  const Json* name = json.find("class");
  if (name == nullptr) return refuse_missing("class", *members, "it names the kind of record");
  if (name->as_string() == nullptr) return refuse_kind("\"class\"", "text", *name);
  record.class_name = *name->as_string();

  const auto source = read_word(json, "source", kSourceWords, parse_source_kind);
  if (!source) return std::unexpected(source.error());
  if (!*source) return refuse_missing("source", *members, "it says where the text came from: user, tool_output, ...");
  record.source = **source;

  const Result<FeatureBits> features = read_features(json, experiment);
  if (!features) return std::unexpected(features.error());
  record.features = *features;

  const auto capability = read_word(json, "capability", kCapabilityWords, parse_capability);
  if (!capability) return std::unexpected(capability.error());
  record.capability = *capability;

  const auto label = read_word(json, "label", kLabelWords, parse_truth);
  if (!label) return std::unexpected(label.error());
  record.label = *label;
  return record;
}

}  // namespace yett
