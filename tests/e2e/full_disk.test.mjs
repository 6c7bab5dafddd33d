// A disk that fills up while the gate runs: what cannot be recorded is not done. Needs mounts of its own (see run).
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { test } from 'node:test';

import { ownServer } from './support/peers.mjs';
import { ownPolicy } from './support/policies.mjs';
import { assertDenied, assertRan } from './support/verdicts.mjs';
import { eventually, Workspace } from './support/workspace.mjs';

/** A workspace whose state folder is a disk of 2 MiB. */
function smallDisk(t) {
  const workspace = Workspace.make(t);
  workspace.policy(ownPolicy({ sync: 'os' }));
  fs.mkdirSync(workspace.state, { mode: 0o700 });
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m,mode=700', 'yett-e2e', workspace.state]);
  workspace.open.push({ close: () => execFileSync('umount', ['--lazy', workspace.state]) });
  const filler = workspace.path('state', 'filler');
  return {
    workspace,
    fill: () => {
      const file = fs.openSync(filler, 'w');
      try {
        for (const block of [Buffer.alloc(4096), Buffer.alloc(1)]) {
          for (;;) fs.writeSync(file, block);
        }
      } catch (error) {
        assert.equal(error.code, 'ENOSPC');
      } finally {
        fs.closeSync(file);
      }
    },
    empty: () => fs.rmSync(filler),
  };
}

test('calls that cannot be recorded are denied and do not run; with room again they run', async (t) => {
  const { workspace, fill, empty } = smallDisk(t);
  const client = await workspace.connect({ server: ownServer('honest', workspace.folder), hold: '0' });
  const call = (name, text) => client.callTool({ name, arguments: { text } });
  assertRan(await call('look', 'before'));
  fill();
  for (let i = 0; i < 200; ++i) {
    const result = await call('look', `full ${i}`);
    // The store may still have a little room inside of what it holds already.
    if (result.isError !== true) continue;
    assertDenied(result, 'system.audit');
    break;
  }
  const ran = workspace.lines('calls').length;
  for (const name of ['look', 'act', 'look']) assertDenied(await call(name, 'full'), 'system.audit');
  assert.equal(workspace.lines('calls').length, ran, 'nothing runs unrecorded');
  empty();
  const after = await call('look', 'after');
  assertRan(after);
  await client.close();
  const verified = await workspace.verify();
  assert.equal(verified.code, 0, verified.stdout);
  const allowed = (await workspace.audit('--decision', 'allow')).length;
  assert.equal(allowed, workspace.lines('calls').length, 'every call that ran has its record');
});

test('a full disk at the start: the server is not started', async (t) => {
  const { workspace, fill } = smallDisk(t);
  fill();
  const { code, stderr } = await workspace.yett(workspace.gate({ server: ownServer('honest', workspace.folder) }));
  assert.equal(code, 2, stderr);
  assert.match(stderr, /full|space|store/);
  assert.equal(workspace.exists('started'), false);
});

test('an outcome that cannot be recorded: its result is withheld and the run is suspended', async (t) => {
  const { workspace, fill, empty } = smallDisk(t);
  const go = workspace.path('go');
  const client = await workspace.connect({ server: ownServer('waits', workspace.folder, go) });
  const result = client.callTool({ name: 'look', arguments: {} });
  await eventually('the call at the server', () => workspace.lines('calls').length === 1);
  fill();
  fs.writeFileSync(go, '');
  await assert.rejects(result, /could not be recorded; its result is withheld/);
  empty();
  assertDenied(await client.callTool({ name: 'look', arguments: {} }), 'session.suspended');
  assert.equal(workspace.lines('calls').length, 1);
});
