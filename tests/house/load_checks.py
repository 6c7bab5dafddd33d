"""Holds every refusal of the policy loader against the tests that show what it is for.

    load_checks.py ROOT

A refusal is a message in src/policy/*.cc; its words between the parts that are filled in have to stand in one of the
load_check_* files of src/lab, which show what goes wrong without the check, or that nothing in a judgement does.
Exit 0: each has its test. Exit 1: one line for each that has none.
"""

import re
import sys
from pathlib import Path

CALL = re.compile(r"\b(refuse|refuse_key|refuse_expected|add|require)\(")
LITERAL = re.compile(r'"((?:[^"\\]|\\.)*)"')
FILLED_IN = re.compile(r"\{[^}]*\}")


def arguments_of(text, begin):
    """The text between the parenthesis that ends before `begin` and the one that closes it."""
    depth = 1
    for match in re.compile(r'"(?:[^"\\]|\\.)*"|[()]').finditer(text, begin):
        depth += {"(": 1, ")": -1}.get(match[0], 0)
        if depth == 0:
            return text[begin:match.start()]
    return text[begin:]


def words_of(name, arguments):
    """How a refusal may be worded: by the longest part of its message that is not filled in; None when there is none."""
    first = LITERAL.search(arguments)
    if not first:
        return None
    if name == "require":
        key = first[1]
        return (f"{key} is missing", f"section [{key}] is missing") if arguments.lstrip().startswith('"') else None
    message = first[1].split("\\")[0]
    longest = max((part.strip(" :,") for part in FILLED_IN.split(message)), key=len)
    return (longest,) if len(longest) > 3 else None


def refusals(path):
    text = path.read_text(encoding="utf-8")
    for call in CALL.finditer(text):
        words = words_of(call[1], arguments_of(text, call.end()))
        if words:
            yield text.count("\n", 0, call.start()) + 1, words


def missing(root):
    tests = "".join(path.read_text(encoding="utf-8") for path in sorted(root.glob("src/lab/load_check_*")))
    for path in sorted(root.glob("src/policy/*.cc")):
        if path.name.endswith("_test.cc"):
            continue
        for line, words in refusals(path):
            if not any(wording in tests for wording in words):
                yield f'{path.relative_to(root)}:{line}: no test in src/lab/load_check_* shows what "{words[0]}" is for'


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    complaints = list(missing(Path(sys.argv[1])))
    print(*complaints, sep="\n", end="\n" if complaints else "")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
