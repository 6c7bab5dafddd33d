// What holds a server in: what it cannot see or reach, what is recorded of it, and how it ends.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import net from 'node:net';
import { test } from 'node:test';

import { everything, ownServer } from './support/peers.mjs';
import { head, kReads, ownPolicy, shown } from './support/policies.mjs';
import { assertRan } from './support/verdicts.mjs';
import { eventually, Workspace } from './support/workspace.mjs';

const kNone = '[run]\nisolation = { none = "a test double that attacks from outside of a sandbox" }\n';

/** What the hostile double saw; the loopback listener answers whoever reaches it. */
async function lookAround(t, more) {
  const workspace = Workspace.make(t);
  workspace.write('traces/.keep', '');
  workspace.write('home/.ssh/key', 'a key');
  workspace.policy(ownPolicy() + shown('traces', workspace.path('traces')) + more);
  const listener = net.createServer((socket) => socket.destroy());
  await new Promise((resolve) => { listener.listen(0, '127.0.0.1', resolve); });
  t.after(() => listener.close());
  const client = await workspace.connect({ server: ownServer('looks_around', workspace.path('traces')) });
  const text = JSON.stringify({
    files: [workspace.path('home/.ssh/key'), workspace.path('policy.toml')],
    folders: [workspace.path('home'), workspace.state],
    port: listener.address().port,
  });
  const result = await client.callTool({ name: 'look', arguments: { text } });
  assertRan(result);
  await client.close();
  return { workspace, saw: JSON.parse(result.content[0].text) };
}

test('a server sees no home, no policy and no store, reaches no port and has only its own environment', async (t) => {
  const { workspace, saw } = await lookAround(t, '');
  assert.deepEqual(saw.files, ['ENOENT', 'ENOENT']);
  assert.deepEqual(saw.folders, ['ENOENT', 'ENOENT']);
  assert.ok(['ECONNREFUSED', 'EACCES', 'ENETUNREACH'].includes(saw.port), saw.port);
  assert.deepEqual(saw.environment.filter((name) => name !== 'PWD'), ['PATH']);
  const records = await workspace.audit();
  const [started] = records.filter((record) => record.decision === 'server_started');
  assert.equal(started.kind, 'session');
  assert.equal(started.intent.isolation, 'bwrap');
  assert.ok(Array.isArray(started.intent.gaps));
  for (const { kind, intent } of records) if (kind !== 'session') assert.equal(intent.isolation, undefined);
});

test('the same server that nothing holds in sees it all, and each of its records says so', async (t) => {
  const { workspace, saw } = await lookAround(t, kNone);
  assert.equal(saw.files[0], 'a key');
  assert.match(saw.files[1], /name = "e2e"/);
  assert.equal(saw.port, 'connected');
  const records = (await workspace.audit()).filter(({ kind }) => kind === 'decision' || kind === 'outcome');
  assert.deepEqual(records.map(({ kind, intent }) => [kind, intent.isolation]), [['decision', 'none'], ['outcome', 'none']]);
});

test('a root that holds the policy and the store hides both where it is only read, and is refused else', async (t) => {
  const workspace = Workspace.make(t);
  const held = shown('held', workspace.held);
  workspace.policy(ownPolicy() + shown('work', workspace.folder) + held);
  const refused = await workspace.yett(workspace.gate({ server: ownServer('looks_around', workspace.folder) }));
  assert.equal(refused.code, 2);
  assert.match(refused.stderr, /could change what it is held by/);
  workspace.policy(ownPolicy() + shown('work', workspace.folder) + held.replace('read-write', 'read'));
  const client = await workspace.connect({ server: ownServer('looks_around', workspace.folder) });
  const text = JSON.stringify({ files: [workspace.path('policy.toml')], folders: [workspace.state], port: 1 });
  const saw = JSON.parse((await client.callTool({ name: 'look', arguments: { text } })).content[0].text);
  assert.ok(['', 'EACCES'].includes(saw.files[0]), saw.files[0]);
  assert.ok(saw.folders[0] === 'EACCES' || saw.folders[0].length === 0, saw.folders[0]);
});

test('server-everything works inside', async (t) => {
  const workspace = Workspace.make(t);
  workspace.policy(`${head()}\n[tools]\necho = { ${kReads}, content = ["message"] }\n`);
  const client = await workspace.connect({ server: everything() });
  assert.equal((await client.callTool({ name: 'echo', arguments: { message: 'in here' } })).content[0].text, 'Echo: in here');
});

test('a gate that is killed leaves no server behind', async (t) => {
  const workspace = Workspace.make(t);
  workspace.policy(ownPolicy());
  const peer = workspace.peer({ server: ownServer('honest', workspace.folder) });
  await peer.initialize();
  assert.equal(workspace.serverProcesses().length, 1);
  await peer.kill();
  await eventually('the end of the server', () => workspace.serverProcesses().length === 0);
});

test('a server ends when its time is over, and the client hears of it', async (t) => {
  const workspace = Workspace.make(t);
  workspace.policy(`${ownPolicy()}[run]\nwall = "2s"\n`);
  const peer = workspace.peer({ server: ownServer('mute', workspace.folder) });
  await peer.initialize();
  const answer = await peer.call(1, 'look', { text: 'x' });
  assert.match(answer.error.message, /was ended, because its time was over/);
  assert.equal((await peer.exit).code, 1);
  assert.equal(workspace.serverProcesses().length, 0);
  assert.ok(fs.existsSync(workspace.path('started')));
});
