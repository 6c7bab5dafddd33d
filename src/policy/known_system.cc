// Programs that print texts, and that say how the system is: GNU coreutils 9, procps.
#include "policy/known_program_tables.h"

namespace yett {
namespace {

using enum ShortOptions;

constexpr KnownUse kRows[] = {
    // Texts that they print or compare, whatever stands in them.
    {"echo", "", "-n -e -E", "text", Effect::Read, Whole},
    {"printf", "", "", "text"},
    {"basename", "", "-a -s=text -z --multiple --suffix=text --zero", "text"},
    {"dirname", "", "-z --zero", "text"},
    {"expr", "", "", "text"},
    {"test [", "", "-e=read -f=read -d=read -r=read -w=read -x=read -s=read -h=read -n=text -z=text", "none",
     Effect::Read, Whole},
    {"tr", "", "-c -C -d -s -t --complement --delete --squeeze-repeats --truncate-set1", "text text none"},
    {"seq", "", "-f=text -s=text -w --format=text --separator=text --equal-width", "number number number none"},
    {"sleep", "", "", "number"},
    // Of the system. No `date -f`, -d (TZ= in a date names a file) and -s, and no operand, which sets the clock or a
    // name.
    {"date", "",
     "-u -R -I[=name] -r=read --utc --universal --iso-8601[=name] --rfc-3339=name --rfc-email --reference=read "
     "--debug",
     "none"},
    {"pwd", "", "-L -P --logical --physical", "none"},
    {"uname", "",
     "-a -s -n -r -v -m -p -i -o --all --kernel-name --nodename --kernel-release --machine --operating-system", "none"},
    {"arch nproc whoami hostname tty uptime users true false", "", "", "none"},
    {"id groups", "", "-a -g -G -n -r -u -z --group --groups --name --real --user --zero", "name"},
    {"ps", "",
     "-A -a -d -e -f -F -j -l -L -M -T -w -p=number -u=name -C=name --pid=number --ppid=number --user=name --forest "
     "--no-headers",
     "none"},
    {"free", "", "-b -k -m -g -h -l -t -w --bytes --kibi --mebi --gibi --human --lohi --total --wide", "none"},
};

}  // namespace

std::span<const KnownUse> system_programs() { return kRows; }

}  // namespace yett
