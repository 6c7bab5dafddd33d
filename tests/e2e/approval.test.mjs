// A dangerous call waits for a person, who answers from another process; it runs once or not at all.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';

import { filesystem, ownServer } from './support/peers.mjs';
import { filesystemPolicy, ownPolicy } from './support/policies.mjs';
import { assertDenied, assertPending, assertRan } from './support/verdicts.mjs';
import { eventually, Workspace } from './support/workspace.mjs';

function filesystemWorkspace(t) {
  const workspace = Workspace.make(t);
  const root = workspace.path('files');
  workspace.write('files/from.txt', 'the file');
  workspace.policy(filesystemPolicy(root));
  const server = filesystem(root);
  const move = { name: 'move_file', arguments: { source: `${root}/from.txt`, destination: `${root}/to.txt` } };
  const write = { name: 'write_file', arguments: { path: `${root}/new.txt`, content: 'written once' } };
  return { workspace, root, server, move, write };
}

/** A gate in front of a server that notes every call it gets. */
function notedWorkspace(t) {
  const workspace = Workspace.make(t);
  workspace.policy(ownPolicy());
  return { workspace, server: ownServer('honest', workspace.folder), act: { name: 'act', arguments: { text: 'once' } } };
}

test('a dangerous call waits, is approved from another process and runs once', async (t) => {
  const { workspace, server, move } = filesystemWorkspace(t);
  const client = await workspace.connect({ server });
  const result = client.callTool(move);
  const waiting = await workspace.waitingCall();
  assert.equal(waiting.tool, 'move_file');
  assert.equal(waiting.tier, 'dangerous');
  assert.equal(waiting.rule, 'approval.dangerous');
  assert.deepEqual([waiting.run, waiting.user, waiting.tenant], ['r-e2e', 'ana', 'acme']);
  assert.ok(workspace.exists('files/from.txt') && !workspace.exists('files/to.txt'), 'nothing runs while it waits');

  const shown = await workspace.yett(['approvals', 'show', waiting.id.slice(0, 6), '--state', workspace.state]);
  assert.equal(shown.code, 0, shown.stderr);
  assert.ok(shown.stdout.includes(workspace.path('files/to.txt')), 'the person sees what would run');

  assert.equal((await workspace.approve(waiting.id)).code, 0);
  assertRan(await result);
  assert.ok(!workspace.exists('files/from.txt') && workspace.exists('files/to.txt'));
  assert.notEqual((await workspace.approve(waiting.id)).code, 0, 'an approval that was used cannot be given again');
});

test('the same call again asks again', async (t) => {
  const { workspace, server, act } = notedWorkspace(t);
  const client = await workspace.connect({ server });
  const first = client.callTool(act);
  const one = await workspace.waitingCall();
  await workspace.approve(one.id);
  assertRan(await first);
  const second = client.callTool(act);
  const two = await workspace.waitingCall();
  assert.notEqual(two.id, one.id);
  assert.equal(workspace.lines('calls').length, 1);
  await workspace.deny(two.id);
  assertDenied(await second, 'approval.denied');
  assert.equal(workspace.lines('calls').length, 1);
});

test('a write that cannot be undone asks too', async (t) => {
  const { workspace, server, write } = filesystemWorkspace(t);
  const client = await workspace.connect({ server });
  const result = client.callTool(write);
  const waiting = await workspace.waitingCall();
  assert.equal(waiting.rule, 'approval.irreversible_write');
  await workspace.approve(waiting.id);
  assertRan(await result);
  assert.equal(workspace.read('files/new.txt'), 'written once');
});

test('a call that a person denies does not run, now or when it is sent again', async (t) => {
  const { workspace, server, move } = filesystemWorkspace(t);
  const client = await workspace.connect({ server });
  const result = client.callTool(move);
  const waiting = await workspace.waitingCall();
  assert.equal((await workspace.deny(waiting.id)).code, 0);
  assertDenied(await result, 'approval.denied');
  assertDenied(await client.callTool(move), 'approval.denied');
  assert.notEqual((await workspace.approve(waiting.id)).code, 0);
  assert.ok(workspace.exists('files/from.txt') && !workspace.exists('files/to.txt'));
});

test('a call that is kept no longer comes back as not executed; sent again after approval it runs once', async (t) => {
  for (const hold of ['0', '300ms']) {
    await t.test(`--hold ${hold}`, async (t) => {
      const { workspace, server, act } = notedWorkspace(t);
      const client = await workspace.connect({ server, hold });
      const id = assertPending(await client.callTool(act), 'approval.irreversible_write');
      assert.equal(assertPending(await client.callTool(act), 'approval.irreversible_write'), id, 'it joins the request');
      assert.equal((await workspace.approve(id)).code, 0);
      assert.equal(workspace.lines('calls').length, 0, 'an approval alone runs nothing');
      const another = await client.callTool({ name: 'act', arguments: { text: 'another' } });
      const other = assertPending(another, 'approval.irreversible_write');
      assert.notEqual(other, id, 'an approval is for one call');
      assertRan(await client.callTool(act));
      assert.equal(workspace.lines('calls').length, 1);
      assert.notEqual(assertPending(await client.callTool(act), 'approval.irreversible_write'), id);
      assert.equal(workspace.lines('calls').length, 1);
    });
  }
});

test('identical calls that wait join one request, and one of them runs', async (t) => {
  const { workspace, server, act } = notedWorkspace(t);
  const client = await workspace.connect({ server });
  const calls = [client.callTool(act), client.callTool(act), client.callTool(act)];
  const other = await workspace.connect({ server });
  calls.push(other.callTool(act));
  await eventually('four calls that wait', async () => (await workspace.audit('--decision', 'confirm')).length === 4);
  const waiting = await workspace.waitingCall();
  await workspace.approve(waiting.id);
  const results = await Promise.all(calls);
  assert.equal(results.filter((result) => result.isError !== true).length, 1);
  for (const result of results.filter((one) => one.isError === true)) assertDenied(result, 'approval.consumed');
  assert.equal(workspace.lines('calls').length, 1);
});

test('a call that its caller cancels cannot be approved and never runs', async (t) => {
  const { workspace, server, act } = notedWorkspace(t);
  const client = await workspace.connect({ server });
  const abort = new AbortController();
  const result = client.callTool(act, undefined, { signal: abort.signal });
  const waiting = await workspace.waitingCall();
  abort.abort('changed my mind');
  await assert.rejects(result);
  await eventually('the end of the request', async () => (await workspace.waiting()).length === 0);
  assert.notEqual((await workspace.approve(waiting.id)).code, 0);
  assertRan(await client.callTool({ name: 'look', arguments: {} }));
  assert.deepEqual(workspace.lines('calls').map((line) => JSON.parse(line).params.name), ['look']);
});

test('a call and its cancellation that arrive together do not run', async (t) => {
  const { workspace, server } = notedWorkspace(t);
  const peer = workspace.peer({ server });
  await peer.initialize();
  const line = (message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`;
  const cancelled = (id) => line({ method: 'notifications/cancelled', params: { requestId: id } });
  const call = (id, name) => line({ id, method: 'tools/call', params: { name, arguments: { text: `${id}` } } });
  peer.write(call(1, 'act') + cancelled(1) + call(2, 'look') + cancelled(2));
  await peer.call(3, 'look', {});
  assert.deepEqual(await workspace.waiting(), []);
  assert.deepEqual(workspace.lines('calls').map((call) => JSON.parse(call).params.arguments), [{}]);
});

test('a client that hangs up takes its waiting call with it', async (t) => {
  const { workspace, server, act } = notedWorkspace(t);
  const peer = workspace.peer({ server });
  await peer.initialize();
  peer.send({ id: 1, method: 'tools/call', params: act });
  const waiting = await workspace.waitingCall();
  assert.equal((await peer.hangUp()).code, 0);
  assert.deepEqual(await workspace.waiting(), []);
  const ended = (await workspace.audit('--kind', 'approval')).filter((record) => record.decision === 'cancelled');
  assert.deepEqual(ended.map((record) => record.intent.approval), [waiting.id]);
  assert.notEqual((await workspace.approve(waiting.id)).code, 0);

  const next = await workspace.connect({ server, hold: '0' });
  assert.notEqual(assertPending(await next.callTool(act), 'approval.irreversible_write'), waiting.id);
  assert.deepEqual(workspace.lines('calls'), []);
});

test('a gate that is told to end takes its waiting call with it', async (t) => {
  const { workspace, server, act } = notedWorkspace(t);
  for (const signal of ['SIGTERM', 'SIGINT']) {
    const peer = workspace.peer({ server });
    await peer.initialize();
    peer.send({ id: 1, method: 'tools/call', params: act });
    const waiting = await workspace.waitingCall();
    peer.child.kill(signal);
    assert.deepEqual(await peer.exit, { code: 0, signal: null });
    assert.deepEqual(await workspace.waiting(), []);
    assert.notEqual((await workspace.approve(waiting.id)).code, 0);
  }
  assert.deepEqual(workspace.lines('calls'), []);
});

test('a run that a person suspends does nothing until it is resumed', async (t) => {
  const { workspace, server, act } = notedWorkspace(t);
  const client = await workspace.connect({ server });
  const result = client.callTool(act);
  const waiting = await workspace.waitingCall();
  const sessions = (action) => workspace.yett(['sessions', action, 'r-e2e', '--state', workspace.state]);
  const suspended = await sessions('suspend');
  assert.equal(suspended.code, 0, suspended.stderr);
  assertDenied(await result, 'session.suspended');
  assertDenied(await client.callTool({ name: 'look', arguments: {} }), 'session.suspended');
  assert.notEqual((await workspace.approve(waiting.id)).code, 0);
  assert.deepEqual(workspace.lines('calls'), []);
  assert.equal((await sessions('resume')).code, 0);
  assertRan(await client.callTool({ name: 'look', arguments: {} }));
});

test('a request outlives a gate that was killed, and its approval still counts for one run', async (t) => {
  const { workspace, server, act } = notedWorkspace(t);
  const killed = workspace.peer({ server });
  await killed.initialize();
  killed.send({ id: 1, method: 'tools/call', params: act });
  const waiting = await workspace.waitingCall();
  await killed.kill();
  assert.equal((await workspace.approve(waiting.id)).code, 0);
  assert.deepEqual(workspace.lines('calls'), [], 'nobody is there to run it');

  const client = await workspace.connect({ server, hold: '0' });
  assertRan(await client.callTool(act));
  assertPending(await client.callTool(act), 'approval.irreversible_write');
  assert.equal(workspace.lines('calls').length, 1);
});

test('an approval is for one run', async (t) => {
  const { workspace, server, act } = notedWorkspace(t);
  const session = (run, user = 'ana') => ['--run', run, '--user', user, '--tenant', 'acme'];
  const first = await workspace.connect({ server, hold: '0', session: session('r-1') });
  await workspace.approve(assertPending(await first.callTool(act), 'approval.irreversible_write'));
  for (const other of [session('r-2'), session('r-1', 'bob')]) {
    const client = await workspace.connect({ server, hold: '0', session: other });
    assertPending(await client.callTool(act), 'approval.irreversible_write');
  }
  assert.deepEqual(workspace.lines('calls'), []);
});

test('what was approved under another policy does not run', async (t) => {
  const { workspace, server, act } = notedWorkspace(t);
  const first = await workspace.connect({ server, hold: '0' });
  const id = assertPending(await first.callTool(act), 'approval.irreversible_write');
  await workspace.approve(id);
  await first.close();
  workspace.policy(`${ownPolicy()}\n[egress]\nemail_domains = ["new.example"]\n`);
  const second = await workspace.connect({ server, hold: '0' });
  assert.notEqual(assertPending(await second.callTool(act), 'approval.irreversible_write'), id);
  // A comment changes nothing that was approved.
  workspace.policy(`# a comment\n${ownPolicy()}`);
  const third = await workspace.connect({ server, hold: '0' });
  assertRan(await third.callTool(act));
  assert.equal(workspace.lines('calls').length, 1);
});

test('an approval does not cover a run that has read something new since', async (t) => {
  const { workspace, server, act } = notedWorkspace(t);
  const client = await workspace.connect({ server });
  const result = client.callTool(act);
  const waiting = await workspace.waitingCall();
  assertRan(await client.callTool({ name: 'look', arguments: {} }));
  await workspace.approve(waiting.id);
  assertDenied(await result, 'approval.mismatch');
  const again = client.callTool(act);
  await workspace.approve((await workspace.waitingCall()).id);
  assertRan(await again);
  assert.deepEqual(workspace.lines('calls').map((line) => JSON.parse(line).params.name), ['look', 'act']);
});

test('a call that waits gives signs of life to a client that asks for them', async (t) => {
  const { workspace, server, act } = notedWorkspace(t);
  const client = await workspace.connect({ server });
  const signs = [];
  const result = client.callTool(act, undefined, { onprogress: (sign) => signs.push(sign) });
  const waiting = await workspace.waitingCall();
  await eventually('a sign of life', () => signs.length > 0);
  assert.ok(signs[0].message.includes(waiting.id));
  await workspace.approve(waiting.id);
  assertRan(await result);
});

test('the arguments of a waiting call lie in memory until it ends, and nowhere after', async (t) => {
  const { workspace, server } = notedWorkspace(t);
  const client = await workspace.connect({ server });
  const cards = () => fs.readdirSync(`${workspace.runtime}/yett`);
  for (const answer of ['approve', 'deny']) {
    const result = client.callTool({ name: 'act', arguments: { text: answer } });
    const waiting = await workspace.waitingCall();
    assert.equal(cards().length, 1);
    await workspace[answer](waiting.id);
    await result;
    assert.equal(cards().length, 0);
  }
});

test('without its card a request can only be denied', async (t) => {
  const { workspace, server, act } = notedWorkspace(t);
  const client = await workspace.connect({ server });
  const result = client.callTool(act);
  const waiting = await workspace.waitingCall();
  const folder = `${workspace.runtime}/yett`;
  for (const card of fs.readdirSync(folder)) fs.rmSync(`${folder}/${card}`);
  assert.notEqual((await workspace.approve(waiting.id)).code, 0);
  assert.equal((await workspace.deny(waiting.id)).code, 0);
  assertDenied(await result, 'approval.denied');
  assert.deepEqual(workspace.lines('calls'), []);
});
