import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addRule, moveRule, toRules, toTriggers } from './trigger-rules.ts';

const rules = toRules([
  { event: 'deploy.failed', ignore: false, kind: 'repair', priority: 'high' },
  { event: 'deploy.*', ignore: true },
]);
const events = (list: readonly { event: string }[]) => list.map(({ event }) => event);

test('stored triggers come back unchanged', () => {
  assert.deepEqual(toTriggers(rules), [
    { event: 'deploy.failed', ignore: false, kind: 'repair', priority: 'high' },
    { event: 'deploy.*', ignore: true },
  ]);
});

test('an ignored event keeps only its name', () => {
  const [first] = rules;
  assert.ok(first);
  assert.deepEqual(toTriggers([{ ...first, ignore: true }]), [{ event: 'deploy.failed', ignore: true }]);
});

test('a rule moves up and down, and not beyond the ends', () => {
  assert.deepEqual(events(moveRule(rules, 1, 0)), ['deploy.*', 'deploy.failed']);
  assert.deepEqual(events(moveRule(rules, 0, -1)), events(rules));
  assert.deepEqual(events(moveRule(rules, 1, 2)), events(rules));
});

test('a new rule has an id of its own', () => {
  assert.deepEqual(
    addRule(rules).map(({ id }) => id),
    [0, 1, 2],
  );
});
