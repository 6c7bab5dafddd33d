// Servers that die, babble, stall, overwhelm, or ask for what is not theirs.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';

import { bigText, kNumbers } from './servers/texts.mjs';
import { ownServer } from './support/peers.mjs';
import { ownPolicy } from './support/policies.mjs';
import { assertPending, assertRan } from './support/verdicts.mjs';
import { eventually, Workspace } from './support/workspace.mjs';

function guarded(t, name) {
  const workspace = Workspace.make(t);
  workspace.policy(ownPolicy());
  return { workspace, server: ownServer(name, workspace.folder) };
}

const outcomes = async (workspace) => (await workspace.audit('--kind', 'outcome')).map((record) => record.decision);

test('a server that dies in the middle: its calls are answered as unknown, and asked about when sent again', async (t) => {
  const { workspace, server } = guarded(t, 'dies');
  const peer = workspace.peer({ server });
  await peer.initialize();
  const held = peer.call(1, 'act', { text: 'waits' });
  const waiting = await workspace.waitingCall();
  const died = await peer.call(2, 'look', { text: 'die' });
  assert.match(died.error.message, /killed by signal 9.*unknown/);
  assert.ok((await held).error, 'what waited is answered too');
  assert.equal((await peer.exit).code, 1);
  assert.match(peer.errors, /killed by signal 9/);
  assert.deepEqual(await outcomes(workspace), ['unknown']);
  assert.notEqual((await workspace.approve(waiting.id)).code, 0, 'nobody is left to run it');
  assert.deepEqual(workspace.lines('calls').length, 1);

  const next = await workspace.connect({ server, hold: '0' });
  assertPending(await next.callTool({ name: 'look', arguments: { text: 'die' } }), 'approval.repeat');
  assertRan(await next.callTool({ name: 'look', arguments: { text: 'live' } }));
});

test('a gate that is killed in the middle: the same call asks before it runs again', async (t) => {
  const { workspace, server } = guarded(t, 'mute');
  const killed = workspace.peer({ server });
  await killed.initialize();
  killed.send({ id: 1, method: 'tools/call', params: { name: 'look', arguments: { text: 'x' } } });
  await eventually('the call at the server', () => workspace.lines('calls').length === 1);
  await killed.kill();
  const next = await workspace.connect({ server: ownServer('honest', workspace.folder), hold: '0' });
  assert.deepEqual(await outcomes(workspace), ['unknown']);
  assertPending(await next.callTool({ name: 'look', arguments: { text: 'x' } }), 'approval.repeat');
  assert.equal(workspace.lines('calls').length, 1);
  assert.equal((await workspace.verify()).code, 0);
});

test('a server that ends at once: the client is told, and nothing else happens', async (t) => {
  const { workspace, server } = guarded(t, 'exits');
  const peer = workspace.peer({ server });
  const answer = await peer.initialize();
  assert.match(answer.error.message, /exited with code 3/);
  assert.equal((await peer.exit).code, 1);
  assert.match(peer.errors, /exited with code 3/);
});

test('a server that is missing: exit 2, with its name', async (t) => {
  const { workspace } = guarded(t, 'honest');
  for (const command of [workspace.path('no-such-server'), workspace.folder]) {
    const { code, stdout, stderr } = await workspace.yett(workspace.gate({ server: [command] }));
    assert.equal(code, 2);
    assert.equal(stdout, '');
    assert.ok(stderr.includes(command), stderr);
  }
});

test('a server that never says a word keeps nobody from leaving', async (t) => {
  const { workspace, server } = guarded(t, 'silent');
  const peer = workspace.peer({ server });
  peer.send({ id: 1, method: 'initialize', params: {} });
  peer.send({ id: 2, method: 'tools/call', params: { name: 'look', arguments: {} } });
  assert.deepEqual((await peer.request(3, 'ping')).result, {});
  await peer.hangUp();
  assert.deepEqual(await workspace.audit('--kind', 'decision'), [], 'a call that nobody could take was not judged');
});

test('a call that is never answered can be cancelled, and the server is told which', async (t) => {
  const { workspace, server } = guarded(t, 'mute');
  const peer = workspace.peer({ server });
  await peer.initialize();
  peer.send({ id: 'mine', method: 'tools/call', params: { name: 'look', arguments: {} } });
  const told = await eventually('the call at the server', () => workspace.lines('calls')[0]);
  peer.send({ method: 'notifications/cancelled', params: { requestId: 'mine', reason: 'enough' } });
  const cancelled = await eventually('the cancellation at the server',
    () => workspace.lines('others').map((line) => JSON.parse(line)).find((one) => one.method === 'notifications/cancelled'));
  assert.equal(cancelled.params.requestId, JSON.parse(told).id);
  assert.deepEqual((await peer.request(2, 'ping')).result, {});
  await peer.hangUp();
  assert.deepEqual(await outcomes(workspace), ['unknown']);
});

test('a gate that is told to end while its server starts runs nothing when the server is there', async (t) => {
  const workspace = Workspace.make(t);
  workspace.policy(ownPolicy());
  const go = workspace.path('go');
  const peer = workspace.peer({ server: ownServer('late', workspace.folder, go) });
  peer.send({ id: 1, method: 'tools/call', params: { name: 'look', arguments: {} } });
  await peer.request(2, 'ping');
  peer.child.kill('SIGTERM');
  await eventually('the record of the call that is forgotten', async () =>
    (await workspace.audit('--kind', 'protocol')).some((record) => record.decision === 'call_cancelled_unjudged') || undefined);
  fs.writeFileSync(go, '');
  assert.equal((await peer.exit).code, 0);
  assert.deepEqual(workspace.lines('calls'), []);
  assert.deepEqual(await workspace.audit('--kind', 'decision'), []);
});

test('garbage: an answer that cannot be read ends its call, and nothing else comes through', async (t) => {
  const { workspace, server } = guarded(t, 'garbage');
  const peer = workspace.peer({ server });
  await peer.initialize();
  const before = peer.received.length;
  const answer = await peer.call(1, 'look', {}, { progressToken: 'p' });
  assert.match(answer.error.message, /could not be read/);
  assert.deepEqual((await peer.request(2, 'ping')).result, {});
  assert.equal(peer.received.length, before + 2, peer.received.map((entry) => entry.raw.slice(0, 200)).join('\n'));
  // The gate lives, and so does the server behind it.
  assert.match((await peer.call(3, 'look', { text: 'again' })).error.message, /could not be read/);
  assert.equal((await peer.hangUp()).code, 0);
  assert.equal(workspace.lines('calls').length, 2);
  const dropped = (await workspace.audit('--kind', 'protocol')).map((record) => record.decision);
  for (const what of ['message_dropped', 'response_unasked', 'request_refused', 'notification_dropped']) {
    assert.ok(dropped.includes(`server_${what}`), `${what} is recorded`);
  }
  assert.deepEqual(await outcomes(workspace), ['unknown', 'unknown']);
  const next = await workspace.connect({ server, hold: '0' });
  assertPending(await next.callTool({ name: 'look', arguments: {} }), 'approval.repeat');
});

test('a result of 20 MB arrives byte for byte', async (t) => {
  const { workspace, server } = guarded(t, 'big');
  const peer = workspace.peer({ server });
  await peer.initialize();
  const { content } = (await peer.call(1, 'look', {})).result;
  const expected = bigText();
  assert.equal(content[0].text.length, expected.length);
  assert.ok(content[0].text === expected, 'a byte differs');
});

test('numbers that no double holds, and the server\'s own spelling, arrive as they were', async (t) => {
  const { workspace, server } = guarded(t, 'numbers');
  const peer = workspace.peer({ server });
  await peer.initialize();
  const { raw } = await peer.call(1, 'look', {});
  assert.ok(raw.includes(kNumbers), raw);
});

test('a server that asks its client for something is refused, and the client never hears of it', async (t) => {
  const { workspace, server } = guarded(t, 'asks');
  const heard = [];
  const client = await workspace.connect({ server, capabilities: { sampling: {}, elicitation: {}, roots: {} } });
  client.fallbackRequestHandler = async (request) => { heard.push(request.method); return {}; };
  const { content } = await client.callTool({ name: 'look', arguments: {} });
  const kRefused = -32601;
  assert.deepEqual(JSON.parse(content[0].text), {
    'ask-sampling': kRefused, 'ask-elicitation': kRefused, 'ask-roots': kRefused, 'ask-tasks': kRefused,
    'ask-made-up': kRefused, 'ask-ping': {},
  });
  assert.deepEqual(heard, []);
  const refused = await workspace.audit('--decision', 'server_request_refused');
  const named = ['sampling/createMessage', 'elicitation/create', 'roots/list', 'tasks/list', null];
  assert.deepEqual(refused.map((record) => record.intent.method ?? null), named);
});
