import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { loadLanguage, loadLateMessages } from '../messages/index.ts';
import { describeEffect } from './describe-effect.ts';

before(async () => {
  await loadLanguage('en');
  await loadLateMessages();
});

const projectId = null;

test('an effect of a delivery is told in words', () => {
  assert.equal(describeEffect({ type: 'task', projectId, kind: 'push', state: 'queued' }), 'Task push');
  assert.equal(describeEffect({ type: 'task', projectId, kind: 'push', state: 'held' }), 'Task push (held)');
  assert.equal(
    describeEffect({ type: 'moved', projectId, ticketKey: 'PAY-3', status: 'in_review' }),
    'PAY-3 moved to In review',
  );
  assert.equal(describeEffect({ type: 'commits', projectId, count: 2 }), '2 commits counted');
});
