// Git 2.39 and later: subcommands that look at a repository, and two that add to it. What a repository's own
// configuration starts (textconv, filters, hooks, a monitor) is started whatever the words say; it lies where nothing
// is written.
#include "policy/known_program_tables.h"

namespace yett {
namespace {

using enum Effect;
using enum ShortOptions;

// In front of the subcommand, where only `fixed` stands.
constexpr std::string_view kGlobal =
    "-c=text --git-dir=text --work-tree=text --no-pager -P --literal-pathspecs --glob-pathspecs --noglob-pathspecs "
    "--icase-pathspecs --no-optional-locks --no-replace-objects --no-advice --bare";

// Of diffs, wherever one is shown. No --ext-diff, --textconv, --output, -O and --no-index; no --submodule, for which
// Git works in another repository. --format is a name, for %G? starts a program.
constexpr std::string_view kDiffs =
    "-a -b -C -D -E -F -G=text -i -M -p -P -q -R -s -S=text -u -U=number -w -W -z --abbrev[=number] --no-abbrev "
    "--binary --check --color[=name] --no-color --color-moved[=name] --color-words[=text] --cc --combined-all-paths "
    "--compact-summary --cumulative --diff-algorithm=name --diff-filter=name --dirstat[=text] --dst-prefix=text "
    "--exit-code --find-copies[=text] --find-copies-harder --find-renames[=text] --full-index --function-context "
    "--histogram --ignore-all-space --ignore-blank-lines --ignore-space-at-eol --ignore-space-change "
    "--ignore-submodules[=name] --indent-heuristic --inter-hunk-context=number --irreversible-delete --minimal "
    "--name-only --name-status --no-ext-diff --no-patch --no-prefix --no-renames --no-textconv --numstat --patch "
    "--patch-with-stat --patience --pickaxe-all --pickaxe-regex --quiet --raw --relative --shortstat "
    "--src-prefix=text --stat[=text] --summary --text --unified=number --word-diff[=name] --word-diff-regex=text";

// Of walks through the history. `git diff` reads them too.
constexpr std::string_view kWalks =
    "-m -n=number --abbrev-commit --after=text --all --all-match --ancestry-path --author=text --author-date-order "
    "--before=text --boundary --branches[=text] --cherry --cherry-mark --cherry-pick --children --committer=text "
    "--date=text --date-order --decorate[=name] --no-decorate --dense --diff-merges[=name] --extended-regexp "
    "--first-parent --fixed-strings --follow --format[=name] --full-diff --full-history --glob=text --graph "
    "--grep=text --invert-grep --left-only --left-right --log-size --max-count=number --max-parents[=number] "
    "--merges --min-parents[=number] --no-max-parents --no-merges --no-min-parents --no-notes --no-mailmap --oneline "
    "--parents --perl-regexp --pretty[=name] --regexp-ignore-case --relative-date --remotes[=text] --reverse "
    "--right-only --show-pulls --simplify-by-decoration --simplify-merges --since=text --skip=number --source "
    "--sparse --tags[=text] --topo-order --until=text --use-mailmap --mailmap";

constexpr std::string_view kGrep =
    "-a -A=number -B=number -C=number -c -e=text -E -F -G -h -H -i -I -l -L -m=number -n -o -p -P -q -v -w -W -z "
    "--after-context=number --all-match --and --basic-regexp --before-context=number --break --cached --color[=name] "
    "--column --context=number --count --extended-regexp --files-with-matches --files-without-match --fixed-strings "
    "--full-name --function-context --heading --ignore-case --invert-match --line-number --max-count=number "
    "--max-depth=number --name-only --no-color --not --null --only-matching --or --perl-regexp --quiet --recursive "
    "--show-function --text --threads=number --untracked --word-regexp";

constexpr std::string_view kRevisions = "revision | revision read | revision revision read | read";

constexpr KnownUse kRows[] = {
    // A path such as x-g1a2b3c4:name is a revision to it where no "--" stands in front.
    {"git", "", kGlobal, "", Read, ShortOptions::Clustered, "", "", OptionPlace::Anywhere, BarePath::PerhapsARevision},
    {"git", "log show diff rev-list", kDiffs, kRevisions, Read, Whole},
    {"git", "log show diff rev-list", kWalks, "", Read, Whole},
    {"git", "diff", "--cached --staged --merge-base --base --ours --theirs -1 -2 -3 -0", "", Read, Whole},
    {"git", "rev-list", "--count --objects --timestamp --header --disk-usage", "", Read, Whole},
    {"git", "shortlog",
     "-c -e -n -s --all --author=text --branches[=text] --committer --email --grep=text --merges --no-merges "
     "--numbered --since=text --summary --tags[=text] --until=text",
     kRevisions},
    {"git", "status",
     "-s -b -v -z -u --short --branch --show-stash --porcelain[=name] --long --verbose --untracked-files[=name] "
     "--ignored[=name] --ignore-submodules[=name] --column[=text] --no-column --ahead-behind --no-ahead-behind "
     "--renames --no-renames --find-renames[=text]",
     "read"},
    // git status refuses these by itself; with them it can stand beside git log in one entry.
    {"git", "status", "--oneline -n=number --max-count=number --grep=text --author=text --since=text --stat", ""},
    {"git", "blame annotate",
     "-b -c -C -e -f -l -L=text -M -n -p -s -t -w --abbrev=number --color-by-age --color-lines --date=text "
     "--first-parent --incremental --line-porcelain --porcelain --reverse --root --score-debug --show-email "
     "--show-name --show-number --show-stats --since=text",
     "revision read | read", Read, Whole},
    {"git", "grep", kGrep, kRevisions},
    {"git", "ls-files",
     "-c -d -f -i -k -m -o -s -t -u -v -z -x=text --abbrev[=number] --cached --debug --deduplicate --deleted "
     "--directory --eol --error-unmatch --exclude=text --exclude-standard --full-name --ignored --killed --modified "
     "--no-empty-directory --others --resolve-undo --sparse --stage --unmerged",
     "read"},
    {"git", "ls-tree",
     "-d -l -r -t -z --abbrev[=number] --full-name --full-tree --long --name-only --name-status --object-only",
     "revision read | revision none"},
    {"git", "cat-file", "-e -p -s -t", "revision"},
    {"git", "rev-parse",
     "-q --abbrev-ref[=name] --absolute-git-dir --all --branches --git-common-dir --git-dir --is-bare-repository "
     "--is-inside-git-dir --is-inside-work-tree --is-shallow-repository --quiet --remotes --short[=number] "
     "--show-cdup --show-object-format --show-prefix --show-toplevel --symbolic --symbolic-full-name --tags --verify",
     "revision", Read, Whole},
    {"git", "describe",
     "--abbrev[=number] --all --always --candidates=number --debug --exact-match --exclude=text --first-parent "
     "--long --match=text --tags",
     "revision"},
    {"git", "merge-base", "-a --all --fork-point --independent --is-ancestor --octopus", "revision"},
    {"git", "name-rev", "--always --exclude=text --name-only --no-undefined --refs=text --tags", "revision"},
    {"git", "show-ref", "-d -q -s --dereference --hash[=number] --heads --quiet --tags --verify", "revision"},
    // Without an operand these list; with one they make a branch or a tag.
    {"git", "branch",
     "-a -i -l -q -r -v -vv --all --color[=name] --column[=text] --contains=revision --ignore-case --list "
     "--merged=revision --no-color --no-column --no-contains=revision --no-merged=revision --points-at=revision "
     "--quiet --remotes --show-current --verbose",
     "none"},
    {"git", "tag",
     "-i -l --color[=name] --column[=text] --contains=revision --ignore-case --list --merged=revision --no-column "
     "--no-contains=revision --no-merged=revision --points-at=revision",
     "none"},
    {"git", "for-each-ref",
     "--count=number --contains=revision --merged=revision --no-merged=revision --points-at=revision", "none"},
    {"git", "remote", "-v --verbose", "none"},
    {"git", "count-objects", "-v -H --verbose --human-readable", "none"},
    {"git", "add",
     "-A -f -n -N -u -v --all --chmod=text --dry-run --force --ignore-errors --ignore-missing --ignore-removal "
     "--intent-to-add --no-all --refresh --renormalize --sparse --update --verbose",
     "read", Write},
    // It runs the hooks of the repository, and an editor where no message is given.
    {"git", "commit",
     "-a -m=text -n -q -s --all --allow-empty --author=text --date=text --dry-run --message=text --no-edit "
     "--no-verify --no-gpg-sign --quiet --signoff",
     "none", Execute},
};

}  // namespace

std::span<const KnownUse> git_subcommands() { return kRows; }

}  // namespace yett
