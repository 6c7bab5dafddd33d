// Several servers behind one endpoint: whose tools are whose, and what one of them takes with it when it fails.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { filesystem, memory, ownServer } from './support/peers.mjs';
import { head, kReads, shown } from './support/policies.mjs';
import { assertDenied, assertPending, assertRan } from './support/verdicts.mjs';
import { eventually, Workspace } from './support/workspace.mjs';

const server = (name, command, more = '') => `
[servers.${name}]
command = ${JSON.stringify(command)}
${more}`;

const filesTools = (root) => `
[servers.files.tools]
read_text_file = { ${kReads}, path.read = ["path"], content = ["head", "tail"] }
list_directory = { ${kReads}, path.read = ["path"] }
[paths.files]
root = "${root}"
access = "read-write"
`;

const kMemoryTools = `
[servers.memory.tools]
create_entities = { effect = "write", sensitivity = "internal", reversible = true, content = ["entities"] }
read_graph = { ${kReads} }
`;

const own = (workspace, name, kind) => `${server(name, ownServer(kind, workspace.path(name)))}
[servers.${name}.tools]
look = { ${kReads}, content = ["text"] }
${shown(name, workspace.path(name))}`;

const names = async (client) => (await client.listTools()).tools.map((tool) => tool.name);
const look = (client, name, text = 'x') => client.callTool({ name, arguments: { text } });

/** server-filesystem and server-memory; each owns its tools. */
function official(t) {
  const workspace = Workspace.make(t);
  workspace.write('files/inside.txt', 'inside the root');
  workspace.write('memory/.keep', '');
  const root = workspace.path('files');
  workspace.policy(head() + server('files', filesystem(root)) + filesTools(root)
    + server('memory', memory(), `env = { MEMORY_FILE_PATH = "${workspace.path('memory/memory.jsonl')}" }`) + kMemoryTools
    + shown('memory', workspace.path('memory')));
  return { workspace, root };
}

/** Two servers of our own with a \`look\` each. */
function pair(t, ...kinds) {
  const workspace = Workspace.make(t);
  const parts = ['one', 'two'].map((name, index) => {
    workspace.write(`${name}/.keep`, '');
    return own(workspace, name, kinds[index]);
  });
  workspace.policy(head() + parts.join(''));
  return workspace;
}

test('two official servers behind one endpoint: one list, each call at its own server', async (t) => {
  const { workspace, root } = official(t);
  const client = await workspace.connect();
  assert.deepEqual(await names(client), ['read_text_file', 'list_directory', 'create_entities', 'read_graph']);
  const read = await client.callTool({ name: 'read_text_file', arguments: { path: `${root}/inside.txt` } });
  assert.equal(read.content[0].text, 'inside the root');
  const entities = [{ name: 'gate', entityType: 'thing', observations: ['iron'] }];
  assertRan(await client.callTool({ name: 'create_entities', arguments: { entities } }));
  assert.deepEqual((await client.callTool({ name: 'read_graph', arguments: {} })).structuredContent.entities, entities);
  assertDenied(await client.callTool({ name: 'read_text_file', arguments: { path: '/etc/passwd' } }), 'path.outside');
  assertDenied(await client.callTool({ name: 'delete_entities', arguments: {} }), 'tool.unregistered');

  const records = await workspace.audit('--kind', 'decision');
  assert.deepEqual(records.map((record) => record.server), ['files', 'memory', 'memory', 'files', null]);
  assert.equal((await workspace.verify()).code, 0);
});

test('some servers of the policy: the tools of the others do not exist', async (t) => {
  const { workspace } = official(t);
  const client = await workspace.connect({ servers: ['memory'] });
  assert.deepEqual(await names(client), ['create_entities', 'read_graph']);
  assertDenied(await client.callTool({ name: 'list_directory', arguments: { path: workspace.path('files') } }),
    'tool.unregistered');
});

test('a tool that two servers have is called with its server, a renamed one by its new name', async (t) => {
  const workspace = pair(t, 'honest', 'honest');
  const client = await workspace.connect();
  assert.deepEqual(await names(client), ['one.look', 'two.look']);
  assertRan(await look(client, 'two.look'));
  assert.deepEqual([workspace.lines('one/calls').length, workspace.lines('two/calls').length], [0, 1]);
  assert.match(workspace.lines('two/calls')[0], /"name":"look"/);
  assertDenied(await look(client, 'look'), 'tool.unregistered');
  await client.close();

  workspace.policy(workspace.read('policy.toml').replace('[servers.two.tools]', 'rename = { look = "see" }\n$&'));
  const renamed = await workspace.connect();
  assert.deepEqual(await names(renamed), ['look', 'see']);
  assertRan(await look(renamed, 'see'));
  assert.equal(workspace.lines('two/calls').length, 2);
  assertDenied(await look(renamed, 'two.look'), 'tool.unregistered');
});

test('a server that dies takes its own tools with it and no others, and all die with the gate', async (t) => {
  const workspace = pair(t, 'dies', 'honest');
  const peer = workspace.peer();
  await peer.initialize();
  const died = await peer.call(1, 'one.look', { text: 'die' });
  assert.match(died.error.message, /the server one was killed by signal 9.*unknown/);
  await peer.line('the news', (message) => message.method === 'notifications/tools/list_changed');
  assert.deepEqual((await peer.request(2, 'tools/list')).result.tools.map((tool) => tool.name), ['two.look']);
  assert.match((await peer.call(3, 'one.look', { text: 'again' })).error.message, /the server one was killed/);
  assertRan((await peer.call(4, 'two.look', { text: 'x' })).result);
  assert.match(peer.errors, /\[one\] the server one was killed by signal 9/);
  assert.equal(workspace.serverProcesses(workspace.path('two')).length, 1);
  assert.equal((await peer.hangUp()).code, 0);
  await eventually('the end of the other server', () => workspace.serverProcesses(workspace.path('two')).length === 0);
});

test('the last server that ends is the end of the gate', async (t) => {
  const workspace = pair(t, 'dies', 'dies');
  const peer = workspace.peer();
  await peer.initialize();
  peer.call(1, 'one.look', { text: 'die' }).catch(() => {});
  peer.call(2, 'two.look', { text: 'die' }).catch(() => {});
  assert.equal((await peer.exit).code, 1);
});

test('servers that cannot be started, end at once or say nothing leave the others working', async (t) => {
  const workspace = Workspace.make(t);
  for (const name of ['one', 'two', 'three', 'four']) workspace.write(`${name}/.keep`, '');
  workspace.policy(head() + own(workspace, 'one', 'exits') + own(workspace, 'two', 'silent') + own(workspace, 'three', 'honest')
    + `${server('four', [workspace.path('no-such-server')])}[servers.four.tools]\nfour = { ${kReads} }\n`);
  const peer = workspace.peer();
  assert.ok((await peer.initialize()).result, 'the client is not kept waiting for a server that says nothing');
  assert.deepEqual((await peer.request(1, 'tools/list')).result.tools.map((tool) => tool.name), ['three.look']);
  assertRan((await peer.call(2, 'three.look', { text: 'x' })).result);
  assert.match((await peer.call(3, 'one.look', {})).error.message, /the server one exited with code 3/);
  assert.match((await peer.call(4, 'two.look', {})).error.message, /not ready yet/);
  assert.match((await peer.call(5, 'four', {})).error.message, /the server four was not started/);
  assert.ok(peer.errors.includes(workspace.path('no-such-server')), peer.errors);
});

test('a call that one server never answers holds up none of the other', async (t) => {
  const workspace = pair(t, 'mute', 'honest');
  const peer = workspace.peer();
  await peer.initialize();
  peer.send({ id: 1, method: 'tools/call', params: { name: 'one.look', arguments: { text: 'x' } } });
  await eventually('the call at the server', () => workspace.lines('one/calls').length === 1);
  assertRan((await peer.call(2, 'two.look', { text: 'x' })).result);
  peer.send({ method: 'notifications/cancelled', params: { requestId: 1 } });
  await eventually('the cancellation', () => workspace.lines('one/others').some((line) => line.includes('cancelled')));
  assert.equal(workspace.lines('two/others').some((line) => line.includes('cancelled')), false);
});

test('two servers, one run, two processes: a private read through one makes a send through the other ask', async (t) => {
  const workspace = Workspace.make(t);
  for (const name of ['one', 'two']) workspace.write(`${name}/.keep`, '');
  workspace.policy(head() + `${server('one', ownServer('honest', workspace.path('one')))}
[servers.one.tools]
look = { effect = "read", sensitivity = "private", reversible = true, tenant = "single", content = ["text"] }
${server('two', ownServer('honest', workspace.path('two')))}
[servers.two.tools]
act = { effect = "send", sensitivity = "internal", reversible = true, destination.email = ["text"] }
[egress]
email_domains = ["acme.example"]
`);
  const reads = await workspace.connect({ servers: ['one'], hold: '0' });
  const sends = await workspace.connect({ servers: ['two'], hold: '0' });
  const send = () => sends.callTool({ name: 'act', arguments: { text: 'bo@acme.example' } });
  assertRan(await send());
  assertRan(await look(reads, 'look'));
  const id = assertPending(await send(), 'flow.private_to_outside');
  assert.equal(workspace.lines('two/calls').length, 1);
  assert.equal((await workspace.approve(id)).code, 0);
  assertRan(await send());
  assert.equal(workspace.lines('two/calls').length, 2);
});

test('a server that poses as another gets none of its calls, and both names are told', async (t) => {
  const workspace = Workspace.make(t);
  workspace.write('poser/.keep', '');
  workspace.write('files/inside.txt', 'inside the root');
  const root = workspace.path('files');
  workspace.policy(head() + server('files', filesystem(root)) + filesTools(root)
    + shown('poser', workspace.path('poser')) + `${server('poser', ownServer('poses', workspace.path('poser')))}
[servers.poser.tools]
look = { ${kReads}, content = ["text"] }
twice = { ${kReads}, content = ["text"] }
`);
  const peer = workspace.peer();
  await peer.initialize();
  assert.deepEqual((await peer.request(1, 'tools/list')).result.tools.map((tool) => tool.name),
    ['read_text_file', 'list_directory', 'look']);
  const read = await peer.call(2, 'read_text_file', { path: `${root}/inside.txt` });
  assert.equal(read.result.content[0].text, 'inside the root');
  let id = 3;
  for (const name of ['Read_Text_File', 'read-text-file', 'r\u0435ad_text_file', 'read_text_file\u200b', 'twice', 'act',
    'tool_9999', 'poser.read_text_file', 'files.read_text_file']) {
    assertDenied((await peer.call(id++, name, {})).result, 'tool.unregistered');
  }
  assertRan((await peer.call(id, 'look', { text: 'x' })).result);
  assert.equal(workspace.lines('poser/calls').length, 1);
  for (const told of [/offers "read_text_file", which has the name of "read_text_file" of server files/,
    /"Read_Text_File", which reads like "read_text_file" of server files/, /"read-text-file", which reads like/,
    /"read_text_file\\u\{200B\}", which reads like/, /two tools of the name "twice"/]) {
    assert.match(peer.errors, told);
  }
});
