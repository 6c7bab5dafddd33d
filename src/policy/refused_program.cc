#include "policy/refused_program.h"

#include "policy/known_program.h"
#include "policy/known_word_list.h"
#include "text/path.h"

namespace yett {
namespace {

struct RefusedPrograms {
  std::string_view names;
  ProgramRefusal refusal;
};

constexpr ProgramRefusal kStarts = {"starts whatever its arguments say", "list the programs themselves"};
constexpr ProgramRefusal kLanguage = {"reads a language that reaches further than any list says",
                                      "a script of your own below a root that agents do not write to"};
constexpr ProgramRefusal kInteractive = {"starts programs while it shows or edits a file",
                                         "list cat, head or tail, or a tool that edits files"};
constexpr ProgramRefusal kElsewhere = {"acts where no list of this policy holds",
                                       "a tool of its own, with a destination"};
constexpr ProgramRefusal kScattered = {"writes or reads names that no word of the command holds",
                                       "a tool of its own, or a program that names each file"};

constexpr RefusedPrograms kRefused[] = {
    // Shells, and programs of many names.
    {"sh bash dash zsh ksh mksh lksh pdksh fish csh tcsh ash rbash rksh posh yash nu elvish xonsh oil osh pwsh "
     "powershell busybox toybox exec eval command",
     kStarts},
    // Wrappers: what they run stands behind their own words.
    {"env xargs timeout nice ionice nohup setsid setarch sudo su doas runuser chroot unshare nsenter setpriv script "
     "strace ltrace gdb lldb stdbuf time watch parallel flock taskset chrt prlimit choom x86_64 i386 i486 i586 i686 "
     "linux32 linux64 uname26 aarch64 armv7l numactl capsh pkexec run0 sg gosu su-exec newgrp run-parts fakeroot "
     "fakechroot firejail proot valgrind perf rlwrap unbuffer chronic entr watchexec inotifywait hyperfine tini "
     "dumb-init catatonit xvfb-run ssh-agent dbus-run-session dbus-launch systemd-run systemd-nspawn systemd-inhibit "
     "systemd-cat ip torsocks torify proxychains socat ncat nc netcat at batch crontab cron anacron bwrap "
     "zgrep zegrep zfgrep bzgrep bzegrep bzfgrep xzgrep xzegrep lzgrep zstdgrep zdiff zcmp bzdiff xzdiff znew zforce "
     "start-stop-daemon daemon daemonize setuidgid softlimit chpst runsv s6-setuidgid envdir direnv dotenv script "
     "scriptreplay ts ifne pee parallel ccache distcc sccache catchsegv ld.so screen tmux dtach abduco genv gxargs "
     "gtimeout gnice gnohup gstdbuf gchroot gtime",
     kStarts},
    // Languages of which a word is the program.
    {"awk gawk mawk nawk original-awk goawk bwk sed gsed ssed ed red ex m4 dc bc expect jq gojq jaq yq xq dasel "
     "sqlite sqlite3 duckdb psql mysql mariadb mongosh mongo redis-cli cqlsh osqueryi gnuplot octave maxima gs "
     "ghostscript tex latex pdftex pdflatex xelatex lualatex emacs emacsclient irb ghci R guile racket sbcl clisp "
     "ipython erl iex scala jshell groovy deno bun dd find2perl",
     kLanguage},
    // Compilers and linkers read whatever their sources include, and words from @files.
    {"gcc cc g++ c++ cpp clang clang++ clang-cpp tcc rustc javac ghc ld gold lld ld.lld as nasm objcopy ar swiftc "
     "kotlinc nvcc",
     kLanguage},
    {"vi vim vim.basic vim.tiny view vimdiff rview rvim nvim nano pico micro helix hx kak less more most pager zless "
     "zmore man info bat batcat fzf sk fd fdfind mc ranger nnn lf vifm tig lazygit gitk editor sensible-editor "
     "sensible-pager xdg-open open mutt",
     kInteractive},
    // Other machines, containers, services, package managers: their words are commands, or what is fetched is run.
    {"ssh scp sftp rsync rsh rlogin telnet ftp lftp wget wget2 aria2c mosh docker-compose podman nerdctl buildah ctr "
     "crictl helm oc terraform tofu ansible ansible-playbook npx uv uvx pip pipx poetry conda gem bundle apt apt-get "
     "dpkg dnf yum rpm apk pacman brew snap flatpak dig nslookup host ping mail sendmail msmtp launchctl service",
     kElsewhere},
    {"split csplit install unzip zip 7z 7za 7zr cpio pax rar unrar shred zcat gzcat", kScattered},
};

}  // namespace

std::optional<ProgramRefusal> find_refusal(std::string_view program) {
  const std::string_view name = last_component(program);
  const std::string_view plain = plain_program_name(program);
  if (name.starts_with("ld-linux") || name.starts_with("ld-musl")) return kStarts;
  for (const RefusedPrograms& group : kRefused) {
    const WordList names(group.names);
    if (names.contains(name) || names.contains(plain)) return group.refusal;
  }
  return std::nullopt;
}

}  // namespace yett
