"""Every command explains itself, and what does not exist yet says so."""

import json
import re
import subprocess

import yett
from yett import YETT, err, out, run

COMMANDS = "demo init check doctor tools decide rules diff test prove run mcp record approvals approve deny sessions status audit redact completion version".split()


class Help(yett.InScratchFolder):
    def test_overview_lists_every_command(self):
        for words in ([], ["--help"]):
            text = out(run(*words))
            for command in COMMANDS:
                self.assertRegex(text, rf"(?m)^  {command} ")

    def test_each_command_has_help_with_an_example(self):
        for command in COMMANDS:
            result = run(command, "--help")
            self.assertEqual(result.returncode, 0, command)
            self.assertIn("Example:\n", out(result))
            self.assertIn(f"yett {command}", out(result))

    def test_later_commands_say_so(self):
        for command in ("egress", "mcp-config"):
            result = run(command)
            self.assertEqual(result.returncode, 2)
            self.assertIn("not in this version", err(result))

    def test_an_option_that_is_none_is_no_later_one(self):
        self.assertIn("does not take --candidate", err(run("check", yett.DESKMATE, "--candidate")))
        self.assertEqual(run("check", "--isolation", "--help").returncode, 0)

    def test_mistakes_exit_2_on_stderr(self):
        for words in (["nonsense"], ["tools", "--nonsense"], ["decide", "--lang", "fr"], ["check"], ["tools", "a", "b"],
                      ["decide", "-p", "a", "-p", "b"], ["rules", "--", "x"], ["rules", "--format", "yaml"]):
            result = run(*words)
            self.assertEqual(result.returncode, 2, words)
            self.assertEqual(out(result), "")
            self.assertNotEqual(err(result), "")

    def test_mistakes_are_told_in_the_order_of_the_line_and_the_nearest_command_is_named(self):
        self.assertIn("yett tools: it does not take --nonsense c\n", err(run("tools", "a", "--nonsense", "c")))
        self.assertIn('no such command: chek (did you mean "check"?)', err(run("chek")))

    def test_rules_lists_the_table(self):
        text = out(run("rules"))
        for rule in ("session.expired", "tool.unregistered", "destination.metadata", "tenancy.in_arguments", "approval.dangerous"):
            self.assertIn(rule, text)
        self.assertLess(text.index("destination.unlisted"), text.index("approval.dangerous"))

    def test_rules_tells_rows_of_one_id_apart(self):
        for language in ("en", "zh"):
            table = json.loads(out(run("rules", "--format", "json", "--lang", language)))
            self.assertEqual(len({row["because"] for row in table}), len(table))
            self.assertEqual((table[-1]["id"], table[-1]["verdict"], table[-1]["stage"]), ("default.allow", "allow", None))
        self.assertRegex(out(run("rules")).splitlines()[-1], "^default.allow +- +allow ")

    def test_the_readme_names_every_stage(self):
        table = json.loads(out(run("rules", "--format", "json")))
        stages = list(dict.fromkeys(row["stage"] for row in table if row["stage"]))
        named = re.findall(r"(?m)^\d\. \*\*(\w+)\*\*", (yett.SOURCE / "README.md").read_text())
        self.assertEqual([name.lower() for name in named], stages)

    def test_version(self):
        self.assertTrue(re.fullmatch(r"yett \d+\.\d+\.\d+ \(policy format 1\)\n", out(run("version"))))
        self.assertEqual(out(run("--version")), out(run("version")))

    def test_completion_is_a_script_that_bash_takes(self):
        script = out(run("completion", "bash"))
        program = script + '\nCOMP_WORDS=(yett audit --st); COMP_CWORD=2; _yett; echo "${COMPREPLY[*]}"\n'
        result = subprocess.run(["bash", "-c", program], capture_output=True, text=True, check=True)
        self.assertEqual(result.stdout.strip(), "--state")
        self.assertTrue(YETT.exists())

    def test_mcp_needs_its_policy_named(self):
        self.write("yett.toml", "")
        result = run("mcp", "--", "true", cwd=self.folder, environment={"YETT_POLICY": str(yett.DESKMATE)})
        self.assertEqual(result.returncode, 2)
        self.assertIn("--policy", err(result))


if __name__ == "__main__":
    yett.main()
