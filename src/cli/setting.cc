#include "cli/setting.h"

#include <fmt/format.h>

#include <filesystem>

#include "base/digest.h"
#include "os/files.h"
#include "os/linux/kernel_entropy.h"
#include "policy/load.h"

namespace yett {
namespace {

constexpr std::size_t kMaxSessionBytes = 1u << 20;

std::optional<std::string> non_empty(std::optional<std::string> value) {
  return value && !value->empty() ? value : std::nullopt;
}

/// A point in time, or a duration from now.
Result<TimePoint> parse_expiry(const std::string& text, TimePoint now) {
  if (Result<Duration> duration = parse_duration(text)) return now + *duration;
  if (Result<TimePoint> time = parse_time(text)) return *time;
  return fail(ErrorKind::Input, "--expires takes a time such as 2026-12-01T10:00:00Z or a duration such as 8h");
}

void take_flag(std::optional<std::string>& field, const Invocation& invocation, std::string_view flag) {
  if (std::optional<std::string> value = invocation.value(flag)) field = std::move(value);
}

/// What --policy-digest names, in the form in which decisions, records and `yett check` name a policy.
Result<std::optional<Digest>> find_policy_digest(const Invocation& invocation) {
  constexpr std::string_view kForm = "sha256:";
  const std::optional<std::string> text = invocation.value("--policy-digest");
  if (!text) return std::nullopt;
  if (text->starts_with(kForm)) {
    if (const std::optional<Digest> digest = Digest::from_hex(text->substr(kForm.size()))) return digest;
  }
  return fail(ErrorKind::Input, "--policy-digest takes sha256: and 64 hex digits", {}, "`yett check` prints it");
}

}  // namespace

Result<Language> find_language(const Invocation& invocation, const Console& console) {
  if (const std::optional<std::string> flag = invocation.value("--lang")) {
    if (const std::optional<Language> language = parse_language(*flag)) return *language;
    return fail(ErrorKind::Input, "--lang takes en or zh");
  }
  for (const std::string_view variable : {"LC_ALL", "LC_MESSAGES", "LANG"}) {
    if (const auto value = non_empty(console.environment.get(variable))) return language_of_locale(*value);
  }
  return Language::English;
}

Result<PolicyRef> load_policy_file(const Invocation& invocation, const std::string& path) {
  const Result<std::optional<Digest>> wanted = find_policy_digest(invocation);
  if (!wanted) return std::unexpected(wanted.error());
  Result<std::string> text = read_trusted_file(path, kMaxPolicyBytes);
  if (!text) return std::unexpected(text.error());
  Result<PolicyRef> policy = parse_policy(*text, path);
  if (!policy || !*wanted || (*policy)->digest == **wanted) return policy;
  return fail(ErrorKind::Input,
              fmt::format("this is another policy than --policy-digest names: {}, not {}",
                          (*policy)->digest.to_string(), (*wanted)->to_string()),
              {.file = path}, "look at what has changed before you name its digest");
}

Result<PolicyRef> load_policy(const Invocation& invocation, const Console& console) {
  if (const auto flag = invocation.value("--policy")) return load_policy_file(invocation, *flag);
  if (const auto variable = non_empty(console.environment.get("YETT_POLICY"))) {
    return load_policy_file(invocation, *variable);
  }
  Result<PolicyRef> policy = load_policy_file(invocation, "yett.toml");
  if (!policy && policy.error().kind == ErrorKind::NotFound) {
    policy.error().hint = "name a policy with -p FILE or $YETT_POLICY, or write one with `yett init`";
  }
  return policy;
}

Result<PolicyRef> load_named_policy(const Invocation& invocation) {
  if (const auto flag = invocation.value("--policy")) return load_policy_file(invocation, *flag);
  return fail(ErrorKind::Input, "a command that executes things needs its policy named", {}, "add --policy FILE");
}

Result<SessionRequest> find_session_request(const Invocation& invocation, const std::string& default_run,
                                            TimePoint now) {
  SessionRequest request;
  if (const auto file = invocation.value("--session")) {
    Result<std::string> text = read_trusted_file(*file, kMaxSessionBytes);
    if (!text) return std::unexpected(text.error());
    Result<SessionRequest> parsed = parse_session_request(*text, *file);
    if (!parsed) return std::unexpected(parsed.error());
    request = std::move(*parsed);
  }
  take_flag(request.run, invocation, "--run");
  take_flag(request.user, invocation, "--user");
  take_flag(request.tenant, invocation, "--tenant");
  take_flag(request.permissions, invocation, "--permissions");
  if (invocation.has("--allow-tenant")) request.allowed_tenants = invocation.values("--allow-tenant");
  if (const auto expires = invocation.value("--expires")) {
    Result<TimePoint> time = parse_expiry(*expires, now);
    if (!time) return std::unexpected(time.error());
    request.expires_at = *time;
  }
  if (!request.run) request.run = default_run;
  if (!request.user) {
    Result<std::string> name = user_name();
    if (!name) return std::unexpected(name.error());
    request.user = std::move(*name);
  }
  return request;
}

Result<Session> find_session(const Invocation& invocation, const Policy& policy, const std::string& default_run,
                             TimePoint now) {
  const Result<SessionRequest> request = find_session_request(invocation, default_run, now);
  if (!request) return std::unexpected(request.error());
  return make_session(policy, *request, now);
}

Result<std::string> find_state_folder(const Invocation& invocation, const Console& console, const Policy* policy) {
  if (const auto flag = invocation.value("--state"))
    return std::filesystem::absolute(*flag).lexically_normal().string();
  if (policy != nullptr && policy->state.dir) return *policy->state.dir;
  if (const auto variable = non_empty(console.environment.get("YETT_STATE"))) {
    return std::filesystem::absolute(*variable).lexically_normal().string();
  }
  if (const auto xdg = non_empty(console.environment.get("XDG_STATE_HOME"))) return *xdg + "/yett";
  if (const auto home = non_empty(console.environment.get("HOME"))) return *home + "/.local/state/yett";
  return fail(ErrorKind::Input, "there is no place for the state", {}, "name one with --state DIR");
}

Result<OpenState> open_state(const Invocation& invocation, const Console& console, StoreAccess access) {
  PolicyRef policy;
  // A policy may say where the state lies, so one that is there must be readable; --state needs none.
  std::error_code unreadable;
  const bool may_ask_policy = invocation.has("--policy") || non_empty(console.environment.get("YETT_POLICY")) ||
                              std::filesystem::exists("yett.toml", unreadable);
  if ((may_ask_policy && !invocation.has("--state")) || invocation.has("--policy-digest")) {
    Result<PolicyRef> loaded = load_policy(invocation, console);
    if (!loaded) return std::unexpected(loaded.error());
    policy = *loaded;
  }
  Result<std::string> folder = find_state_folder(invocation, console, policy.get());
  if (!folder) return std::unexpected(folder.error());
  const bool is_there = std::filesystem::exists(*folder, unreadable);
  if (unreadable) return fail(ErrorKind::System, "cannot look at " + *folder + ": " + unreadable.message());
  if (!is_there) {
    return fail(ErrorKind::NotFound, "there is no state at " + *folder, {},
                "name it with --state DIR; `yett mcp` makes it");
  }
  KernelEntropy entropy;
  const Durability durability =
      policy != nullptr && policy->state.sync == StateSync::Os ? Durability::ProcessCrash : Durability::PowerLoss;
  Result<std::unique_ptr<Store>> store =
      open_sqlite_store({.dir = *folder, .access = access, .durability = durability, .entropy = &entropy});
  if (!store) return std::unexpected(store.error());
  return OpenState{std::move(*folder), std::move(*store)};
}

Result<TimePoint> find_now(const Invocation& invocation, const Console& console) {
  const auto flag = invocation.value("--now");
  if (!flag) return console.clock.now();
  Result<TimePoint> time = parse_time(*flag);
  if (!time) return fail(ErrorKind::Input, "--now takes a time such as 2026-12-01T10:00:00Z");
  return *time;
}

}  // namespace yett
