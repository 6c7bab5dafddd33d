#include <fmt/format.h>

#include "policy/described_key.h"
#include "policy/format_keys.h"
#include "policy/format_schema_parts.h"
#include "policy/format_words.h"

namespace yett {
namespace {

/// An argument by its key, or by a JSON Pointer in which `*` is every item.
Json place() { return text_like("^(/.|[^/*][^*]*$)"); }
Json places() { return list_of(place(), 1); }
Json places_or_none() { return list_of(place()); }

constexpr DescribedKey kJoin[] = {{"join", "The arguments that make up one id, joined by \"/\": [\"owner\", \"repo\"].",
                                   [] { return list_of(place(), 2); }, Need::Required}};
static_assert(describes(kJoin, kJoinKeys));

constexpr DescribedKey kOwnDestinations[] = {
    {"url", "The arguments that are URLs, judged against `[egress] hosts`.", places},
    {"email", "The arguments that are recipients, judged against `[egress] email_domains` and `emails`.", places},
    {"fixed", "Where it goes, in words, when no argument says so. Such a call always asks a person.",
     [] { return Json::object({{"type", "string"}, {"minLength", 1}, {"maxLength", 256}}); }}};
static_assert(describes(kOwnDestinations, kOwnDestinationKeys));

Json destinations() {
  Json table = closed_table({}, kOwnDestinations);
  table.set("additionalProperties", any_of({places(), closed_table({}, kJoin)}));
  table.set("propertyNames", text_like(kSectionNames));
  table.set("minProperties", 1);
  return table;
}

constexpr DescribedKey kPathTerms[] = {
    {"arguments", "The arguments that are paths.", places, Need::Required},
    {"base", "The root, by its name in [paths], to which a relative path is joined.", some_text},
    {"roots", "The roots, by their names in [paths], below which these paths must lie. All of them when it is absent.",
     [] { return list_of(some_text(), 1); }}};
static_assert(describes(kPathTerms, kPathTermKeys));

Json path_terms() { return any_of({places(), closed_table({}, kPathTerms)}); }

constexpr DescribedKey kToolPaths[] = {
    {"read", "The arguments that are paths to read.", path_terms},
    {"write", "The arguments that are paths to write, create, move or remove.", path_terms}};
static_assert(describes(kToolPaths, kToolPathKeys));

constexpr DescribedKey kToolCommand[] = {
    {"argv", "The argument that is a command, as a list of words.", places, Need::Required}};
static_assert(describes(kToolCommand, kToolCommandKeys));

Json options() {
  std::string values;
  for (const Choice<WordKind>& value : kOptionValues) {
    values += fmt::format("{}{}", values.empty() ? "" : "|", value.spelling);
  }
  return list_of(text_like(fmt::format("^-(-[^ \\t=]+|[^- \\t=][^ \\t=]*)(=({}))?$", values)));
}

constexpr DescribedKey kListedCommand[] = {
    {"program",
     "The program by its absolute path. Programs that start others (sh, env, xargs ...) or read a language (awk, sed, "
     "jq ...) are refused.",
     absolute_path, Need::Required},
    {"effect", "What the command does to the world.", [] { return word(kEffects); }, Need::Required},
    {"fixed", "Words that the gate puts behind the program in every call: [\"--no-pager\"].",
     [] { return list_of(some_text(), 1); }},
    {"subcommands", "What its first argument may be. Absent: the program has no subcommands.",
     [] { return list_of(text_like("^[^- \\t=][^ \\t=]*$"), 1); }},
    {"options", "The options that it may get, spelt whole. Behind = stands what the value is: \"--max-count=number\".",
     options},
    {"paths",
     "What its other arguments are: paths to read or write, text, numbers, names, revisions, URLs, none; or a list of "
     "these in their order, the last for all that follow. \"none\" at the end lets nothing follow, \"rest\" leaves "
     "what "
     "follows to a script.",
     [] { return any_of({word(kOperands), list_of(word(kOperands), 1)}); }}};
static_assert(describes(kListedCommand, kListedCommandKeys));

Json commands() {
  return list_of(closed_table("A program that the tool may start. What is not listed is not started.", kListedCommand),
                 1);
}

constexpr DescribedKey kAsk[] = {
    {"quorum", "How many different people must approve. Absent: as in [approval]; never fewer.",
     [] { return count_between(1, 100); }},
    {"expires", "How long the question stands: \"2h\". Absent: as in [approval]. At most 24h.", duration}};
static_assert(describes(kAsk, kAskKeys));

constexpr DescribedKey kTool[] = {
    {"effect", "What a call does to the world. Whatever could send, write or run something is not a read.",
     [] { return word(kEffects); }, Need::Required},
    {"sensitivity", "How delicate the data is that the tool touches: of the house, or of one tenant or person.",
     [] { return word(kSensitivities); }, Need::Required},
    {"reversible", "Whether what a call does can be taken back completely.", flag, Need::Required},
    {"destination",
     "The arguments that say where data goes. Other keys are names of lists in [destinations]. A `send` tool has at "
     "least one.",
     destinations},
    {"path", "The arguments that are paths of this machine, judged against [paths].",
     [] { return closed_table({}, kToolPaths); }},
    {"command", "The argument that is a command.", [] { return closed_table({}, kToolCommand); }},
    {"commands", "The programs that the command may be.", commands},
    {"tenant",
     "The arguments that hold the tenant, written by the gate and hidden from the model. Or \"credential\": the server "
     "runs with the session's own. Or \"single\": it holds the data of one tenant.",
     [] { return any_of({places(), word(kTenantWords)}); }},
    {"content", "The arguments that are plain content: text that decides nothing about where a call goes.",
     places_or_none},
    {"unbound", "Arguments that are named like a destination, a path, a tenant or a credential and are none.",
     places_or_none},
    {"arguments", "A JSON Schema of the arguments, with a closed list of keywords. What it does not name is refused.",
     arguments_shape},
    {"returns",
     "What kind of text a result is to the run that reads it. `trusted` means that no stranger can have written any "
     "of it.",
     [] { return word(kReturns); }},
    {"until", "The last day on which the tool is listed, such as 2027-03-01, without quotes.", day},
    {"review", "true: nobody has looked at this line yet, and every call of the tool is denied.", flag},
    {"why", "Why the tool is listed like this: for whoever reviews the policy.", some_text},
    {"display_names", "true: mail arguments may be written \"Name <address>\".", flag},
    {"result_redact", "The kinds of text that are taken out of its results before the model reads them.",
     found_kinds_shape},
    {"result_tenant",
     "The places in its results that hold the tenant: a result in which one is another tenant is not delivered.",
     places},
    {"ask", "A person is asked about each call, on these terms.", [] { return closed_table({}, kAsk); }}};
static_assert(describes(kTool, kToolKeys));

}  // namespace

Json tool_shape() {
  Json tool =
      closed_table("A tool that may be called. Its risk tier follows from effect, reversible and sensitivity.", kTool);
  tool.set("if", Json::object({{"required", Json::Array{"effect"}},
                               {"properties", Json::object({{"effect", Json::object({{"const", "send"}})}})}}));
  tool.set("then", Json::object({{"required", Json::Array{"destination"}}}));
  tool.set("dependencies",
           Json::object({{"commands", Json::Array{"command"}}, {"display_names", Json::Array{"destination"}}}));
  return tool;
}

}  // namespace yett
