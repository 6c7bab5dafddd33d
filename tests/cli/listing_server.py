"""A small MCP stdio server for tests: it offers the tools that stand in a JSON file, and answers each call with its name.

    listing_server.py FILE

Beside FILE it writes `environment`, the names and values of its environment, and `heard`, the methods it was asked.
"""

import json
import os
import pathlib
import sys

file = pathlib.Path(sys.argv[1])
(file.parent / "environment").write_text(json.dumps(dict(os.environ)))
print("listing with", os.environ.get("API_TOKEN", "no token"), file=sys.stderr, flush=True)

for line in sys.stdin:
    try:
        request = json.loads(line)
    except ValueError:
        continue
    method = request.get("method")
    with open(file.parent / "heard", "a") as heard:
        heard.write(f"{method}\n")
    if "id" not in request or method is None:
        continue
    answers = {
        "initialize": {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}, "serverInfo": {"name": "listing", "version": "0"}},
        "tools/list": {"tools": json.loads(file.read_text())},
        "tools/call": {"content": [{"type": "text", "text": str(request.get("params", {}).get("name"))}]},
    }
    told = {"result": answers[method]} if method in answers else {"error": {"code": -32601, "message": "Method not found"}}
    print(json.dumps({"jsonrpc": "2.0", "id": request["id"], **told}), flush=True)
    if method == "tools/call" and request["params"].get("name") == "leave":
        sys.exit(3)
