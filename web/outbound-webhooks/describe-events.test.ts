import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { loadLanguage, loadLateMessages } from '../messages/index.ts';
import { describeEvents } from './describe-events.ts';

before(async () => {
  await loadLanguage('en');
  await loadLateMessages();
});

test('a choice of events is described in a few words', () => {
  assert.equal(describeEvents(['*']), 'Every event');
  assert.equal(describeEvents(['ticket.*', 'comment.created']), 'Tickets, comment.created');
  assert.equal(describeEvents(['a.b', 'c.d', 'e.f', 'g.h', 'i.j']), 'a.b, c.d, e.f +2');
});
