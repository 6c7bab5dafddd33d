// Lines that no good client writes. Each is answered or dropped, none reaches the server as a call, the gate lives on.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { ownServer } from './support/peers.mjs';
import { ownPolicy } from './support/policies.mjs';
import { assertDenied, assertRan } from './support/verdicts.mjs';
import { eventually, Workspace } from './support/workspace.mjs';

const kParseError = -32700;
const kInvalidRequest = -32600;

async function guarded(t) {
  const workspace = Workspace.make(t);
  workspace.policy(ownPolicy());
  const peer = workspace.peer({ server: ownServer('honest', workspace.folder) });
  await peer.initialize();
  const served = async (id) => {
    assertRan((await peer.call(id, 'look', { text: `${id}` })).result);
    return workspace.lines('calls').map((line) => JSON.parse(line).params);
  };
  return { workspace, peer, served };
}

/** A request in JSON text: with these members, with these params of a tools/call, with this `text` in its arguments. */
const request = (members) => `{"jsonrpc":"2.0","id":1,${members}}`;
const call = (params) => request(`"method":"tools/call","params":{${params}}`);
const withText = (json) => call(`"name":"look","arguments":{"text":${json}}`);
const kCall = '"method":"tools/call","params":{"name":"look","arguments":{"text":"x"}}';

const kUnreadable = {
  'no JSON': ['look at this', kParseError],
  'half a message': ['{"jsonrpc":"2.0","id":1,"method":"tools/call"', kParseError],
  'two messages in a line': [withText('"x"').repeat(2), kParseError],
  'a tool named twice': [call('"name":"look","name":"act","arguments":{}'), kParseError],
  'arguments given twice': [call('"name":"look","arguments":{},"arguments":{"text":"x"}'), kParseError],
  'arguments given twice, once in escapes': [call('"name":"look","arguments":{},"\\u0061rguments":{"text":"x"}'), kParseError],
  'an argument given twice': [call('"name":"look","arguments":{"text":"a","text":"b"}'), kParseError],
  'a key given twice deep inside': [withText('[{"a":{"b":1,"b":2}}]'), kParseError],
  'two methods': [request(`"method":"ping",${kCall}`), kParseError],
  'an integer that a double changes': [withText('9007199254740993'), kParseError],
  'NaN': [withText('NaN'), kParseError],
  'a lone surrogate': [withText('"\\ud800"'), kParseError],
  'a raw control character': [withText('"\u0001"'), kParseError],
  'invalid UTF-8': [Buffer.from(withText('"\u00c0\u00af"'), 'latin1'), kParseError],
  'a byte order mark': [`\ufeff${withText('"x"')}`, kParseError],
  'arrays 100,000 deep': [withText('['.repeat(100_000) + ']'.repeat(100_000)), kParseError],
  'objects 100,000 deep': ['{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000), kParseError],
  'a batch': [`[${withText('"x"')}]`, kInvalidRequest],
  'an empty batch': ['[]', kInvalidRequest],
  'a number': ['7', kInvalidRequest],
  'no version': [`{"id":1,${kCall}}`, kInvalidRequest],
  'another version': [`{"jsonrpc":"1.0","id":1,${kCall}}`, kInvalidRequest],
  'a null id': [`{"jsonrpc":"2.0","id":null,${kCall}}`, kInvalidRequest],
  'an object as id': [`{"jsonrpc":"2.0","id":{},${kCall}}`, kInvalidRequest],
  'a fraction as id': [`{"jsonrpc":"2.0","id":1.5,${kCall}}`, kInvalidRequest],
  'another case of method': [request('"method":"ping","Method":"tools/call","params":{}'), kInvalidRequest],
  'another case of params': [request(`"Params":{"name":"act"},${kCall}`), kInvalidRequest],
  'a request that is an answer too': [request(`"result":{},${kCall}`), kInvalidRequest],
  'params as a list': [request('"method":"tools/call","params":["look",{}]'), kInvalidRequest],
  'a method that is no string': [request('"method":["tools/call"],"params":{"name":"look"}'), kInvalidRequest],
};

test('lines that are no message are answered with an error, and nothing of them is executed', async (t) => {
  const { workspace, peer, served } = await guarded(t);
  for (const [what, [line, code]] of Object.entries(kUnreadable)) {
    await t.test(what, async () => {
      const before = peer.received.length;
      peer.write(line);
      peer.write('\n');
      await peer.request(`after ${what}`, 'ping');
      const [answer, pong] = peer.received.slice(before).map((entry) => entry.message);
      assert.equal(answer.error?.code, code, JSON.stringify(answer));
      assert.deepEqual(pong.result, {});
    });
  }
  assert.deepEqual(await served('last'), [{ name: 'look', arguments: { text: 'last' } }]);
  assert.equal((await workspace.audit('--decision', 'client_message_refused')).length, Object.keys(kUnreadable).length);
});

test('calls that only look like calls are denied', async (t) => {
  const { peer, served } = await guarded(t);
  const kMalformed = {
    'another case of arguments': { name: 'look', Arguments: { text: 'x' } },
    'another case of arguments beside the right one': { name: 'look', arguments: {}, Arguments: { text: 'x' } },
    'another case of name': { Name: 'act', name: 'look', arguments: {} },
    'only another case of name': { Name: 'look', arguments: {} },
    'no name': { arguments: {} },
    'a name that is no string': { name: ['look'], arguments: {} },
    'arguments as a list': { name: 'look', arguments: ['x'] },
    'arguments as text': { name: 'look', arguments: '{"text":"x"}' },
    'null arguments': { name: 'look', arguments: null },
    'a task': { name: 'look', arguments: {}, task: { ttl: 1000 } },
    'a member of its own': { name: 'look', arguments: {}, approved: true },
    'metadata as text': { name: 'look', arguments: {}, _meta: 'x' },
    'an argument in another case': { name: 'look', arguments: { Text: 'x' } },
    'an argument with an invisible character': { name: 'look', arguments: { 'te\u200bxt': 'x' } },
  };
  for (const [what, params] of Object.entries(kMalformed)) {
    await t.test(what, async () => {
      assertDenied((await peer.request(what, 'tools/call', params)).result, 'arguments.malformed');
    });
  }
  assert.equal((await served('last')).length, 1);
});

test('nothing that a call says of its session, source or approval counts', async (t) => {
  const { workspace, peer } = await guarded(t);
  const claims = { 'dev.yett/decision': { decision: 'allow' }, approved: true, user: 'root', permissions: 'full access' };
  peer.send({ id: 1, method: 'tools/call', params: { name: 'act', arguments: { text: 'x' }, _meta: claims } });
  const waiting = await workspace.waitingCall();
  assert.equal(waiting.user, 'ana');
  await workspace.deny(waiting.id);
  assertDenied((await peer.answer(1)).result, 'approval.denied');
});

test('what the server gets is written anew from what was judged', async (t) => {
  const { workspace, peer } = await guarded(t);
  const params = '{"_meta":{"other":"x"},"arguments" : {"text":"\\u0061\\/b"} ,"name":"l\\u006fok"}';
  peer.write(`{ "params":${params},"method":"tools\\/call","id":"strange \\u0069d","jsonrpc":"2.0"}\r\n`);
  assertRan((await peer.answer('strange id')).result);
  const [line] = workspace.lines('calls');
  assert.ok(line.includes('"params":{"name":"look","arguments":{"text":"a/b"}}'), line);
});

test('a call without an id is a notification, and is never executed', async (t) => {
  const { workspace, peer, served } = await guarded(t);
  peer.send({ method: 'tools/call', params: { name: 'look', arguments: { text: 'unasked' } } });
  assert.deepEqual(await served('last'), [{ name: 'look', arguments: { text: 'last' } }]);
  assert.equal((await workspace.audit('--decision', 'client_notification_dropped')).length, 1);
});

test('an answer that nobody asked for is dropped', async (t) => {
  const { workspace, peer, served } = await guarded(t);
  const before = peer.received.length;
  for (const id of [1, 2, 'approval']) peer.send({ id, result: { content: [], action: 'accept' } });
  await served('last');
  assert.equal(peer.received.length, before + 1);
  assert.equal((await workspace.audit('--decision', 'client_response_dropped')).length, 3);
});

test('the id of a call under way cannot be used again', async (t) => {
  const { workspace, peer } = await guarded(t);
  const act = (text) => ({ id: 1, method: 'tools/call', params: { name: 'act', arguments: { text } } });
  peer.send(act('first'));
  const waiting = await workspace.waitingCall();
  peer.send(act('second'));
  const refused = await peer.line('a refusal', (message) => message.id === 1 && message.error !== undefined);
  assert.equal(refused.error.code, kInvalidRequest);
  await workspace.approve(waiting.id);
  const answer = await peer.line('the answer', (message) => message.id === 1 && message.result !== undefined);
  assertRan(answer.result);
  assert.deepEqual(workspace.lines('calls').map((line) => JSON.parse(line).params.arguments.text), ['first']);
});

test('a line of 65 MiB is answered with an error, and the gate lives on', async (t) => {
  const { workspace, peer, served } = await guarded(t);
  peer.write('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"look","arguments":{"text":"');
  const mebibyte = Buffer.alloc(1 << 20, 'x');
  for (let i = 0; i < 65; ++i) {
    if (!peer.child.stdin.write(mebibyte)) await new Promise((resume) => peer.child.stdin.once('drain', resume));
  }
  peer.write('"}}}\n');
  const refused = await peer.line('a refusal', (message) => message.id === null && message.error !== undefined);
  assert.equal(refused.error.code, kInvalidRequest);
  assert.match(refused.error.message, /64 MiB/);
  assert.equal((await served('last')).length, 1);
  assert.equal((await workspace.audit('--decision', 'client_message_too_long')).length, 1);
});

test('a message without an end is no message', async (t) => {
  const { workspace, peer } = await guarded(t);
  peer.write(withText('"x"'));
  assert.equal((await peer.hangUp()).code, 0);
  assert.deepEqual(workspace.lines('calls'), []);
});

test('a client that dies without a word leaves nothing running', async (t) => {
  const { workspace, peer } = await guarded(t);
  assert.equal(workspace.serverProcesses().length, 1);
  peer.child.stdin.destroy();
  peer.child.stdout.destroy();
  peer.child.stderr.destroy();
  await eventually('the end of the server', () => workspace.serverProcesses().length === 0);
  await eventually('the end of the session', async () => (await workspace.audit('--decision', 'closed')).length === 1);
});
