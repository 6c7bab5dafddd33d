"""docs/system-calls.md is the table that the filter is made of; docs/isolation.md names what there is."""

import platform
import unittest

import yett
from yett import SOURCE, out, run

DOCS = SOURCE / "docs"


class Docs(unittest.TestCase):
    @unittest.skipIf(platform.machine() != "x86_64", "the page is that of x86_64")
    def test_of_system_calls_are_the_table(self):
        printed = out(run("doctor", "--system-calls"))
        self.assertGreater(printed.count("\n"), 20)
        self.assertTrue((DOCS / "system-calls.md").read_text().endswith(printed),
                        "`yett doctor --system-calls` prints another table than docs/system-calls.md has")

    def test_name_every_key_and_backend(self):
        text = (DOCS / "isolation.md").read_text()
        for word in ("isolation", "mounts", "roots", "memory", "pids", "cpu", "wall", "bwrap", "oci:crun", "oci:runc", "oci:runsc", "landlock"):
            self.assertIn(f"`{word}`", text)

    def test_count_the_attempts_that_there_are(self):
        result = run("doctor", "--format", "csv")
        if result.returncode == 2:
            self.skipTest("no sandbox can be made here")
        attempts = out(result).count("\n") - 1
        for page in (DOCS / "isolation.md", SOURCE / "README.md"):
            self.assertIn(f"{attempts} ways", page.read_text())


yett.main()
