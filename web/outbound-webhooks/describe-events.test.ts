import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeEvents } from './describe-events.ts';

test('a choice of events is described in a few words', () => {
  assert.equal(describeEvents(['*']), 'Every event');
  assert.equal(describeEvents(['ticket.*', 'comment.created']), 'Tickets, comment.created');
  assert.equal(describeEvents(['a.b', 'c.d', 'e.f', 'g.h', 'i.j']), 'a.b, c.d, e.f +2');
});
