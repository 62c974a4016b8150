import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Diff, reverse, squash, ticketsIn, type Values, valuesToSet } from './diff.ts';
import { newTicketRow } from './support/rows.ts';

const [created, deleted] = [newTicketRow({ id: 'created' }), newTicketRow({ id: 'deleted' })];
const steps: Diff[] = [
  { added: new Map([['created', created]]) },
  { updated: new Map([['kept', [{ status: 'todo' }, { status: 'done' }]]]) },
  { updated: new Map([['created', [{ priority: 'low' }, { priority: 'high' }]]]) },
  {
    updated: new Map([
      [
        'kept',
        [
          { status: 'done', estimate: null },
          { status: 'todo', estimate: 3 },
        ],
      ],
    ]),
  },
  { removed: new Map([['deleted', deleted]]) },
];

test('steps in a row are one, with the first value before and the last one after', () => {
  assert.deepEqual(squash(steps), {
    added: new Map([['created', created]]),
    updated: new Map([
      [
        'kept',
        [
          { status: 'todo', estimate: null },
          { status: 'todo', estimate: 3 },
        ],
      ],
    ]),
    removed: new Map([['deleted', deleted]]),
  });
  assert.deepEqual(ticketsIn(squash(steps)), ['created', 'kept', 'deleted']);
});

test('the reverse of steps in a row is the reversed steps in the other order, and twice reversed they are as before', () => {
  const backwards = squash(steps.toReversed().map(reverse));
  assert.deepEqual(reverse(squash(steps)).added, backwards.added);
  assert.deepEqual(reverse(squash(steps)).removed, backwards.removed);
  assert.deepEqual(backwards.updated?.get('kept'), [
    { status: 'todo', estimate: 3 },
    { status: 'todo', estimate: null },
  ]);
  assert.deepEqual(reverse(reverse(squash(steps))), squash(steps));
});

test('a ticket that is deleted and restored in one step is as before', () => {
  const gone: Diff = { removed: new Map([['deleted', deleted]]) };
  assert.deepEqual(ticketsIn(squash([gone, reverse(gone)])), []);
});

test('fields that somebody changed since keep their value; order by hand and description are always set', () => {
  const row = newTicketRow({ id: 'a', status: 'done', priority: 'high', labelIds: ['red'], rank: 'x' });
  const change: [Values, Values] = [
    { status: 'done', priority: 'low', labelIds: ['red'], rank: 'a', description: 'old' },
    { status: 'todo', priority: 'medium', labelIds: [], rank: 'b', description: null },
  ];
  assert.deepEqual(valuesToSet(row, change), { status: 'todo', labelIds: [], rank: 'b', description: null });
});
