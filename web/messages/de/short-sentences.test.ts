import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shortenSentences } from './short-sentences.ts';
import { translateSentence } from './translate-sentence.ts';

const short = shortenSentences({
  'The file is too large': 'Die Datei ist zu groß',
  '{} must have at most {} characters': '{} darf höchstens {} Zeichen haben',
  'A {} has at most {} labels.': 'Mehr als {2} Labels sind nicht möglich: {1}',
  'The pin': 'Die Nadel',
});
const say = (sentence: string) =>
  translateSentence({ sentences: [short], names: { Title: 'Titel' } }, sentence);

test('short sentences have no English but the words between values', () => {
  assert.doesNotMatch(JSON.stringify(short), /file|characters|labels|pin/);
  assert.deepEqual(short.values, ['{} must have at most {}', '{} has at most {}']);
});

test('a sentence is recognised whatever its values are, but not if a letter differs', () => {
  assert.equal(say('The file is too large'), 'Die Datei ist zu groß');
  assert.equal(say('The file is too large.'), undefined);
  assert.equal(say('The pin'), 'Die Nadel');
  assert.equal(say('Title must have at most 20 characters'), 'Titel darf höchstens 20 Zeichen haben');
  assert.equal(say('A ticket\nhas at most 50 labels.'), undefined);
  assert.equal(say('A ticket has at most 50 labels.'), 'Mehr als 50 Labels sind nicht möglich: ticket');
  assert.equal(say('A ticket has at most 50 fables.'), undefined);
  assert.equal(say('B ticket has at most 50 labels.'), undefined);
});

test('two sentences with the same hash are refused', () => {
  const texts = { 'Sentence 26584': 'a', 'Sentence 26632': 'b' };
  assert.throws(() => shortenSentences(texts), /same hash/);
});
