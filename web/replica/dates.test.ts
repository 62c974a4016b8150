import assert from 'node:assert/strict';
import { test } from 'node:test';
import { momentOf } from './dates.ts';

test('a date is its first or last moment in the zone, also on days when clocks change', () => {
  assert.equal(momentOf('2026-12-24', 'Europe/Berlin', 'end'), '2026-12-24T22:59:59.999Z');
  assert.equal(momentOf('2026-12-24', 'America/New_York', 'start'), '2026-12-24T05:00:00.000Z');
  assert.equal(momentOf('2026-03-29', 'Europe/Berlin', 'start'), '2026-03-28T23:00:00.000Z');
  assert.equal(momentOf('2026-03-29', 'Europe/Berlin', 'end'), '2026-03-29T21:59:59.999Z');
  assert.equal(momentOf('2026-10-25', 'Europe/Berlin', 'end'), '2026-10-25T22:59:59.999Z');
});

test('a date-time keeps its moment', () => {
  assert.equal(momentOf('2026-12-24T12:00:00+02:00', 'Europe/Berlin', 'end'), '2026-12-24T10:00:00.000Z');
});
