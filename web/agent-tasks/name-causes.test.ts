import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadLanguage, loadLateMessages } from '../messages/index.ts';
import { nameCauses } from './name-causes.ts';

test('the chain begins with what a person did and ends with the agent of the task', async () => {
  await loadLanguage('en');
  await loadLateMessages();
  const ada = { kind: 'person', id: 'ada', name: 'Ada', event: 'comment.created' } as const;
  const pilot = { kind: 'agent', id: 'pilot', name: 'Pilot', event: 'comment.created' } as const;
  assert.deepEqual(nameCauses([ada, pilot], 'Scribe'), ['Ada’s comment', 'Pilot', 'Scribe']);
});

test('an event without a person is named itself', () => {
  const push = { kind: 'event', name: 'push', event: 'push' } as const;
  assert.deepEqual(nameCauses([push], 'Scribe'), ['push', 'Scribe']);
});
