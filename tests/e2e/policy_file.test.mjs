// A policy that is not whole and trustworthy starts nothing: exit 2, and a message that says where and why.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';

import { ownServer } from './support/peers.mjs';
import { kReads, ownPolicy } from './support/policies.mjs';
import { assertRan } from './support/verdicts.mjs';
import { Workspace, yett } from './support/workspace.mjs';

const kTool = `look = { ${kReads} }`;
const kHead = '[policy]\nname = "e2e"\nversion = 1\n[session]\npermissions = "full access"\n';
/** A policy whose only tool has these fields; it stands in line 7. */
const withTool = (fields) => `${kHead}[tools]\nlook = { ${fields} }\n`;
const line = (number) => new RegExp(`policy\\.toml:${number}:\\d+`);

async function assertRefused(workspace, ...patterns) {
  const words = workspace.gate({ server: ownServer('honest', workspace.folder) });
  const { code, stdout, stderr } = await workspace.yett(words);
  assert.equal(code, 2, stderr);
  assert.equal(stdout, '');
  for (const pattern of [/policy\.toml/, ...patterns]) assert.match(stderr, pattern);
  assert.equal(workspace.exists('started'), false, 'the server was started');
  assert.equal(workspace.exists('state'), false, 'a state folder was made');
}

test('the same policy, whole, starts the server', async (t) => {
  const workspace = Workspace.make(t);
  workspace.policy(`${kHead}[tools]\n${kTool}\n`);
  const client = await workspace.connect({ server: ownServer('honest', workspace.folder) });
  assertRan(await client.callTool({ name: 'look', arguments: {} }));
  assert.equal(workspace.lines('started').length, 1);
});

const kTexts = {
  'an empty file': ['', []],
  'only white space': ['\n\n', []],
  'a table cut off': [`${kHead}[tools]\nlook = { effect = "read", sens`, [line(7)]],
  'a string cut off': [`${kHead}[tools]\nlook = { effect = "re`, [line(7)]],
  'cut off before its tools': [kHead, [/tools/]],
  'no tool': [`${kHead}[tools]\n`, [/tools/]],
  'an unknown section': [`${kHead}[tools]\n${kTool}\n[tool]\n`, [line(8), /tool/]],
  'an unknown key': [withTool(`${kReads}, efect = "send"`), [line(7), /efect/]],
  'a tier that somebody assigns': [withTool(`${kReads}, tier = "safe"`), [line(7), /computed/]],
  'a repeated key': [`${kHead}[tools]\n${kTool}\n${kTool}\n`, [line(8)]],
  'a repeated section': [`${kHead}[tools]\n${kTool}\n[policy]\nname = "again"\n`, [line(8)]],
  'a key of a later version': [`${kHead}[tools]\n${kTool}\n[egress]\nmax_bytes_out = "50MiB"\n`, [line(9), /not in this version/]],
  'another format': [`${kHead.replace('version = 1', 'version = 2')}[tools]\n${kTool}\n`, [line(3), /version/]],
  'a tool without effect': [withTool('sensitivity = "internal", reversible = true'), [line(7), /effect/]],
  'a tool without sensitivity': [withTool('effect = "read", reversible = true'), [line(7), /sensitivity/]],
  'a tool without reversible': [withTool('effect = "read", sensitivity = "internal"'), [line(7), /reversible/]],
  'words in place of a truth value': [withTool(kReads.replace('true', '"false"')), [line(7), /reversible/]],
  'an effect that does not exist': [withTool(kReads.replace('read', 'Read')), [line(7), /effect/]],
  'a send tool without a destination': [withTool(kReads.replace('read', 'send')), [line(7), /destination/]],
  'a pattern on an allowlist': [`${kHead}[tools]\n${kTool}\n[egress]\nhosts = ["*.example.com"]\n`, [line(9), /\*/]],
  'a set that does not exist': [`${kHead.replace('full access', 'everything')}[tools]\n${kTool}\n`, [line(5), /everything/]],
  'no text at all': [Buffer.from([0xff, 0xfe, 0x00, 0x41]), []],
};

test('a policy with a fault starts nothing', async (t) => {
  for (const [what, [text, patterns]] of Object.entries(kTexts)) {
    await t.test(what, async (t) => {
      const workspace = Workspace.make(t);
      workspace.policy(text);
      await assertRefused(workspace, ...patterns);
    });
  }
});

test('an absent policy starts nothing', async (t) => {
  await assertRefused(Workspace.make(t));
});

test('a directory as policy starts nothing', async (t) => {
  const workspace = Workspace.make(t);
  fs.mkdirSync(workspace.path('policy.toml'));
  await assertRefused(workspace, /director|folder/);
});

test('a policy that cannot be read starts nothing', async (t) => {
  const workspace = Workspace.make(t);
  fs.chmodSync(workspace.policy(ownPolicy()), 0o600);
  if (process.getuid() !== 0) {
    fs.chmodSync(workspace.path('policy.toml'), 0);
    return assertRefused(workspace, /cannot open/);
  }
  // Nothing keeps root from reading: try as somebody else, with a copy of the program that they can reach.
  const [nobody, program] = [65534, workspace.path('yett')];
  fs.copyFileSync(yett, program);
  for (const folder of [workspace.folder, workspace.held]) fs.chmodSync(folder, 0o755);
  const words = workspace.gate({ server: ['/usr/bin/true'] });
  const { code, stderr } = await workspace.yett(words, { program, uid: nobody, gid: nobody });
  assert.equal(code, 2, stderr);
  assert.match(stderr, /cannot open .*policy\.toml/);
});

test('a policy that others can write starts nothing', async (t) => {
  for (const mode of [0o666, 0o664, 0o646]) {
    await t.test(mode.toString(8), async (t) => {
      const workspace = Workspace.make(t);
      fs.chmodSync(workspace.policy(ownPolicy()), mode);
      await assertRefused(workspace, /can be written by others/, /chmod/);
    });
  }
});

test('a policy in a folder that others can write starts nothing', async (t) => {
  const workspace = Workspace.make(t);
  workspace.policy(ownPolicy());
  fs.chmodSync(workspace.held, 0o777);
  await assertRefused(workspace, /can be written by others/);
});

const kOnlyRoot = { skip: process.getuid() !== 0 && 'only root can give a file away' };

test('a policy that belongs to somebody else starts nothing', kOnlyRoot, async (t) => {
  const workspace = Workspace.make(t);
  fs.chownSync(workspace.policy(ownPolicy()), 65534, 65534);
  await assertRefused(workspace, /belongs to/);
});

test('a link to a policy that others can write starts nothing', async (t) => {
  const workspace = Workspace.make(t);
  fs.chmodSync(workspace.write('elsewhere/open.toml', ownPolicy()), 0o666);
  fs.symlinkSync(workspace.path('elsewhere/open.toml'), workspace.path('policy.toml'));
  await assertRefused(workspace, /can be written by others/);
});

test('a command that starts a server takes no policy that nobody named', async (t) => {
  const workspace = Workspace.make(t);
  workspace.write('yett.toml', ownPolicy());
  const environment = { ...workspace.environment, YETT_POLICY: workspace.path('yett.toml') };
  const words = ['mcp', '--state', workspace.state, '--', ...ownServer('honest', workspace.folder)];
  const { code, stderr } = await workspace.yett(words, { cwd: workspace.folder, env: environment });
  assert.equal(code, 2);
  assert.match(stderr, /--policy/);
  assert.equal(workspace.exists('started'), false);
});

test('a session that asks for more than the policy lets it choose starts nothing', async (t) => {
  const workspace = Workspace.make(t);
  workspace.policy(ownPolicy({ permissions: 'read-only' }));
  const asking = (...session) => workspace.yett(workspace.gate({ server: ownServer('honest', workspace.folder), session }));
  const { code, stderr } = await asking('--permissions', 'full access');
  assert.equal(code, 2);
  assert.match(stderr, /full access/);
  workspace.write('session.json', '{"user": "ana", "user": "root"}');
  assert.equal((await asking('--session', workspace.path('session.json'))).code, 2);
  assert.equal(workspace.exists('started'), false);
});
