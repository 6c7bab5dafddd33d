// The gate in front of server-filesystem, driven by the official client: what is listed, what runs, what is denied.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';

import { filesystem } from './support/peers.mjs';
import { filesystemPolicy, kReads } from './support/policies.mjs';
import { assertDenied, assertRan } from './support/verdicts.mjs';
import { Workspace } from './support/workspace.mjs';

async function guarded(t) {
  const workspace = Workspace.make(t);
  const root = workspace.path('files');
  workspace.write('files/inside.txt', 'inside the root');
  workspace.write('files-twin/secret.txt', 'beside the root');
  workspace.write('outside.txt', 'outside the root');
  workspace.policy(filesystemPolicy(root));
  // The server itself would serve the whole workspace: whatever is refused is refused by the gate.
  const client = await workspace.connect({ server: filesystem(workspace.folder) });
  const read = (path, more = {}) => client.callTool({ name: 'read_text_file', arguments: { path, ...more } });
  return { workspace, root, client, read };
}

test('initialize tells of the gate and of tools, of nothing else', async (t) => {
  const { client } = await guarded(t);
  assert.equal(client.getServerVersion().name, 'yett');
  assert.deepEqual(client.getServerCapabilities(), { tools: { listChanged: true } });
  assert.deepEqual(await client.ping(), {});
});

test('the list holds the registered tools and no other', async (t) => {
  const { client } = await guarded(t);
  const { tools } = await client.listTools();
  const names = tools.map((tool) => tool.name).sort();
  assert.deepEqual(names, ['list_directory', 'move_file', 'read_text_file', 'write_file']);
  const read = tools.find((tool) => tool.name === 'read_text_file');
  assert.deepEqual(Object.keys(read.inputSchema.properties).sort(), ['head', 'path', 'tail']);
  assert.ok(read.description.length > 0 && read.outputSchema, 'definitions come whole');
});

test('a read inside the root runs', async (t) => {
  const { root, client, read } = await guarded(t);
  await client.listTools();  // the client checks structured results against the schemas that it has seen
  const result = await read(`${root}/inside.txt`);
  assertRan(result);
  assert.equal(result.content[0].text, 'inside the root');
  assert.deepEqual(result.structuredContent, { content: 'inside the root' });
  assertRan(await read(`${root}/inside.txt`, { head: 1 }));
});

test('an error of the tool is the tool\'s own, not a denial', async (t) => {
  const { root, read } = await guarded(t);
  const result = await read(`${root}/absent.txt`);
  assert.equal(result.isError, true);
  assert.equal(result._meta?.['dev.yett/decision'], undefined);
  assert.doesNotMatch(result.content[0].text, /^Denied/);
});

test('reads outside the root are denied, however they are spelt', async (t) => {
  const { workspace, root, read } = await guarded(t);
  const outside = {
    'path.outside': [
      workspace.path('outside.txt'),
      `${root}-twin/secret.txt`,
      `${root}/../outside.txt`,
      `${root}/deep/../../outside.txt`,
      `${root}/../files/inside.txt`,
      '/etc/passwd',
      '~/.ssh/id_ed25519',
      workspace.folder,
    ],
    'path.malformed': [
      '',
      `${root}\\..\\outside.txt`,
      `file://${root}/inside.txt`,
      `${root}/%2e%2e/outside.txt`,
      `${root}/a\u0000b`,
    ],
  };
  for (const [rule, paths] of Object.entries(outside)) {
    for (const path of paths) {
      await t.test(`${rule} ${JSON.stringify(path.replaceAll(workspace.folder, '…'))}`, async () => {
        assertDenied(await read(path), rule);
      });
    }
  }
});

test('the gate\'s own policy and state cannot be read, even where a root holds them', async (t) => {
  const workspace = Workspace.make(t);
  // Where it may only be read: what a server may change does not hold them.
  const text = filesystemPolicy(workspace.held).replace('access = "read-write"', 'access = "read"').replace(/^(write|move)_file = .*\n/gm, '');
  workspace.policy(text);
  const client = await workspace.connect({ server: filesystem(workspace.held) });
  for (const file of ['policy.toml', 'state/store.db', 'state']) {
    const result = await client.callTool({ name: 'read_text_file', arguments: { path: workspace.path(file) } });
    assertDenied(result, 'path.protected');
  }
});

test('a call with other arguments than the declared ones is denied', async (t) => {
  const { root, client, read } = await guarded(t);
  assertDenied(await read(`${root}/inside.txt`, { follow: true }), 'arguments.schema');
  assertDenied(await read(`${root}/inside.txt`, { Path: '/etc/passwd' }), 'arguments.malformed');
  // The server declares that a path is a string.
  assertDenied(await read([`${root}/inside.txt`, { path: '/etc/passwd' }]), 'arguments.schema');
  const list = await client.callTool({ name: 'read_text_file', arguments: { path: [`${root}/inside.txt`, '/etc/passwd'] } });
  assertDenied(list, 'arguments.schema');
});

test('an unregistered tool does not exist', async (t) => {
  const { workspace, root, client } = await guarded(t);
  for (const name of ['create_directory', 'Read_Text_File', 'read_text_file ', '']) {
    assertDenied(await client.callTool({ name, arguments: { path: `${root}/new` } }), 'tool.unregistered');
  }
  assert.equal(workspace.exists('files/new'), false);
});

test('a registered tool that the server does not offer is denied', async (t) => {
  const workspace = Workspace.make(t);
  workspace.policy(filesystemPolicy(workspace.folder).replace('[tools]\n', `[tools]\nphantom = { ${kReads} }\n`));
  const client = await workspace.connect({ server: filesystem(workspace.folder) });
  assertDenied(await client.callTool({ name: 'phantom', arguments: {} }), 'tool.unregistered');
});

test('a session that may only read does not even ask to write', async (t) => {
  const workspace = Workspace.make(t);
  workspace.policy(filesystemPolicy(workspace.folder).replace('permissions = "full access"', 'permissions = "read-only"'));
  workspace.write('a.txt', 'a');
  const client = await workspace.connect({ server: filesystem(workspace.folder) });
  const write = { name: 'write_file', arguments: { path: workspace.path('b.txt'), content: 'b' } };
  assertDenied(await client.callTool(write), 'permission.capability');
  assert.equal(fs.existsSync(workspace.path('b.txt')), false);
  assertRan(await client.callTool({ name: 'read_text_file', arguments: { path: workspace.path('a.txt') } }));
  // Read-only listens to nobody but the user, and a document has been read now.
  const again = await client.callTool({ name: 'read_text_file', arguments: { path: workspace.path('a.txt') } });
  assertDenied(again, 'permission.source');
});
