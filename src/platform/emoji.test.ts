import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseEmoji } from './emoji.ts';

test('an emoji is one emoji, with skin tones and joined sequences, in its full form', () => {
  for (const emoji of ['👍', '👍🏽', '👨‍👩‍👧‍👦', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', '🇦🇹', '1️⃣', '❤️', '👨🏻‍❤️‍💋‍👨🏿']) {
    assert.equal(parseEmoji(emoji), emoji);
  }
  assert.equal(parseEmoji('❤'), '❤️');
  const none = [
    '',
    ' ',
    '1',
    'a',
    'ok',
    '👍👍',
    '👍 ',
    ':+1:',
    '\u200d',
    '\ufe0f',
    '🏽🏽',
    '\ud83d',
    '<b>',
    '🇦',
  ];
  for (const text of none) assert.equal(parseEmoji(text), undefined, text);
});
