import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mentionedAgents } from './mentioned-agents.ts';

const people = [
  { name: 'Ada', isAgent: false },
  { name: 'Pilot', isAgent: true },
  { name: 'Code Scribe', isAgent: true },
];

test('agents are found by their whole name or a word of it, each once', () => {
  assert.deepEqual(mentionedAgents('@Pilot, and again @Pilot. Then @codescribe!', people), [
    'Pilot',
    'codescribe',
  ]);
  assert.deepEqual(mentionedAgents('@Scribe?', people), ['Scribe']);
});

test('people, unfinished names and addresses of mails wake nobody', () => {
  assert.deepEqual(mentionedAgents('@Ada @Pilo me@Pilot', people), []);
});
