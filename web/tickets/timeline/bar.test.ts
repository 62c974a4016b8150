import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeZone } from '../../parts/dates/dates.ts';
import { barOfGroup, barOfTicket, moveBar, moveDueOfBar } from './bar.ts';
import { numberOfDay } from './time-scale.ts';

setTimeZone('Europe/Berlin');
const day = (date: number) => numberOfDay(`2026-11-${String(date).padStart(2, '0')}`);
const now = day(16);
const ticket = {
  createdAt: '2026-11-02T09:00:00.000Z',
  dueDate: null as string | null,
  completedAt: null as string | null,
  status: 'todo' as 'todo' | 'done',
};

test('an open ticket reaches from its creation to its due date, in the zone of the person', () => {
  const bar = barOfTicket({ ...ticket, dueDate: '2026-11-20T22:59:59.999Z' }, now);
  assert.deepEqual(bar, { start: day(2), end: day(20), isStartOpen: false, isEndOpen: false });
});

test('without a due date it is open and reaches until today', () => {
  const bar = barOfTicket(ticket, now);
  assert.deepEqual([bar.start, bar.end, bar.isEndOpen], [day(2), day(16), true]);
});

test('an overdue ticket says since when, a closed one ends on the day it was closed', () => {
  assert.equal(barOfTicket({ ...ticket, dueDate: '2026-11-10' }, now).overdueFrom, day(11));
  const done = { ...ticket, status: 'done' as const, completedAt: '2026-11-12T10:00:00.000Z' };
  const bar = barOfTicket({ ...done, dueDate: '2026-11-10' }, now);
  assert.deepEqual([bar.end, bar.isEndOpen, bar.overdueFrom], [day(12), false, undefined]);
});

test('a ticket that was due before its creation has one day', () => {
  const bar = barOfTicket({ ...ticket, dueDate: '2026-11-01' }, now);
  assert.deepEqual([bar.start, bar.end], [day(1), day(1)]);
});

test('a group has both dates, one or none', () => {
  const [startsAt, endsAt] = ['2026-11-08T23:00:00.000Z', '2026-11-22T22:59:59.999Z'];
  assert.deepEqual(barOfGroup({ startsAt, endsAt }), {
    start: day(9),
    end: day(22),
    isStartOpen: false,
    isEndOpen: false,
  });
  const milestone = barOfGroup({ endsAt });
  assert.deepEqual([milestone?.start, milestone?.end, milestone?.isStartOpen], [day(22), day(22), true]);
  assert.equal(barOfGroup({}), undefined);
});

test('a moved end stops at the other one, a moved bar keeps its length', () => {
  const bar = { start: day(9), end: day(22), isStartOpen: false, isEndOpen: false };
  assert.equal(moveBar(bar, 'start', 20).start, day(22));
  assert.equal(moveBar(bar, 'end', -20).end, day(9));
  const moved = moveBar(bar, 'both', 3);
  assert.deepEqual([moved.start, moved.end], [day(12), day(25)]);
  assert.equal(moveDueOfBar(bar, 3).start, day(9));
  assert.equal(moveDueOfBar(bar, -20).start, day(2));
});
