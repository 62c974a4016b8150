import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Criterion, CriterionState } from '../tickets/index.ts';
import { decideState, type Reporter, stateAtHead } from './evidence.ts';

const head = '1a2b3c4d5e6f';
const older = '9f86d081884c';

test('evidence decides its criterion only on the newest commit, and only if its reporter may', () => {
  type Case = [
    checkType: Criterion['checkType'],
    state: CriterionState,
    reporter: Reporter,
    commit: string | null,
    passed: boolean,
    expected: CriterionState | undefined,
  ];
  const cases: Case[] = [
    [null, 'open', 'agent', head, true, 'shown'],
    [null, 'open', 'agent', head.slice(0, 7), true, 'shown'],
    [null, 'open', 'agent', null, true, 'shown'],
    [null, 'shown', 'agent', head, false, 'failed'],
    [null, 'open', 'agent', older, true, 'stale'],
    [null, 'shown', 'agent', older, true, undefined],
    [null, 'failed', 'agent', older, true, undefined],
    [null, 'shown', 'agent', older, false, undefined],
    ['person', 'open', 'agent', head, true, undefined],
    ['person', 'open', 'host', head, true, undefined],
    ['person', 'open', 'person', head, true, 'shown'],
    ['host_check', 'open', 'agent', head, true, undefined],
    ['host_check', 'open', 'host', head, true, 'shown'],
    ['host_check', 'open', 'person', head, true, 'shown'],
    ['command', 'open', 'agent', head, true, 'shown'],
    ['tests', 'open', 'agent', head, true, undefined],
    ['tests', 'open', 'person', head, true, 'shown'],
  ];
  for (const [checkType, state, reporter, commit, passed, expected] of cases)
    assert.equal(
      decideState({ checkType, state }, { passed, commit, tests: null }, reporter, head),
      expected,
      JSON.stringify([checkType, state, reporter, commit, passed]),
    );
  assert.equal(
    decideState(
      { checkType: null, state: 'open' },
      { passed: true, commit: older, tests: null },
      'person',
      undefined,
    ),
    'shown',
  );
  const tests = { passed: 1, failed: 0, skipped: 0, failing: [] };
  const reported = { passed: true, commit: head, tests };
  assert.equal(decideState({ checkType: 'tests', state: 'open' }, reported, 'agent', head), 'shown');
});

test('a new commit makes what passed stale, and the old commit makes it shown again', () => {
  assert.equal(stateAtHead('shown', { commit: head, passed: true }, older), 'stale');
  assert.equal(stateAtHead('shown', { commit: null, passed: true }, older), 'stale');
  assert.equal(stateAtHead('stale', { commit: head, passed: true }, head), 'shown');
  assert.equal(stateAtHead('failed', { commit: head, passed: false }, older), 'failed');
  assert.equal(stateAtHead('open', undefined, head), 'open');
});
