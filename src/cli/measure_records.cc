#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "cli/experiment_file.h"
#include "cli/input_file.h"
#include "cli/measure_output.h"
#include "cli/measuring.h"
#include "cli/progress.h"
#include "cli/record_rows.h"
#include "metrics/cube_csv.h"
#include "metrics/cube_sql.h"
#include "metrics/support_records.h"
#include "os/files.h"
#include "records/make_records.h"
#include "records/read_records.h"

namespace yett {
namespace {

constexpr std::size_t kMaxCubeBytes = 256u << 20;

/// The records of one command line, as far as tables need them.
struct CountedRecords {
  Cube cube;
  std::uint64_t skipped = 0;
};

void tell_faults(const Console& console, const std::vector<Error>& faults, std::uint64_t all) {
  for (const Error& fault : faults) console.report(fault);
  if (all > faults.size()) console.complain(fmt::format("yett: {} more lines cannot be used", all - faults.size()));
}

/// Tells why nothing is measured: each line of a few, of more at last how many there are.
std::unexpected<Error> refuse_lines(const Console& console, const std::vector<Error>& errors, std::uint64_t bad_lines) {
  const bool is_one = errors.size() == 1 && bad_lines <= 1;
  if (is_one) return std::unexpected(errors.front());
  for (const Error& error : errors) console.report(error);
  return fail(ErrorKind::Input,
              fmt::format("{} lines cannot be used", std::max<std::uint64_t>(bad_lines, errors.size())), {},
              "--skip-bad leaves them out and counts them; --experiment says what is measured");
}

Result<CountedRecords> read_files(const Experiment& experiment, const std::vector<std::string>& files,
                                  const Console& console, const MeasureTerms& terms) {
  Progress progress(console, "MiB");
  const auto tell = [&progress](const ReadProgress& read) {
    if (read.bytes_total) {
      progress.tell(static_cast<std::size_t>(read.bytes_done >> 20), static_cast<std::size_t>(*read.bytes_total >> 20));
    }
  };
  std::expected<RecordsRead, RecordErrors> read =
      read_records(experiment, files,
                   {.bad_lines = terms.bad == BadRecords::Skipped ? BadLines::Skip : BadLines::Refuse,
                    .threads = terms.threads,
                    .progress = tell});
  if (!read) {
    return refuse_lines(console, read.error().reported, read.error().bad_lines);
  }
  tell_faults(console, read->faults, read->skipped);
  return CountedRecords{.cube = std::move(read->cube), .skipped = read->skipped};
}

Result<CountedRecords> read_cube(const Experiment& experiment, const std::string& path, const Console& console,
                                 const MeasureTerms& terms) {
  const Result<InputFile> file = InputFile::open(path);
  if (!file) return std::unexpected(file.error());
  const Result<std::string> text = file->read_all(kMaxCubeBytes);
  if (!text) return std::unexpected(text.error());
  Result<CubeRead> read = read_cube_csv(experiment, *text);
  if (!read) {
    read.error().where.file = file->name();
    return std::unexpected(read.error());
  }
  for (Error& fault : read->faults) fault.where.file = file->name();
  const bool is_refused = !read->faults.empty() && terms.bad == BadRecords::Refused;
  if (is_refused) {
    Error last = std::move(read->faults.back());
    read->faults.pop_back();
    tell_faults(console, read->faults, 0);
    return std::unexpected(std::move(last));
  }
  tell_faults(console, read->faults, 0);
  return CountedRecords{.cube = std::move(read->cube), .skipped = read->skipped};
}

Result<CountedRecords> count_records(const Invocation& invocation, const Console& console, const MeasureTerms& terms,
                                     const Experiment& experiment) {
  if (const auto cube = invocation.value("--from-cube")) return read_cube(experiment, *cube, console, terms);
  if (invocation.has("FILE")) return read_files(experiment, invocation.values("FILE"), console, terms);
  Progress progress(console, "records");
  Result<Cube> cube = make_records(
      experiment,
      {.records = terms.records, .seed = terms.seed, .threads = terms.threads, .progress = [&](std::uint64_t done) {
         progress.tell(done, terms.records);
       }});
  if (!cube) return std::unexpected(cube.error());
  return CountedRecords{.cube = *std::move(cube), .skipped = 0};
}

Exit print_tables(const Invocation& invocation, const Console& console, const MeasureTerms& terms,
                  const Experiment& experiment, const CountedRecords& counted) {
  const Sample sample = sample_of(experiment, counted.cube);
  Result<Measurement> measured =
      measure(experiment, {.unanswered = sample, .approved = sample}, SampleKind::Records, ScriptedAnswer::None,
              terms.bad == BadRecords::Skipped ? OneSided::Measured : OneSided::Refused);
  if (!measured) {
    measured.error().hint += "; --skip-bad measures what there is";
    return console.refuse(measured.error());
  }
  measured->skipped = counted.skipped;
  MeasureResult result{
      .experiment = experiment, .measurement = *measured, .frontiers = {}, .blocks = {}, .members = {}};
  if (invocation.has("--frontier") || invocation.has("--suggest")) {
    result.frontiers.push_back(record_frontier(counted.cube));
  }
  if (invocation.has("--suggest")) return print_suggestion(console, terms, result);
  return print_measurement(invocation, console, terms, result);
}

Exit print_rows(const Invocation& invocation, const Console& console, const MeasureTerms& terms,
                const Experiment& experiment, TellFaults tell) {
  const Result<void> written = write_record_rows(invocation, console, terms, experiment, tell);
  return written ? Exit::Done : console.refuse(written.error());
}

}  // namespace

Exit measure_records(const Invocation& invocation, const Console& console, const MeasureTerms& terms) {
  const Result<Experiment> experiment = find_experiment(invocation, console, nullptr);
  if (!experiment) return console.refuse(experiment.error());
  if (invocation.has("--sql")) {
    if (const Result<void> checked = check_columns(*experiment); !checked) return console.refuse(checked.error());
    console.print(cube_sql(*experiment));
    return Exit::Done;
  }
  const bool has_rows = invocation.has("--per-record") || invocation.has("--records-out");
  const std::vector<std::string>& files = invocation.values("FILE");
  if (has_rows && std::ranges::find(files, "-") != files.end()) {
    // Standard input comes once, so its lines are judged as they are printed.
    return print_rows(invocation, console, terms, *experiment, TellFaults::Yes);
  }
  const Result<CountedRecords> counted = count_records(invocation, console, terms, *experiment);
  if (!counted) return console.refuse(counted.error());
  // Every line has been read once, so that nothing is printed or written of an input with a line that is refused.
  if (has_rows) {
    const Exit printed = print_rows(invocation, console, terms, *experiment, TellFaults::No);
    if (printed != Exit::Done || invocation.has("--per-record")) return printed;
  }
  if (const auto file = invocation.value("--cube-out")) {
    const Result<void> written = replace_file(*file, cube_csv(*experiment, counted->cube));
    if (!written) return console.refuse(written.error());
  }
  return print_tables(invocation, console, terms, *experiment, *counted);
}

}  // namespace yett
