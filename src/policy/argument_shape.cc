#include "policy/argument_shape.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <string>

#include "text/ascii.h"
#include "text/name_fold.h"

namespace yett {
namespace {

// Words that are too short or too common to count as an ending ("photo" ends with "to") only count as the whole name.

constexpr std::string_view kDestinationNames[] = {
    "to",      "cc",     "bcc",     "replyto",  "sendto",    "forwardto",    "mailto",    "mail",
    "href",    "link",   "host",    "hosts",    "domain",    "domains",      "callback",  "proxy",
    "proxies", "server", "servers", "address",  "addresses", "addr",         "ip",        "remote",
    "dsn",     "target", "targets", "upstream", "peer",      "participants", "attendees", "invitees"};
constexpr std::string_view kDestinationEndings[] = {
    "url",          "urls",           "uri",       "uris",       "email",       "emails",
    "emailaddress", "emailaddresses", "webhook",   "webhooks",   "endpoint",    "endpoints",
    "hostname",     "hostnames",      "recipient", "recipients", "destination", "destinations"};

constexpr std::string_view kPathNames[] = {"dirs", "cwd", "out", "output", "saveas", "saveto", "src", "dst", "dest"};
constexpr std::string_view kPathEndings[] = {"path",   "paths",   "filename", "filenames", "directory", "directories",
                                             "folder", "folders", "dir",      "file",      "files"};
/// "profile" is somebody, and no file.
constexpr std::string_view kNoPathEndings[] = {"profile", "profiles"};

constexpr std::string_view kCredentialNames[] = {"auth", "bearer", "pin"};
constexpr std::string_view kCredentialEndings[] = {
    "password",  "passwd",     "passphrase", "secret",      "secrets",       "token",  "apikey",
    "accesskey", "privatekey", "credential", "credentials", "authorization", "cookie", "cookies"};

constexpr std::string_view kExecutionNames[] = {
    "env",   "envs",  "environ",    "environment", "envvars", "envvariables", "extraenv", "environmentvariables",
    "shell", "stdin", "executable", "interpreter", "preexec", "preexecfn",    "workdir",  "workingdir",
    "wd",    "chdir", "umask",      "ldpreload"};
constexpr std::string_view kCommandNames[] = {"args", "argv",    "argv0",       "arguments", "extraargs",
                                              "cmd",  "command", "commandline", "program"};

constexpr std::string_view kTenantWords[] = {"tenant", "org", "organisation", "organization", "workspace", "account"};
constexpr std::string_view kTenantTails[] = {"", "s", "id", "ids", "name", "names", "sid", "sids", "sname", "snames"};

bool is_folded_tenant(std::string_view folded) {
  return std::ranges::any_of(kTenantWords, [folded](std::string_view word) {
    return folded.starts_with(word) &&
           std::ranges::find(kTenantTails, folded.substr(word.size())) != std::end(kTenantTails);
  });
}

bool is_named_like(std::string_view folded, std::span<const std::string_view> names,
                   std::span<const std::string_view> endings) {
  return std::ranges::find(names, folded) != names.end() ||
         std::ranges::any_of(endings, [folded](std::string_view ending) { return folded.ends_with(ending); });
}

}  // namespace

bool is_tenant_name(std::string_view name) {
  // Most names are plain and begin with another letter than the six words do: no fold has to be made of those.
  const auto first = std::ranges::find_if(name, [](char c) { return is_letter(c) || is_digit(c) || is_non_ascii(c); });
  if (first == name.end()) return false;
  if (!is_non_ascii(*first) && !std::string_view("toTOwWaA").contains(*first)) return false;
  return is_folded_tenant(fold_name(name));
}

ArgumentShape argument_shape(std::string_view name) {
  const std::string folded = fold_name(name);
  if (is_folded_tenant(folded)) return ArgumentShape::Tenant;
  if (is_named_like(folded, kDestinationNames, kDestinationEndings)) return ArgumentShape::Destination;
  if (is_named_like(folded, kPathNames, kPathEndings) && !is_named_like(folded, {}, kNoPathEndings)) {
    return ArgumentShape::Path;
  }
  if (is_named_like(folded, kCredentialNames, kCredentialEndings)) return ArgumentShape::Credential;
  return ArgumentShape::Plain;
}

ArgumentShape argument_shape(std::string_view name, const Tool& tool) {
  const ArgumentShape shape = argument_shape(name);
  if (shape != ArgumentShape::Plain || tool.effect != Effect::Execute) return shape;
  const std::string folded = fold_name(name);
  const bool starts = is_named_like(folded, kExecutionNames, {});
  const bool adds = is_named_like(folded, kCommandNames, {}) && tool.has_role(ArgumentRole::Command);
  return starts || adds ? ArgumentShape::Execution : ArgumentShape::Plain;
}

std::string_view to_string(ArgumentShape shape) {
  switch (shape) {
    case ArgumentShape::Plain:
      return "plain content";
    case ArgumentShape::Destination:
      return "a destination";
    case ArgumentShape::Path:
      return "a path";
    case ArgumentShape::Tenant:
      return "a tenant";
    case ArgumentShape::Credential:
      return "a credential";
    case ArgumentShape::Execution:
      return "what starts a program";
  }
  return "a destination";
}

}  // namespace yett
