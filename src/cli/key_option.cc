#include "cli/key_option.h"

#include <fmt/format.h>

#include <filesystem>
#include <utility>
#include <vector>

#include "keys/key_file.h"
#include "os/files.h"
#include "os/passphrase.h"

namespace yett {
namespace {

constexpr std::size_t kMaxKeyBytes = 4096;

Result<ApproverKey> open_approver_key(const Invocation& invocation, const std::string& path, const std::string& name) {
  const Result<std::string> pem = read_trusted_file(path, kMaxKeyBytes);
  if (!pem) {
    Error error = pem.error();
    if (error.kind == ErrorKind::NotFound) error.hint = fmt::format("`yett approvals enroll {}` makes a key", name);
    return std::unexpected(std::move(error));
  }
  const Result<std::string> passphrase = find_passphrase(invocation, fmt::format("passphrase of {}: ", name));
  if (!passphrase) return std::unexpected(passphrase.error());
  Result<SigningKey> key = open_key(*pem, *passphrase);
  if (!key) return std::unexpected(std::move(key.error()));
  return ApproverKey{name, *std::move(key)};
}

bool exists(const std::string& path) {
  std::error_code unreadable;
  return std::filesystem::exists(path, unreadable);
}

std::string names_of(const AnswerRules& rules) {
  std::string names;
  for (const EntitledKey& one : rules.approvers) names += (names.empty() ? "" : ", ") + one.name;
  return names.empty() ? "nobody" : names;
}

}  // namespace

Result<std::string> find_key_folder(const Invocation& invocation, const Console& console) {
  if (const auto flag = invocation.value("--keys")) {
    return std::filesystem::absolute(*flag).lexically_normal().string();
  }
  if (const auto xdg = console.variable("XDG_CONFIG_HOME")) return *xdg + "/yett/keys";
  if (const auto home = console.variable("HOME")) return *home + "/.config/yett/keys";
  return fail(ErrorKind::Input, "there is no place for keys", {}, "name one with --keys DIR");
}

Result<std::string> find_passphrase(const Invocation& invocation, std::string_view prompt) {
  const auto file = invocation.value("--passphrase-file");
  if (!file) return ask_passphrase(prompt);
  Result<std::string> text = read_trusted_file(std::filesystem::absolute(*file).string(), kMaxKeyBytes);
  if (!text) return text;
  text->resize(std::min(text->find('\n'), text->size()));
  if (text->empty()) return fail(ErrorKind::Input, *file + ": the first line is the passphrase, and it is empty");
  return text;
}

Result<std::optional<ApproverKey>> find_approver_key(const Invocation& invocation, const Console& console,
                                                     const AnswerRules& rules) {
  if (rules.terms == AnswerTerms::Unsigned && !invocation.has("--as")) return std::nullopt;
  const Result<std::string> folder = find_key_folder(invocation, console);
  if (!folder) return std::unexpected(folder.error());
  std::vector<std::pair<std::string, std::string>> here;  // names and the paths of their keys
  if (const auto name = invocation.value("--as")) {
    const Result<std::string> path = key_path(*folder, *name);
    if (!path) return std::unexpected(path.error());
    here.emplace_back(*name, *path);
  } else {
    for (const EntitledKey& one : rules.approvers) {
      const Result<std::string> path = key_path(*folder, one.name);
      if (path && exists(*path)) here.emplace_back(one.name, *path);
    }
  }
  if (here.size() != 1) {
    return fail(ErrorKind::Input,
                here.empty() ? "only signed answers count, and no key that may sign lies in " + *folder
                             : "the keys of several approvers lie in " + *folder,
                {}, fmt::format("--as NAME; who may sign: {}", names_of(rules)));
  }
  Result<ApproverKey> key = open_approver_key(invocation, here.front().second, here.front().first);
  if (!key) return std::unexpected(std::move(key.error()));
  return std::optional(*std::move(key));
}

}  // namespace yett
