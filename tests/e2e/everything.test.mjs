// The gate in front of server-everything: structured results, progress, cancellation, what is not open, many at once.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { everything } from './support/peers.mjs';
import { head, kReads, kWrites } from './support/policies.mjs';
import { assertDenied, assertPending, assertRan } from './support/verdicts.mjs';
import { Workspace } from './support/workspace.mjs';

const kPolicy = `${head()}
[tools]
echo = { ${kReads}, content = ["message"] }
get-sum = { ${kWrites}, content = ["a", "b"] }
get-tiny-image = { ${kReads} }
trigger-long-running-operation = { ${kReads}, content = ["duration", "steps"] }
trigger-sampling-request = { ${kReads}, content = ["prompt", "maxTokens"] }

[limits]
calls_per_minute = 5000

# Wider than what the server declares, so that an error of the server's own can be seen.
[tools.get-structured-content]
effect = "read"
sensitivity = "internal"
reversible = true
content = ["location"]
[tools.get-structured-content.arguments]
type = "object"
properties.location = { type = "string" }
`;

async function guarded(t, options) {
  const workspace = Workspace.make(t);
  workspace.policy(kPolicy);
  const client = await workspace.connect({ server: everything(), ...options });
  return { workspace, client, echo: (message) => client.callTool({ name: 'echo', arguments: { message } }) };
}

const anyResult = { parse: (value) => value, safeParse: (value) => ({ success: true, data: value }) };

test('lists, echoes, and passes results on whole', async (t) => {
  const { client, echo } = await guarded(t);
  const { tools } = await client.listTools();
  assert.deepEqual(tools.map((tool) => tool.name).sort(),
    ['echo', 'get-structured-content', 'get-sum', 'get-tiny-image', 'trigger-long-running-operation']);
  const words = 'a "quoted" \\ back\u0000slash \u{1f600} 门闩 \u2028';
  assert.equal((await echo(words)).content[0].text, `Echo: ${words}`);
  const structured = await client.callTool({ name: 'get-structured-content', arguments: { location: 'Chicago' } });
  assert.deepEqual(structured.structuredContent, { temperature: 36, conditions: 'Light rain / drizzle', humidity: 82 });
  const image = await client.callTool({ name: 'get-tiny-image', arguments: {} });
  const part = image.content.find((one) => one.type === 'image');
  assert.deepEqual([...Buffer.from(part.data, 'base64').subarray(1, 4)], [...Buffer.from('PNG')]);
});

test('a sum that a person approves is right', async (t) => {
  const { workspace, client } = await guarded(t);
  const sum = client.callTool({ name: 'get-sum', arguments: { a: 2, b: 40.5 } });
  await workspace.approve((await workspace.waitingCall()).id);
  assert.match((await sum).content[0].text, /42\.5/);
});

test('a call that the server declares to be wrong does not reach it', async (t) => {
  const { client } = await guarded(t);
  const call = (name, args) => client.callTool({ name, arguments: args });
  assertDenied(await call('echo', { message: 7 }), 'arguments.schema');
  assertDenied(await call('echo', {}), 'arguments.schema');
  assertDenied(await call('get-sum', { a: 1, b: '2' }), 'arguments.schema');
});

test('an error of the tool comes through', async (t) => {
  const { client } = await guarded(t);
  const wrong = await client.callTool({ name: 'get-structured-content', arguments: { location: 'Nowhere' } });
  assert.equal(wrong.isError, true);
  assert.equal(wrong._meta?.['dev.yett/decision'], undefined);
});

test('progress of a long call arrives at the client that asked for it', async (t) => {
  const { client } = await guarded(t);
  const call = { name: 'trigger-long-running-operation', arguments: { duration: 0.4, steps: 4 } };
  const long = (onprogress) => client.callTool(call, undefined, { onprogress });
  const first = [];
  const second = [];
  const results = await Promise.all([long((one) => first.push(one)), long((one) => second.push(one)), long()]);
  results.forEach(assertRan);
  for (const seen of [first, second]) {
    // The client forgets a sign that is read together with the result.
    const all = [[1, 4], [2, 4], [3, 4], [4, 4]];
    assert.ok(seen.length > 0);
    assert.deepEqual(seen.map(({ progress, total }) => [progress, total]), all.slice(0, seen.length));
  }
});

test('every sign of progress carries the token of its own call and comes before the result', async (t) => {
  const { workspace } = await guarded(t);
  const peer = workspace.peer({ server: everything() });
  await peer.initialize();
  const long = (id, progressToken) =>
    peer.call(id, 'trigger-long-running-operation', { duration: 0.1, steps: 3 }, { progressToken });
  await Promise.all([long('a', 'token'), long('b', 7), peer.call('c', 'echo', { message: 'quiet' })]);
  const messages = peer.received.map((entry) => entry.message);
  for (const [id, token] of [['a', 'token'], ['b', 7]]) {
    const own = messages.filter((one) => one.id === id || one.params?.progressToken === token);
    assert.deepEqual(own.map((one) => one.params?.progress ?? 'result'), [1, 2, 3, 'result']);
  }
  assert.equal(messages.filter((one) => one.method !== undefined).length, 6);
});

test('a cancelled call leaves the gate as it was', async (t) => {
  const { workspace, client, echo } = await guarded(t);
  const abort = new AbortController();
  const call = { name: 'trigger-long-running-operation', arguments: { duration: 2, steps: 20 } };
  const long = client.callTool(call, undefined, { signal: abort.signal, onprogress: () => abort.abort('enough') });
  await assert.rejects(long, /enough/);
  assertRan(await echo('still here'));
  await client.close();
  assert.equal((await workspace.verify()).code, 0);
});

test('what is not open is refused as unknown and recorded, and its capability is not offered', async (t) => {
  const { workspace, client } = await guarded(t, { capabilities: { sampling: {}, elicitation: {}, roots: {} } });
  assert.deepEqual(client.getServerCapabilities(), { tools: { listChanged: true } });
  const methods = {
    'resources/list': {}, 'resources/read': { uri: 'demo://resource/static/document/architecture.md' },
    'resources/templates/list': {}, 'resources/subscribe': { uri: 'demo://x' }, 'prompts/list': {},
    'prompts/get': { name: 'simple-prompt' }, 'completion/complete': {}, 'logging/setLevel': { level: 'debug' },
    'tasks/list': {}, 'tools/Call': { name: 'echo', arguments: { message: 'x' } }, 'made/up': {},
  };
  // Past the client's own check of capabilities.
  client.assertCapabilityForMethod = () => {};
  for (const [method, params] of Object.entries(methods)) {
    await assert.rejects(client.request({ method, params }, anyResult), (error) => {
      assert.equal(error.code, -32601, method);
      return true;
    });
  }
  const refused = await workspace.audit('--decision', 'client_method_refused');
  // A name that MCP does not know is text of the sender's choosing.
  const named = Object.keys(methods).map((method) => (/^(tools|made)/.test(method) ? null : method));
  assert.deepEqual(refused.map((record) => record.intent.method ?? null), named);
});

test('a tool that would ask the client is not even offered, because nothing may be asked', async (t) => {
  const { client } = await guarded(t, { capabilities: { sampling: {}, elicitation: {}, roots: {} } });
  const result = await client.callTool({ name: 'trigger-sampling-request', arguments: { prompt: 'hello', maxTokens: 5 } });
  assertDenied(result, 'tool.unregistered');
});

test('1,000 calls at once are all answered, each with its own answer, while one waits for a person', async (t) => {
  const { workspace, client, echo } = await guarded(t);
  assertRan(await echo('what a run has taken in is part of what is approved'));
  const held = client.callTool({ name: 'get-sum', arguments: { a: 20, b: 22 } });
  const waiting = await workspace.waitingCall();
  const words = Array.from({ length: 1000 }, (_, at) => `message ${at} ${'x'.repeat(at)}`);
  const results = await Promise.all(words.map(echo));
  results.forEach((result, at) => assert.equal(result.content[0].text, `Echo: ${words[at]}`));
  assert.deepEqual((await workspace.waiting()).map((request) => request.id), [waiting.id], 'it still waits');
  await workspace.approve(waiting.id);
  assert.match((await held).content[0].text, /42/);
  await client.close();
  assert.equal((await workspace.audit('--tool', 'echo', '--kind', 'outcome')).length, 1001);
  assert.equal((await workspace.verify()).code, 0);
});

test('more calls than may wait are refused, not kept', async (t) => {
  const { client } = await guarded(t, { hold: '0' });
  const sum = (_, a) => client.callTool({ name: 'get-sum', arguments: { a, b: 1 } });
  const sums = await Promise.all(Array.from({ length: 25 }, sum));
  sums.slice(0, 20).forEach((result) => assertPending(result, 'approval.irreversible_write'));
  sums.slice(20).forEach((result) => assertDenied(result, 'approval.flood'));
});
