import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { loadLanguage, loadLateMessages } from '../messages/index.ts';
import { describeAnswer } from './delivery-words.ts';

before(async () => {
  await loadLanguage('en');
  await loadLateMessages();
});

test('an attempt is described by status and reason', () => {
  assert.equal(describeAnswer({ status: 204 }), '204');
  assert.equal(describeAnswer({ status: 500, error: 'bad_status' }), '500 · The receiver refused');
  assert.equal(describeAnswer({ error: 'timed_out' }), 'No answer in time');
  assert.equal(describeAnswer({ error: 'unknown_word' }), 'unknown_word');
  assert.equal(describeAnswer({}), '');
});
