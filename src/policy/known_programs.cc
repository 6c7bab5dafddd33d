#include "policy/known_programs.h"

#include <algorithm>
#include <iterator>
#include <ranges>

#include "text/path.h"

namespace yett {
namespace {

using V = OptionValue;
using R = OptionReach;

/// From the programs' own manuals. Not every option is here: only those that reach further than a word of the command
/// says, and those of which the value is easily taken for an operand, or an operand for the value.
constexpr KnownOption kOptions[] = {
    {"git", "-c", V::Required, R::Programs},
    {"git", "-C", V::Required, R::Places},
    {"git", "--config-env", V::Required, R::Programs},
    {"git", "--exec-path", V::Optional, R::Programs},
    {"git", "--git-dir", V::Required, R::Settings},
    {"git", "--work-tree", V::Required, R::Places},
    {"git", "--namespace", V::Required, R::Settings},
    {"git", "-p", V::None, R::Itself},
    {"git", "--paginate", V::None, R::Programs},
    {"git", "--ext-diff", V::None, R::Programs},
    {"git", "--textconv", V::None, R::Programs},
    {"git", "--show-signature", V::None, R::Programs},
    {"git", "--gpg-sign", V::Optional, R::Programs},
    {"git", "--upload-pack", V::Required, R::Programs},
    {"git", "--receive-pack", V::Required, R::Programs},
    {"git", "--exec", V::Required, R::Programs},
    {"git", "-O", V::Optional, R::Places},
    {"git", "--open-files-in-pager", V::Optional, R::Programs},
    {"git", "--no-index", V::None, R::Places},
    {"git", "--output", V::Required, R::Itself},
    {"git", "--template", V::Required, R::Programs},
    {"git", "--separate-git-dir", V::Required, R::Places},
    {"git", "--recurse-submodules", V::Optional, R::Settings},
    {"git", "--pathspec-from-file", V::Required, R::Places},
    {"git", "--stdin", V::None, R::Itself},
    {"git", "--oneline", V::None, R::Itself},
    {"git", "--stat", V::Optional, R::Itself},
    {"git", "--color", V::Optional, R::Itself},
    {"git", "--abbrev", V::Optional, R::Itself},
    {"git", "--decorate", V::Optional, R::Itself},
    {"git", "--porcelain", V::Optional, R::Itself},
    {"git", "--untracked-files", V::Optional, R::Itself},
    {"git", "--word-diff", V::Optional, R::Itself},
    {"git", "--ignored", V::Optional, R::Itself},
    {"git", "--find-renames", V::Optional, R::Itself},
    {"git", "--find-copies", V::Optional, R::Itself},
    {"git", "--dirstat", V::Optional, R::Itself},
    {"git", "--pretty", V::Optional, R::Itself},
    {"git", "--format", V::Required, R::Itself},
    {"git", "--grep", V::Required, R::Itself},
    {"git", "--author", V::Required, R::Itself},
    {"git", "--committer", V::Required, R::Itself},
    {"git", "--since", V::Required, R::Itself},
    {"git", "--until", V::Required, R::Itself},
    {"git", "--after", V::Required, R::Itself},
    {"git", "--before", V::Required, R::Itself},
    {"git", "--max-count", V::Required, R::Itself},
    {"git", "--skip", V::Required, R::Itself},
    {"git", "-n", V::Required, R::Itself},
    {"git", "-S", V::Required, R::Itself},
    {"git", "-G", V::Required, R::Itself},
    {"git", "-M", V::Optional, R::Itself},
    {"git", "-B", V::Optional, R::Itself},
    {"git", "-U", V::Required, R::Itself},
    {"git", "-u", V::Optional, R::Itself},
    {"rg", "--pre", V::Required, R::Programs},
    {"rg", "--hostname-bin", V::Required, R::Programs},
    {"rg", "--search-zip", V::None, R::Programs},
    {"rg", "-z", V::None, R::Programs},
    {"rg", "--ignore-file", V::Required, R::Itself},
    {"rg", "-e", V::Required, R::Itself},
    {"rg", "--regexp", V::Required, R::Itself},
    {"rg", "-f", V::Required, R::Itself},
    {"rg", "--file", V::Required, R::Itself},
    {"rg", "-g", V::Required, R::Itself},
    {"rg", "--glob", V::Required, R::Itself},
    {"rg", "-m", V::Required, R::Itself},
    {"rg", "-A", V::Required, R::Itself},
    {"rg", "-B", V::Required, R::Itself},
    {"rg", "-C", V::Required, R::Itself},
    {"rg", "-t", V::Required, R::Itself},
    {"rg", "--color", V::Required, R::Itself},
    {"rg", "-i", V::None, R::Itself},
    {"rg", "-n", V::None, R::Itself},
    {"rg", "-l", V::None, R::Itself},
    {"rg", "-v", V::None, R::Itself},
    {"rg", "--files", V::None, R::Places},
    {"grep", "-e", V::Required, R::Itself},
    {"grep", "--regexp", V::Required, R::Itself},
    {"grep", "-f", V::Required, R::Itself},
    {"grep", "--file", V::Required, R::Itself},
    {"grep", "--color", V::Optional, R::Itself},
    {"grep", "--colour", V::Optional, R::Itself},
    {"grep", "-A", V::Required, R::Itself},
    {"grep", "-B", V::Required, R::Itself},
    {"grep", "-C", V::Required, R::Itself},
    {"grep", "-m", V::Required, R::Itself},
    {"grep", "-i", V::None, R::Itself},
    {"grep", "-n", V::None, R::Itself},
    {"grep", "-r", V::None, R::Itself},
    {"ls", "--color", V::Optional, R::Itself},
    {"ls", "--hyperlink", V::Optional, R::Itself},
    {"ls", "--classify", V::Optional, R::Itself},
    {"ls", "-l", V::None, R::Itself},
    {"ls", "-a", V::None, R::Itself},
    {"ls", "-I", V::Required, R::Itself},
    {"ls", "-w", V::Required, R::Itself},
    {"ls", "-T", V::Required, R::Itself},
    {"curl", "-K", V::Required, R::Settings},
    {"curl", "--config", V::Required, R::Settings},
    {"curl", "-q", V::None, R::Itself},
    {"curl", "--resolve", V::Required, R::Places},
    {"curl", "--connect-to", V::Required, R::Places},
    {"curl", "--dns-servers", V::Required, R::Places},
    {"curl", "--doh-url", V::Required, R::Places},
    {"curl", "--interface", V::Required, R::Places},
    {"curl", "--unix-socket", V::Required, R::Places},
    {"curl", "--abstract-unix-socket", V::Required, R::Places},
    {"curl", "-x", V::Required, R::Places},
    {"curl", "--proxy", V::Required, R::Places},
    {"curl", "--preproxy", V::Required, R::Places},
    {"curl", "--socks4", V::Required, R::Places},
    {"curl", "--socks4a", V::Required, R::Places},
    {"curl", "--socks5", V::Required, R::Places},
    {"curl", "--socks5-hostname", V::Required, R::Places},
    {"curl", "--noproxy", V::Required, R::Places},
    {"curl", "-L", V::None, R::Places},
    {"curl", "--location", V::None, R::Places},
    {"curl", "--location-trusted", V::None, R::Places},
    {"curl", "-k", V::None, R::Places},
    {"curl", "--insecure", V::None, R::Places},
    {"curl", "-H", V::Required, R::Places},
    {"curl", "--header", V::Required, R::Places},
    {"curl", "-d", V::Required, R::Places},
    {"curl", "--data", V::Required, R::Places},
    {"curl", "--data-ascii", V::Required, R::Places},
    {"curl", "--data-binary", V::Required, R::Places},
    {"curl", "--data-urlencode", V::Required, R::Places},
    {"curl", "--json", V::Required, R::Places},
    {"curl", "-F", V::Required, R::Places},
    {"curl", "--form", V::Required, R::Places},
    {"curl", "-w", V::Required, R::Places},
    {"curl", "--write-out", V::Required, R::Places},
    {"curl", "-b", V::Required, R::Places},
    {"curl", "--cookie", V::Required, R::Places},
    {"curl", "-n", V::None, R::Settings},
    {"curl", "--netrc", V::None, R::Settings},
    {"curl", "--netrc-file", V::Required, R::Settings},
    {"curl", "-E", V::Required, R::Places},
    {"curl", "--cert", V::Required, R::Places},
    {"curl", "--engine", V::Required, R::Programs},
    {"curl", "-J", V::None, R::Places},
    {"curl", "--remote-header-name", V::None, R::Places},
    {"curl", "-O", V::None, R::Places},
    {"curl", "--remote-name", V::None, R::Places},
    {"curl", "--url", V::Required, R::Itself},
    {"curl", "-o", V::Required, R::Itself},
    {"curl", "--output", V::Required, R::Itself},
    {"curl", "--output-dir", V::Required, R::Itself},
    {"curl", "-T", V::Required, R::Itself},
    {"curl", "--upload-file", V::Required, R::Itself},
    {"curl", "-X", V::Required, R::Itself},
    {"curl", "--request", V::Required, R::Itself},
    {"curl", "-g", V::None, R::Itself},
    {"curl", "-s", V::None, R::Itself},
    {"curl", "-S", V::None, R::Itself},
    {"curl", "-f", V::None, R::Itself},
    {"find", "-exec", V::Required, R::Programs},
    {"find", "-execdir", V::Required, R::Programs},
    {"find", "-ok", V::Required, R::Programs},
    {"find", "-okdir", V::Required, R::Programs},
    {"find", "-fprintf", V::Required, R::Places},
    {"find", "-fprint", V::Required, R::Itself},
    {"find", "-fls", V::Required, R::Itself},
    {"find", "-files0-from", V::Required, R::Places},
    {"find", "-L", V::None, R::Places},
    {"find", "-follow", V::None, R::Places},
    {"find", "-name", V::Required, R::Itself},
    {"find", "-iname", V::Required, R::Itself},
    {"find", "-path", V::Required, R::Itself},
    {"find", "-type", V::Required, R::Itself},
    {"find", "-maxdepth", V::Required, R::Itself},
    {"tar", "-I", V::Required, R::Programs},
    {"tar", "--use-compress-program", V::Required, R::Programs},
    {"tar", "--to-command", V::Required, R::Programs},
    {"tar", "--checkpoint-action", V::Required, R::Programs},
    {"tar", "--info-script", V::Required, R::Programs},
    {"tar", "--new-volume-script", V::Required, R::Programs},
    {"tar", "-F", V::Required, R::Programs},
    {"tar", "--rsh-command", V::Required, R::Programs},
    {"tar", "-T", V::Required, R::Places},
    {"tar", "--files-from", V::Required, R::Places},
    {"tar", "-P", V::None, R::Places},
    {"tar", "--absolute-names", V::None, R::Places},
    {"sort", "--compress-program", V::Required, R::Programs},
    {"sort", "--files0-from", V::Required, R::Places},
    {"sort", "-o", V::Required, R::Itself},
    {"wc", "--files0-from", V::Required, R::Places},
    {"du", "--files0-from", V::Required, R::Places},
    {"du", "-X", V::Required, R::Itself},
    {"make", "-f", V::Required, R::Itself},
    {"make", "-C", V::Required, R::Itself},
    {"make", "--eval", V::Required, R::Programs},
    {"python", "-c", V::Required, R::Programs},
    {"python", "-m", V::Required, R::Programs},
    {"python", "-i", V::None, R::Programs},
    {"python", "-X", V::Required, R::Settings},
    {"node", "-e", V::Required, R::Programs},
    {"node", "--eval", V::Required, R::Programs},
    {"node", "-p", V::Required, R::Programs},
    {"node", "--print", V::Required, R::Programs},
    {"node", "-r", V::Required, R::Programs},
    {"node", "--require", V::Required, R::Programs},
    {"node", "--import", V::Required, R::Programs},
    {"node", "--loader", V::Required, R::Programs},
    {"node", "--env-file", V::Required, R::Settings},
    {"perl", "-e", V::Required, R::Programs},
    {"perl", "-E", V::Required, R::Programs},
    {"perl", "-M", V::Required, R::Programs},
    {"perl", "-I", V::Required, R::Programs},
    {"perl", "-d", V::Optional, R::Programs},
    {"ruby", "-e", V::Required, R::Programs},
    {"ruby", "-r", V::Required, R::Programs},
    {"ruby", "-I", V::Required, R::Programs},
    {"php", "-r", V::Required, R::Programs},
    {"php", "-d", V::Required, R::Settings},
    {"ssh", "-o", V::Required, R::Programs},
    {"ssh", "-F", V::Required, R::Settings},
    {"scp", "-o", V::Required, R::Programs},
    {"scp", "-S", V::Required, R::Programs},
    {"rsync", "-e", V::Required, R::Programs},
    {"rsync", "--rsh", V::Required, R::Programs},
    {"rsync", "--rsync-path", V::Required, R::Programs},
    {"rsync", "--files-from", V::Required, R::Places},
    {"wget", "-i", V::Required, R::Places},
    {"wget", "-e", V::Required, R::Settings},
    {"wget", "--config", V::Required, R::Settings},
    {"wget", "--use-askpass", V::Required, R::Programs},
    {"zip", "-TT", V::Required, R::Programs},
    {"zip", "--unzip-command", V::Required, R::Programs},
};

constexpr std::string_view kStarters[] = {
    "sh",     "bash",     "dash",    "zsh",         "ksh",     "mksh",
    "fish",   "csh",      "tcsh",    "ash",         "rbash",   "pwsh",
    "env",    "xargs",    "busybox", "toybox",      "timeout", "nice",
    "ionice", "nohup",    "setsid",  "setarch",     "sudo",    "su",
    "doas",   "runuser",  "chroot",  "unshare",     "nsenter", "setpriv",
    "script", "strace",   "ltrace",  "gdb",         "stdbuf",  "time",
    "watch",  "parallel", "flock",   "taskset",     "chrt",    "exec",
    "eval",   "command",  "ld.so",   "awk",         "gawk",    "mawk",
    "nawk",   "sed",      "ed",      "ex",          "vi",      "vim",
    "emacs",  "less",     "more",    "man",         "expect",  "m4",
    "dc",     "screen",   "tmux",    "systemd-run", "bwrap",   "start-stop-daemon"};

constexpr std::string_view kScriptRunners[] = {"python", "node",  "perl",    "ruby", "php",
                                               "lua",    "tclsh", "Rscript", "deno", "bun"};
constexpr std::string_view kSearchers[] = {"rg", "grep", "egrep", "fgrep", "zgrep", "ag", "ack"};
constexpr std::string_view kWithoutDelimiter[] = {"find", "echo", "printf", "test", "[", "expr", "dd", "ps", "tar"};

/// "python3.11" is python, "perl5.36.0" is perl.
std::string_view without_version(std::string_view name) {
  const std::size_t end = name.find_last_not_of("0123456789.");
  return end == std::string_view::npos ? name : name.substr(0, end + 1);
}

template <std::size_t kCount>
bool is_among(const std::string_view (&names)[kCount], std::string_view program) {
  const std::string_view name = last_component(program);
  return std::ranges::find(names, name) != std::end(names) ||
         std::ranges::find(names, without_version(name)) != std::end(names);
}

}  // namespace

const KnownOption* find_known_option(std::string_view program, std::string_view option) {
  const std::string_view name = last_component(program);
  const std::string_view plain = without_version(name);
  const auto found = std::ranges::find_if(kOptions, [&](const KnownOption& row) {
    return (row.program == name || row.program == plain) && row.option == option;
  });
  return found == std::end(kOptions) ? nullptr : &*found;
}

bool starts_its_arguments(std::string_view program) {
  const std::string_view name = last_component(program);
  return is_among(kStarters, program) || name.starts_with("ld-linux") || name.starts_with("ld-musl");
}

bool runs_its_first_operand(std::string_view program) { return is_among(kScriptRunners, program); }
bool searches_for_its_first_operand(std::string_view program) { return is_among(kSearchers, program); }
bool ends_options_at_delimiter(std::string_view program) { return !is_among(kWithoutDelimiter, program); }

}  // namespace yett
