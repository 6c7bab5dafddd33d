"""A small MCP stdio server for tests: it writes the name of each tool that is called to a file of its folder.

    desk_server.py FOLDER

`wait` answers when the file `go` is there. When the file `start` is expected (`hold` is there), the server is not ready
before it comes.
"""

import json
import pathlib
import sys
import time

folder = pathlib.Path(sys.argv[1])


def wait_for(name):
    while not (folder / name).exists():
        time.sleep(0.01)


def tool(name):
    return {"name": name, "inputSchema": {"type": "object", "properties": {"text": {"type": "string"}}}}


def answer(message):
    method = message["method"]
    if method not in ("initialize", "tools/list", "tools/call"):
        return None
    if method == "initialize":
        if (folder / "hold").exists():
            wait_for("start")
        return {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}, "serverInfo": {"name": "desk", "version": "0"}}
    if method == "tools/list":
        return {"tools": [tool(name) for name in ("look", "note", "wait", "query", "erase")]}
    name = message["params"]["name"]
    with open(folder / "calls", "a") as calls:
        calls.write(name + "\n")
    if name == "wait":
        wait_for("go")
    return {"content": [{"type": "text", "text": name}]}


for line in sys.stdin:
    request = json.loads(line)
    if "id" in request and "method" in request:
        result = answer(request)
        told = {"error": {"code": -32601, "message": "Method not found"}} if result is None else {"result": result}
        print(json.dumps({"jsonrpc": "2.0", "id": request["id"], **told}), flush=True)
