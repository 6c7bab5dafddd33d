#include "metrics/support_records.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "text/json.h"

namespace yett {
namespace {

/// Draws in [0, 1): a mixed start and a linear congruential generator, in 32-bit words.
class Draws {
 public:
  explicit Draws(std::uint64_t start) {
    auto word = static_cast<std::uint32_t>((start ^ (start >> 16)) * 2246822507u);
    word = (word ^ (word >> 13)) * 3266489909u;
    state_ = word ^ (word >> 16);
  }

  double next() {
    state_ = state_ * 1664525u + 1013904223u;
    return static_cast<double>(state_) / 4294967296.0;
  }

  std::size_t pick(std::span<const double> weights) {
    const double draw = next();
    double sum = 0.0;
    for (std::size_t i = 0; i < weights.size(); ++i) {
      sum += weights[i];
      if (draw < sum) return i;
    }
    return weights.size() - 1;
  }

 private:
  std::uint32_t state_;
};

constexpr std::uint64_t kStride = 6151;

constexpr std::array<double, 6> kClassShares = {0.62, 0.10, 0.07, 0.07, 0.07, 0.07};

/// How probable each feature is in each class. Clean text carries some of them too.
constexpr double kProfiles[6][7] = {
    {0.06, 0.02, 0.05, 0.03, 0.02, 0.04, 0.05}, {0.88, 0.42, 0.10, 0.30, 0.35, 0.08, 0.12},
    {0.35, 0.15, 0.86, 0.12, 0.10, 0.06, 0.08}, {0.30, 0.25, 0.12, 0.84, 0.14, 0.05, 0.07},
    {0.22, 0.55, 0.08, 0.10, 0.82, 0.07, 0.06}, {0.05, 0.03, 0.04, 0.03, 0.06, 0.80, 0.62}};

/// From where the records of each class come.
constexpr double kSourceShares[6][3] = {{0.72, 0.20, 0.08}, {0.05, 0.70, 0.25}, {0.55, 0.30, 0.15},
                                        {0.40, 0.35, 0.25}, {0.10, 0.60, 0.30}, {0.65, 0.20, 0.15}};

constexpr std::array<std::string_view, 6> kTexts = {"bu ayki fatura tutari gecen aya gore yuksek geldi",
                                                    "sayac endeksi yanlis girilmis olabilir",
                                                    "mahallede kesinti ne zaman bitecek",
                                                    "tarife basamagimi ogrenmek istiyorum",
                                                    "ariza kaydim icin ekip ne zaman gelir",
                                                    "adres degisikligi nasil yapilir"};

/// Where the features and classes of the records stand in an experiment.
class SupportPlaces {
 public:
  SupportPlaces(const Experiment& experiment, Cube& cube) {
    for (std::size_t i = 0; i < kSupportFeatures.size(); ++i) {
      if (const auto place = experiment.feature(kSupportFeatures[i])) features_[i] = FeatureBits{1} << *place;
    }
    for (std::size_t i = 0; i < kSupportClasses.size(); ++i) classes_[i] = cube.class_index(kSupportClasses[i]);
  }

  [[nodiscard]] FeatureBits features(FeatureBits own) const {
    FeatureBits bits = 0;
    for (std::size_t i = 0; i < features_.size(); ++i) {
      if ((own >> i & 1) != 0) bits |= features_[i];
    }
    return bits;
  }
  [[nodiscard]] std::uint32_t class_index(std::size_t own) const { return classes_[own]; }

 private:
  std::array<FeatureBits, kSupportFeatures.size()> features_{};
  std::array<std::uint32_t, kSupportClasses.size()> classes_{};
};

FeatureBits features_in(const Experiment& experiment, FeatureBits own) {
  FeatureBits bits = 0;
  for (std::size_t i = 0; i < kSupportFeatures.size(); ++i) {
    const auto place = experiment.feature(kSupportFeatures[i]);
    if (place && (own >> i & 1) != 0) bits |= FeatureBits{1} << *place;
  }
  return bits;
}

Result<void> check_classes(const Experiment& experiment) {
  for (const std::string_view name : kSupportClasses) {
    if (!experiment.has_class(name)) {
      return fail(ErrorKind::Input, fmt::format("the experiment has no class \"{}\"", name),
                  {.file = experiment.name, .line = 0, .column = 0}, "name a file of records");
    }
  }
  if (!experiment.clean) {
    return fail(ErrorKind::Input, "the experiment does not say which classes are clean",
                {.file = experiment.name, .line = 0, .column = 0}, "[records] clean = [\"clean\"]");
  }
  return {};
}

}  // namespace

SupportRecord support_record(std::uint64_t seed, std::uint64_t index) {
  Draws draws(seed + kStride * index);
  SupportRecord record;
  record.number = index + 1;
  record.class_index = draws.pick(kClassShares);
  record.source = kAllSourceKinds[draws.pick(kSourceShares[record.class_index])];
  for (std::size_t i = 0; i < kSupportFeatures.size(); ++i) {
    if (draws.next() < kProfiles[record.class_index][i]) record.features |= FeatureBits{1} << i;
  }
  record.text = kTexts[static_cast<std::size_t>(draws.next() * static_cast<double>(kTexts.size()))];
  record.length = 40 + static_cast<unsigned>(draws.next() * 260.0);
  return record;
}

void append_support_record(std::string& out, const SupportRecord& record, const Experiment& experiment) {
  fmt::format_to(std::back_inserter(out), R"({{"no": {}, "class": "{}", "source": "{}", "features": {{)", record.number,
                 kSupportClasses[record.class_index], to_string(record.source));
  for (std::size_t i = 0; i < kSupportFeatures.size(); ++i) {
    fmt::format_to(std::back_inserter(out), R"({}"{}": {})", i == 0 ? "" : ", ", kSupportFeatures[i],
                   (record.features >> i & 1) != 0);
  }
  fmt::format_to(std::back_inserter(out), R"(}}, "text": "{}", "length": {})", record.text, record.length);
  const auto capability = experiment.capability_of(features_in(experiment, record.features), record.source);
  if (capability) fmt::format_to(std::back_inserter(out), R"(, "requested_capability": "{}")", to_string(*capability));
  out += '}';
}

Result<void> add_support_records(const Experiment& experiment, std::uint64_t seed, std::uint64_t begin,
                                 std::uint64_t end, Cube& cube) {
  if (Result<void> checked = check_classes(experiment); !checked) return checked;
  const SupportPlaces places(experiment, cube);
  for (std::uint64_t i = begin; i < end; ++i) {
    const SupportRecord record = support_record(seed, i);
    const FeatureBits features = places.features(record.features);
    const auto capability = experiment.capability_of(features, record.source);
    if (!capability) {
      return fail(ErrorKind::Input, fmt::format("no capability can be derived for record {}", record.number),
                  {.file = experiment.name, .line = 0, .column = 0}, "end [records] capability with { is = \"read\" }");
    }
    cube.add({.class_index = places.class_index(record.class_index),
              .truth = experiment.truth_of(kSupportClasses[record.class_index]).value_or(Truth::Harmful),
              .source = record.source,
              .capability = *capability,
              .filters = experiment.matching(features)});
  }
  return {};
}

}  // namespace yett
