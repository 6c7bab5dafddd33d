// Programs that search: ripgrep 13 and 14, GNU grep 3, ag, ack.
#include "policy/known_program_tables.h"

namespace yett {
namespace {

// No --pre, --hostname-bin and -z, which start programs, and no -L, which follows links.
constexpr std::string_view kRipgrep =
    "-a -b -c -F -h -H -i -I -l -n -N -o -p -P -q -s -S -u -U -v -w -x -0 -. -A=number -B=number -C=number -E=name "
    "-e=text -f=read -g=text -j=number -m=number -M=number -r=text -t=name -T=name --after-context=number "
    "--before-context=number --context=number --context-separator=text --field-context-separator=text "
    "--field-match-separator=text --auto-hybrid-regex --binary --no-binary --block-buffered --byte-offset "
    "--case-sensitive --color=name --colors=text --column --no-column --count --count-matches --crlf --debug "
    "--dfa-size-limit=text --encoding=name --engine=name --file=read --files-with-matches --files-without-match "
    "--fixed-strings --glob=text --glob-case-insensitive --heading --no-heading --hidden --no-hidden --iglob=text "
    "--ignore-case --ignore-file=read --ignore-file-case-insensitive --include-zero --invert-match --json "
    "--line-buffered --line-number --no-line-number --line-regexp --max-columns=number --max-columns-preview "
    "--max-count=number --max-depth=number --max-filesize=text --mmap --no-mmap --multiline --multiline-dotall "
    "--no-config --no-ignore --no-ignore-dot --no-ignore-exclude --no-ignore-files --no-ignore-global "
    "--no-ignore-messages --no-ignore-parent --no-ignore-vcs --no-messages --no-unicode --no-require-git --null "
    "--null-data --one-file-system --only-matching --passthru --path-separator=text --pcre2 --pretty --quiet "
    "--regex-size-limit=text --regexp=text --replace=text --smart-case --sort=name --sortr=name --stats --text "
    "--threads=number --trim --type=name --type-not=name --type-add=text --type-clear=name --unrestricted --vimgrep "
    "--with-filename --no-filename --word-regexp";

// No -R: it follows links out of the folder that is searched.
constexpr std::string_view kGrep =
    "-a -b -c -E -F -G -h -H -i -I -l -L -n -o -P -q -r -s -T -U -v -w -x -y -Z -z -A=number -B=number -C=number "
    "-d=name -D=name -e=text -f=read -m=number --after-context=number --before-context=number --context=number "
    "--basic-regexp --extended-regexp --fixed-strings --perl-regexp --regexp=text --file=read --ignore-case "
    "--no-ignore-case --invert-match --word-regexp --line-regexp --count --color[=name] --colour[=name] "
    "--files-without-match --files-with-matches --max-count=number --only-matching --quiet --silent --no-messages "
    "--byte-offset --with-filename --no-filename --label=text --line-number --initial-tab --null --text --binary "
    "--binary-files=name --devices=name --directories=name --exclude=text --exclude-dir=text --exclude-from=read "
    "--include=text --recursive --line-buffered --null-data";

constexpr std::string_view kPatterns = "-e -f --regexp --file";

constexpr KnownUse kRows[] = {
    {"rg", "", kRipgrep, "text read", Effect::Read, ShortOptions::Clustered, kPatterns},
    {"grep egrep fgrep", "", kGrep, "text read", Effect::Read, ShortOptions::Clustered, kPatterns},
    // Scripts around grep that take options apart by themselves.
    {"ag", "", "-c -i -l -L -n -o -Q -s -S -v -w --nocolor --nogroup --literal --ignore-case --case-sensitive",
     "text read"},
    {"ack", "", "-c -h -H -i -l -L -n -o -Q -s -v -w --nocolor --nogroup --noenv --literal --ignore-case", "text read",
     Effect::Read, ShortOptions::Whole},
};

}  // namespace

std::span<const KnownUse> searching_programs() { return kRows; }

}  // namespace yett
