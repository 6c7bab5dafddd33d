"""A gate on a machine whose clock and disk a test sets: the gate's and the person's programs have the same."""

import unittest

from story import FAULTY, Ended, Guarded, Story, decision, err, out, rows, run, yett


class OnAMachine(unittest.TestCase):
    def setUp(self):
        self.story = self.enterContext(Story(self))
        self.environment = {}
        for part, variable in (("clock", "YETT_TEST_CLOCK"), ("disk", "YETT_TEST_DISK")):
            file = self.story.folder / part
            file.write_text("0\n")
            self.environment[variable] = str(file)
        self.guard = None

    def set_part(self, part, value):
        # At once, for a reader in between too.
        draft = self.story.folder / "new"
        draft.write_text(f"{value}\n")
        draft.rename(self.story.folder / part)

    def set_clock(self, seconds):
        """So many seconds after the true time, or before it."""
        self.set_part("clock", seconds)

    def set_disk(self, state):
        """"sound", "read-only" or "failing"."""
        self.set_part("disk", state)

    def start(self, hold="0", expires="12h", state=None):
        command = ["/usr/bin/env", "python3", "-I", "-S", "-B", str(self.story.server), str(self.story.calls)]
        words = ["--state", str(state)] if state else []
        self.guard = Guarded(self.story.folder, "--hold", hold, "--expires", expires, *words, policy=self.story.policy,
                             command=command, program=FAULTY, environment=self.environment)
        self.addCleanup(self.guard.close)
        return self.guard

    def yett(self, *words):
        return run(*words, "--state", self.story.state, program=FAULTY, environment=self.environment)

    def approve(self, request):
        return self.yett("approve", request)

    def ask(self, text):
        """A call that is told to wait; the id of its request."""
        return decision(self.guard.call("pay", {"text": text}))["approval"]

    def rule_of(self, tool, text):
        """By which rule the call is refused; nothing for one that ran."""
        answer = self.guard.call(tool, {"text": text})
        return decision(answer)["rule"] if answer["result"].get("isError") else None

    def check_whole(self):
        verified = self.yett("audit", "verify")
        self.assertEqual(verified.returncode, 0, out(verified) + err(verified))
