// Programs that run what a file says: interpreters with a script, and build tools. What such a file does is not held by
// a list, so the effect of these commands is to execute; the table holds which file it is.
#include "policy/known_program_tables.h"

namespace yett {
namespace {

using enum Effect;
using enum ShortOptions;

constexpr std::string_view kScript = "read rest";

constexpr std::string_view kMake =
    "-B -i -k -n -q -s -w -j=number --always-make --dry-run --ignore-errors --just-print --keep-going "
    "--no-print-directory --print-directory --question --quiet --recon --silent --jobs=number --trace";

constexpr std::string_view kCargo =
    "-q -v -vv -j=number -p=name --all --all-features --all-targets --benches --bin=name --bins --color=name "
    "--example=name --examples --exclude=name --features=text --frozen --jobs=number --keep-going --lib --locked "
    "--message-format=name --no-default-features --offline --package=name --quiet --release --test=name --tests "
    "--verbose --workspace";

constexpr KnownUse kRows[] = {
    {"python pypy", "", "-b -B -E -I -O -P -q -s -S -u -v", kScript, Execute},
    {"node nodejs", "",
     "--check --enable-source-maps --no-deprecation --no-warnings --throw-deprecation --trace-deprecation "
     "--trace-uncaught --trace-warnings --max-old-space-size[=number] --stack-trace-limit[=number]",
     kScript, Execute, Whole},
    {"ts-node tsx", "", "", kScript, Execute, Whole},
    {"ruby jruby truffleruby", "", "-w", kScript, Execute},
    {"perl", "", "-c -t -T -w -W -X", kScript, Execute},
    {"php", "", "-n", kScript, Execute, Whole},
    {"lua luajit", "", "-E -W", kScript, Execute, Whole},
    {"tclsh Rscript julia", "", "--vanilla", kScript, Execute, Whole},
    {"pytest py.test", "",
     "-q -qq -v -vv -x -l -s -k=text -m=text --collect-only --exitfirst --failed-first --ff --last-failed --lf "
     "--maxfail=number --no-header --no-summary --quiet --showlocals --tb=name --verbose --color=name "
     "--durations=number",
     "read", Execute},
    // Targets are subcommands: a word with `=` sets a variable, and any text can be one.
    {"make gmake", "", kMake, "none", Execute},
    {"make gmake", "*", kMake, "none", Execute},
    {"ninja", "", "-k=number -j=number -l=number -n -v -d=name --quiet --verbose", "none", Execute},
    {"ninja", "*", "-k=number -j=number -l=number -n -v -d=name --quiet --verbose", "none", Execute},
    // A script of package.json is a subcommand behind a fixed `run`: beside those, `npm run env` prints the environment
    // and `yarn run` starts what is installed.
    {"npm pnpm yarn", "test t", "-s --if-present --silent", "none", Execute, Whole},
    {"npm pnpm yarn", "run run-script", "-s --if-present --silent", "name none", Execute, Whole, "", "",
     OptionPlace::Anywhere, BarePath::Path, ScriptNames::Subcommands},
    {"npm pnpm yarn", "ls list", "-a --all --depth=number --json --long", "none", Read, Whole},
    {"cargo", "build check test bench doc clippy", kCargo, "name none", Execute},
    {"cargo", "test bench", "--no-fail-fast --no-run --doc", ""},
    {"cargo", "doc", "--no-deps --document-private-items", ""},
    {"cargo", "fmt", "-q -v --all --check --quiet --verbose", "none", Execute},
    {"go", "build test vet",
     "-a -n -v -x -p=number -race -msan -asan -cover -trimpath -run=text -bench=text -benchmem -benchtime=text "
     "-count=number -cpu=text -short -failfast -json -list=text -parallel=number -skip=text -timeout=text "
     "-shuffle=text -tags=text",
     "read", Execute, Whole},
    {"go", "fmt list version", "-n -x -json", "read", Execute, Whole},
};

}  // namespace

std::span<const KnownUse> building_programs() { return kRows; }

}  // namespace yett
