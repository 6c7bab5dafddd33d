#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <ostream>
#include <string>
#include <thread>
#include <vector>

#include "isolate/syscall_filter.h"
#include "os/files.h"
#include "os/linux/forked_fixture.h"
#include "os/scratch_folder.h"

// Real programs under the filter: what it must not get into the way of.
namespace yett {
namespace {

TEST(FilteredProgramsTest, ThreadsStartAlthoughClone3DoesNotExist) {
  const std::string said = in_other_process([]() -> std::string {
    if (const auto applied = apply_syscall_filter(); !applied) return applied.error().to_string();
    std::atomic<int> count = 0;
    std::vector<std::jthread> threads;
    for (int i = 0; i < 32; ++i) threads.emplace_back([&] { ++count; });
    threads.clear();
    return std::to_string(count);
  });
  EXPECT_EQ(said, "32");
}

struct Program {
  std::string name;
  std::string needs;  // to be found in PATH
  std::string script;
  std::string says;
};

void PrintTo(const Program& program, std::ostream* out) { *out << program.name; }

const Program kPrograms[] = {
    {"shell", "sh", "/bin/true && printf 'b\\na\\n' | sort | head -1; exec 3</dev/null; kill -0 $$ && echo alive",
     "a\nalive\n"},
    {"bash", "bash", "bash -c 'trap \"echo got\" USR1; kill -USR1 $$; cat <(echo sub); wait; ulimit -n >/dev/null'",
     "got\nsub\n"},
    {"script_by_its_first_line", "sh", "printf '#!/bin/sh\\necho ran\\n' > s; chmod +x s; ./s", "ran\n"},
    {"coreutils", "cp",
     "mkdir a; echo x > a/f; ln a/f a/g; ln -s f a/s; mkfifo a/p; cp -a a b; mv b c; touch -d 2001-01-01 c/f; "
     "stat -c %s c/f; truncate -s 9 c/f; dd if=/dev/zero of=c/z bs=1k count=1 status=none; timeout 5 ls c | wc -l; "
     "nice true; nohup true 2>/dev/null; rm -r a c; df . > /dev/null; du -s . > /dev/null; id -u > /dev/null && echo "
     "ok",
     "2\n5\nok\n"},
    {"tar_with_links", "tar",
     "mkdir a; ln -s ../x a/l; echo y > a/f; tar cf t.tar a; rm -r a; tar xf t.tar; readlink a/l", "../x\n"},
    {"c_compiler", "cc", "printf '#include <stdio.h>\\nint main(){puts(\"hello\");}\\n' > a.c; cc -O2 a.c -o a && ./a",
     "hello\n"},
    {"cpp_compiler_by_make", "make",
     "printf '#include <thread>\\n#include <cstdio>\\nint main(){std::thread t([]{puts(\"hello\");});t.join();}\\n' > "
     "a.cc; make -s -j2 CXXFLAGS=-pthread CXX=c++ a && ./a",
     "hello\n"},
    {"git", "git",
     "export HOME=$PWD GIT_CONFIG_NOSYSTEM=1; git init -q r; cd r; echo x > f; git add f; "
     "git -c user.name=a -c user.email=a@example.com commit -qm x; cd ..; git clone -q r c; cd c; git gc -q; "
     "echo y > g; git status --short",
     "?? g\n"},
    {"sqlite", "sqlite3",
     "sqlite3 a.db 'pragma journal_mode=wal; create table t(x); insert into t values(7); select x from t;'",
     "wal\n7\n"},
    {"python", "python3", "python3 -c 'import ssl, ctypes, socket, sqlite3; print(1)'", "1\n"},
    {"python_processes", "python3",
     "cat > a.py <<'E'\n"
     "import asyncio, concurrent.futures, multiprocessing, subprocess, sys, tempfile, mmap, signal, os, pty\n"
     "def double(x): return 2 * x\n"
     "async def main():\n"
     "    child = await asyncio.create_subprocess_exec(sys.executable, '-c', 'print(6)', stdout=subprocess.PIPE)\n"
     "    print((await child.communicate())[0].decode().strip())\n"
     "    server = await asyncio.start_server(lambda r, w: w.close(), '127.0.0.1', 0)\n"
     "    r, w = await asyncio.open_connection(*server.sockets[0].getsockname())\n"
     "    print(await r.read())\n"
     "if __name__ == '__main__':\n"
     "    with multiprocessing.get_context('fork').Pool(2) as pool: print(pool.map(double, [1, 2]))\n"
     "    with multiprocessing.get_context('spawn').Pool(1) as pool: print(pool.map(double, [3]))\n"
     "    with concurrent.futures.ThreadPoolExecutor() as pool: print(list(pool.map(double, [4])))\n"
     "    asyncio.run(main())\n"
     "    with tempfile.TemporaryFile() as f: f.write(b'abc'); f.flush(); print(len(mmap.mmap(f.fileno(), 3)))\n"
     "    print(os.WEXITSTATUS(pty.spawn(['true'])))\n"
     "E\n"
     "python3 a.py < /dev/null",
     "[2, 4]\n[6]\n[8]\n6\nb''\n3\n0\n"},
    {"python_environment", "python3",
     "python3 -m venv --without-pip v && v/bin/python -c 'import sys; print(sys.prefix != sys.base_prefix)'", "True\n"},
    {"node", "node",
     "cat > a.js <<'E'\n"
     "const {Worker, isMainThread, workerData} = require('worker_threads');\n"
     "if (!isMainThread) { Atomics.add(new Int32Array(workerData), 0, 5); return; }\n"
     "if (process.argv[2]) { process.send('child'); return; }\n"
     "const shared = new SharedArrayBuffer(4);\n"
     "const events = require('events'), cp = require('child_process'), fs = require('fs'), http = require('http');\n"
     "(async () => {\n"
     "  await events.once(new Worker(__filename, {workerData: shared}), 'exit');\n"
     "  console.log(new Int32Array(shared)[0]);\n"
     "  const child = cp.fork(__filename, ['x']);\n"
     "  console.log((await events.once(child, 'message'))[0]);\n"
     "  console.log(cp.execFileSync('echo', ['exec']).toString().trim());\n"
     "  const server = http.createServer((q, r) => r.end('served')).listen(0, '127.0.0.1');\n"
     "  await events.once(server, 'listening');\n"
     "  console.log(await (await fetch(`http://127.0.0.1:${server.address().port}`)).text());\n"
     "  server.close(); server.closeAllConnections();\n"
     "  fs.watch('.').close(); fs.cpSync('a.js', 'b.js'); await fs.promises.copyFile('a.js', 'c.js');\n"
     "  process.exit(0);\n"
     "})();\n"
     "E\n"
     "node a.js",
     "5\nchild\nexec\nserved\n"},
    {"java", "javac",
     "cat > A.java <<'E'\n"
     "import java.net.*;\n"
     "public class A {\n"
     "  public static void main(String[] a) throws Exception {\n"
     "    ServerSocket s = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());\n"
     "    Thread t = new Thread(() -> { try { s.accept().getOutputStream().write(7); } catch (Exception e) {} });\n"
     "    t.start();\n"
     "    System.out.println(new Socket(s.getInetAddress(), s.getLocalPort()).getInputStream().read());\n"
     "    System.out.println(new ProcessBuilder(\"true\").start().waitFor());\n"
     "  }\n"
     "}\n"
     "E\n"
     "javac A.java && java -Xmx64m A",
     "7\n0\n"},
};

class FilteredProgram : public testing::TestWithParam<Program> {};

/// What a shell script writes, and at the end how it ended, unless it ended well.
std::string output_of(const std::string& script, const std::string& folder) {
  const std::string whole = "cd " + folder + " && { " + script + "\n} > " + folder + "/.out 2>&1";
  const int status = std::system(whole.c_str());
  const auto out = read_file(folder + "/.out", 65536);
  return (out ? *out : out.error().to_string()) + (status == 0 ? "" : "status " + std::to_string(status));
}

TEST_P(FilteredProgram, WorksAsItDoesOutside) {
  const Program& program = GetParam();
  if (std::system(("command -v " + program.needs + " > /dev/null").c_str()) != 0) {
    GTEST_SKIP() << program.needs << " is not installed";
  }
  const ScratchFolder outside = ScratchFolder::make("/tmp", "outside").value();
  if (const std::string said = output_of(program.script, outside.path()); said != program.says) {
    GTEST_SKIP() << "it does not work without the filter either: " << said;
  }
  const ScratchFolder inside = ScratchFolder::make("/tmp", "inside").value();
  const std::string said = in_other_process([&]() -> std::string {
    if (const auto applied = apply_syscall_filter(); !applied) return applied.error().to_string();
    return output_of(program.script, inside.path());
  });
  EXPECT_EQ(said, program.says);
}

INSTANTIATE_TEST_SUITE_P(All, FilteredProgram, testing::ValuesIn(kPrograms),
                         [](const testing::TestParamInfo<Program>& program) { return program.param.name; });

}  // namespace
}  // namespace yett
