import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { allEvents, compactEvents, expandEvents, groupEvents } from './event-names.ts';

test('the events are those of the API', () => {
  const types = readFileSync(new URL('../../sdk/generated.ts', import.meta.url), 'utf8');
  const declared = [...types.matchAll(/^ {2}type: "([a-z_]+\.[a-z_]+)";$/gm)].map(([, name]) => name);
  assert.deepEqual(allEvents().sort(), [...new Set(declared)].sort());
});

test('a pattern stands for the events of its group', () => {
  assert.deepEqual([...expandEvents(['comment.*'])], groupEvents('comment'));
  assert.deepEqual([...expandEvents(['*'])], allEvents());
  assert.deepEqual([...expandEvents(['ticket.created'])], ['ticket.created']);
});

test('whole groups are said as a pattern', () => {
  assert.deepEqual(compactEvents(new Set(allEvents())), ['*']);
  assert.deepEqual(compactEvents(new Set([...groupEvents('comment'), 'ticket.created'])), [
    'ticket.created',
    'comment.*',
  ]);
});

test('a choice survives being compacted and expanded', () => {
  const chosen = new Set(['ticket.created', ...groupEvents('member'), 'agent_task.failed']);
  assert.deepEqual(expandEvents(compactEvents(chosen)), chosen);
});
