#include "cli/enroll.h"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>

#include "cli/key_option.h"
#include "cli/language_option.h"
#include "keys/key_file.h"
#include "os/files.h"
#include "policy/name_rules.h"
#include "words/reason.h"

namespace yett {
namespace {

/// The passphrase of the file, or one that is typed twice alike.
Result<std::string> new_passphrase(const Invocation& invocation, Language language) {
  Result<std::string> passphrase =
      find_passphrase(invocation, fmt::format("{}: ", word(language, Label::NewPassphrase)));
  if (!passphrase || invocation.has("--passphrase-file")) return passphrase;
  const Result<std::string> again =
      find_passphrase(invocation, fmt::format("{}: ", word(language, Label::PassphraseAgain)));
  if (!again) return again;
  if (*again != *passphrase) return fail(ErrorKind::Input, "the two passphrases differ; no key was made");
  return passphrase;
}

/// A name as a key of TOML.
std::string toml_key(std::string_view name) {
  if (is_bare_key(name)) return std::string(name);
  return write_json(Json(name));
}

}  // namespace

Exit enroll_approver(const Invocation& invocation, const Console& console) {
  const Result<Language> language = find_language(invocation, console);
  if (!language) return console.refuse(language.error());
  const auto name = invocation.positional("ID");
  if (!name || !is_readable_name(*name)) {
    return console.refuse({ErrorKind::Input, "enroll needs the name of the approver", {}, "yett approvals enroll ana"});
  }
  const Result<std::string> folder = find_key_folder(invocation, console);
  if (!folder) return console.refuse(folder.error());
  const Result<std::string> path = key_path(*folder, *name);
  if (!path) return console.refuse(path.error());
  if (std::error_code unreadable; std::filesystem::exists(*path, unreadable)) {
    return console.refuse({ErrorKind::Input,
                           *path + ": there is a key of that name already",
                           {},
                           "an approver who lost the passphrase takes a new name, or moves the old key away"});
  }
  if (const Result<void> made = make_private_folder(*folder); !made) return console.refuse(made.error());
  const Result<std::string> passphrase = new_passphrase(invocation, *language);
  if (!passphrase) return console.refuse(passphrase.error());
  const Result<SigningKey> key = make_key();
  if (!key) return console.refuse(key.error());
  const Result<std::string> pem = seal_key(*key, *passphrase);
  if (!pem) return console.refuse(pem.error());
  if (const Result<void> written = write_private_file(*path, *pem); !written) return console.refuse(written.error());
  console.complain(fmt::format("{}: {}", word(*language, Label::KeyWritten), *path));
  console.complain(std::string(word(*language, Label::KeyNext)));
  console.print(fmt::format("[approvers.{}]\nkey = \"{}\"\n", toml_key(*name), key->public_key().to_string()));
  return Exit::Done;
}

}  // namespace yett
