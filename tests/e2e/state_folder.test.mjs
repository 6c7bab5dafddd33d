// Without a trustworthy place for its records the gate starts nothing.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';

import { ownServer } from './support/peers.mjs';
import { ownPolicy } from './support/policies.mjs';
import { assertRan } from './support/verdicts.mjs';
import { Workspace, yett } from './support/workspace.mjs';

const kNobody = 65534;
const asRoot = process.getuid() === 0;

async function assertRefused(workspace, pattern, { state = workspace.state, ...options } = {}) {
  const words = workspace.gate({ server: ownServer('honest', workspace.folder), state });
  const { code, stdout, stderr } = await workspace.yett(words, options);
  assert.equal(code, 2, stderr);
  assert.equal(stdout, '');
  assert.match(stderr, pattern);
  assert.ok(stderr.includes(state), `the message names the folder: ${stderr}`);
  assert.equal(workspace.exists('started'), false, 'the server was started');
}

function guarded(t) {
  const workspace = Workspace.make(t);
  workspace.policy(ownPolicy());
  return workspace;
}

test('a state folder that is not there yet is made, for its owner alone', async (t) => {
  const workspace = guarded(t);
  const state = workspace.path('deep', 'state');
  const client = await workspace.connect({ server: ownServer('honest', workspace.folder), state });
  assertRan(await client.callTool({ name: 'look', arguments: {} }));
  assert.equal(fs.statSync(state).mode & 0o777, 0o700);
  for (const file of fs.readdirSync(state)) assert.equal(fs.statSync(`${state}/${file}`).mode & 0o077, 0, file);
});

test('a file as state folder', async (t) => {
  const workspace = guarded(t);
  workspace.write('state', 'not a folder');
  await assertRefused(workspace, /file/);
  assert.equal(workspace.read('state'), 'not a folder');
});

test('a state folder that cannot be written', async (t) => {
  const workspace = guarded(t);
  fs.mkdirSync(workspace.state, { mode: 0o500 });
  if (!asRoot) return assertRefused(workspace, /cannot be written/);
  // Nothing keeps root from writing: try as somebody else, with a copy of the program that they can reach.
  for (const folder of [workspace.folder, workspace.held, workspace.runtime, workspace.state]) fs.chownSync(folder, kNobody, kNobody);
  fs.copyFileSync(yett, workspace.path('yett'));
  const gate = workspace.gate({ server: ['/usr/bin/touch', workspace.path('started')] });
  const { code, stderr } = await workspace.yett(gate, { program: workspace.path('yett'), uid: kNobody, gid: kNobody });
  assert.equal(code, 2, stderr);
  assert.match(stderr, /cannot be written/);
  assert.equal(workspace.exists('started'), false);
});

test('a state folder of another user', async (t) => {
  const workspace = guarded(t);
  if (!asRoot) return assertRefused(workspace, /belongs to/, { state: '/var/lib' });
  fs.mkdirSync(workspace.state, { mode: 0o700 });
  fs.chownSync(workspace.state, kNobody, kNobody);
  await assertRefused(workspace, /belongs to/);
});

test('a state folder that others can write', async (t) => {
  const workspace = guarded(t);
  fs.mkdirSync(workspace.state);
  fs.chmodSync(workspace.state, 0o777);
  await assertRefused(workspace, /can be written by others/);
});

test('a state folder in memory, when records are to survive a power loss', async (t) => {
  const workspace = guarded(t);
  await assertRefused(workspace, /memory/, { state: `${workspace.runtime}/state` });
});

test('a store that is none', async (t) => {
  const workspace = guarded(t);
  fs.mkdirSync(workspace.state, { mode: 0o700 });
  const text = 'not a database at all, but long enough to look like one\n'.repeat(50);
  fs.writeFileSync(workspace.path('state', 'store.db'), text, { mode: 0o600 });
  const words = workspace.gate({ server: ownServer('honest', workspace.folder) });
  const { code, stderr } = await workspace.yett(words);
  assert.equal(code, 2, stderr);
  assert.match(stderr, /store|database/);
  assert.equal(workspace.exists('started'), false);
});

test('a store that others can read', async (t) => {
  const workspace = guarded(t);
  const client = await workspace.connect({ server: ownServer('honest', workspace.folder) });
  await client.close();
  fs.rmSync(workspace.path('started'));
  fs.chmodSync(workspace.path('state', 'store.db'), 0o644);
  await assertRefused(workspace, /others/);
});
