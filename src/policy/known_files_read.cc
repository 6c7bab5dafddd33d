// Programs that look at files: GNU coreutils 9, diffutils 3, findutils 4, file 5.
#include "policy/known_program_tables.h"

namespace yett {
namespace {

using enum ShortOptions;

// No -L and -H: they follow links out of the folder that is listed.
constexpr std::string_view kLs =
    "-a -A -b -B -c -C -d -D -f -F -g -G -h -i -k -l -m -n -N -o -p -q -Q -r -R -s -S -t -u -U -v -x -X -Z -1 "
    "-I=text -w=number -T=number --all --almost-all --author --escape --block-size=text --ignore-backups "
    "--color[=name] --directory --dired --classify[=name] --file-type --format=name --full-time "
    "--group-directories-first --no-group --human-readable --si --hide=text --hyperlink[=name] "
    "--indicator-style=name --inode --ignore=text --kibibytes --numeric-uid-gid --literal --hide-control-chars "
    "--show-control-chars --quote-name --quoting-style=name --reverse --recursive --size --sort=name --time=name "
    "--time-style=text --tabsize=number --width=number --context --zero";

// Tests and actions that print. None that runs, writes or removes (-exec, -ok, -fprint, -fls, -delete), none that reads
// a list of files, none with a date, in which TZ= names a file, and no -L, -H and -follow.
constexpr std::string_view kFind =
    "-name=text -iname=text -path=text -ipath=text -wholename=text -iwholename=text -regex=text -iregex=text "
    "-regextype=name -lname=text -ilname=text -type=text -xtype=text -size=text -empty -executable -readable "
    "-writable -perm=text -user=name -group=name -uid=text -gid=text -nouser -nogroup -links=text -inum=text "
    "-fstype=name -mtime=text -mmin=text -ctime=text -cmin=text -atime=text -amin=text -used=text -newer=read "
    "-anewer=read -cnewer=read -samefile=read -maxdepth=number -mindepth=number -depth -mount -xdev -daystart "
    "-noleaf -ignore_readdir_race -noignore_readdir_race -warn -nowarn -prune -print -print0 -printf=text -ls -quit "
    "-true -false -not -a -and -o -or -P";

// No -l: it starts pr. Two folders are compared file by file, and links in them are followed but for --no-dereference.
constexpr std::string_view kDiff =
    "-q -s -c -C=number -u -U=number -e -n -y -W=number -p -F=text -t -T -r -N -i -E -Z -b -w -B -I=text -a -d -H "
    "-x=text -S=text --brief --report-identical-files --context[=number] --unified[=number] --ed --normal --rcs "
    "--side-by-side --width=number --left-column --suppress-common-lines --show-c-function --show-function-line=text "
    "--label=text --expand-tabs --initial-tab --tabsize=number --suppress-blank-empty --recursive --no-dereference "
    "--new-file --unidirectional-new-file --ignore-file-name-case --no-ignore-file-name-case --exclude=text "
    "--starting-file=text --ignore-case --ignore-tab-expansion --ignore-trailing-space --ignore-space-change "
    "--ignore-all-space --ignore-blank-lines --ignore-matching-lines=text --text --strip-trailing-cr --minimal "
    "--horizon-lines=number --speed-large-files --color[=name]";

// No -T and --files0-from, no program that compresses, no source of random bytes.
constexpr std::string_view kSort =
    "-b -d -f -g -i -M -h -n -R -r -V -c -C -m -s -u -z -k=text -t=text -S=text -o=write --ignore-leading-blanks "
    "--dictionary-order --ignore-case --general-numeric-sort --ignore-nonprinting --month-sort --human-numeric-sort "
    "--numeric-sort --random-sort --reverse --sort=name --version-sort --check[=name] --merge --stable --unique "
    "--zero-terminated --key=text --field-separator=text --buffer-size=text --output=write --parallel=number "
    "--batch-size=number --debug";

constexpr KnownUse kRows[] = {
    {"ls dir vdir", "", kLs, "read"},
    {"cat", "",
     "-A -b -e -E -n -s -t -T -u -v --show-all --number-nonblank --show-ends --number --squeeze-blank --show-tabs "
     "--show-nonprinting",
     "read"},
    {"tac", "", "-b -r -s=text --before --regex --separator=text", "read"},
    {"head", "", "-c=text -n=text -q -v -z --bytes=text --lines=text --quiet --silent --verbose --zero-terminated",
     "read"},
    // No -f: it never ends.
    {"tail", "", "-c=text -n=text -q -v -z --bytes=text --lines=text --quiet --silent --verbose --zero-terminated",
     "read"},
    {"wc", "", "-c -m -l -L -w --bytes --chars --lines --max-line-length --words --total=name", "read"},
    {"nl", "",
     "-b=text -d=text -f=text -h=text -i=number -l=number -n=name -p -s=text -v=number -w=number "
     "--body-numbering=text --section-delimiter=text --footer-numbering=text --header-numbering=text "
     "--line-increment=number --join-blank-lines=number --number-format=name --no-renumber --number-separator=text "
     "--starting-line-number=number --number-width=number",
     "read"},
    {"stat", "", "-f -t -c=text --file-system --format=text --printf=text --terse --cached=name", "read"},
    // No -f, -m and -C, which read lists and rules, and no -z, which starts programs.
    {"file", "",
     "-b -h -i -k -N -r -0 -v -e=name -F=text --brief --no-dereference --mime --mime-type --mime-encoding --apple "
     "--extension --keep-going --no-pad --raw --print0 --exclude=name --separator=text",
     "read"},
    {"sort", "", kSort, "read"},
    // A second file is what it writes.
    {"uniq", "",
     "-c -d -D -f=number -i -s=number -u -z -w=number --count --repeated --all-repeated[=name] --skip-fields=number "
     "--group[=name] --ignore-case --skip-chars=number --unique --zero-terminated --check-chars=number",
     "read write none"},
    {"cut", "",
     "-b=text -c=text -d=text -f=text -n -s -z --bytes=text --characters=text --delimiter=text --fields=text "
     "--complement --only-delimited --output-delimiter=text --zero-terminated",
     "read"},
    {"paste", "", "-d=text -s -z --delimiters=text --serial --zero-terminated", "read"},
    {"join", "",
     "-a=number -e=text -i -j=number -o=text -t=text -v=number -1=number -2=number -z --ignore-case --check-order "
     "--nocheck-order --header --zero-terminated",
     "read read none"},
    {"comm", "", "-1 -2 -3 -z --check-order --nocheck-order --output-delimiter=text --total --zero-terminated",
     "read read none"},
    {"fold", "", "-b -s -w=number --bytes --spaces --width=number", "read"},
    {"fmt", "",
     "-c -s -t -u -w=number -g=number -p=text --crown-margin --split-only --tagged-paragraph --uniform-spacing "
     "--width=number --goal=number --prefix=text",
     "read"},
    {"expand unexpand", "", "-a -i -t=text --all --initial --tabs=text --first-only", "read"},
    {"rev", "", "", "read"},
    {"od", "",
     "-a -b -c -d -f -i -l -o -s -x -v -A=name -j=text -N=text -t=text --address-radix=name --endian=name "
     "--skip-bytes=text --read-bytes=text --format=text --output-duplicates",
     "read"},
    {"base32 base64 basenc", "",
     "-d -i -w=number --decode --ignore-garbage --wrap=number --base64 --base64url --base32 --base16", "read"},
    // No -c: it opens the files that a file names.
    {"md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum", "", "-b -t -z --binary --text --tag --zero",
     "read"},
    {"cksum", "", "-a=name --algorithm=name --untagged --zero -z", "read"},
    {"sum", "", "-r -s --sysv", "read"},
    {"xxd", "", "-a -b -C -c=number -e -E -g=number -i -l=number -o=number -p -s=text -u -v", "read write none",
     Effect::Read, Whole, "", "", OptionPlace::InFrontOfOperands},
    {"strings", "", "-a -n=number -t=name -o -w --all --bytes=number --radix=name --print-file-name -f", "read"},
    // Only with --no-dereference in `fixed`.
    {"diff", "--no-dereference", kDiff, "read read none"},
    {"cmp", "", "-b -l -s -i=text -n=text --print-bytes --verbose --quiet --silent --ignore-initial=text --bytes=text",
     "read read none"},
    {"du", "",
     "-0 -a -b -B=text -c -d=number -h -k -l -m -P -s -S -t=text -x --null --all --apparent-size --block-size=text "
     "--bytes --total --max-depth=number --human-readable --inodes --count-links --si --summarize --separate-dirs "
     "--threshold=text --time[=name] --time-style=text --exclude=text --one-file-system",
     "read"},
    {"df", "",
     "-a -B=text -h -H -i -k -l -P -T -t=name -x=name --all --block-size=text --human-readable --si --inodes --local "
     "--no-sync --output[=text] --portability --print-type --total --type=name --exclude-type=name",
     "read"},
    {"tree", "",
     "-a -d -f -i -p -s -h -u -g -D -t -r -v -c -U -C -n -N -q -x -J -X -L=number -P=text -I=text -o=write "
     "--noreport --dirsfirst --prune --du --si --filelimit=number --inodes --device --ignore-case --matchdirs",
     "read"},
    {"find", "", kFind, "read", Effect::Read, Whole},
    {"readlink", "",
     "-f -e -m -n -q -s -v -z --canonicalize --canonicalize-existing --canonicalize-missing --no-newline", "read"},
    {"realpath", "",
     "-e -m -L -P -q -s -z --canonicalize-existing --canonicalize-missing --logical --physical --quiet --strip "
     "--no-symlinks --zero",
     "read"},
    // No zcat: where there is no file of that name it opens another, with .gz at its end.
    {"bzcat xzcat zstdcat", "", "", "read"},
};

}  // namespace

std::span<const KnownUse> file_reading_programs() { return kRows; }

}  // namespace yett
