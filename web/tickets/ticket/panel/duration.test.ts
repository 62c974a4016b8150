import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatMinutes, parseMinutes } from './duration.ts';

test('time is understood in the ways people type it', () => {
  const cases: Record<string, number> = {
    90: 90,
    '1h 30m': 90,
    '1.5h': 90,
    '1,5 h': 90,
    '1:30': 90,
    '2d': 960,
    '45 min': 45,
  };
  for (const [text, minutes] of Object.entries(cases)) assert.equal(parseMinutes(text), minutes, text);
});

test('what is no time is not understood', () => {
  for (const text of ['', '0', 'soon', '1h of work', '1:75', '-5'])
    assert.equal(parseMinutes(text), undefined, text);
});

test('minutes are shown as hours and minutes', () => {
  assert.equal(formatMinutes(90), '1 h 30 min');
  assert.equal(formatMinutes(60), '1 h');
  assert.equal(formatMinutes(5), '5 min');
});
