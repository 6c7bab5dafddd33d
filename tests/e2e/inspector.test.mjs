// The Inspector's CLI drives the gate as it drives any server.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { test } from 'node:test';

import { filesystem, inspector, node } from './support/peers.mjs';
import { filesystemPolicy } from './support/policies.mjs';
import { assertDenied, assertRan } from './support/verdicts.mjs';
import { Workspace, yett } from './support/workspace.mjs';

/** Runs the Inspector with the options of one request against the gate of the workspace. */
function inspect(workspace, ...options) {
  // It starts its other half as `node`, and takes an option of its own from anywhere on its command line.
  const config = workspace.write('inspector.json', JSON.stringify({
    mcpServers: { gate: { command: yett, args: workspace.gate(), env: workspace.environment } },
  }));
  const env = { ...workspace.environment, PATH: `${path.dirname(node)}:${process.env.PATH}` };
  const words = [inspector, '--cli', '--config', config, '--server', 'gate', ...options];
  return new Promise((resolve) => {
    execFile(node, words, { env, timeout: 60_000 }, (error, stdout, stderr) => resolve({ error, stdout, stderr }));
  });
}

function guarded(t) {
  const workspace = Workspace.make(t);
  const root = workspace.path('files');
  workspace.write('files/inside.txt', 'inside the root');
  workspace.write('outside.txt', 'outside the root');
  const command = JSON.stringify(filesystem(workspace.folder));
  workspace.policy(`${filesystemPolicy(root)}\n[servers.files]\ncommand = ${command}\n`);
  return workspace;
}

test('the Inspector lists the registered tools', async (t) => {
  const { stdout, stderr } = await inspect(guarded(t), '--method', 'tools/list');
  const { tools } = JSON.parse(stdout || `"${stderr}"`);
  assert.deepEqual(tools.map((tool) => tool.name).sort(), ['list_directory', 'move_file', 'read_text_file', 'write_file']);
});

test('the Inspector\'s calls are judged', async (t) => {
  const workspace = guarded(t);
  const read = async (file) => {
    const call = ['--tool-name', 'read_text_file', '--tool-arg', `path=${workspace.path(file)}`];
    const { stdout } = await inspect(workspace, '--method', 'tools/call', ...call);
    return JSON.parse(stdout);
  };
  const inside = await read('files/inside.txt');
  assertRan(inside);
  assert.equal(inside.content[0].text, 'inside the root');
  assertDenied(await read('outside.txt'), 'path.outside');
});

test('what is not open stays closed to the Inspector', async (t) => {
  const { error, stdout, stderr } = await inspect(guarded(t), '--method', 'resources/list');
  assert.notEqual(error, null, stdout);
  assert.match(stderr + stdout, /-32601|not open|does not support/);
});
