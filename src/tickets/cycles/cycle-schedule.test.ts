import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextName, planCycles } from './cycle-schedule.ts';

const schedule = { timezone: 'Europe/Vienna', lengthWeeks: 2, startDay: 'monday', plannedAhead: 2 } as const;
const at = (text: string) => Date.parse(text);
const iso = (ms: number) => new Date(ms).toISOString();
const shown = (cycles: { name: string; startsAt: number; endsAt: number }[]) =>
  cycles.map(({ name, startsAt, endsAt }) => [name, iso(startsAt), iso(endsAt)]);

test('the first cycle starts at the next start day, and as many follow as the schedule plans ahead', () => {
  // A Thursday.
  assert.deepEqual(shown(planCycles(schedule, [], at('2026-11-05T12:00:00Z'))), [
    ['Cycle 1', '2026-11-08T23:00:00.000Z', '2026-11-22T22:59:59.999Z'],
    ['Cycle 2', '2026-11-22T23:00:00.000Z', '2026-12-06T22:59:59.999Z'],
  ]);
});

test('a cycle over a change of the clocks starts and ends at midnight of its zone', () => {
  const last = { name: 'Sprint 7', startsAt: 0, endsAt: at('2026-10-18T21:59:59.999Z') };
  assert.deepEqual(shown(planCycles({ ...schedule, plannedAhead: 1 }, [last], at('2026-10-01T00:00:00Z'))), [
    ['Sprint 8', '2026-10-18T22:00:00.000Z', '2026-11-01T22:59:59.999Z'],
  ]);
});

test('a cycle that ends in the middle of a day is followed at the next start day', () => {
  const last = { name: 'Sprint 7', startsAt: 0, endsAt: at('2026-11-09T10:00:00Z') };
  const [next] = planCycles(schedule, [last], at('2026-11-01T00:00:00Z'));
  assert.equal(iso(next?.startsAt ?? 0), '2026-11-15T23:00:00.000Z');
});

test('periods that passed meanwhile get no cycle, and the rhythm stays', () => {
  const last = { name: 'Sprint 7', startsAt: 0, endsAt: at('2026-01-04T22:59:59.999Z') };
  assert.deepEqual(shown(planCycles(schedule, [last], at('2026-11-05T12:00:00Z'))), [
    ['Sprint 8', '2026-10-25T23:00:00.000Z', '2026-11-08T22:59:59.999Z'],
    ['Sprint 9', '2026-11-08T23:00:00.000Z', '2026-11-22T22:59:59.999Z'],
    ['Sprint 10', '2026-11-22T23:00:00.000Z', '2026-12-06T22:59:59.999Z'],
  ]);
});

test('nothing is planned after a cycle that ends in the far future', () => {
  const endless = { name: 'Some day', startsAt: 0, endsAt: at('9999-12-31T23:59:59.999Z') };
  assert.deepEqual(planCycles(schedule, [endless], at('2026-11-05T12:00:00Z')), []);
});

test('a name is counted on, or replaced if it has no number or grows too long', () => {
  assert.equal(nextName('Sprint 09', 9), 'Sprint 10');
  assert.equal(nextName('Autumn', 2), 'Cycle 3');
  assert.equal(nextName(`${'x'.repeat(199)}9`, 4), 'Cycle 5');
});
