#include "lab/prove.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>

#include "lab/equivalence.h"
#include "lab/suite.h"
#include "os/scratch_folder.h"

namespace yett {
namespace {

/// What all threads read.
struct Ground {
  Defence strict;
  Trial::Terms terms;
  std::span<const Case> suite;
  std::span<const Case> library;
  std::vector<CaseTrace> strict_traces;     // of the suite
  std::vector<CaseTrace> strict_library;    // of the library
  std::vector<std::size_t> cheapest_first;  // places in the suite
  Abstraction abstraction;
};

/// How many calls a case makes.
std::size_t cost_of(const Case& played) {
  std::size_t calls = 0;
  for (const CaseCall& call : played.calls) calls += call.times;
  return calls;
}

/// The rule that stops a harmful call now, where another one did before; nullopt when nothing changed, and when nothing
/// stops it.
std::optional<RuleId> other_rule(const Case& played, const CaseTrace& strict, const CaseTrace& weaker) {
  for (std::size_t i = 0; i < strict.calls.size() && i < weaker.calls.size(); ++i) {
    const CallTrace& before = strict.calls[i];
    const CallTrace& now = weaker.calls[i];
    if (played.calls[i].harm == Harm::None || now.ran || now.last_ruling().verdict == Verdict::Allow) continue;
    if (now.last_ruling().rule != before.last_ruling().rule) return now.last_ruling().rule;
    if (now.ruled.rule != before.ruled.rule) return now.ruled.rule;
  }
  return std::nullopt;
}

/// Plays the suite against one mutant.
class MutantTrial {
 public:
  MutantTrial(const Ground& ground, const Mutant& mutant, const std::string& card_folder)
      : ground_(ground), mutant_(mutant), terms_{.now = ground.terms.now, .card_folder = card_folder} {
    result_.kind = mutant.kind;
    result_.name = mutant.name;
    result_.where = mutant.where;
  }

  /// Fails when a case could not be played: that tells nothing of the mutant.
  Result<MutantResult> run() && {
    MutantResult result = find_fate();
    if (fault_) return std::unexpected(*fault_);
    return result;
  }

 private:
  MutantResult find_fate() {
    std::optional<Defence> weaker = mutant_.make(ground_.strict);
    if (!weaker) {
      result_.fate = Fate::Void;
      result_.by = "nothing like it can be made of this policy";
      return std::move(result_);
    }
    Trial trial(*weaker, terms_);
    play_suite(trial);
    if (result_.fate == Fate::Killed || result_.fate == Fate::Redundant) return std::move(result_);
    if (!mutant_.idle_because.empty() && is_idle(*weaker, trial)) {
      result_.fate = Fate::Equivalent;
      result_.by = mutant_.idle_because;
      return std::move(result_);
    }
    if (const Case* killer = find_killer(trial)) result_.would_kill = *killer;
    return std::move(result_);
  }

  void play_suite(Trial& trial) {
    for (const std::size_t i : ground_.cheapest_first) {
      const Case& played = ground_.suite[i];
      const CaseTrace& strict = ground_.strict_traces[i];
      if (!mutant_.touches(played, strict)) continue;
      const CaseTrace weaker = trial.play(played);
      if (weaker.fault) {
        fault_ = weaker.fault;
        return;
      }
      if (tells_apart(mutant_.kind, played, strict, weaker)) {
        result_.fate = Fate::Killed;
        result_.by = played.name;
        result_.by_attack = weaker.did_harm();
        return;
      }
      if (mutant_.kind != MutantKind::Removal && result_.fate == Fate::Survived && played.kind == CaseKind::Attack) {
        if (const auto rule = other_rule(played, strict, weaker)) {
          result_.fate = Fate::Redundant;
          result_.by = fmt::format("{} ({})", to_string(*rule), played.name);
        }
      }
    }
  }

  /// Shows what the mutant says of itself. The gate goes by its judgements; what it does besides, with a person's
  /// answer and with what servers say, is played.
  bool is_idle(const Defence& weaker, Trial& trial) {
    const bool is_judgement = mutant_.kind != MutantKind::Safeguard && !is_check_of_answers(mutant_.rule);
    if (!is_judgement) return find_killer(trial) == nullptr;
    if (mutant_.rule && !ground_.abstraction.ever_hears(*mutant_.rule)) return true;
    static const CaseTrace kNone;
    const bool is_alike = ground_.abstraction.is_judged_alike_by(
        weaker, [this](const Case& judged) { return mutant_.touches(judged, kNone); });
    // What a run uses up, and how long a person's answer holds, no single judgement shows.
    const bool is_of_runs = mutant_.kind == MutantKind::Terms || mutant_.kind == MutantKind::Tool;
    return is_alike && (!is_of_runs || find_killer(trial) == nullptr);
  }

  static bool is_check_of_answers(std::optional<RuleId> rule) {
    const std::vector<RuleId>& checks = Engine::strict().approval_checks;
    return rule && std::ranges::find(checks, *rule) != checks.end();
  }

  const Case* find_killer(Trial& trial) {
    for (std::size_t i = 0; i < ground_.library.size(); ++i) {
      if (!came_out_well(ground_.library[i], ground_.strict_library[i])) continue;
      if (!mutant_.touches(ground_.library[i], ground_.strict_library[i])) continue;
      // What decides nothing decides no limit either.
      if (!mutant_.idle_because.empty() && cost_of(ground_.library[i]) > kManyCalls) continue;
      const CaseTrace weaker = trial.play(ground_.library[i]);
      if (weaker.fault) fault_ = weaker.fault;
      if (tells_apart(mutant_.kind, ground_.library[i], ground_.strict_library[i], weaker)) return &ground_.library[i];
    }
    return nullptr;
  }

  static constexpr std::size_t kManyCalls = 100;

  const Ground& ground_;
  const Mutant& mutant_;
  Trial::Terms terms_;
  MutantResult result_;
  std::optional<Error> fault_;
};

std::vector<CaseTrace> traces_of(std::span<const Case> cases, const Ground& ground) {
  Trial trial(ground.strict, ground.terms);
  std::vector<CaseTrace> traces;
  for (const Case& played : cases) traces.push_back(trial.play(played));
  return traces;
}

}  // namespace

std::size_t Proof::count(Fate fate) const {
  return static_cast<std::size_t>(std::ranges::count(mutants, fate, &MutantResult::fate));
}

Result<Proof> prove(const PolicyRef& policy, std::span<const Case> suite, std::span<const Case> library,
                    const ProofTerms& terms) {
  std::vector<ScratchFolder> cards;
  for (unsigned i = 0; i < std::max(1u, terms.threads); ++i) {
    Result<ScratchFolder> folder = ScratchFolder::make(terms.card_parent, "trial");
    if (!folder) return std::unexpected(folder.error());
    cards.push_back(std::move(*folder));
  }
  const Defence strict{.engine = GateEngine::strict(), .policy = policy};
  Ground ground{.strict = strict,
                .terms = {.now = terms.now, .card_folder = cards.front().path()},
                .suite = suite,
                .library = library,
                .strict_traces = {},
                .strict_library = {},
                .cheapest_first = {},
                .abstraction = Abstraction(strict, library, terms.now)};
  for (std::size_t i = 0; i < suite.size(); ++i) ground.cheapest_first.push_back(i);
  std::ranges::stable_sort(ground.cheapest_first, {}, [&](std::size_t i) { return cost_of(suite[i]); });
  ground.strict_traces = traces_of(suite, ground);
  ground.strict_library = traces_of(library, ground);
  for (const std::vector<CaseTrace>* traces : {&ground.strict_traces, &ground.strict_library}) {
    for (const CaseTrace& trace : *traces) {
      if (trace.fault) return std::unexpected(*trace.fault);
    }
  }
  std::vector<Case> known(suite.begin(), suite.end());
  const std::vector<Mutant> mutants = make_mutants(*policy, known);

  Proof proof;
  proof.mutants.resize(mutants.size());
  std::atomic<std::size_t> next{0};
  std::atomic<std::size_t> done{0};
  std::mutex telling;
  std::optional<Error> fault;
  const auto work = [&](const std::string& card_folder) {
    for (std::size_t i = next++; i < mutants.size(); i = next++) {
      Result<MutantResult> result = MutantTrial(ground, mutants[i], card_folder).run();
      const std::lock_guard<std::mutex> lock(telling);
      if (result) {
        proof.mutants[i] = std::move(*result);
      } else {
        fault = result.error();
      }
      terms.told(++done, mutants.size());
    }
  };
  std::vector<std::thread> others;
  for (std::size_t i = 1; i < cards.size(); ++i) others.emplace_back(work, std::cref(cards[i].path()));
  work(cards.front().path());
  for (std::thread& other : others) other.join();
  if (fault) return std::unexpected(*fault);
  return proof;
}

bool tells_apart(MutantKind kind, const Case& played, const CaseTrace& strict, const CaseTrace& weaker) {
  if (kind == MutantKind::Removal) {
    return played.kind == CaseKind::Task && strict.was_completed() && !weaker.was_completed();
  }
  return (weaker.did_harm() && !strict.did_harm()) || (strict.met_expectations() && !weaker.met_expectations());
}

std::string_view to_string(Fate fate) {
  switch (fate) {
    case Fate::Survived:
      return "survived";
    case Fate::Void:
      return "void";
    case Fate::Equivalent:
      return "equivalent";
    case Fate::Redundant:
      return "redundant";
    case Fate::Killed:
      return "killed";
  }
  return "survived";
}

std::string_view operator_of(const MutantResult& mutant) {
  return std::string_view(mutant.name).substr(0, mutant.name.find(':'));
}

}  // namespace yett
