import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseDateText } from './date-text.ts';

/** A Sunday. */
const today = '2026-11-15';

const cases: Record<string, string | undefined> = {
  today: '2026-11-15',
  ' Tomorrow ': '2026-11-16',
  übermorgen: '2026-11-17',
  fri: '2026-11-20',
  Friday: '2026-11-20',
  'next sunday': '2026-11-22',
  'nächsten Mittwoch': '2026-11-18',
  do: '2026-11-19',
  'next week': '2026-11-16',
  monatsende: '2026-11-30',
  'in 3 days': '2026-11-18',
  'in 2 wochen': '2026-11-29',
  '2w': '2026-11-29',
  '1 month': '2026-12-15',
  '12 dec': '2026-12-12',
  'Dec 12th': '2026-12-12',
  '3. März': '2027-03-03',
  '14.11.': '2027-11-14',
  '15.11': '2026-11-15',
  '29.2.2028': '2028-02-29',
  '2027-01-31': '2027-01-31',
  '31 feb': undefined,
  '2027-02-30': undefined,
  domino: undefined,
  soon: undefined,
  '': undefined,
};

for (const [text, day] of Object.entries(cases)) {
  test(`"${text}" typed on Sunday 15 November 2026 means ${day ?? 'no date'}`, () => {
    assert.equal(parseDateText(text, today), day);
  });
}
