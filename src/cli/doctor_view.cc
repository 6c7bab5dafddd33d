#include "cli/doctor_view.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <optional>

#include "cli/screen.h"
#include "cli/table.h"
#include "isolate/attempts.h"
#include "text/json.h"
#include "words/doctor_words.h"
#include "words/escape_words.h"

namespace yett {
namespace {

std::string text(Language language, DoctorText id) { return std::string(doctor_text(language, id)); }

DoctorText outside_text(const EscapeFinding& finding) {
  switch (finding.outside) {
    case EscapeOutcome::Open:
      return DoctorText::Succeeds;
    case EscapeOutcome::NotTried:
      return DoctorText::NotTried;
    case EscapeOutcome::Unknown:
      return DoctorText::NoAnswer;
    case EscapeOutcome::Held:
    case EscapeOutcome::Unsupported:
      break;
  }
  return DoctorText::Fails;
}

DoctorText inside_text(const EscapeFinding& finding) {
  switch (finding.verdict()) {
    case EscapeVerdict::Held:
      return DoctorText::Held;
    case EscapeVerdict::Open:
      return DoctorText::Open;
    case EscapeVerdict::Impossible:
      return finding.inside == EscapeOutcome::NotTried ? DoctorText::NotTried : DoctorText::Impossible;
    case EscapeVerdict::Unanswered:
      break;
  }
  return DoctorText::NoAnswer;
}

std::string_view verdict_id(EscapeVerdict verdict) {
  switch (verdict) {
    case EscapeVerdict::Held:
      return "held";
    case EscapeVerdict::Open:
      return "open";
    case EscapeVerdict::Impossible:
      return "impossible";
    case EscapeVerdict::Unanswered:
      break;
  }
  return "unanswered";
}

std::string_view group_id(EscapeGroup group) {
  switch (group) {
    case EscapeGroup::Files:
      return "files";
    case EscapeGroup::Processes:
      return "processes";
    case EscapeGroup::Network:
      return "network";
    case EscapeGroup::Kernel:
      return "kernel";
    case EscapeGroup::Terminal:
      return "terminal";
    case EscapeGroup::Limits:
      return "limits";
  }
  return "";
}

bool has_colour(const Console& console) {
  return ::isatty(::fileno(console.out)) == 1 && !console.variable("NO_COLOR") && console.variable("TERM") != "dumb";
}

/// Lines that tell of something open or unanswered, in red as far as that word goes.
std::string coloured(const std::string& lines, Language language) {
  std::string out;
  for (std::string_view left = lines; !left.empty();) {
    const std::string_view line = left.substr(0, left.find('\n') + 1);
    left.remove_prefix(line.size());
    std::optional<std::size_t> at;
    std::size_t size = 0;
    for (const auto id : {DoctorText::Open, DoctorText::NoAnswer}) {
      const std::string_view word = doctor_text(language, id);
      if (const auto found = line.find(word); found != std::string_view::npos) at = found, size = word.size();
    }
    out += at ? fmt::format("{}\x1b[1;31m{}\x1b[0m{}", line.substr(0, *at), line.substr(*at, size),
                            line.substr(*at + size))
              : std::string(line);
  }
  return out;
}

std::string grouped_table(const Examination& examination, Language language, const Console& console) {
  Table table({text(language, DoctorText::Attempt), text(language, DoctorText::Outside),
               text(language, DoctorText::Inside), text(language, DoctorText::What)});
  table.set_width(screen_width(console));
  table.fold_last(1);
  std::optional<EscapeGroup> group;
  for (const EscapeFinding& finding : examination.findings) {
    if (group != finding.group) table.add({std::string(escape_group_words(language, finding.group)), "", "", ""});
    group = finding.group;
    table.add({fmt::format("  {}", finding.attempt), text(language, outside_text(finding)),
               text(language, inside_text(finding)), std::string(escape_words(language, finding.attempt))});
  }
  const std::string lines = table.print(Format::Table);
  return has_colour(console) ? coloured(lines, language) : lines;
}

std::string footer(const ExaminedBackend& one, Language language) {
  const Confinement& confinement = one.examination.confinement;
  const std::string abi =
      confinement.landlock_abi == 0
          ? text(language, DoctorText::NoLandlock)
          : doctor_text(language, DoctorText::LandlockAbi, {{"{abi}", std::to_string(confinement.landlock_abi)}});
  const auto filter = confinement.filtered ? DoctorText::Filtered : DoctorText::NotFiltered;
  std::string lines = doctor_text(language, DoctorText::Holding,
                                  {{"{backend}", std::string(backend_name(one.backend))},
                                   {"{abi}", abi},
                                   {"{filter}", text(language, filter)}}) +
                      "\n";
  for (const std::string& gap : confinement.gaps) {
    lines += doctor_text(language, DoctorText::Gap, {{"{gap}", gap}}) + "\n";
  }
  const auto count = [&](EscapeVerdict verdict) { return std::to_string(one.examination.count(verdict)); };
  lines += doctor_text(language, DoctorText::Counts,
                       {{"{all}", std::to_string(one.examination.findings.size())},
                        {"{held}", count(EscapeVerdict::Held)},
                        {"{impossible}", count(EscapeVerdict::Impossible)},
                        {"{open}", count(EscapeVerdict::Open)}});
  if (one.examination.count(EscapeVerdict::Unanswered) != 0) {
    lines += doctor_text(language, DoctorText::Silent, {{"{silent}", count(EscapeVerdict::Unanswered)}});
  }
  return lines + "\n";
}

std::string tables(std::span<const ExaminedBackend> examined, Language language, const Console& console) {
  std::string out;
  for (const ExaminedBackend& one : examined) {
    if (!out.empty() && one.skipped.empty()) out += "\n";
    out += one.skipped.empty()
               ? grouped_table(one.examination, language, console) + "\n" + footer(one, language)
               : doctor_text(language, DoctorText::Skipped,
                             {{"{backend}", std::string(backend_name(one.backend))}, {"{why}", one.skipped}}) +
                     "\n";
  }
  return out;
}

std::string rows(std::span<const ExaminedBackend> examined, Format format, Language language) {
  Table table({text(language, DoctorText::Backend), text(language, DoctorText::Group),
               text(language, DoctorText::Attempt), text(language, DoctorText::Outside),
               text(language, DoctorText::Inside), text(language, DoctorText::What)});
  for (const ExaminedBackend& one : examined) {
    for (const EscapeFinding& finding : one.examination.findings) {
      table.add({std::string(backend_name(one.backend)), std::string(escape_group_words(language, finding.group)),
                 std::string(finding.attempt), text(language, outside_text(finding)),
                 text(language, inside_text(finding)), std::string(escape_words(language, finding.attempt))});
    }
  }
  return table.print(format);
}

Json json_of(const ExaminedBackend& one, Language language) {
  if (!one.skipped.empty()) return Json::object({{"backend", backend_name(one.backend)}, {"skipped", one.skipped}});
  const Examination& examination = one.examination;
  Json::Array gaps;
  for (const std::string& gap : examination.confinement.gaps) gaps.push_back(gap);
  Json::Array attempts;
  for (const EscapeFinding& finding : examination.findings) {
    attempts.push_back(Json::object({{"id", finding.attempt},
                                     {"group", group_id(finding.group)},
                                     {"what", escape_words(language, finding.attempt)},
                                     {"outside", std::string_view(outcome_name(finding.outside))},
                                     {"inside", std::string_view(outcome_name(finding.inside))},
                                     {"verdict", verdict_id(finding.verdict())}}));
  }
  const auto count = [&](EscapeVerdict verdict) { return static_cast<std::int64_t>(examination.count(verdict)); };
  return Json::object({{"backend", backend_name(one.backend)},
                       {"holds", examination.holds()},
                       {"landlock_abi", examination.confinement.landlock_abi},
                       {"filtered", examination.confinement.filtered},
                       {"gaps", gaps},
                       {"held", count(EscapeVerdict::Held)},
                       {"impossible", count(EscapeVerdict::Impossible)},
                       {"open", count(EscapeVerdict::Open)},
                       {"unanswered", count(EscapeVerdict::Unanswered)},
                       {"attempts", attempts}});
}

}  // namespace

std::string print_examinations(std::span<const ExaminedBackend> examined, Format format, Language language,
                               const Console& console) {
  if (format == Format::Table) return tables(examined, language, console);
  if (format != Format::Json) return rows(examined, format, language);
  Json::Array backends;
  for (const ExaminedBackend& one : examined) backends.push_back(json_of(one, language));
  return write_json(backends) + "\n";
}

}  // namespace yett
