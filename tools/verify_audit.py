#!/usr/bin/env python3
"""Verifies audit records without Yett, by docs/audit-format.md alone.

    verify_audit.py [--checkpoint FILE]... [--key ed25519:BASE64] store.db|EXPORT.jsonl
FILE holds checkpoints that were kept elsewhere, one a line. --key is the store's public key as it was kept elsewhere;
without it the store's own counts. An export is judged as far as it goes: where it has to end only a checkpoint can tell.
Exit 0: whole. 1: broken, and the first bad record is named. 2: something cannot be read.
"""
import argparse, base64, hashlib, json, sqlite3, sys

# Ed25519, RFC 8032 section 5.1: points as (X, Y, Z, T) with x = X/Z, y = Y/Z, xy = T/Z.
P, L = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P

def add(a, b):
    e, f = (a[1] - a[0]) * (b[1] - b[0]) % P, (a[1] + a[0]) * (b[1] + b[0]) % P
    g, h = 2 * D * a[3] * b[3] % P, 2 * a[2] * b[2] % P
    return ((f - e) * (h - g) % P, (h + g) * (f + e) % P, (h - g) * (h + g) % P, (f - e) * (f + e) % P)
def times(count, point):
    total = (0, 1, 1, 0)
    while count:
        total, point, count = add(total, point) if count & 1 else total, add(point, point), count >> 1
    return total
def encoded(point):
    x, y = (value * pow(point[2], -1, P) % P for value in point[:2])
    return (y | (x & 1) << 255).to_bytes(32, "little")
def decoded(text):
    """The point, or None for what is none or one of small order, under which a signature would fit many texts."""
    sign, y = divmod(int.from_bytes(text, "little"), 2**255)
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    x = x if x * x % P == square else x * pow(2, (P - 1) // 4, P) % P
    if len(text) != 32 or y >= P or x * x % P != square or (x == 0 and sign):
        return None
    x = P - x if x & 1 != sign else x
    return None if times(8, (x, y, 1, x * y % P))[0] == 0 else (x, y, 1, x * y % P)
BASE = decoded((4 * pow(5, -1, P) % P).to_bytes(32, "little"))

def is_signed(key, text, signature):
    point, s = decoded(key), int.from_bytes(signature[32:], "little")
    if len(signature) != 64 or point is None or decoded(signature[:32]) is None or s >= L:
        return False
    k = int.from_bytes(hashlib.sha512(signature[:32] + key + text).digest(), "little") % L
    return encoded(add(times(s, BASE), times(L - k, point))) == signature[:32]
def public_key(seed):
    return encoded(times(int.from_bytes(hashlib.sha512(seed).digest()[:32], "little") & (2**254 - 8) | 2**254, BASE))
def canonical(value):
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
def refuse(what):
    raise ValueError(f"no record holds {what}")
# JSON as Yett reads it: no member twice, no NaN, no whole number that a double cannot hold.
read_json = json.JSONDecoder(parse_int=lambda text: int(text) if abs(int(text)) <= 2**53 else refuse(text), parse_constant=refuse,
    object_pairs_hook=lambda pairs: dict(pairs) if len(dict(pairs)) == len(pairs) else refuse("a member twice")).decode

def statement(text, kind):
    """(seq, hash, key) of a checkpoint or anchor whose signature holds; fails for everything else."""
    value = read_json(text)
    key, digest = base64.b64decode(value["key"][8:]), bytes.fromhex(value["hash"][7:])
    signature = base64.b64decode(value["signature"])
    spelt = {"format": f"yett-{kind}-v1", "hash": "sha256:" + digest.hex(), "seq": int(value["seq"]), "time": value["time"],
             "key": "ed25519:" + base64.b64encode(key).decode(), "store": hashlib.sha256(key).hexdigest()[:16]}
    is_canonical = text == canonical(spelt | {"signature": base64.b64encode(signature).decode()})
    if not is_canonical or not is_signed(key, canonical(spelt).encode(), signature):
        raise ValueError(f"it is no {kind} in canonical form, or its signature does not fit")
    return value["seq"], digest, key
TEXTS = ["call", "decision", "policy", "reason", "rule", "run", "server", "tenant", "tier", "tool", "user"]
def body_of(text, seq):
    """The members of a body, or None when it is not a sound one."""
    try:
        body = read_json(text.decode())
        sound = canonical(body) == text.decode() and sorted(body) == sorted([*TEXTS, "intent", "kind", "seq", "time"])
        sound = sound and all(body[name] is None or type(body[name]) is str for name in TEXTS) and body["seq"] == seq
        return body if sound and [type(body[name]) for name in ("kind", "time", "seq")] == [str, str, int] else None
    except (ValueError, KeyError, TypeError, RecursionError):
        return None

def verify(records, begin, head, kept, told):
    """The first bad record and why; None and the last one when there is none."""
    (last, prev), numbers, told = begin, {number for number, _ in kept}, -1 if told else 0
    telling = f'"hash":"sha256:{prev.hex()}","through":{last}}}'
    if any(number == last and wanted != prev for number, wanted in kept):
        return last, "a checkpoint names another record"
    for seq, its_prev, its_hash, text in records:
        if seq != last + 1:
            return max(1, min(seq, last + 1)), f"{seq} stands behind {last}"
        digest = hashlib.sha256(b"yett-record-v1\0" + its_prev + len(text).to_bytes(8, "big") + text).digest()
        body = body_of(text, seq)
        if its_prev != prev or digest != its_hash or body is None:
            return seq, "its prev, hash or body is not what it has to be"
        if seq in numbers and any(number == seq and wanted != digest for number, wanted in kept):
            return seq, "a checkpoint names another record: this one, or one before it, was written anew"
        tells = (body["kind"], body["decision"]) == ("state", "pruned") and canonical(body["intent"]).endswith(telling)
        last, prev, told = seq, digest, told or seq * tells
    if head and head != (last, prev):
        return min(last, head[0]) + (head[0] != last), "the head does not name the last record"
    if kept and max(kept)[0] > last:
        return last + 1, f"it is missing: a checkpoint names {max(kept)[0]}"
    if not told or (kept and max(kept)[0] < told):
        return told or begin[0], "no record, or no checkpoint, knows of a pruning"
    return None, last
SCHEMA = "15bd199e3842f86cb96ac9c9e467365fe8ce768954baf4975db9941943260614"  # of a store of version 6: docs/audit-format.md
def of_store(path):
    base = sqlite3.connect(f"file:{path}?mode=ro", uri=True, isolation_level=None)
    base.text_factory = bytes
    base.execute("BEGIN")  # one state of it, while others write
    made = sorted(b"".join(b"\n".join(row).split()) for row in base.execute("SELECT type, name, tbl_name, ifnull(sql, '') FROM sqlite_schema"))
    if hashlib.sha256(b"\n".join(made)).hexdigest() != SCHEMA:
        sys.exit(print("its tables, views, indexes or triggers are not those of a store of version 6") or 1)
    head, anchor = (base.execute(f"SELECT {of}").fetchone() for of in ("seq, hash FROM head", "statement FROM anchor"))
    seed = base.execute("SELECT value FROM meta WHERE name = 'signing-key'").fetchone()[0]
    return base.execute("SELECT seq, prev, hash, body FROM records ORDER BY seq"), head, anchor, public_key(seed)
def of_export(path):
    for number, line in enumerate(open(path, "rb")):
        try:
            value = read_json(line.decode())
            prev, digest = (bytes.fromhex(value.pop(name)[7:]) for name in ("prev", "hash"))
            yield value["seq"] + 0, prev, digest, canonical(value).encode()
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            yield number + 1, b"", b"", b""

def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--checkpoint", action="append", default=[])
    parser.add_argument("--key", type=lambda text: base64.b64decode(text.removeprefix("ed25519:"), validate=True))
    parser.add_argument("source")
    words = parser.parse_args()
    begin, head, anchor, own, told = (0, bytes(32)), None, None, None, True
    try:
        if open(words.source, "rb").read(15) == b"SQLite format 3":
            records, head, anchor, own = of_store(words.source)
        elif (records := list(of_export(words.source))) and records[0][0] > 1:  # the rest of a chain
            begin, told = (records[0][0] - 1, records[0][1]), False
        lines = [line for path in words.checkpoint for line in open(path, encoding="latin-1").read().split("\n") if line]
    except (OSError, sqlite3.Error, ValueError, TypeError) as error:
        parser.error(str(error))
    try:
        stated = [statement(line, "checkpoint") for line in lines] + [statement(text.decode(), "anchor") for text in anchor or ()]
        if any(key != (words.key or own or stated[0][2]) for _, _, key in stated):
            raise ValueError("another key has signed it")
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        print(f"a checkpoint or the anchor does not hold: {error}")
        return 1
    kept = [(number, digest) for number, digest, _ in stated]
    begin, told = (kept.pop(), False) if anchor else (begin, told or begin in kept)
    bad, why = verify(records, begin, head, kept, told)
    print(f"the chain is broken at record {bad}: {why}" if bad is not None else f"{why - begin[0]} records, whole" + "; not compared with a kept checkpoint" * (not lines))
    return 0 if bad is None else 1

if __name__ == "__main__":
    sys.exit(main())
