#include "words/escape_words.h"

#include <algorithm>
#include <iterator>

namespace yett {
namespace {

constexpr EscapeWords kWords[] = {
    // Files.
    {"unshown-file", "reads a file that is not shown", "读取没有展示的文件"},
    {"unshown-by-link", "reads it through a link in a folder that is shown", "通过已展示目录里的链接读取它"},
    {"unshown-by-parent", "reads it by way of \"..\"", "通过“..”读取它"},
    {"unshown-by-root", "reads it through the root of another process", "通过其他进程的根目录读取它"},
    {"unshown-by-descriptor", "opens again what another process has open", "重新打开其他进程已打开的文件"},
    {"file-handle", "asks for the handle of a file, which leads past mounts", "索取能绕过挂载的文件句柄"},
    {"password-file", "reads the machine's passwords", "读取本机的密码文件"},
    {"hidden-file", "reads a hidden file, as Yett's policy is one", "读取被隐藏的文件，例如 Yett 的策略"},
    {"hidden-folder", "reads from a hidden folder, as Yett's state is one", "读取被隐藏的目录，例如 Yett 的状态"},
    {"hidden-replaced", "puts another file in the place of a hidden one", "用别的文件顶替被隐藏的文件"},
    {"protected-written", "writes to a read-only folder within one that may be changed", "写入可改目录之中的只读目录"},
    {"protected-moved", "moves that folder away", "把这个目录移走"},
    {"ancestor-moved", "moves a folder above it away", "移走它上层的目录"},
    {"read-only-written", "makes a file in a read-only folder", "在只读目录里新建文件"},
    {"read-only-changed", "opens a file there to change it", "打开其中的文件来修改"},
    {"read-only-mode", "changes the mode of a file there", "修改其中文件的权限位"},
    {"usr-written", "makes a file in /usr", "在 /usr 里新建文件"},
    {"etc-written", "makes a file in /etc", "在 /etc 里新建文件"},
    {"dev-written", "makes a file in /dev", "在 /dev 里新建文件"},
    {"root-written", "makes a file in /", "在 / 里新建文件"},
    {"device-made", "makes a device", "创建设备文件"},
    // Processes.
    {"own-environment", "finds the launcher's secrets in its own environment", "在自己的环境变量里找到启动者的秘密"},
    {"other-environment", "reads the environment of another process", "读取其他进程的环境变量"},
    {"first-environment", "reads the environment of process 1", "读取 1 号进程的环境变量"},
    {"other-command-line", "reads the command line of a process outside", "读取外面进程的命令行"},
    {"other-memory-file", "opens the memory of another process", "打开其他进程的内存"},
    {"inherited-descriptor", "reads a descriptor that was left open for it", "读取遗留给它的描述符"},
    {"shared-memory", "attaches shared memory of a process outside", "连接外面进程的共享内存"},
    {"signal-outside", "sends a signal to a process outside", "向外面的进程发信号"},
    {"memory-read", "reads the memory of its parent by a system call", "用系统调用读取父进程的内存"},
    {"memory-written", "writes to the memory of its parent", "写入父进程的内存"},
    {"processes-compared", "compares what two processes share in the kernel", "比较两个进程在内核中共享的东西"},
    {"descriptor-taken", "takes a descriptor from its parent", "从父进程取走描述符"},
    {"child-traced", "traces a process, as debuggers do", "像调试器那样跟踪进程"},
    {"dumpable", "makes itself open to others of its user", "把自己开放给同一用户的其他进程"},
    {"tracer-allowed", "lets any process trace it", "允许任何进程跟踪它"},
    {"setuid-effect", "gains rights by a setuid program", "靠 setuid 程序得到权限"},
    {"capabilities", "has a capability", "拥有 capability"},
    {"outliving-daemon", "leaves a process behind that outlives it", "留下一个比它活得久的进程"},
    // Network.
    {"host-loopback", "connects to a port of this machine's loopback", "连接本机回环地址上的端口"},
    {"public-route", "finds a route to a public IPv4 address (nothing is sent)",
     "找到通往公网 IPv4 地址的路由（不发送）"},
    {"public-route-6", "finds a route to a public IPv6 address (nothing is sent)",
     "找到通往公网 IPv6 地址的路由（不发送）"},
    {"network-device", "sees a network device besides its own loopback", "看到自己回环之外的网络设备"},
    {"raw-socket", "makes a raw socket", "创建原始套接字"},
    {"ping-socket", "makes a socket for pings", "创建 ping 套接字"},
    {"netlink-socket", "makes a netlink socket", "创建 netlink 套接字"},
    {"packet-socket", "makes a packet socket", "创建 packet 套接字"},
    {"vsock", "makes a socket to the host of a virtual machine", "创建通往虚拟机宿主的套接字"},
    {"path-socket", "connects to a unix socket that lies in a shown folder", "连接已展示目录里的 unix 套接字"},
    {"abstract-socket", "connects to an abstract unix socket", "连接抽象 unix 套接字"},
    {"paired-socket", "sends one of a pair of sockets to a path", "把一对套接字中的一个改连到路径"},
    // Kernel.
    {"io-uring", "sets up io_uring", "建立 io_uring"},
    {"bpf", "calls bpf", "调用 bpf"},
    {"userfaultfd", "handles page faults itself", "自己处理缺页"},
    {"perf-event", "opens a performance counter", "打开性能计数器"},
    {"keyring", "uses a keyring of the kernel", "使用内核的密钥环"},
    {"key-added", "adds a key to the kernel", "向内核添加密钥"},
    {"personality", "turns off random addresses", "关闭地址随机化"},
    {"kernel-log", "asks for the kernel's log", "索取内核日志"},
    {"user-namespace", "makes a user namespace by unshare", "用 unshare 创建用户命名空间"},
    {"user-namespace-clone", "makes a user namespace by clone", "用 clone 创建用户命名空间"},
    {"user-namespace-clone3", "makes a user namespace by clone3", "用 clone3 创建用户命名空间"},
    {"namespace-entered", "enters a namespace", "进入命名空间"},
    {"mount", "mounts a file system", "挂载文件系统"},
    {"unmount", "takes a mount away", "卸载"},
    {"remount", "makes a read-only mount writable", "把只读挂载改为可写"},
    {"file-system-opened", "opens a file system by fsopen", "用 fsopen 打开文件系统"},
    {"tree-opened", "copies a tree of mounts by open_tree", "用 open_tree 复制挂载树"},
    {"mount-moved", "moves a mount by move_mount", "用 move_mount 移动挂载"},
    {"root-pivoted", "changes the root of all by pivot_root", "用 pivot_root 更换根"},
    {"root-changed", "changes its own root by chroot", "用 chroot 更换自己的根"},
    {"kernel-keys", "reads /proc/keys", "读取 /proc/keys"},
    {"kernel-symbols", "reads /proc/kallsyms", "读取 /proc/kallsyms"},
    {"kernel-memory", "opens /proc/kcore", "打开 /proc/kcore"},
    {"kernel-timers", "reads /proc/timer_list", "读取 /proc/timer_list"},
    {"kernel-tree", "opens /sys/kernel", "打开 /sys/kernel"},
    {"control-groups", "opens /sys/fs/cgroup", "打开 /sys/fs/cgroup"},
    {"system-request", "opens /proc/sysrq-trigger for writing", "以写方式打开 /proc/sysrq-trigger"},
    {"core-pattern", "opens the kernel's core_pattern for writing", "以写方式打开内核的 core_pattern"},
    {"security-label", "opens its security label for writing", "以写方式打开自己的安全标签"},
    {"memory-score", "opens its oom_score_adj for writing", "以写方式打开自己的 oom_score_adj"},
    {"user-map", "opens its uid_map for writing", "以写方式打开自己的 uid_map"},
    // Terminal.
    {"terminal-input", "types into a terminal (TIOCSTI)", "向终端键入（TIOCSTI）"},
    {"terminal-input-high-bits", "the same with a bit set that the kernel ignores", "同上，并带上内核会忽略的位"},
    {"console-request", "talks to the console (TIOCLINUX)", "与控制台对话（TIOCLINUX）"},
    {"line-discipline", "sets the line discipline of a terminal", "设置终端的行规程"},
    {"operators-terminal", "opens the terminal of whoever started it", "打开启动者的终端"},
    {"console-device", "opens /dev/console", "打开 /dev/console"},
    // Limits.
    {"many-processes", "starts more processes than it may", "启动超过限额的进程"},
    {"much-memory", "takes 10 GiB of memory", "占用 10 GiB 内存"},
    {"locked-memory", "locks 1 MiB in memory", "锁住 1 MiB 内存"},
    {"large-file", "makes a file of 1 TiB", "创建 1 TiB 的文件"},
    {"many-descriptors", "opens 3000 descriptors", "打开 3000 个描述符"},
    {"full-scratch", "writes more to /tmp than it holds", "写满 /tmp"},
    {"limit-raised", "raises a limit", "提高限额"},
};

}  // namespace

std::span<const EscapeWords> all_escape_words() { return kWords; }

std::string_view escape_words(Language language, std::string_view attempt) {
  const auto row = std::ranges::find(kWords, attempt, &EscapeWords::attempt);
  if (row == std::end(kWords)) return {};
  return language == Language::Chinese ? row->chinese : row->english;
}

}  // namespace yett
