#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "cli/explanation_view.h"
#include "cli/input_file.h"
#include "cli/judging_option.h"
#include "cli/language_option.h"
#include "cli/line_input.h"
#include "cli/value_explanation.h"
#include "decide/resolved_paths.h"
#include "os/path_resolution.h"
#include "replay/call_line.h"
#include "words/explanation.h"

namespace yett {
namespace {

/// A call as it stands in an input, and on which line it begins.
struct CallText {
  std::string text;
  std::size_t line = 1;
};

std::unexpected<Error> no_call(const InputFile& file, std::string message, std::string hint) {
  return fail(ErrorKind::Input, std::move(message), {.file = file.name()}, std::move(hint));
}

Result<std::size_t> parse_line_number(const std::string& text) {
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc() && end == text.data() + text.size() && number > 0) return number;
  return fail(ErrorKind::Input, "--line takes the number of a line, from 1");
}

Result<CallText> read_line(const InputFile& file, std::size_t wanted) {
  CallText call{.text = {}, .line = wanted};
  const Result<LinesRead> read = each_line(file.descriptor(), kMaxCallBytes, [&](const InputLine& line) {
    if (line.number == wanted) call.text = line.text;
  });
  if (!read) return std::unexpected(read.error());
  if (call.text.empty()) return no_call(file, fmt::format("no call stands on line {}", wanted), {});
  return call;
}

/// How many calls stand in a text, one a line; 1 for a call in several lines, and for what is none.
std::size_t count_calls(std::string_view text) {
  std::size_t count = 0;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    // The first line decides whether lines are calls.
    if (count == 0 && !parse_json(line)) return 1;
    ++count;
  }
  return count;
}

Result<CallText> read_whole(const InputFile& file) {
  Result<std::string> text = file.read_all(kMaxCallBytes);
  if (!text) return std::unexpected(text.error());
  const std::size_t calls = count_calls(*text);
  if (calls == 0) return no_call(file, "no call", "give one as a JSON object");
  if (calls > 1) {
    return no_call(file, fmt::format("explain takes one call, and this has {} lines", calls),
                   "name one with --line N, or judge all with `yett decide`");
  }
  return CallText{.text = std::move(*text)};
}

Result<CallText> find_call(const Invocation& invocation) {
  const Result<InputFile> file = InputFile::open(invocation.positional("FILE"));
  if (!file) return std::unexpected(file.error());
  const std::optional<std::string> wanted = invocation.value("--line");
  if (!wanted) return read_whole(*file);
  const Result<std::size_t> number = parse_line_number(*wanted);
  if (!number) return std::unexpected(number.error());
  return read_line(*file, *number);
}

/// What is wrong with the call stands at a place in its text: where that is in the input.
void place_fault(CallLine& line, const CallText& call, const Invocation& invocation) {
  if (!line.fault) return;
  line.fault->where.file = input_name(invocation.positional("FILE"));
  line.fault->where.line += static_cast<std::uint32_t>(call.line - 1);
}

constexpr const char* kValueOptions[] = {"--url", "--email", "--path", "--command"};

/// A value stands in place of a call, so a call beside it would be passed over.
Result<void> refuse_call_beside_values(const Invocation& invocation) {
  const auto given = std::ranges::find_if(kValueOptions, [&](const char* option) { return invocation.has(option); });
  if (given == std::end(kValueOptions) || (!invocation.positional("FILE") && !invocation.has("--line"))) return {};
  return fail(ErrorKind::Input, fmt::format("{} judges a value in place of a call, and here is a call as well", *given),
              {}, fmt::format("leave out FILE and --line, or {}", *given));
}

/// The values of --url, --email, --path and --command, each judged apart from a call; none when the flags name none.
Result<std::vector<ValueExplanation>> explain_values(const Invocation& invocation, const JudgingTerms& judging,
                                                     Language language) {
  const ValueTerms terms{.engine = judging.engine,
                         .policy = *judging.policy,
                         .session = judging.session,
                         .sealed = judging.sealed,
                         .now = judging.now,
                         .observe = [language](const Query& query, const Facts& facts) {
                           return destination_observations(language, query, facts);
                         }};
  std::vector<ValueExplanation> all;
  const auto add = [&](const char* option, ValueKind kind) {
    const std::optional<std::string> text = invocation.value(option);
    if (text) all.push_back(explain_value(terms, kind, *text, resolve_path));
  };
  add("--url", ValueKind::Url);
  add("--email", ValueKind::Email);
  add("--path", ValueKind::PathToRead);
  add("--path", ValueKind::PathToWrite);
  if (const std::optional<std::string> command = invocation.value("--command")) {
    const Result<Json> words = parse_json(*command);
    if (!words) {
      return fail(ErrorKind::Input, fmt::format("--command: expected a JSON list of words: {}", words.error().message),
                  {}, R"(--command '["git","status"]')");
    }
    std::vector<ValueExplanation> by_tool = explain_command_value(terms, *words, resolve_path);
    if (by_tool.empty()) {
      return fail(ErrorKind::Input, "no tool of this policy lists commands", {}, "[[tools.NAME.commands]]");
    }
    std::ranges::move(by_tool, std::back_inserter(all));
  }
  return all;
}

std::string print_values(const std::vector<ValueExplanation>& values, Language language, const std::string& format) {
  if (format == "json") {
    Json::Array all;
    for (const ValueExplanation& value : values) all.push_back(value_json(value, language));
    return write_json(Json(std::move(all))) + "\n";
  }
  std::string text;
  for (const ValueExplanation& value : values) text += (text.empty() ? "" : "\n") + value_text(value, language);
  return text;
}

Exit run_explain(const Invocation& invocation, const Console& console) {
  const Result<Language> language = find_language(invocation, console);
  if (!language) return console.refuse(language.error());
  const std::string format = invocation.value("--format").value_or("table");
  if (format != "table" && format != "json") return console.refuse({ErrorKind::Input, "--format takes table or json"});
  if (const Result<void> checked = refuse_call_beside_values(invocation); !checked)
    return console.refuse(checked.error());
  const Result<JudgingTerms> terms = find_judging_terms(invocation, console, "explain");
  if (!terms) return console.refuse(terms.error());
  const Result<std::vector<ValueExplanation>> values = explain_values(invocation, *terms, *language);
  if (!values) return console.refuse(values.error());
  if (!values->empty()) {
    console.print(print_values(*values, *language, format));
    return Exit::Done;
  }
  const Result<CallText> call = find_call(invocation);
  if (!call) return console.refuse(call.error());

  CallLine line = read_call_line(call->text);
  place_fault(line, *call, invocation);
  const SessionState state = line.after(SessionState::of_new_run());
  Evidence evidence;
  if (const Tool* tool = terms->policy->tools.find(line.call.tool)) {
    evidence.tool = observe_by_name(*terms->policy, *tool);
  }
  const Query query{.policy = *terms->policy,
                    .session = terms->session,
                    .state = state,
                    .call = line.call,
                    .evidence = evidence,
                    .now = terms->now,
                    .sealed = terms->sealed};
  (void)examine_with_paths(terms->engine, query, resolve_path, evidence);
  const Explanation explanation = explain(terms->engine, query);
  const ExplainedCall told{.line = line, .query = query, .explanation = explanation, .language = *language};
  const SilentRules silent = invocation.has("--all") ? SilentRules::Named : SilentRules::LeftOut;
  console.print(format == "json" ? write_json(explanation_json(told)) + "\n" : explanation_text(told, silent));
  return Exit::Done;
}

}  // namespace

CommandSpec explain_command() {
  return {
      .name = "explain",
      .summary = "Show for one call what every stage saw and what every rule says; nothing is executed",
      .positionals = {{"FILE", "A file with one call as a JSON object; - or absent: standard input"}},
      .options = judging_options(
          {{"--url", OptionKind::Value, "URL", "Judge a URL by the hosts of [egress], in place of a call"},
           {"--email", OptionKind::Value, "ADDRESS", "The same of a recipient"},
           {"--path", OptionKind::Value, "PATH", "The same of a path, by every root, to read and to write"},
           {"--command", OptionKind::Value, "JSON", "The same of a command, as a list of words"},
           {"--line", OptionKind::Value, "N", "Of a file with one call a line, that of line N"},
           {"--format", OptionKind::Value, "table|json", "For a person, or for a program"},
           kLangOption,
           {"--all", OptionKind::Flag, "", "Also name the rules that have nothing against the call"}}),
      .trailing = Trailing::Refused,
      .example = R"(echo '{"tool":"send_email","arguments":{"to":"x@attacker.example"}}' | yett explain -p yett.toml)",
      .run = run_explain};
}

}  // namespace yett
