// Programs that reach other machines, containers and services, as far as they only look.
#include "policy/known_program_tables.h"

namespace yett {
namespace {

using enum Effect;
using enum ShortOptions;

// One request to URLs that are judged. Nothing that adds or moves a place (-L, -x, --resolve, -K, --next), a file (-d,
// -F, -b, -c, -D, --trace, @files) or a name from the other side (-O, -J), nothing that weakens (-k). -q is for
// `fixed`: it counts only as the first word.
constexpr std::string_view kCurl =
    "-4 -6 -f -g -i -I -N -q -s -S -v -m=number -o=write -r=name -y=number -Y=number --compressed "
    "--connect-timeout=number --disable --fail --fail-early --globoff --head --http1.1 --http2 --include --ipv4 "
    "--ipv6 --limit-rate=name --max-filesize=number --max-time=number --no-buffer --no-progress-meter --output=write "
    "--range=name --retry=number --retry-delay=number --retry-max-time=number --show-error --silent "
    "--speed-limit=number --speed-time=number --tlsv1.2 --tlsv1.3 --url=url --verbose";

constexpr KnownUse kRows[] = {
    {"curl", "", kCurl, "url"},
    {"kubectl", "get describe logs top version",
     "-A -n=name -o=name -l=text -c=name --all-namespaces --container=name --namespace=name --no-headers "
     "--output=name --previous --selector=text --show-labels --since=name --tail=number --timestamps",
     "name", Read, Whole},
    {"docker", "ps images version info logs port",
     "-a -q -n=number -t --all --no-trunc --quiet --since=name --tail=number --timestamps", "name", Read, Whole},
    // What stands behind the container are options of ps, and its `e` shows environments.
    {"docker", "top", "", "name none", Read},
    {"systemctl", "status is-active is-enabled is-failed list-units list-unit-files list-timers show cat",
     "-a -l -n=number -q --all --full --lines=number --no-legend --no-pager --plain --quiet --state=name --type=name",
     "name", Read},
    {"journalctl", "",
     "-a -b -e -k -n=number -o=name -p=name -q -r -S=text -t=name -u=name -U=text -x --all --boot --dmesg "
     "--identifier=name --lines=number --no-hostname --no-pager --output=name --priority=name --quiet --reverse "
     "--since=text --unit=name --until=text --utc",
     "none"},
};

}  // namespace

std::span<const KnownUse> reaching_programs() { return kRows; }

}  // namespace yett
