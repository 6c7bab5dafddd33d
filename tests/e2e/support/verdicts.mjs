// What a refused or pending call looks like to a client (contract: calls and decisions, commands).
import assert from 'node:assert/strict';

const text = (result) => result.content.map((part) => part.text).join('\n');
const decision = (result) => result._meta?.['dev.yett/decision'];

export function assertRan(result) {
  assert.notEqual(result.isError, true, `refused: ${JSON.stringify(result).slice(0, 500)}`);
  assert.equal(decision(result), undefined);
}

export function assertDenied(result, rule) {
  assert.equal(result.isError, true, `not refused: ${JSON.stringify(result).slice(0, 500)}`);
  assert.equal(result.content.length, 1);
  assert.match(text(result), /^Denied/);
  assert.equal(decision(result)?.decision, 'deny');
  assert.equal(decision(result).rule, rule);
  assert.ok(text(result).includes(rule), 'the text names the rule');
  assert.ok(decision(result).reason.length > 0 && text(result).includes(decision(result).reason), 'and the reason');
}

/** Gives back the id of the request that the call waits for. */
export function assertPending(result, rule) {
  assert.equal(result.isError, true, `not pending: ${JSON.stringify(result).slice(0, 500)}`);
  assert.equal(result.content.length, 1);
  assert.match(text(result), /^NOT EXECUTED/);
  const pending = decision(result);
  assert.equal(pending.decision, 'confirm');
  assert.equal(pending.rule, rule);
  assert.equal(pending.retry, 'same_call_after_approval');
  assert.ok(Date.parse(pending.expires_at) > 0);
  assert.ok(text(result).includes(pending.approval), 'the text names the request');
  return pending.approval;
}
