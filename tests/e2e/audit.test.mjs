// The audit answers for every call, holds no content, and shows every record that is missing or changed.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

import { ownServer } from './support/peers.mjs';
import { ownPolicy } from './support/policies.mjs';
import { assertDenied, assertRan } from './support/verdicts.mjs';
import { Workspace } from './support/workspace.mjs';

/** A word that stands in no record for any other reason. */
const kCanary = 'canary-5f1e7a';

function sql(state, statement) {
  return execFileSync('sqlite3', [path.join(state, 'store.db'), statement], { encoding: 'utf8' }).trim();
}

/** A state folder in which something of each kind has happened, and nothing runs any more. */
async function history(t) {
  const workspace = Workspace.make(t);
  workspace.policy(ownPolicy());
  const client = await workspace.connect({ server: ownServer('honest', workspace.folder) });
  const act = (text) => client.callTool({ name: 'act', arguments: { text } });
  assertRan(await client.callTool({ name: 'look', arguments: { text: kCanary } }));
  assertDenied(await client.callTool({ name: kCanary, arguments: { [kCanary]: kCanary } }), 'tool.unregistered');
  assertDenied(await client.callTool({ name: 'look', arguments: { text: 'a', [kCanary]: kCanary } }), 'arguments.schema');
  for (const [answer, check] of [['approve', assertRan], ['deny', (result) => assertDenied(result, 'approval.denied')]]) {
    const result = act(`${answer} ${kCanary}`);
    await workspace[answer]((await workspace.waitingCall()).id);
    check(await result);
  }
  await assert.rejects(client.request({ method: `${kCanary}/list` }, { parse: (value) => value }));
  await client.notification({ method: `notifications/${kCanary}` });
  await client.close();
  return workspace;
}

test('the audit answers for each call: which run, for whom, what was meant, how it was ruled, why', async (t) => {
  const workspace = await history(t);
  const records = await workspace.audit();
  assert.deepEqual(records.map((record) => record.seq), records.map((_, at) => at + 1));
  for (const record of records) {
    for (const member of ['seq', 'time', 'kind', 'run', 'user', 'tenant', 'server', 'tool', 'call', 'decision', 'rule',
      'reason', 'tier', 'policy', 'intent', 'prev', 'hash']) {
      assert.ok(member in record, `record ${record.seq} has no ${member}`);
    }
    assert.deepEqual([record.run, record.user, record.tenant], ['r-e2e', 'ana', 'acme']);
  }
  const decisions = records.filter((record) => record.kind === 'decision');
  const ruled = decisions.map(({ tool, decision, rule }) => [tool, decision, rule]);
  assert.deepEqual(ruled, [
    ['look', 'allow', 'default.allow'],
    [null, 'deny', 'tool.unregistered'],
    ['look', 'deny', 'arguments.schema'],
    ['act', 'confirm', 'approval.irreversible_write'],
    ['act', 'allow', 'approval.irreversible_write'],
    ['act', 'confirm', 'approval.irreversible_write'],
    ['act', 'deny', 'approval.denied'],
  ]);
  for (const record of decisions) {
    assert.ok(record.reason.length > 0);
    assert.match(record.policy, /^sha256:[0-9a-f]{64}$/);
    if (record.tool === null) continue;
    assert.ok(['read', 'write'].includes(record.intent.effect));
    assert.ok(['safe', 'sensitive'].includes(record.tier));
    assert.match(record.call, /^[a-z0-9-]+:[0-9a-f]{64}$/);
  }
  assert.deepEqual(decisions[0].intent.arguments, [{ name: 'text', type: 'string', bytes: kCanary.length }]);

  const outcomes = records.filter((record) => record.kind === 'outcome');
  assert.deepEqual(outcomes.map(({ tool, decision }) => [tool, decision]), [['look', 'executed'], ['act', 'executed']]);
  for (const outcome of outcomes) assert.ok(outcome.seq > outcome.intent.intent_seq, 'the intent came first');
  const answers = records.filter((record) => record.kind === 'approval').map((record) => record.decision);
  assert.deepEqual(answers, ['approved', 'denied']);
  const sessions = records.filter((record) => record.kind === 'session').map((record) => record.decision);
  assert.deepEqual(sessions, ['opened', 'server_started', 'closed']);
  const protocol = records.filter((record) => record.kind === 'protocol').map((record) => record.decision);
  assert.deepEqual(protocol.sort(), ['client_method_refused', 'client_notification_dropped']);
});

test('filters pick records', async (t) => {
  const workspace = await history(t);
  const count = async (...filter) => (await workspace.audit(...filter)).length;
  const all = await count();
  assert.equal(await count('--run', 'r-e2e', '--user', 'ana', '--tenant', 'acme'), all);
  assert.equal(await count('--run', 'r-e'), all);
  await assert.rejects(count('--run', 'r-other'), /no record is of a run "r-other"/);
  assert.equal(await count('--decision', 'deny'), 3);
  assert.equal(await count('--rule', 'tool.unregistered'), 1);
  assert.equal(await count('--tool', 'act', '--kind', 'outcome'), 1);
  assert.equal(await count('--since', '2000-01-01T00:00:00Z'), all);
  assert.equal(await count('--since', '2999-01-01T00:00:00Z'), 0);
});

test('no content of a call is in any file of the state folder', async (t) => {
  const workspace = await history(t);
  const files = fs.readdirSync(workspace.state);
  assert.ok(files.includes('store.db'));
  for (const file of files) {
    if (!fs.lstatSync(path.join(workspace.state, file)).isFile()) continue;
    const bytes = fs.readFileSync(path.join(workspace.state, file));
    assert.equal(bytes.includes(kCanary), false, `${file} holds an argument`);
    assert.equal(bytes.includes(Buffer.from(kCanary).toString('base64').slice(0, 12)), false, `${file} holds one in base64`);
  }
});

test('a record that is missing, changed or moved breaks the chain', async (t) => {
  const workspace = await history(t);
  const whole = await workspace.verify();
  assert.equal(whole.code, 0, whole.stdout + whole.stderr);
  const last = Number(sql(workspace.state, 'SELECT max(seq) FROM records'));
  assert.ok(last >= 12);
  const middle = Math.floor(last / 2);

  const damages = Array.from({ length: last }, (_, at) => `DELETE FROM records WHERE seq = ${at + 1}`);
  damages.push(
    `UPDATE records SET body = replace(body, '"decision":"deny"', '"decision":"allow"')`,
    `UPDATE records SET hash = zeroblob(32) WHERE seq = ${middle}`,
    `UPDATE records SET prev = zeroblob(32) WHERE seq = ${middle}`,
    `UPDATE records SET seq = ${last + 1} WHERE seq = ${middle}`,
    `INSERT INTO records(seq, prev, hash, body) SELECT ${last + 1}, prev, hash, body FROM records WHERE seq = ${last}`,
    `DELETE FROM records WHERE seq > ${middle}`,
    'DELETE FROM records',
    `UPDATE head SET seq = seq - 1, hash = (SELECT prev FROM records WHERE seq = ${last})`,
  );
  await Promise.all(damages.map(async (damage, at) => {
    const copy = workspace.path(`copy-${at}`);
    fs.cpSync(workspace.state, copy, { recursive: true });
    fs.chmodSync(copy, 0o700);
    sql(copy, damage);
    const { code, stdout } = await workspace.verify(copy);
    assert.equal(code, 1, `not noticed: ${damage}`);
    assert.match(stdout, /broken at record \d+/, damage);
  }));
});

test('a chain that was cut short does not heal by going on', async (t) => {
  const workspace = await history(t);
  sql(workspace.state, 'DELETE FROM records WHERE seq = (SELECT max(seq) FROM records)');
  await workspace.yett(workspace.gate({ server: ownServer('honest', workspace.folder) }));
  assert.equal((await workspace.verify()).code, 1);
});
