"""Feeds each check of the house planted violations: it has to fail and to name them, and to pass without them.

NM, AR and CXX in the environment name the tools of the build; the usual names are the default.
"""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HOUSE = Path(__file__).parent
ROOMS = """
yett_room(base PURE LIBRARIES OpenSSL::Crypto)
yett_room(text PURE)
# yett_room(attic)
yett_room(store LIBRARIES SQLite::SQLite3)
yett_room(cli)
"""


class HouseTest(unittest.TestCase):
    """A temporary tree, and a check run on it."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name).resolve()

    def plant(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def run_check(self, script, *arguments):
        done = subprocess.run([sys.executable, "-B", HOUSE / script, *arguments], capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr

    def assert_passes(self, script, *arguments):
        code, said = self.run_check(script, *arguments)
        self.assertEqual(code, 0, said)

    def assert_complains(self, expected, script, *arguments):
        code, said = self.run_check(script, *arguments)
        self.assertEqual(code, 1, said)
        self.assertIn(expected, said)
        self.assertEqual(len(said.splitlines()), 1, said)


class Layers(HouseTest):
    def setUp(self):
        super().setUp()
        self.plant("src/CMakeLists.txt", ROOMS)
        for room in ("base", "text", "store", "cli"):
            self.plant(f"src/{room}/{room}.h", "#pragma once\n")
        self.plant("src/store/store.cc", '#include "store/store.h"\n#include <sqlite3.h>\n#include "base/base.h"\n')
        self.plant("src/cli/cli.cc", "#include <CLI/CLI.hpp>\n#include <iostream>\n")

    def test_passes_when_every_include_looks_up(self):
        self.assert_passes("layers.py", self.root)

    def test_names_an_include_that_climbs(self):
        self.plant("src/text/url.cc", '#include "base/base.h"\n  #  include "store/store.h"\n')
        self.assert_complains('src/text/url.cc:2: "store/store.h" climbs', "layers.py", self.root)

    def test_names_a_climbing_include_in_a_subfolder_and_in_a_test(self):
        self.plant("src/text/deep/url_test.cc", '#include "cli/cli.h"\n')
        self.assert_complains('src/text/deep/url_test.cc:1: "cli/cli.h" climbs', "layers.py", self.root)

    def test_names_an_include_of_a_room_that_is_only_a_comment(self):
        self.plant("src/cli/attic.cc", '#include "attic/box.h"\n')
        self.assert_complains("does not declare", "layers.py", self.root)

    def test_names_an_include_without_a_room(self):
        self.plant("src/text/url.cc", '#include "url.h"\n')
        self.assert_complains("names no room", "layers.py", self.root)

    def test_names_a_folder_that_is_no_room(self):
        self.plant("src/attic/box.h", '#include "cli/cli.h"\n')
        self.assert_complains("src/attic: a folder", "layers.py", self.root)

    def test_names_a_room_without_a_folder(self):
        self.plant("src/CMakeLists.txt", ROOMS + "yett_room(cellar)\n")
        self.assert_complains("declares cellar", "layers.py", self.root)

    def test_names_a_library_outside_its_room(self):
        for header in ("sqlite3.h", "CLI/App.hpp", "toml++/toml.h", "simdjson.h", "re2/re2.h", "curl/curl.h"):
            with self.subTest(header):
                self.plant("src/base/error.cc", f"#include <{header}>\n")
                self.assert_complains(f"src/base/error.cc:1: <{header}> is confined", "layers.py", self.root)

    def test_names_a_library_included_with_quotes(self):
        self.plant("src/base/error.cc", '#include "re2/re2.h"\n')
        self.assert_complains("<re2/re2.h> is confined", "layers.py", self.root)

    def test_names_a_command_that_could_weaken_its_engine(self):
        self.plant("src/cli/mcp_command.cc", '#include "lab/weaken.h"\n')
        self.assert_complains("src/cli/mcp_command.cc:1: <lab/weaken.h> is confined", "layers.py", self.root)

    def test_names_a_second_file_that_sees_cli11(self):
        self.plant("src/cli/more.cc", "#include <CLI/CLI.hpp>\n")
        self.assert_complains("more than one file", "layers.py", self.root)

    def test_names_a_header_of_the_world_in_a_pure_room(self):
        for header in ("fstream", "unistd.h", "sys/stat.h", "random"):
            with self.subTest(header):
                self.plant("src/text/url.h", f"#pragma once\n#include <{header}>\n")
                self.assert_complains(f"src/text/url.h:2: <{header}> reaches the world", "layers.py", self.root)

    def test_cannot_pass_without_a_list_of_rooms(self):
        self.plant("src/CMakeLists.txt", "# nothing\n")
        self.assertNotEqual(self.run_check("layers.py", self.root)[0], 0)


class Purity(HouseTest):
    def archive(self, *sources):
        """Compiles the sources into one archive, as a room is."""
        objects = []
        for number, source in enumerate(sources):
            path = self.plant(f"part{number}.cc", source)
            objects.append(path.with_suffix(".o"))
            subprocess.run([os.environ.get("CXX", "g++"), "-std=c++23", "-c", path, "-o", objects[-1]], check=True)
        archive = self.root / "libyett_room.a"
        archive.unlink(missing_ok=True)
        subprocess.run([os.environ.get("AR", "ar"), "qc", archive, *objects], check=True)
        return archive

    def purity(self, archive):
        return "purity.py", "--nm", os.environ.get("NM", "nm"), "--deny", HOUSE / "impure_symbols.txt", archive

    def test_passes_a_pure_room(self):
        self.assert_passes(*self.purity(self.archive(
            "#include <string>\n#include <string_view>\n"
            "constexpr std::string_view kNames[] = {\"a\", \"b\"};\n"
            "static const std::string kBuilt(\"built at run time\");\n"
            "std::string name(unsigned i) { return kBuilt + std::string(kNames[i % 2]); }\n"
            "namespace yett { struct File { int read(); }; int open(const char*) { return File{}.read(); } }\n")))

    def test_names_object_symbol_and_reason(self):
        pure = "int twice(int i) { return 2 * i; }\n"
        impure = "#include <cstdlib>\nconst char* home() { return std::getenv(\"HOME\"); }\n"
        self.assert_complains("libyett_room: part1.o needs `getenv`, which brings in the environment",
                              *self.purity(self.archive(pure, impure)))

    def test_names_the_clock_behind_a_c_plus_plus_name(self):
        source = "#include <chrono>\nauto now() { return std::chrono::system_clock::now(); }\n"
        self.assert_complains("the clock", *self.purity(self.archive(source)))

    def test_names_every_kind_of_reach(self):
        calls = {
            "fcntl.h": ("open(\"x\", 0)", "the file system"),
            "filesystem": ("std::filesystem::exists(\"x\")", "the file system"),
            "cstdio": ("std::puts(\"x\")", "a terminal or a pipe"),
            "iostream": ("(std::cout << 1).good()", "a terminal or a pipe"),
            "sys/socket.h": ("socket(1, 1, 0)", "the network"),
            "ctime": ("std::time(nullptr)", "the clock"),
            "cstdlib": ("std::rand()", "randomness"),
            "sys/random.h": ("getrandom(nullptr, 0, 0)", "randomness"),
            "unistd.h": ("fork()", "another process or thread"),
        }
        for header, (call, reason) in calls.items():
            with self.subTest(header):
                archive = self.archive(f"#include <{header}>\nlong reach() {{ return static_cast<long>({call}); }}\n")
                code, said = self.run_check(*self.purity(archive))
                self.assertEqual(code, 1, said)
                self.assertIn(f"brings in {reason}", said)

    def test_names_mutable_state(self):
        for source in ("int count = 7;\n", "static int count;\nint next() { return ++count; }\n",
                       "int next() { static int count; return ++count; }\n",
                       "thread_local int count = 1;\nint next() { return ++count; }\n"):
            with self.subTest(source):
                self.assert_complains("mutable state", *self.purity(self.archive(source)))

    def test_cannot_pass_an_absent_or_an_empty_archive(self):
        self.assertNotEqual(self.run_check(*self.purity(self.root / "libyett_absent.a"))[0], 0)
        self.assertNotEqual(self.run_check(*self.purity(self.archive("")))[0], 0)


class Files(HouseTest):
    def test_passes_a_tidy_tree(self):
        self.plant("src/base/error.h", "#pragma once\n")
        self.plant("README.md", "See [errors](src/base/error.h#top), [the web](https://example.org) and `[x](y)`.\n")
        self.plant("build/release/log.txt", f"{self.root}/src\n")
        self.assert_passes("files.py", self.root)

    def test_names_a_path_of_the_place_of_work(self):
        self.plant("docs/data.json", f'{{"\\n": 1}}\n"{self.root}/src"\n')
        self.assert_complains("docs/data.json:2: names", "files.py", self.root)

    def test_names_a_source_that_is_too_long(self):
        self.plant("src/base/long.cc", "\n" * 601)
        self.assert_complains("src/base/long.cc: 601 lines", "files.py", self.root)

    def test_names_a_header_without_a_guard(self):
        self.plant("src/base/error.h", "// #pragma once\n")
        self.assert_complains("no #pragma once", "files.py", self.root)

    def test_names_unfinished_work(self):
        self.plant("src/base/error.cc", "\n// TO" "DO: later\n")
        self.assert_complains("src/base/error.cc:2: says", "files.py", self.root)

    def test_names_links_that_lead_nowhere(self):
        self.plant("docs/a.md", "[gone](gone.md)\n")
        self.assert_complains("links to gone.md, which does not exist", "files.py", self.root)
        self.plant("docs/a.md", "[away](../../shared/x.md)\n")
        self.assert_complains("outside the repository", "files.py", self.root)


class Packages(HouseTest):
    LIST = "# comment\n\nbuild  g++   -     compiles\ntest   nodejs  node  runs peers\n"
    PAGE = "# Dependencies\n\n## Build (`build`)\n\n| `g++` | x |\n\n## Tests (`test`)\n\n| `nodejs` | y |\n"

    def packages(self, listed, page):
        self.plant("packaging/debian-packages.txt", listed)
        self.plant("docs/dependencies.md", page)
        return "packages.py", self.root

    def test_passes_when_they_agree(self):
        self.assert_passes(*self.packages(self.LIST, self.PAGE))

    def test_names_a_package_that_is_not_explained(self):
        self.assert_complains("cmake is missing under `build`",
                              *self.packages(self.LIST + "build  cmake  -  configures\n", self.PAGE))

    def test_names_a_package_that_is_not_listed(self):
        self.assert_complains("curl is missing from the group test",
                              *self.packages(self.LIST, self.PAGE + "| `curl` | z |\n"))

    def test_names_a_package_in_another_group(self):
        code, said = self.run_check(*self.packages(self.LIST.replace("test ", "dev "), self.PAGE))
        self.assertEqual((code, len(said.splitlines())), (1, 2), said)

    def test_names_a_line_without_a_purpose_and_a_repeated_one(self):
        self.assert_complains("not a line of", *self.packages(self.LIST + "build  curl  -\n", self.PAGE))
        self.assert_complains("listed twice", *self.packages(self.LIST + "dev  g++  -  again\n", self.PAGE))


class LoadChecks(HouseTest):
    def setUp(self):
        super().setUp()
        self.plant("src/lab/load_check_tools_test.cc", '"a send tool names (where it sends", "effect is missing"')

    def plant_loader(self, line):
        self.plant("src/policy/load_tool.cc", f'bool refuse(int);\n{line}\n')

    def test_passes_what_a_test_shows(self):
        self.plant_loader('field.refuse(fmt::format("{}: a send tool names (where it sends {}", name, x()), "hint");')
        self.assert_passes("load_checks.py", str(self.root))
        self.plant_loader('auto effect = line.require("effect", "effect = WORD");')
        self.assert_passes("load_checks.py", str(self.root))

    def test_names_a_refusal_that_no_test_shows(self):
        for line, words in [('field.refuse("a tool for nobody", "hint");', "a tool for nobody"),
                            ('refusals.add(where, fmt::format("{} stands twice", name));', "stands twice"),
                            ('auto x = line.require("reversible", "reversible = FLAG");', "reversible is missing"),
                            ('item.refuse_expected("a list of \\"words\\"");', "a list of")]:
            self.plant_loader(line)
            self.assert_complains(f'src/policy/load_tool.cc:2: no test in src/lab/load_check_* shows what "{words}"',
                                  "load_checks.py", str(self.root))

    def test_leaves_tests_of_the_loader_alone(self):
        self.plant("src/policy/load_tool_test.cc", 'refuse("a tool for nobody");')
        self.assert_passes("load_checks.py", str(self.root))


if __name__ == "__main__":
    unittest.main()
