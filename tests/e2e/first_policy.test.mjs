// Policies that `yett init` writes for the official servers, and calls that `yett record` writes down behind the official client.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

import { everything, filesystem, memory } from './support/peers.mjs';
import { shown } from './support/policies.mjs';
import { assertDenied, assertRan } from './support/verdicts.mjs';
import { Workspace, yett } from './support/workspace.mjs';

/** A policy for the server, as it was written and as a person leaves it behind who agrees with every line. */
async function drafted(workspace, server, { unsigned = false } = {}) {
  const { code, stdout, stderr } = await workspace.yett(['init', '--server', workspace.path('policy.toml'), '--', ...server]);
  assert.equal(code, 0, stderr);
  const text = workspace.read('policy.toml');
  let reviewed = text.replaceAll(', review = true', '');
  if (unsigned) reviewed = reviewed.replace('# unsigned =', 'unsigned =');
  const policy = workspace.write('reviewed.toml', reviewed);
  for (const file of [workspace.path('policy.toml'), policy]) {
    const check = await workspace.yett(['check', file]);
    assert.equal(check.code, 0, check.stderr);
  }
  return { text, policy, stdout };
}

/** What the policy says of each tool. */
async function table(workspace, policy) {
  const { stdout } = await workspace.yett(['tools', policy, '--format', 'json']);
  return Object.fromEntries(JSON.parse(stdout).map((row) => [row.name, row]));
}

async function effects(workspace, policy) {
  return Object.fromEntries(Object.entries(await table(workspace, policy)).map(([name, row]) => [name, row.effect]));
}

const kNobody = ['--user', 'ana'];

test('server-filesystem: reads and writes are told apart, and nothing lies outside of the folder of its command', async (t) => {
  const workspace = Workspace.make(t);
  workspace.write('files/a.txt', 'in here');
  const { policy, stdout } = await drafted(workspace, filesystem(workspace.path('files')));
  const found = await effects(workspace, policy);
  assert.deepEqual([...new Set(Object.values(found))].sort(), ['read', 'write']);
  for (const name of ['write_file', 'edit_file', 'move_file', 'create_directory']) assert.equal(found[name], 'write');
  assert.ok(stdout.indexOf('write_file') < stdout.indexOf('read_text_file'));

  const before = await workspace.connect({ session: kNobody });
  assertDenied(await before.callTool({ name: 'read_text_file', arguments: { path: workspace.path('files/a.txt') } }), 'tool.review');

  const client = await workspace.connect({ session: kNobody, policy });
  const { tools } = await client.listTools();
  assert.equal(tools.length, Object.keys(found).length, 'every tool of the server has a line');
  const read = (file) => client.callTool({ name: 'read_text_file', arguments: { path: file } });
  assertRan(await read(workspace.path('files/a.txt')));
  assertDenied(await read(workspace.path('policy.toml')), 'path.outside');
  const moved = { source: workspace.path('files/a.txt'), destination: '/tmp/b.txt' };
  assertDenied(await client.callTool({ name: 'move_file', arguments: moved }), 'path.outside');
});

test('server-memory: works once it is reviewed, and what deletes asks', async (t) => {
  const workspace = Workspace.make(t);
  const { policy, text } = await drafted(workspace, memory(), { unsigned: true });
  assert.match(text, /unbound = \["\/relations\/\*\/to"\]/);
  const tools = await table(workspace, policy);
  assert.equal(tools.delete_entities.reversible, false);
  assert.equal(tools.create_entities.reversible, true);
  workspace.write('reviewed.toml', workspace.read('reviewed.toml').replace('env     = { ', `env     = { MEMORY_FILE_PATH = "${workspace.path('m.jsonl')}", `)
    + shown('memory', workspace.folder));
  const client = await workspace.connect({ session: kNobody, policy, hold: '0s' });
  await client.listTools();
  const entities = [{ name: 'gate', entityType: 'thing', observations: ['iron'] }];
  assertRan(await client.callTool({ name: 'create_entities', arguments: { entities } }));
  assertRan(await client.callTool({ name: 'create_relations', arguments: { relations: [{ from: 'gate', to: 'gate', relationType: 'is' }] } }));
  const deleted = await client.callTool({ name: 'delete_entities', arguments: { entityNames: ['gate'] } });
  assert.match(deleted.content[0].text, /^NOT EXECUTED/);
  const played = await workspace.yett(['test', '-p', policy, '--builtin']);
  assert.equal(played.code, 0, played.stdout);
});

test('server-everything: what reaches outside has an empty list in front of it', async (t) => {
  const workspace = Workspace.make(t);
  const { policy } = await drafted(workspace, everything());
  const tools = await table(workspace, policy);
  assert.equal(tools['gzip-file-as-resource'].effect, 'send');
  const call = { tool: 'gzip-file-as-resource', arguments: { name: 'a', data: 'https://attacker.example/x' } };
  const judged = await workspace.yett(['explain', '-p', policy, workspace.write('call.json', JSON.stringify(call)), '--format', 'json']);
  assert.match(judged.stdout, /destination\.unlisted/);
});

test('a configuration with several servers becomes one policy', async (t) => {
  const workspace = Workspace.make(t);
  fs.mkdirSync(workspace.path('files'));
  fs.mkdirSync(workspace.path('notes'));
  const entry = ([command, ...args], more) => ({ command, args, ...more });
  workspace.write('.mcp.json', JSON.stringify({ mcpServers: {
    files: entry(filesystem('files')),
    notes: entry(memory(), { env: { MEMORY_FILE_PATH: workspace.path('notes/m.jsonl') } }),
  } }));
  const made = await workspace.yett(['init', '--from', '.mcp.json', workspace.path('policy.toml')], { cwd: workspace.folder });
  assert.equal(made.code, 0, made.stderr);
  const policy = workspace.write('reviewed.toml', workspace.read('policy.toml').replaceAll(', review = true', ''));
  const client = await workspace.connect({ session: kNobody, policy });
  const names = (await client.listTools()).tools.map((tool) => tool.name);
  assert.ok(names.includes('read_graph') && names.includes('list_directory'));
  const entities = [{ name: 'gate', entityType: 'thing', observations: ['iron'] }];
  assertRan(await client.callTool({ name: 'create_entities', arguments: { entities } }));
  assert.match(workspace.read('notes/m.jsonl'), /iron/);
  assertRan(await client.callTool({ name: 'list_directory', arguments: { path: workspace.path('files') } }));
});

test('calls of the official client are written down and judged later', async (t) => {
  const workspace = Workspace.make(t);
  workspace.write('files/a.txt', 'in here');
  const { policy } = await drafted(workspace, filesystem(workspace.path('files')));
  const out = workspace.path('calls.jsonl');
  const transport = new StdioClientTransport({
    command: yett,
    args: ['record', '--out', out, '--', ...filesystem(workspace.path('files'))],
    env: workspace.environment,
    stderr: 'pipe',
  });
  let errors = '';
  transport.stderr.on('data', (chunk) => { errors += chunk; });
  const client = new Client({ name: 'e2e', version: '1' }, { capabilities: {} });
  await client.connect(transport);
  const plain = await client.listTools();
  assert.ok(plain.tools.length > 10);
  const read = (file) => client.callTool({ name: 'read_text_file', arguments: { path: file } });
  assert.equal((await read(workspace.path('files/a.txt'))).content[0].text, 'in here');
  await read('/etc/hostname').catch(() => {});
  await client.callTool({ name: 'write_file', arguments: { path: workspace.path('files/b.txt'), content: '也行' } });
  await client.close();
  assert.match(errors, /NOT A GATE/);
  assert.equal(workspace.read('files/b.txt'), '也行');

  assert.equal(fs.statSync(out).mode & 0o777, 0o600);
  const calls = workspace.lines('calls.jsonl').map((line) => JSON.parse(line));
  assert.deepEqual(calls.map((call) => [call.tool, call.source ?? null]),
    [['read_text_file', null], ['read_text_file', 'tool_output'], ['write_file', 'tool_output']]);
  assert.equal(calls[2].arguments.content, '也行');
  const judged = await workspace.yett(['decide', '-p', policy, out]);
  const rules = judged.stdout.trim().split('\n').map((line) => JSON.parse(line).rule);
  assert.deepEqual(rules, ['default.allow', 'path.outside', 'approval.irreversible_write']);
});
