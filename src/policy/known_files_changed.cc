// Programs that change files: GNU coreutils 9, tar 1.34, compressors.
#include "policy/known_program_tables.h"

namespace yett {
namespace {

using enum Effect;
using enum ShortOptions;

constexpr std::string_view kCompress =
    "-1 -2 -3 -4 -5 -6 -7 -8 -9 -f -k -q -v --force --keep --quiet --verbose --fast --best";

constexpr KnownUse kRows[] = {
    {"mkdir", "", "-p -v -m=text --parents --verbose --mode=text", "write", Write},
    // No -p: it removes what lies above.
    {"rmdir", "", "-v --verbose --ignore-fail-on-non-empty", "write", Write},
    {"touch", "", "-a -c -m -h -t=text -r=read --no-create --no-dereference --time=name --reference=read", "write",
     Write},
    {"rm", "", "-f -I -v -d -r -R --force --verbose --dir --recursive --one-file-system --preserve-root", "write",
     Write},
    {"unlink", "", "", "write none", Write},
    {"tee", "", "-a -i -p --append --ignore-interrupts", "write", Write},
    {"truncate", "", "-c -o -s=text -r=read --no-create --io-blocks --size=text --reference=read", "write", Write},
    // Only with -T in `fixed`: a folder as the last word would take the files under names of their own. No -r: what
    // lies in a folder has names too.
    {"cp", "-T --no-target-directory",
     "-d -f -n -p -P -u -v -x --force --no-clobber --no-dereference --preserve[=text] --no-preserve=text --update "
     "--verbose --one-file-system --attributes-only --reflink[=name] --sparse=name --remove-destination -T "
     "--no-target-directory",
     "read write none | write write none", Write},
    {"mv", "-T --no-target-directory", "-f -n -u -v --force --no-clobber --update --verbose -T --no-target-directory",
     "write write none", Write},
    {"ln", "-T --no-target-directory", "-f -v -P --force --verbose --physical -T --no-target-directory",
     "write write none", Write},
    // No --reference: with it the mode is a file like the others.
    {"chmod", "", "-c -f -v -R --changes --silent --quiet --verbose --recursive", "text write", Write},
    // Only with -c in `fixed`: else they replace the file by one of another name. They do not unpack: where the file is
    // absent, they would look for one of a name that they make themselves.
    {"gzip bzip2 xz lzma zstd", "-c --stdout", kCompress, "read"},
    {"strip", "", "-s -g -d -S -v -p", "write", Write},
    // It starts the compressor that its own option names. The letter of what it does stands in `fixed`: what -f is
    // depends on it. Nothing is unpacked, for the names of an archive are no words of the command.
    {"tar", "-t --list",
     "-f=read -v -z -j -J --file=read --verbose --gzip --bzip2 --xz --zstd --full-time --numeric-owner", "none", Read,
     Whole},
    {"tar", "-c --create",
     "-f=write -v -z -j -J --file=write --verbose --gzip --bzip2 --xz --zstd --numeric-owner --owner=name "
     "--group=name --sort=name --exclude=text --exclude-vcs --one-file-system --totals --no-unquote",
     "read", Write, Whole, "", "--no-unquote"},
};

}  // namespace

std::span<const KnownUse> file_changing_programs() { return kRows; }

}  // namespace yett
