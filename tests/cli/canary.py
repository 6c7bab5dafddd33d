"""Looks for texts that must not be somewhere: as they are, and in every encoding in which they could have got there."""

import base64
import json
import os
import re
import stat
import urllib.parse


def inside_base64(text, before, alphabet):
    """The characters that are made of bits of the text alone, when `before` bytes stand in front of it in its group."""
    whole = alphabet(b"\0" * before + text).decode().rstrip("=")
    first = -(-before * 8 // 6)
    return whole[first:(before + len(text)) * 8 // 6]


def small(text):
    return re.sub(r"%..|\\u....", lambda found: found[0].lower(), text)


def forms_of(text):
    """Each encoding of the text by its name, as bytes."""
    raw = text.encode()
    escaped = "".join(f"\\u{ord(c):04X}" for c in text)
    every_byte = "".join(f"%{byte:02X}" for byte in raw)
    quoted = urllib.parse.quote(text, safe="")
    forms = {
        "plain": text,
        "small letters": text.lower(),
        "hex": raw.hex(),
        "capital hex": raw.hex().upper(),
        "percent": quoted,
        "small percent": small(quoted),
        "every byte percent": every_byte,
        "every byte small percent": small(every_byte),
        "JSON": json.dumps(text)[1:-1],
        "JSON twice": json.dumps(json.dumps(text)[1:-1])[1:-1],
        "JSON escapes": escaped,
        "small JSON escapes": small(escaped),
    }
    for before in range(3):
        forms[f"base64 behind {before}"] = inside_base64(raw, before, base64.b64encode)
        forms[f"base64url behind {before}"] = inside_base64(raw, before, base64.urlsafe_b64encode)
    found = {name: form.encode() for name, form in forms.items()}
    found["UTF-16"] = text.encode("utf-16-le")
    return found


class Canaries:
    """Texts with a name each."""

    def __init__(self, **texts):
        self.texts = texts
        self.forms = {f"{name}, {form}": pattern for name, text in texts.items() for form, pattern in forms_of(text).items()}

    def in_bytes(self, held):
        return sorted(name for name, pattern in self.forms.items() if pattern in held)

    def in_lines(self, held):
        """The same of JSON lines, also of what their texts are when they are read."""
        found = set(self.in_bytes(held))
        for line in held.splitlines():
            try:
                message = json.loads(line)
            except ValueError:
                continue
            found.update(self.in_bytes("\n".join(texts_in(message)).encode(errors="surrogatepass")))
        return sorted(found)

    def in_folder(self, folder):
        """What is found in the names and the contents of everything below it: {path: what}."""
        found = {}
        for path in [folder, *folder.rglob("*")]:
            what = self.in_bytes(bytes(path.relative_to(folder)))
            try:
                if stat.S_ISREG(path.lstat().st_mode):
                    what += self.in_bytes(path.read_bytes())
            except FileNotFoundError:
                continue  # it went meanwhile
            if what:
                found[str(path)] = what
        return found

    def in_process(self, process):
        """In what the system shows of a process and of those below it: environments, command lines, open and mapped files."""
        found = {}
        for pid in [process, *below(process)]:
            try:
                self._look_into(pid, found)
            except (FileNotFoundError, ProcessLookupError):
                pass  # it has ended meanwhile
        return found

    def _look_into(self, pid, found):
        for name in ("environ", "cmdline", "comm", "maps"):
            self._note(found, f"/proc/{pid}/{name}")
        for link in links_of(f"/proc/{pid}/fd"):
            if stat.S_ISREG(os.stat(link).st_mode):
                self._note(found, link)
        with open(f"/proc/{pid}/maps", "rb") as maps:
            files = {line.split(maxsplit=5)[5].strip() for line in maps if line.count(b" /") == 1}
        for path in files:
            if os.path.isfile(path) and not path.startswith((b"/usr/", b"/lib")):
                self._note(found, os.fsdecode(path))

    def _note(self, found, path):
        with open(path, "rb") as file:
            what = self.in_bytes(file.read())
        if what:
            found[path] = what


def texts_in(value):
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from texts_in(item)
    elif isinstance(value, dict):
        for key, item in value.items():
            yield key
            yield from texts_in(item)


def below(process):
    """The processes that it has started, and theirs."""
    with open(f"/proc/{process}/task/{process}/children") as children:
        for child in map(int, children.read().split()):
            yield child
            yield from below(child)


def links_of(folder):
    return [f"{folder}/{name}" for name in os.listdir(folder)]
