#include "cli/starter_policy.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <thread>

#include "cli/progress.h"
#include "cli/suite_option.h"
#include "lab/starter_suite.h"
#include "os/files.h"
#include "os/scratch_folder.h"
#include "policy/load.h"
#include "policy/write_toml.h"
#include "words/draft_words.h"

namespace yett {
namespace {

/// A policy that loads and lets almost nothing through: one reading tool below the present folder.
constexpr std::string_view kStarter = R"(# What the tools of this agent may do. Whatever is not written here is refused.
# `yett check {file}` reads it, `yett tools {file}` shows what it comes to.

[policy]
name    = "starter"
version = 1

[session]
permissions = "allowlisted"      # full access | no execution | no side effects | allowlisted | read-only
tenant      = "local"            # one tenant: everything is this person's own

# One line a tool, three facts each: effect (read, write, send, execute), sensitivity (internal, private),
# reversible. How risky a tool is follows from these. Every argument has its place:
#   path.read, path.write   must lie below a root of [paths]
#   destination.url         must be listed under [egress] hosts
#   destination.email       must be listed under [egress] email_domains or emails
#   content                 text that nobody acts on
# A call with any other argument is refused.
[tools]
read_text_file = {{ effect = "read", sensitivity = "internal", reversible = true, path.read = ["path"], content = ["head", "tail"], returns = "retrieved_document" }}

[paths.work]
root   = {folder}
access = "read"

[egress]
hosts         = []               # an empty list lets nothing through
email_domains = []

[approval]
expires = "10m"
# Who may answer: a person with a key ([approvers], `yett approvals enroll NAME`), or anybody who can run `yett approve` as
# this user. For the second, say why that is good enough here; without either, nothing that asks can run:
# unsigned = "one person, own laptop"
)";

/// The cases of the policy, in a file beside it.
Result<std::size_t> write_cases_beside(const PolicyRef& policy, const std::string& file, Language language,
                                       const Console& console) {
  const Result<std::string> parent = find_card_parent(console);
  if (!parent) return std::unexpected(parent.error());
  const Result<ScratchFolder> cards = ScratchFolder::make(*parent, "yett-init");
  if (!cards) return std::unexpected(cards.error());
  Progress progress(console, std::string(word(language, Label::Proving)));
  const Result<std::vector<Case>> suite =
      starter_suite(policy, {.now = console.clock.now(),
                             .card_parent = cards->path(),
                             .threads = std::max(1u, std::thread::hardware_concurrency()),
                             .told = [&progress](std::size_t done, std::size_t all) { progress.tell(done, all); }});
  if (!suite) return std::unexpected(suite.error());
  const Result<void> written = write_new_file(file, starter_text(*suite, policy->file));
  if (!written) return std::unexpected(written.error());
  return suite->size();
}

void add_cases(const PolicyRef& policy, Language language, const Console& console) {
  const std::string file = case_file_beside(policy->file);
  std::error_code error;
  if (std::filesystem::symlink_status(file, error).type() != std::filesystem::file_type::not_found) {
    console.print(draft_text(language, DraftText::CasesKept, {{"{a}", file}}) + "\n");
    return;
  }
  const Result<std::size_t> count = write_cases_beside(policy, file, language, console);
  if (!count) {
    console.complain("yett: " + draft_text(language, DraftText::CasesNotMade, {{"{a}", count.error().to_string()}}));
    return;
  }
  console.print(draft_text(language, DraftText::CasesWritten, {{"{a}", file}, {"{b}", std::to_string(*count)}}) + "\n");
}

}  // namespace

Exit write_starter(const std::string& file, Language language, const Console& console) {
  std::error_code error;
  const std::string folder = std::filesystem::current_path(error).string();
  if (error) return console.refuse({ErrorKind::System, "cannot tell the present folder: " + error.message()});
  const std::string text = fmt::format(kStarter, fmt::arg("file", file), fmt::arg("folder", toml_text(folder)));
  const Result<PolicyRef> policy = parse_policy(text, file);
  if (!policy) return console.refuse(policy.error());
  if (const Result<void> written = write_new_file(file, text); !written) return console.refuse(written.error());
  console.print(draft_text(language, DraftText::StarterWritten, {{"{a}", file}}) + "\n");
  add_cases(*policy, language, console);
  console.print(
      fmt::format("\n{0}\n  yett tools {1}\n  yett test -p {1}\n  yett prove -p {1}\n  yett mcp --policy {1} -- {2}\n",
                  draft_text(language, DraftText::Next), file, draft_text(language, DraftText::YourServer)));
  return Exit::Done;
}

}  // namespace yett
