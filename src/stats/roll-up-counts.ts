import { dayMs, hourMs } from '../platform/clock.ts';
import {
  addToCounts,
  type CountAddition,
  type CountTable,
  rollUpBy,
  rollUpLoop,
} from '../platform/count-roll-up.ts';
import { type CountChange, isOpen, ticketCountChanges } from '../tickets/index.ts';
import { dueSpan, dueSpanDays } from './ticket-stats-store.ts';

/** Moves rows of `ticket_count_changes` into the count tables. */
export const rollUpCounts = rollUpBy(ticketCountChanges, async (tx, changes) => {
  for (const { table, additionsOf } of rollUps) await addToCounts(tx, table, changes.flatMap(additionsOf));
});
export const startCountRollUpLoop = rollUpLoop('count roll-up', rollUpCounts);

interface RollUp {
  table: CountTable;
  additionsOf: (change: CountChange) => CountAddition[];
}

/** What tickets and comments add to a table by day or hour. */
const inTime =
  (unitMs: number) =>
  ({ change, homeId, createdAt, completedAt, commentedAt }: CountChange): CountAddition[] => {
    const on = (at: number, ...sums: number[]) => ({ key: [homeId, Math.floor(at / unitMs)], sums });
    if (commentedAt !== null) return [on(commentedAt, 0, 0, 0, change)];
    if (createdAt === null) return [];
    const created = on(createdAt, change, 0, 0, 0);
    if (completedAt === null) return [created];
    return [created, on(completedAt, 0, change, change * (completedAt - createdAt), 0)];
  };
const inTimeSums = ['created', 'completed', 'completion_ms', 'comments'];

const rollUps: RollUp[] = [
  {
    table: { name: 'ticket_counts', key: ['home_id', 'fact', 'word'], sums: ['tickets', 'created_at_sum'] },
    additionsOf: ({ change, homeId, status, priority, type, createdAt }) =>
      Object.entries({ status, priority, type }).flatMap(([fact, word]) =>
        word === null || createdAt === null
          ? []
          : [{ key: [homeId, fact, word], sums: [change, change * createdAt] }],
      ),
  },
  {
    table: { name: 'ticket_days', key: ['home_id', 'day'], sums: inTimeSums },
    additionsOf: inTime(dayMs),
  },
  {
    table: { name: 'ticket_hours', key: ['home_id', 'hour'], sums: inTimeSums },
    additionsOf: inTime(hourMs),
  },
  {
    table: { name: 'ticket_due_counts', key: ['home_id', 'span_days', 'span'], sums: ['tickets'] },
    additionsOf: ({ change, homeId, status, dueDate }) =>
      dueDate === null || !isOpen({ status })
        ? []
        : dueSpanDays.map((days) => ({ key: [homeId, days, dueSpan(dueDate, days)], sums: [change] })),
  },
  {
    table: { name: 'assignee_counts', key: ['assignee_id'], sums: ['tickets', 'done'] },
    additionsOf: ({ change, assigneeId, status }) =>
      assigneeId === null ? [] : [{ key: [assigneeId], sums: [change, status === 'done' ? change : 0] }],
  },
];
