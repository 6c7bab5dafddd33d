// What `yett mcp` adds to one call, side by side with the direct connection, in the same run and on the same disk.
//   node bench/guard_latency.mjs YETT SERVER_INDEX_JS [STATE_PARENT]
// Both connections are driven by the same few lines of JSON-RPC, in alternating blocks, one call at a time.
import { spawn } from "node:child_process";
import { mkdtempSync, writeFileSync, openSync, writeSync, fdatasyncSync, closeSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const [yett, server, parent = tmpdir()] = process.argv.slice(2);
if (!yett || !server) {
  console.error("usage: node bench/guard_latency.mjs YETT SERVER_INDEX_JS [STATE_PARENT]");
  process.exit(2);
}
const kBlocks = 20;
const kCallsPerBlock = 100;

const folder = mkdtempSync(join(parent, "yett-bench-"));
const policy = join(folder, "yett.toml");
writeFileSync(policy, `[policy]
name = "bench"
version = 1
[session]
permissions = "no execution"
tenant = "local"
[tools]
echo = { effect = "read", sensitivity = "internal", reversible = true, content = ["message"] }
[limits]
calls_per_minute = 1000000
`, { mode: 0o644 });

class Connection {
  constructor(command, args) {
    this.child = spawn(command, args, { stdio: ["pipe", "pipe", "ignore"] });
    this.waiting = new Map();
    this.next = 1;
    let rest = "";
    this.child.stdout.setEncoding("utf8");
    this.child.stdout.on("data", (chunk) => {
      rest += chunk;
      for (let end = rest.indexOf("\n"); end >= 0; end = rest.indexOf("\n")) {
        const message = JSON.parse(rest.slice(0, end));
        rest = rest.slice(end + 1);
        this.waiting.get(message.id)?.(message);
        this.waiting.delete(message.id);
      }
    });
  }
  request(method, params) {
    const id = this.next++;
    return new Promise((resolve) => {
      this.waiting.set(id, resolve);
      this.child.stdin.write(JSON.stringify({ jsonrpc: "2.0", id, method, params }) + "\n");
    });
  }
  async open() {
    await this.request("initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "bench", version: "0" } });
    this.child.stdin.write(JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" }) + "\n");
  }
  async block(times) {
    for (let i = 0; i < kCallsPerBlock; i++) {
      const begin = process.hrtime.bigint();
      const answer = await this.request("tools/call", { name: "echo", arguments: { message: "hello" } });
      if (times) times.push(Number(process.hrtime.bigint() - begin) / 1e6);
      if (!answer.result || answer.result.isError) throw new Error(JSON.stringify(answer));
    }
  }
}

function syncTimes() {
  const file = openSync(join(folder, "sync"), "w");
  const block = Buffer.alloc(4096, 1);
  const times = [];
  for (let i = 0; i < 200; i++) {
    writeSync(file, block);
    const begin = process.hrtime.bigint();
    fdatasyncSync(file);
    times.push(Number(process.hrtime.bigint() - begin) / 1e6);
  }
  closeSync(file);
  return times;
}

const quantile = (times, q) => [...times].sort((a, b) => a - b)[Math.floor((times.length - 1) * q)];

const direct = new Connection("node", [server, "stdio"]);
const guarded = new Connection(yett, ["mcp", "--policy", policy, "--state", join(folder, "state"), "--", process.execPath, server, "stdio"]);
await direct.open();
await guarded.open();
await direct.block();
await guarded.block();
const times = { direct: [], guarded: [], sync: [] };
for (let i = 0; i < kBlocks; i++) {
  await direct.block(times.direct);
  await guarded.block(times.guarded);
}
times.sync = syncTimes();
direct.child.stdin.end();
guarded.child.stdin.end();
await new Promise((resolve) => guarded.child.on("exit", resolve));
rmSync(folder, { recursive: true });

const row = (name, list) => console.log(`${name.padEnd(28)} ${quantile(list, 0.5).toFixed(3).padStart(8)} ${quantile(list, 0.95).toFixed(3).padStart(8)}`);
console.log(`milliseconds                   median      p95   (${kBlocks * kCallsPerBlock} calls each, alternating)`);
row("echo, direct", times.direct);
row("echo, behind yett mcp", times.guarded);
row("fdatasync of 4 KiB", times.sync);
const added = quantile(times.guarded, 0.5) - quantile(times.direct, 0.5);
console.log(`added at the median: ${added.toFixed(3)} ms = ${(added / quantile(times.sync, 0.5)).toFixed(2)} x fdatasync`);
