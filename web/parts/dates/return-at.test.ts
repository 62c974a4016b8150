import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseChosen, returnAt } from './return-at.ts';

const startOf = (day: string) => Date.parse(`${day}T00:00:00Z`);
/** A Wednesday. */
const now = Date.parse('2026-11-18T15:30:00Z');

test('an entry comes back in one or three hours, the next morning or on Monday morning', () => {
  const at = (time: Parameters<typeof returnAt>[0], from = now) =>
    new Date(returnAt(time, from, startOf)).toISOString();
  assert.equal(at('hour'), '2026-11-18T16:30:00.000Z');
  assert.equal(at('later'), '2026-11-18T18:30:00.000Z');
  assert.equal(at('tomorrow'), '2026-11-19T09:00:00.000Z');
  assert.equal(at('nextWeek'), '2026-11-23T09:00:00.000Z');
  assert.equal(at('nextWeek', Date.parse('2026-11-23T08:00:00Z')), '2026-11-30T09:00:00.000Z');
});

test('a chosen date and time is one of the person', () => {
  assert.equal(parseChosen('2026-11-19T08:15', startOf), Date.parse('2026-11-19T08:15:00Z'));
  for (const text of ['', '2026-11-19', 'tomorrow']) assert.equal(parseChosen(text, startOf), undefined);
});
