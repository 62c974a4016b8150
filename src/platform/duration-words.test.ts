import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayMs, hourMs, minuteMs } from './clock.ts';
import { durationInWords } from './duration-words.ts';

test('a duration is formatted with its two largest units', () => {
  const cases: [number | null, string][] = [
    [null, '0 days'],
    [0, '0 days'],
    [59_000, '0 days'],
    [25 * minuteMs, '25 minutes'],
    [hourMs, '1 hour'],
    [4 * hourMs + minuteMs, '4 hours 1 minute'],
    [3 * dayMs + 4 * hourMs + 59 * minuteMs, '3 days 4 hours'],
    [2 * dayMs + 5 * minuteMs, '2 days'],
    [400 * dayMs, '400 days'],
  ];
  for (const [ms, words] of cases) assert.equal(durationInWords(ms), words);
});
