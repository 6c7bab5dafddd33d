// The official client v2 in each of its modes, before servers of either era: who speaks which revision does not change
// what the gate lets through.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { everything, ownServer } from './support/peers.mjs';
import { head, kReads, kWrites } from './support/policies.mjs';
import { assertDenied, assertRan } from './support/verdicts.mjs';
import { eventually, Workspace, yett } from './support/workspace.mjs';

const sdk = await import('@modelcontextprotocol/client').catch(() => undefined);
const stdio = sdk && await import('@modelcontextprotocol/client/stdio');
const skip = sdk === undefined && 'the client v2 is not installed (npm ci in tests/e2e)';

const kRevision = '2026-07-28';
const kModes = { legacy: 'legacy', auto: 'auto', pinned: { pin: kRevision } };

function policy(command, { requests = '[]' } = {}) {
  return `${head()}
[servers.peer]
command = ${JSON.stringify(command)}
methods = ["resources/list", "resources/read"]
client_requests = ${requests}

[servers.peer.tools]
look = { ${kReads}, content = ["text"] }
act = { ${kWrites}, content = ["text"] }
show = { ${kReads} }
extra = { ${kReads} }
deploy = { ${kReads}, content = ["text"] }
echo = { ${kReads}, content = ["message"] }
"resources/list" = { ${kReads}, content = ["cursor"] }
"resources/read" = { ${kReads}, returns = "retrieved_document", unbound = ["uri"], arguments = { type = "object", properties = { uri = { enum = ["note://one"] } } } }
`;
}

/** The client v2 in front of a server of this command. */
async function connect(t, command, mode, { requests, capabilities = {}, answer, listChanged } = {}) {
  const workspace = Workspace.make(t);
  workspace.policy(policy(command, { requests }));
  const client = new sdk.Client({ name: 'v2', version: '1' }, { capabilities, listChanged, versionNegotiation: { mode } });
  if (answer) client.setRequestHandler('elicitation/create', answer);
  const transport = new stdio.StdioClientTransport({
    command: yett, args: workspace.gate(), env: workspace.environment, stderr: 'ignore',
  });
  workspace.open.push(client);
  await client.connect(transport);
  return { workspace, client, call: (name, args = {}) => client.callTool({ name, arguments: args }) };
}

const servers = { dual: () => ownServer('dual'), 'modern-only': () => ownServer('dual', 'reject'), legacy: everything };

for (const [name, server] of Object.entries(servers)) {
  for (const [kind, mode] of Object.entries(kModes)) {
    test(`a client that is ${kind} and a server that is ${name} get on`, { skip }, async (t) => {
      const { workspace, client, call } = await connect(t, server(), mode);
      assert.equal(client.getNegotiatedProtocolVersion(), kind === 'legacy' ? '2025-11-25' : kRevision);
      const [tool, args, said] = name === 'legacy' ? ['echo', { message: 'hi' }, 'Echo: hi'] : ['look', { text: 'hi' }, 'looked at hi'];
      const { tools } = await client.listTools();
      assert.ok(tools.some((one) => one.name === tool));
      const result = await call(tool, args);
      assertRan(result);
      assert.equal(result.content[0].text, said);
      assertDenied(await call(tool, { ...args, canary: 'x' }), 'arguments.schema');
      assertDenied(await call('no-such-tool'), 'tool.unregistered');
      assert.equal((await workspace.verify()).code, 0);
    });
  }
}

test('the tools of a modern server can be pinned', { skip }, async (t) => {
  const workspace = Workspace.make(t);
  workspace.policy(policy(servers['modern-only']()));
  const pinned = await workspace.yett(['pin', '--policy', workspace.path('policy.toml')]);
  assert.equal(pinned.code, 0, pinned.stderr);
  const { tools } = JSON.parse(workspace.read('yett.lock')).servers.peer;
  assert.deepEqual(Object.keys(tools), ['act', 'deploy', 'look', 'show']);
});

test('a call of a modern client waits for a person like any other', { skip }, async (t) => {
  const { workspace, call } = await connect(t, servers.dual(), kModes.pinned);
  const act = call('act', { text: 'it' });
  await workspace.approve((await workspace.waitingCall()).id);
  assert.equal((await act).content[0].text, 'did it');
});

test('what is opened is read in every mode, as far as the policy says', { skip }, async (t) => {
  for (const mode of Object.values(kModes)) {
    const { client } = await connect(t, servers['modern-only'](), mode);
    const { resources } = await client.listResources();
    assert.deepEqual(resources.map(({ uri }) => uri), ['note://one']);
    assert.equal((await client.readResource({ uri: 'note://one' })).contents[0].text, 'a note');
    await assert.rejects(client.readResource({ uri: 'note://two' }), ({ code, data, message }) => {
      assert.equal(code, 1);
      assert.match(message, /^Denied/);
      assert.equal(data['dev.yett/decision'].rule, 'arguments.schema');
      return true;
    });
    assert.equal(client.getInstructions(), 'Greet <mailbox@office.example> first.');
  }
});

test('a modern client that listens hears that the tools have changed', { skip }, async (t) => {
  for (const server of [servers.dual(), servers['modern-only']()]) {
    const heard = [];
    const onChanged = (error, tools) => heard.push(error ?? tools.map(({ name }) => name));
    const { client, call } = await connect(t, server, kModes.pinned, { listChanged: { tools: { onChanged } } });
    assert.ok(!(await client.listTools()).tools.some(({ name }) => name === 'extra'));
    assertRan(await call('show'));
    await eventually('news of the tools', () => heard.length > 0);
    assert.ok(heard[0].includes('extra'), String(heard[0]));
    assertRan(await call('extra'));
  }
});

test('a server asks the person behind the client where the policy lets it', { skip }, async (t) => {
  for (const [name, server] of Object.entries(servers).slice(0, 2)) {
    for (const [kind, mode] of Object.entries(kModes)) {
      const asked = [];
      const { workspace, call } = await connect(t, server(), mode, {
        requests: '["elicitation"]',
        capabilities: { elicitation: {} },
        answer: ({ params }) => { asked.push(params.message); return { action: 'accept', content: { sure: true } }; },
      });
      const result = await call('deploy', { text: 'it' });
      assert.equal(result.content[0].text, 'deployed it', `${kind} client, ${name} server`);
      assert.deepEqual(asked, ['Deploy it?']);
      const records = await workspace.audit('--tool', 'deploy');
      assert.deepEqual(records.map(({ kind: of, decision }) => `${of} ${decision}`), ['decision allow', 'outcome executed']);
    }
  }
});

test('a server that may not ask gets no answer, and its call no result', { skip }, async (t) => {
  const { workspace, call } = await connect(t, servers['modern-only'](), kModes.pinned, {
    capabilities: { elicitation: {} },
    answer: () => assert.fail('it was asked'),
  });
  const outcome = await call('deploy', { text: 'it' }).catch((error) => error);
  assert.ok(outcome instanceof Error || outcome.isError, JSON.stringify(outcome));
  assert.deepEqual((await workspace.audit('--kind', 'outcome')).map(({ decision }) => decision), ['failed']);
});
