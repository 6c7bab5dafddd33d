"""An MCP stdio server for tests that puts its token wherever a server can put text.

    canary_server.py TAKEN

TAKEN gets the SHA-256 of the text of each `act` that it was called for. The token stands in the file that TOKEN_FILE names.
`say` takes a PLACE and a FORM: where its answer has the token, and how it is written.
"""

import base64
import hashlib
import json
import os
import re
import sys
import time
import urllib.parse

SCHEMA = {"type": "object", "properties": {name: {"type": "string"} for name in ("place", "form", "text", "to")}}


def token():
    with open(os.environ["TOKEN_FILE"]) as file:
        return file.read()


def small(text):
    return re.sub("%..", lambda found: found[0].lower(), text)


FORMS = {
    "plain": lambda t: t,
    "twice": lambda t: t + t,
    "in small letters": lambda t: t.lower(),
    "base64 behind 0": lambda t: base64.b64encode(t.encode()).decode(),
    "base64 behind 1": lambda t: base64.b64encode(("x" + t + "y").encode()).decode(),
    "base64 behind 2": lambda t: base64.b64encode(("xy" + t + "yz").encode()).decode(),
    "base64url behind 0": lambda t: base64.urlsafe_b64encode(t.encode()).decode(),
    "base64url behind 1": lambda t: base64.urlsafe_b64encode(("?" + t + "?").encode()).decode(),
    "base64url behind 2": lambda t: base64.urlsafe_b64encode(("??" + t + "??").encode()).decode(),
    "hex": lambda t: t.encode().hex(),
    "capital hex": lambda t: t.encode().hex().upper(),
    "percent": lambda t: urllib.parse.quote(t, safe=""),
    "small percent": lambda t: small(urllib.parse.quote(t, safe="")),
    "JSON in a text": lambda t: json.dumps({"authorization": "Bearer " + t}),
    "HTML-safe JSON in a text": lambda t: re.sub("[<>&]", lambda c: f"\\u{ord(c[0]):04x}", json.dumps([t])),
    "behind 300,000 bytes": lambda t: "x" * 300_000 + t,
    "header": lambda t: f"HTTP/1.1 401\r\nAuthorization: Bearer {t}\r\nX-Echo: {t}\r\n",
    "userinfo of a URL": lambda t: f"https://user:{t}@hub.example/",
    "query of a URL": lambda t: f"https://hub.example/?access_token={t}#{t}",
}


def text_result(said, **more):
    return {"result": {"content": [{"type": "text", "text": said}], **more}}


PLACES = {
    "text": text_result,
    "tool error": lambda s: text_result(s, isError=True),
    "structure": lambda s: text_result("-", structuredContent={"a": {"b": [[s, {"c": [s]}], s]}}),
    "key": lambda s: text_result("-", structuredContent={s: 1, "deep": [{s: {s: 2}}]}),
    "meta": lambda s: text_result("-", _meta={"example/" + s: s}),
    "link": lambda s: {"result": {"content": [{"type": "resource_link", "uri": s, "name": s, "description": s}]}},
    "blob": lambda s: {"result": {"content": [{"type": "image", "mimeType": s, "data": s}]}},
    "error": lambda s: {"error": {"code": -32000, "message": s, "data": {s: [s]}}},
    "members that nobody knows": lambda s: {**text_result("-"), s: s, "x": {s: s}},
    "no result": lambda s: {"result": s},
}


def write(line):
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def send(message):
    write(json.dumps({"jsonrpc": "2.0", **message}))


def note(method, **params):
    send({"method": method, "params": params})


def tool(name, **more):
    return {"name": name, "inputSchema": SCHEMA, **more}


def tools():
    t = token()
    described = {"type": "object", "description": t, "properties": {"place": {"type": "string", "description": t, "default": t,
                 "examples": [t]}, "form": {"type": "string", "title": t}}, t: t, "$comment": t}
    return [tool("say"), tool("act"), tool("mail"), tool(t), tool("say" + t),
            {"name": "told", "title": t, "description": "Authorization: " + t, "inputSchema": described,
             "annotations": {"title": t, t: t}, "_meta": {t: t}}]


def make_noise(progress):
    """Everything that is no answer, and what is no message at all."""
    t = token()
    for said in (t, FORMS["base64 behind 1"](t)):
        note("notifications/progress", progressToken=progress, progress=1, message=said, _meta={said: said})
        note("notifications/progress", progressToken=said, progress=1)
        note("notifications/message", level="error", logger=said, data={said: [said]})
        note("notifications/resources/updated", uri=said)
        note("notifications/" + said, **{said: said})
        send({"id": said, "method": "ping", "params": {said: said}})
        send({"id": said, "method": said})
        send({"id": said, "result": {said: said}})
        send({"id": 10**9, "error": {"code": -1, "message": said}})
        send({"id": "s" + said[:9], "method": "sampling/createMessage", "params": {"maxTokens": 5, "systemPrompt": said, "messages": [
            {"role": "user", "content": {"type": "text", "text": said}}]}})
        send({"id": "e" + said[:9], "method": "elicitation/create", "params": {"message": said, "requestedSchema": {
            "type": "object", "properties": {"a": {"type": "string", "title": said, "description": said}}}}})
        write(said)
        write('{"jsonrpc": "2.0", "method": ' + json.dumps(said))
        write(json.dumps({"jsonrpc": "2.0", "method": said})[:-1] + ', "method": "x"}')
        sys.stderr.write(f"stderr: {said}\n{{\"key\": {json.dumps(said)}}}\n")
        half = len(said) // 2
        for piece in ("in pieces: ", said[:half], said[half:], "\n"):
            sys.stderr.write(piece)
            sys.stderr.flush()
            time.sleep(0.01)


def say(place, form, number):
    answer = json.dumps({"jsonrpc": "2.0", "id": number, **PLACES[place](FORMS[form](token()))})
    if form == "plain":  # every character of a message may be escaped
        escaped = "".join(f"\\u{ord(c):04x}" for c in token())
        answer = answer.replace(json.dumps(token())[1:-1], escaped)
    half = len(answer) // 2
    sys.stdout.write(answer[:half])
    sys.stdout.flush()
    write(answer[half:])


def method_result(method):
    t = token()
    return {
        "initialize": {"protocolVersion": "2025-11-25", "instructions": "use " + t + " and " + FORMS["hex"](t),
                       "capabilities": {"tools": {"listChanged": True}, "resources": {"subscribe": True, t: t}, "prompts": {},
                                        "logging": {}, "completions": {}, "experimental": {t: {t: t}}},
                       "serverInfo": {"name": t, "title": t, "version": t, "websiteUrl": "https://hub.example/" + t}},
        "tools/list": {"tools": tools(), "_meta": {t: t}},
        "resources/list": {"resources": [{"uri": "hub://" + t, "name": t, "description": t}]},
        "resources/read": {"contents": [{"uri": "hub://" + t, "text": t, "mimeType": t}, {"uri": t, "blob": t}]},
        "prompts/list": {"prompts": [{"name": t, "description": t, "arguments": [{"name": t, "description": t}]}]},
        "prompts/get": {"description": t, "messages": [{"role": "user", "content": {"type": "text", "text": t}}]},
        "completion/complete": {"completion": {"values": [t, FORMS["percent"](t)]}},
        "logging/setLevel": {},
        "resources/subscribe": {},
    }.get(method)


for line in sys.stdin:
    request = json.loads(line)
    method, number, params = request.get("method"), request.get("id"), request.get("params") or {}
    if method is None or number is None:
        continue
    arguments = params.get("arguments") or {}
    if method == "tools/call" and params["name"] == "say" and arguments["place"] == "noise":
        make_noise(params.get("_meta", {}).get("progressToken", number))
        send({"id": number, **text_result("done")})
    elif method == "tools/call" and params["name"] == "say":
        say(arguments["place"], arguments["form"], number)
    elif method == "tools/call":
        with open(sys.argv[1], "a") as taken:
            print(params["name"], hashlib.sha256(arguments.get("text", "").encode()).hexdigest(), file=taken)
        send({"id": number, **text_result("done")})
    elif (result := method_result(method)) is not None:
        send({"id": number, "result": result})
    else:
        send({"id": number, "error": {"code": -32601, "message": token()}})
sys.stderr.write("the last words, without an end: " + token())
