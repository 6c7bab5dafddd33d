#include "cli/proof_view.h"

#include <fmt/format.h>

#include <map>
#include <set>
#include <vector>

#include "cases/write_cases.h"
#include "cli/table.h"
#include "words/reason.h"

namespace yett {
namespace {

constexpr Fate kFates[] = {Fate::Killed, Fate::Equivalent, Fate::Redundant, Fate::Void, Fate::Survived};

Label fate_label(Fate fate) {
  switch (fate) {
    case Fate::Killed:
      return Label::FateKilled;
    case Fate::Equivalent:
      return Label::FateEquivalent;
    case Fate::Redundant:
      return Label::FateRedundant;
    case Fate::Void:
      return Label::FateVoid;
    case Fate::Survived:
      return Label::FateSurvived;
  }
  return Label::FateSurvived;
}

std::vector<std::string> words_of(std::initializer_list<Label> labels, Language language) {
  std::vector<std::string> words;
  for (const Label label : labels) words.emplace_back(word(language, label));
  return words;
}

std::string how(const MutantResult& mutant, Language language) {
  if (mutant.fate != Fate::Killed) return mutant.by;
  const Label label = mutant.kind == MutantKind::Removal ? Label::WorkStops
                      : mutant.by_attack                 ? Label::AttackSucceeds
                                                         : Label::ExpectationBreaks;
  return fmt::format("{}: {}", word(language, label), mutant.by);
}

}  // namespace

std::string mutant_rows(const Proof& proof, Language language, Format format, std::size_t width) {
  Table table(words_of({Label::Mutant, Label::Fate, Label::KilledBy}, language));
  table.fold_last(1);
  table.set_width(width);
  for (const MutantResult& mutant : proof.mutants) {
    table.add({mutant.name, std::string(word(language, fate_label(mutant.fate))), how(mutant, language)});
  }
  return table.print(format);
}

std::string operator_rows(const Proof& proof, Language language, Format format) {
  std::vector<std::string> order;
  std::map<std::string, std::map<Fate, std::size_t>, std::less<>> counts;
  for (const MutantResult& mutant : proof.mutants) {
    const std::string name(operator_of(mutant));
    if (!counts.contains(name)) order.push_back(name);
    ++counts[name][mutant.fate];
  }
  Table table(words_of({Label::Mutant, Label::FateKilled, Label::FateEquivalent, Label::FateRedundant, Label::FateVoid,
                        Label::FateSurvived},
                       language));
  for (const std::string& name : order) {
    std::vector<std::string> row = {name};
    for (const Fate fate : kFates) {
      const std::size_t count = counts[name][fate];
      row.push_back(count == 0 ? "-" : std::to_string(count));
    }
    table.add(std::move(row));
  }
  return table.print(format);
}

std::string proof_summary(const Proof& proof, Language language) {
  return word_with(language, Label::MutantsLine,
                   {{"{all}", std::to_string(proof.mutants.size())},
                    {"{killed}", std::to_string(proof.count(Fate::Killed))},
                    {"{equivalent}", std::to_string(proof.count(Fate::Equivalent))},
                    {"{redundant}", std::to_string(proof.count(Fate::Redundant))},
                    {"{void}", std::to_string(proof.count(Fate::Void))},
                    {"{survived}", std::to_string(proof.count(Fate::Survived))}}) +
         "\n";
}

std::string survivor_cases(const Proof& proof, Language language) {
  std::string unkilled;
  std::vector<std::string> order;
  std::map<std::string, std::string> killed_by;  // the lines above a case, by its name
  std::map<std::string, const Case*> cases;
  for (const MutantResult& mutant : proof.mutants) {
    if (mutant.fate != Fate::Survived) continue;
    const std::string name =
        mutant.where.line == 0 ? mutant.name : fmt::format("{} ({})", mutant.name, mutant.where.to_string());
    if (!mutant.would_kill) {
      unkilled += word_with(language, Label::SurvivorWithoutCase, name) + "\n";
      continue;
    }
    const std::string& killer = mutant.would_kill->name;
    if (cases.emplace(killer, &*mutant.would_kill).second) order.push_back(killer);
    killed_by[killer] += fmt::format("# {}\n", word_with(language, Label::SurvivorLine, name));
  }
  std::string text = unkilled.empty() ? "" : "\n" + unkilled;
  // A case that kills several is to be pasted once.
  for (const std::string& name : order) text += "\n" + killed_by[name] + write_case(*cases[name]);
  return text;
}

std::string killer_cases(const Proof& proof) {
  std::vector<Case> cases;
  std::set<std::string> names;
  for (const MutantResult& mutant : proof.mutants) {
    if (mutant.would_kill && names.insert(mutant.would_kill->name).second) cases.push_back(*mutant.would_kill);
  }
  return write_cases(cases);
}

Json proof_json(const Proof& proof) {
  Json::Array mutants;
  for (const MutantResult& mutant : proof.mutants) {
    mutants.push_back(
        Json::object({{"operator", operator_of(mutant)},
                      {"name", mutant.name},
                      {"at", mutant.where.line == 0 ? Json() : Json(mutant.where.to_string())},
                      {"fate", to_string(mutant.fate)},
                      {"by", mutant.by.empty() ? Json() : Json(mutant.by)},
                      {"by_attack", mutant.fate == Fate::Killed ? Json(mutant.by_attack) : Json()},
                      {"would_kill", mutant.would_kill ? Json(write_case(*mutant.would_kill)) : Json()}}));
  }
  Json json(Json::Object{});
  json.set("mutants", std::uint64_t{proof.mutants.size()});
  for (const Fate fate : kFates) json.set(to_string(fate), std::uint64_t{proof.count(fate)});
  json.set("results", std::move(mutants));
  return json;
}

}  // namespace yett
