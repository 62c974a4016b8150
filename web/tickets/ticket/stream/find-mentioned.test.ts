import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findMentioned } from './find-mentioned.ts';

const people = [{ name: 'Ada Lovelace' }, { name: 'Ben Ng' }, { name: 'Ben Okri' }];

test('a mention is found by the whole name, or by a word that one person has', () => {
  assert.equal(findMentioned(people, 'adalovelace')?.name, 'Ada Lovelace');
  assert.equal(findMentioned(people, 'Ada')?.name, 'Ada Lovelace');
  assert.equal(findMentioned(people, 'ben'), undefined);
  assert.equal(findMentioned(people, 'nobody'), undefined);
});
