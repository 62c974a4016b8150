import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anyOf } from '../word-rule.ts';
import { pastWords, tellsPast } from './past-words.ts';

test('each word of pastWords is needed for its example', () => {
  const { words, shape } = pastWords;
  for (const [word, example] of Object.entries(words)) {
    assert.ok(pastWords.test(example), `${word} matches "${example}"`);
    const others = shape(anyOf(Object.keys(words).filter((other) => other !== word)));
    assert.ok(!others.test(example), `"${example}" has no other word than ${word}`);
  }
});

const present = [
  'Wait for 3 seconds',
  'Runs in 2 steps',
  'Set the port',
  'It is faster',
  'Reads in 10 lines',
];
for (const sentence of present)
  test(`"${sentence}" tells the present`, () => assert.equal(tellsPast(sentence, ['Usage']), false));

for (const heading of ['2.x', 'v1.4.0', 'Version 3', 'Deprecated', 'Upgrading'])
  test(`what stands below "${heading}" tells the past`, () =>
    assert.equal(tellsPast('Set it.', [heading]), true));
