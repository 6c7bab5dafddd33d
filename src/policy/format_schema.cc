#include "policy/format_schema.h"

#include "policy/described_key.h"
#include "policy/format_keys.h"
#include "policy/format_schema_parts.h"
#include "policy/format_words.h"

namespace yett {
namespace {

constexpr DescribedKey kPolicy[] = {
    {"name", "The name of the policy, as records show it.", readable_name, Need::Required},
    {"version", "The version of the format.", [] { return Json::object({{"const", 1}}); }, Need::Required},
    {"extends",
     "The policy that this file stands on, which it may only narrow. Such a file says what it changes, and is no whole "
     "policy.",
     some_text}};
static_assert(describes(kPolicy, kPolicyKeys));

/// The built-in sets, so that an editor offers them, and any other name: roles stand elsewhere in the file.
Json permission_set() {
  Json::Array names;
  for (const PermissionSet& set : builtin_permission_sets()) names.emplace_back(set.name);
  return any_of({Json::object({{"enum", std::move(names)}}), some_text()});
}

constexpr DescribedKey kSession[] = {
    {"permissions", "The permission set of a session that names none: one of the five that always exist, or a role.",
     permission_set, Need::Required},
    {"may_choose", "Other permission sets that a session may ask for.", [] { return list_of(permission_set()); }},
    {"tenant", "The tenant of every session. Without it each session brings its own.", readable_name},
    {"expires", "How long a session lives that does not say: \"12h\", \"30m\".", duration}};
static_assert(describes(kSession, kSessionKeys));

constexpr DescribedKey kRoot[] = {{"root", "An absolute folder. {tenant} and {user} in it come from the session.",
                                   [] { return text_like("^/."); }, Need::Required},
                                  {"access", "Whether files below it are only read, or also written.",
                                   [] { return word(kAccesses); }, Need::Required}};
static_assert(describes(kRoot, kRootKeys));

Json sources() { return list_of(word(kSources)); }

constexpr DescribedKey kGrants[] = {
    {"read", "The kinds of text that a run may have taken in and still read.", sources},
    {"external_access", "The kinds of text that a run may have taken in and still reach outside.", sources},
    {"write", "The kinds of text that a run may have taken in and still write.", sources},
    {"execution", "The kinds of text that a run may have taken in and still execute.", sources}};
static_assert(describes(kGrants, kCapabilityKeys));

constexpr DescribedKey kRole[] = {
    {"tools", "The tools that the role is for. Absent: every tool.", texts},
    {"servers", "The servers whose tools the role is for. Absent: every server.", texts},
    {"grants", "What the role may do, and under which kinds of text it still may.",
     [] { return closed_table({}, kGrants); }},
    {"capabilities", "What the role may do, where the same `sources` hold for all of it. Instead of `grants`.",
     [] { return list_of(word(kCapabilities)); }},
    {"sources", "The kinds of text that a run may have taken in and still use the `capabilities`.", sources}};
static_assert(describes(kRole, kRoleKeys));

Json role() {
  Json table = closed_table("A permission set of the policy's own.", kRole);
  const auto with = [](Json::Array keys) { return Json::object({{"required", std::move(keys)}}); };
  table.set("oneOf", Json::Array{with({"grants"}), with({"capabilities", "sources"})});
  return table;
}

constexpr DescribedKey kGrant[] = {
    {"tool", "The tool whose calls may be granted ahead.", some_text, Need::Required},
    {"arguments", "What the arguments must satisfy, as a JSON Schema. What it names has to be there.", arguments_shape},
    {"max_uses", "How many calls one grant can be for, at most.", [] { return count_from(1); }, Need::Required},
    {"max_for", "How long one grant can last, at most: \"8h\". At most 24h.", duration, Need::Required}};
static_assert(describes(kGrant, kGrantKeys));

constexpr DescribedKey kApprover[] = {
    {"key", "The public key, as `yett approvals enroll` prints it.",
     [] { return text_like("^ed25519:[A-Za-z0-9+/]{43}=$"); }, Need::Required},
    {"tenants", "The tenants for whose calls the answers count. Absent: all, and runs without a tenant.", texts},
    {"tools", "The tools for whose calls the answers count. Absent: all.", texts},
    {"may", "What the approver may do. Absent: all of it.", [] { return list_of(word(kEntitlements)); }}};
static_assert(describes(kApprover, kApproverKeys));

constexpr DescribedKey kApproval[] = {
    {"expires", "How long a question stands, from the ask to the use: \"10m\". At most 24h.", duration},
    {"irreversible_writes", "Whether a write that cannot be undone asks a person. Default true.", flag},
    {"quorum", "How many different people must approve. Default 1.", [] { return count_between(1, 100); }},
    {"four_eyes", "Whether the answer of the session's own user never counts. Default false.", flag},
    {"unsigned", "Why answers without a key are good enough. Without it only answers of [approvers] count.", some_text},
    {"notify", "A program, by its absolute path, and its arguments: told of each request, without argument values.",
     command_line_shape},
    {"grants", "What an approver may grant ahead, each by a name of your own. Without it nothing.",
     [] { return named_table(kSectionNames, closed_table("The ceiling of one kind of grant.", kGrant)); }},
    {"max_pending", "How many requests of one run may wait at the same time. Default 20.",
     [] { return count_from(1); }}};
static_assert(describes(kApproval, kApprovalKeys));

constexpr DescribedKey kFlow[] = {
    {"private_to_outside",
     "What becomes of a call that goes outside when the run has read private data and text that is not the user's. "
     "Default confirm.",
     [] { return word(kFlows); }}};
static_assert(describes(kFlow, kFlowKeys));

constexpr DescribedKey kLimits[] = {
    {"denials", "How many different calls of a run may be denied in a minute before it is suspended. Default 20.",
     [] { return count_from(1); }},
    {"calls_per_minute", "How many calls a run may make in a minute. Default 600.", [] { return count_from(1); }},
    {"sends_per_run", "How many calls of a run may have a destination. Default 200.", [] { return count_from(0); }},
    {"result_bytes", "How much a run may read in results: \"32MiB\", the default.", byte_count}};
static_assert(describes(kLimits, kLimitKeys));

constexpr DescribedKey kNoIsolation[] = {
    {"none", "Why nothing holds the program in. It stands in every record of its calls.", some_text, Need::Required}};
static_assert(describes(kNoIsolation, kNoIsolationKeys));

Json isolation() { return any_of({word(kIsolations), closed_table("No isolation.", kNoIsolation)}); }

constexpr std::string_view kMounts =
    "What the program is shown to be read and executed, by absolute paths, beside the system's own programs and its "
    "[paths]. \"auto\", the default, stands for what belongs to the program: its interpreter and its package.";
constexpr std::string_view kRoots = "Which of [paths] the program is shown. Absent: all of them.";
constexpr std::string_view kMemory = "How much private memory each of its processes may have: \"2GiB\", the default.";
constexpr std::string_view kPids = "How many processes and threads it may have. Default 256.";
constexpr std::string_view kCpu = "How long each of its processes may compute: \"12h\", the default.";
constexpr std::string_view kWall = "How long it may run: \"24h\", the default.";
constexpr std::string_view kIsolation =
    "What holds the program in: a backend, \"auto\" (the default), or { none = \"WHY\" } for nothing.";

Json mounts() { return list_of(any_of({Json::object({{"const", kFoundMounts}}), absolute_path()})); }
Json pids() { return count_between(1, 65536); }

Json environment() {
  return named_table(kVariableNames, any_of({Json::object({{"type", "string"}}), server_secret_shape()}));
}

constexpr std::string_view kToolNames = "^[A-Za-z0-9_./-]{1,128}$";

Json named_tables(std::string_view names, Json value) {
  Json table = named_table(names, std::move(value));
  table.set("minProperties", 1);
  return table;
}

Json tools() { return named_tables(kToolNames, reference_to("tool")); }

constexpr DescribedKey kServer[] = {
    {"command", "The program by its absolute path, and its arguments.", command_line_shape, Need::Required},
    {"env",
     "The whole environment of the server. Nothing else is passed on. TOKEN = { secret = \"NAME\" } hands it one of "
     "[secrets].",
     environment},
    {"cwd", "The folder in which it starts, by its absolute path.", absolute_path},
    {"rename", "The names that clients see, by the names that the server uses: { query = \"query_ro\" }.",
     [] { return Json::object({{"type", "object"}, {"additionalProperties", text_like(kToolNames)}}); }},
    {"tools", "The tools of this server, by the names that clients see.", tools},
    {"methods", "The methods of MCP that are open beside its tools. Each has a line of its own.",
     [] { return list_of(word(kMethods)); }},
    {"client_requests", "What the server may ask the client for.", [] { return list_of(word(kAskable)); }},
    {"isolation", kIsolation, isolation},
    {"mounts", kMounts, mounts},
    {"roots", kRoots, texts},
    {"memory", kMemory, byte_count},
    {"pids", kPids, pids},
    {"cpu", kCpu, duration},
    {"wall", kWall, duration}};
static_assert(describes(kServer, kServerKeys));

constexpr DescribedKey kRun[] = {
    {"env", "Variables of the command, beside those that every command gets.", environment},
    {"isolation", kIsolation, isolation},
    {"mounts", kMounts, mounts},
    {"roots", kRoots, texts},
    {"memory", kMemory, byte_count},
    {"pids", kPids, pids},
    {"cpu", kCpu, duration},
    {"wall", kWall, duration}};
static_assert(describes(kRun, kRunKeys));

constexpr DescribedKey kState[] = {
    {"dir", "The state folder, by its absolute path.", absolute_path},
    {"sync", "What a record survives before its call runs: \"full\", power loss; \"os\", a crash of Yett.",
     [] { return word(kSyncs); }}};
static_assert(describes(kState, kStateKeys));

constexpr DescribedKey kAudit[] = {
    {"keep", "How long records are kept: \"400d\". `yett audit prune` removes older ones.", duration},
    {"checkpoint_to", "The program that keeps checkpoints elsewhere, by its absolute path, and its arguments.",
     command_line_shape}};
static_assert(describes(kAudit, kAuditKeys));

template <const auto& keys>
Json section() {
  return closed_table({}, keys);
}

constexpr DescribedKey kDocument[] = {
    {"policy", "What this file is.", section<kPolicy>, Need::Required},
    {"session", "What a session gets, and what it may choose.", section<kSession>, Need::Required},
    {"tools", "The tools that exist, one line each. Every other tool is refused.", tools},
    {"egress", "The lists for `destination.url` and `destination.email`.", egress_shape},
    {"destinations", "Lists of your own, bound by tools as `destination.NAME`.",
     [] { return named_table(kSectionNames, destination_list_shape()); }},
    {"tenants", "The tenants. Where this section exists there are no others.",
     [] { return named_tables(kReadableNames, tenant_shape()); }},
    {"paths", "The folders below which tools may work.",
     [] { return named_table(kSectionNames, closed_table("A folder and all below it.", kRoot)); }},
    {"permissions", "Roles: permission sets of the policy's own.", [] { return named_table(kReadableNames, role()); }},
    {"approvers", "The people whose signed answers count, by the names of their users.",
     [] { return named_table(kReadableNames, closed_table("A person with a key.", kApprover)); }},
    {"approval", "When a person is asked, and how long the question stands.", section<kApproval>},
    {"flow", "What happens when private data could leave.", section<kFlow>},
    {"limits", "What one run may use up.", section<kLimits>},
    {"servers", "The MCP servers that `yett mcp` may start.",
     [] { return named_table(kSectionNames, closed_table("An MCP server over stdio.", kServer)); }},
    {"run", "What holds a command in that is given behind \"--\": of `yett run`, and of `yett mcp`.", section<kRun>},
    {"state", "Where records, requests and runs are kept.", section<kState>},
    {"secrets", "Where short-lived tokens come from that servers are given.",
     [] { return named_table(kSectionNames, secret_shape()); }},
    {"redact", "What is taken out of records and results.", redact_shape},
    {"audit", "How long records are kept, and who keeps checkpoints of them.", section<kAudit>}};
static_assert(describes(kDocument, kSections));

}  // namespace

Json reference_to(std::string_view definition) {
  return Json::object({{"$ref", "#/definitions/" + std::string(definition)}});
}

Json command_line_shape() {
  return Json::object({{"type", "array"},
                       {"minItems", 1},
                       {"items", Json::Array{absolute_path()}},
                       {"additionalItems", Json::object({{"type", "string"}})}});
}

Json policy_format_schema() {
  Json schema =
      Json::object({{"$schema", "http://json-schema.org/draft-07/schema#"}, {"title", "Yett policy, format 1"}});
  Json document = closed_table("What an AI agent may do with its tools. What is not written is refused.", kDocument);
  for (Json::Member& member : *document.as_object()) schema.set(member.key, std::move(member.value));
  // Tools stand under [tools], or under the server that has them; a policy for commands alone has none.
  schema.set("anyOf", Json::Array{Json::object({{"required", Json::Array{"tools"}}}),
                                  Json::object({{"required", Json::Array{"servers"}}}),
                                  Json::object({{"required", Json::Array{"run"}}})});
  Json::Object definitions = list_entry_definitions();
  definitions.push_back({"tool", tool_shape()});
  definitions.push_back({"nested_schema", nested_schema_shape()});
  schema.set("definitions", std::move(definitions));
  return schema;
}

}  // namespace yett
