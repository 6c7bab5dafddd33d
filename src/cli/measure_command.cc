#include "cli/call_intake.h"
#include "cli/commands.h"
#include "cli/measure_conflicts.h"
#include "cli/measure_option.h"
#include "cli/measuring.h"

namespace yett {
namespace {

Exit run_measure(const Invocation& invocation, const Console& console) {
  const Result<MeasureTerms> terms = find_measure_terms(invocation, console);
  if (!terms) return console.refuse(terms.error());
  const bool is_calls = measures_calls(invocation) || begins_with_call(invocation.values("FILE"));
  return is_calls ? measure_calls(invocation, console, *terms) : measure_records(invocation, console, *terms);
}

}  // namespace

CommandSpec measure_command() {
  return {
      .name = "measure",
      .summary = "Measure what permission sets, filters and a policy stop, and what they cost",
      .positionals = {{.name = "FILE",
                       .help = "Records or, with -p, labelled calls: JSON Lines, plain, gzip or zstd; - is standard "
                               "input; absent: made records, with -p standard input",
                       .count = PositionalSpec::Count::Several}},
      .options = measure_options(),
      .trailing = Trailing::Refused,
      .example =
          "yett measure                                      # 240 made records, three tables\n"
          "  yett measure -p yett.toml calls.jsonl --details   # what this policy stops of labelled calls\n"
          "  yett measure --frontier --max-false-block 0.05    # which permission set to take",
      .run = run_measure};
}

}  // namespace yett
