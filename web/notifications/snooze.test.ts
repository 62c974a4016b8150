import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { InboxEntry } from './group-notifications.ts';
import { isSnoozed, parseSnoozed, snoozeUntil, stillSnoozed } from './snooze.ts';

const startOf = (day: string) => Date.parse(`${day}T00:00:00Z`);
/** A Wednesday. */
const now = Date.parse('2026-11-18T15:30:00Z');
const entry = (newestId: string) => ({ id: 'ticket', newest: { id: newestId } }) as InboxEntry;

test('an entry comes back in three hours, the next morning or on Monday morning', () => {
  const at = (time: Parameters<typeof snoozeUntil>[0], from = now) =>
    new Date(snoozeUntil(time, from, startOf)).toISOString();
  assert.equal(at('later'), '2026-11-18T18:30:00.000Z');
  assert.equal(at('tomorrow'), '2026-11-19T09:00:00.000Z');
  assert.equal(at('nextWeek'), '2026-11-23T09:00:00.000Z');
  assert.equal(at('nextWeek', Date.parse('2026-11-23T08:00:00Z')), '2026-11-30T09:00:00.000Z');
});

test('an entry is hidden until its time, or until something newer happens', () => {
  const snoozed = { ticket: { untilMs: now + 1, newestId: 'a' } };
  assert.equal(isSnoozed(snoozed, entry('a'), now), true);
  assert.equal(isSnoozed(snoozed, entry('a'), now + 1), false);
  assert.equal(isSnoozed(snoozed, entry('b'), now), false);
  assert.deepEqual(stillSnoozed(snoozed, now + 1), {});
});

test('what the browser kept is read, and anything else ignored', () => {
  assert.deepEqual(parseSnoozed('{"a":{"untilMs":1,"newestId":"n"},"b":{"untilMs":"x"},"c":null}'), {
    a: { untilMs: 1, newestId: 'n' },
  });
  for (const text of [null, '', 'null', '[]', '{']) assert.deepEqual(parseSnoozed(text), {});
});
