// A folder of its own for each test, with a policy, a state folder and everything that is started in it.
import { execFile, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

import { Peer } from './peer.mjs';
import { shown } from './policies.mjs';

export const yett = path.resolve(process.env.YETT ?? 'build/release/yett');

/** A safety net against hanging, never a measure: far longer than anything takes. */
const kPatience = 60_000;

/** Who runs what, in every test that does not say otherwise. */
const kSession = ['--run', 'r-e2e', '--user', 'ana', '--tenant', 'acme'];

/** Asks until `look` finds something; fails when it never does. */
export async function eventually(what, look) {
  const end = Date.now() + kPatience;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (Date.now() > end) throw new Error(`never came: ${what}`);
    await new Promise((resume) => setTimeout(resume, 20));
  }
}

export class Workspace {
  /** Made for the test context `t`, gone with it. */
  static make(t) {
    const workspace = new Workspace();
    t.after(() => workspace.remove());
    return workspace;
  }

  constructor() {
    this.folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'yett-e2e-')));
    // Cards of waiting calls lie on a tmpfs; a folder of its own keeps the tests apart and shows what is left behind.
    this.runtime = fs.mkdtempSync('/dev/shm/yett-e2e-');
    // What Yett goes by lies apart from what its servers may change.
    this.held = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'yett-e2e-held-')));
    this.state = this.path('state');
    this.open = [];
  }

  async remove() {
    for (const one of this.open.reverse()) await one.close();
    for (const folder of [this.folder, this.held, this.runtime]) fs.rmSync(folder, { recursive: true, force: true });
  }

  path(...names) {
    const isHeld = /^state$|\.toml$|\.lock$|^session.*\.json$/.test(names[0].split('/')[0]);
    return path.join(isHeld ? this.held : this.folder, ...names);
  }

  write(name, text) {
    fs.mkdirSync(path.dirname(this.path(name)), { recursive: true });
    fs.writeFileSync(this.path(name), text, { mode: 0o644 });
    return this.path(name);
  }

  read(name) {
    return fs.readFileSync(this.path(name), 'utf8');
  }

  exists(name) {
    return fs.existsSync(this.path(name));
  }

  /** Lines of a file that a server appends to; none when it was never made. */
  lines(name) {
    return this.exists(name) ? this.read(name).split('\n').filter(Boolean) : [];
  }

  /** The policy of the workspace. Unless it has paths of its own, its servers find the workspace in their sandbox. */
  policy(text) {
    return this.write('policy.toml', /^\[paths\./m.test(text) ? text : text + shown('workspace', this.folder));
  }

  get environment() {
    return { PATH: process.env.PATH, LANG: 'C.UTF-8', XDG_RUNTIME_DIR: this.runtime };
  }

  /**
   * The words of a `yett mcp` command line in this workspace. `server` is the command behind the gate, `servers` are
   * names of the policy; without either it is all of the policy's.
   */
  gate({ server = [], servers = [], hold = '10m', session = kSession, state = this.state, policy = this.path('policy.toml') } = {}) {
    const words = ['mcp', '--policy', policy, '--state', state, '--hold', hold, ...session];
    for (const name of servers) words.push('--server', name);
    return server.length === 0 ? words : [...words, '--', ...server];
  }

  /** The official client, connected through a gate. `capabilities` are what it offers to a server. */
  async connect({ capabilities = {}, ...gate } = {}) {
    const transport = new StdioClientTransport({
      command: yett,
      args: this.gate(gate),
      env: this.environment,
      stderr: 'pipe',
    });
    let errors = '';
    transport.stderr.on('data', (chunk) => { errors += chunk; });
    const client = new Client({ name: 'e2e', version: '1' }, { capabilities });
    this.open.push(client);
    await client.connect(transport).catch((error) => { throw new Error(`${error.message}\n${errors}`); });
    return client;
  }

  /** A client that writes whatever lines it is told to, through a gate. */
  peer(gate = {}, options = {}) {
    const peer = new Peer(spawn(yett, this.gate(gate), { env: this.environment, ...options }));
    this.open.push(peer);
    return peer;
  }

  /**
   * The processes of a server in servers/ that works in this workspace, as the machine numbers them: a server in a sandbox
   * has a number of its own there. Nobody who starts it is among them.
   */
  serverProcesses(folder = this.folder) {
    return fs.readdirSync('/proc').filter((pid) => /^\d+$/.test(pid)).filter((pid) => {
      try {
        const words = fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
        return words[0] === process.execPath && words.includes(folder);
      } catch {
        return false;  // it has ended meanwhile
      }
    });
  }

  /** Runs `yett` with these words and nothing on its stdin to its end. */
  yett(words, { program = yett, ...options } = {}) {
    return new Promise((resolve) => {
      const given = { env: this.environment, timeout: kPatience, maxBuffer: 64 << 20, ...options };
      const child = execFile(program, words, given, (error, stdout, stderr) => {
        const code = error === null ? 0 : typeof error.code === 'number' ? error.code : error.signal ?? error.code;
        resolve({ code, stdout, stderr });
      });
      child.stdin.end();
    });
  }

  // --- the human's side, always another process ---

  /** The calls that wait for a person, as `yett approvals` lists them. */
  async waiting() {
    const { code, stdout } = await this.yett(['approvals', 'list', '--format', 'json', '--state', this.state]);
    return code === 0 ? JSON.parse(stdout) : [];
  }

  /** The one call that waits, as soon as there is one. */
  async waitingCall() {
    const waiting = await eventually('a call that waits', async () => {
      const all = await this.waiting();
      return all.length > 0 ? all : undefined;
    });
    if (waiting.length !== 1) throw new Error(`${waiting.length} calls wait, not one`);
    return waiting[0];
  }

  approve(id) {
    return this.yett(['approve', id, '--state', this.state]);
  }

  deny(id) {
    return this.yett(['deny', id, '--state', this.state]);
  }

  /** The records of the audit, oldest first. */
  async audit(...filter) {
    const words = ['audit', 'list', '--format', 'json', '--state', this.state, ...filter];
    const { code, stdout, stderr } = await this.yett(words);
    if (code !== 0) throw new Error(`audit list: exit ${code}: ${stderr}`);
    return stdout.split('\n').filter(Boolean).map((line) => JSON.parse(line));
  }

  verify(state = this.state) {
    return this.yett(['audit', 'verify', '--state', state]);
  }
}
