import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseInstant, toIso } from './instant.ts';

test('toIso returns what Date.toISOString returns', () => {
  fc.assert(
    fc.property(fc.integer({ min: -62_135_596_800_000, max: 253_402_300_799_999 }), (at) => {
      assert.equal(toIso(at), new Date(at).toISOString());
    }),
  );
});

test('a date without a time is the last moment of its day in the zone, also when the clocks change', () => {
  const cases: [string, string, string][] = [
    ['2026-12-01', 'UTC', '2026-12-01T23:59:59.999Z'],
    ['2026-12-01', 'Asia/Kolkata', '2026-12-01T18:29:59.999Z'],
    ['2026-12-01', 'America/Los_Angeles', '2026-12-02T07:59:59.999Z'],
    ['2026-12-01', 'PST', '2026-12-02T07:59:59.999Z'],
    ['2026-03-29', 'Europe/Vienna', '2026-03-29T21:59:59.999Z'],
    ['2026-10-25', 'Europe/Vienna', '2026-10-25T22:59:59.999Z'],
  ];
  for (const [date, zone, end] of cases) assert.equal(toIso(parseInstant(date, zone) as number), end, zone);
  assert.equal(
    toIso(parseInstant('9999-12-31', 'America/Los_Angeles') as number),
    '9999-12-31T23:59:59.999Z',
  );
});

test('with the edge `start`, a date without a time is the first moment of its day in the zone', () => {
  const cases: [string, string, string][] = [
    ['2026-12-01', 'UTC', '2026-12-01T00:00:00.000Z'],
    ['2026-12-01', 'Asia/Kolkata', '2026-11-30T18:30:00.000Z'],
    ['2026-03-29', 'Europe/Vienna', '2026-03-28T23:00:00.000Z'],
    ['2026-10-25', 'Europe/Vienna', '2026-10-24T22:00:00.000Z'],
    ['0000-01-01', 'Asia/Kolkata', '0000-01-01T00:00:00.000Z'],
  ];
  for (const [date, zone, start] of cases)
    assert.equal(toIso(parseInstant(date, zone, 'start') as number), start, zone);
});

test('a date-time without an offset is in UTC, and an offset may be written in all forms of ISO 8601', () => {
  for (const text of [
    '2026-01-31T10:00:00Z',
    '2026-01-31T10:00:00',
    '2026-01-31T10:00',
    '2026-01-31t10:00:00.000000',
    '2026-01-31T12:00:00+02:00',
    '2026-01-31T12:00:00+0200',
    '2026-01-31T12:00:00+02',
    '2026-01-31t04:30:00-0530',
  ]) {
    assert.equal(parseInstant(text, 'Europe/Vienna'), Date.parse('2026-01-31T10:00:00Z'), text);
  }
  for (const text of ['2026-01-31T10:00:00+2', '2026-01-31T10:00:00+02:', '2026-01-31T10:00:00+0260']) {
    assert.equal(parseInstant(text), undefined, text);
  }
});

test('a text that is neither an ISO date nor an ISO date-time is not an instant', () => {
  for (const text of [
    '',
    'tomorrow',
    '2026-02-30',
    '2026-13-01',
    '2026-1-1',
    '2026-01-01T25:00:00Z',
    '2026-01-01 10:00',
    '12',
  ]) {
    assert.equal(parseInstant(text), undefined, text);
  }
});
