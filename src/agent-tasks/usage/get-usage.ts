import { dayMs } from '../../platform/clock.ts';
import { invalid } from '../../platform/errors.ts';
import { toIso } from '../../platform/instant.ts';
import type { Page } from '../../platform/paging.ts';
import { canReadProject, getProjectFor } from '../../projects/index.ts';
import { ticketKey } from '../../tickets/index.ts';
import type { Scope } from '../../users/index.ts';
import { type Money, noUsage, type UsageSum } from './usage.ts';
import * as store from './usage-store.ts';

export interface UsageQuery {
  /** Dates in UTC; both are included. */
  from?: string | undefined;
  to?: string | undefined;
}

const daysDefault = 84;
const daysMax = 366;

/** What agents used for a project, by week and agent, and what the tickets cost that were closed meanwhile. */
export async function getProjectUsage(scope: Scope, ref: string, query: UsageQuery) {
  const { db, actor, clock } = scope;
  const { id: projectId } = await getProjectFor(db.reads, actor, ref, canReadProject);
  const days = parseDays(query, clock.now());
  const [usage, costs, closed] = await Promise.all([
    store.listWeeklyUsage(db.workerReads, { projectId, ...days }),
    store.listWeeklyCosts(db.workerReads, { projectId, ...days }),
    store.listCostsOfClosedTickets(db.workerReads, { projectId, ...timesOf(days) }),
  ]);
  const costsOf = new Map<string, Money[]>();
  for (const { monday, agentId, amount, currency } of costs) {
    const key = `${monday} ${agentId}`;
    costsOf.set(key, [...(costsOf.get(key) ?? []), { amount, currency }]);
  }
  return {
    from: dateOf(days.from),
    to: dateOf(days.to),
    weeks: usage.map(({ monday, agentId, agentName, ...counts }) => ({
      ...counts,
      week: dateOf(monday),
      agent: { id: agentId, name: agentName },
      costs: costsOf.get(`${monday} ${agentId}`) ?? [],
    })),
    closedTickets: closed.map(({ amount, currency, tickets }) => ({
      currency,
      amount,
      tickets,
      perTicket: Math.round(amount / tickets),
    })),
  };
}

export interface TicketUsage extends store.ClosedTicket, UsageSum {
  key: string | undefined;
  tasks: number;
}

/** The tickets closed in the time of the query on which agents worked, with what was used for each. */
export async function listTicketUsage(scope: Scope, ref: string, query: UsageQuery, page: Page) {
  const { db, actor, clock } = scope;
  const project = await getProjectFor(db.reads, actor, ref, canReadProject);
  const window = { projectId: project.id, ...timesOf(parseDays(query, clock.now())) };
  const { rows, ...rest } = await store.listClosedTickets(db.workerReads, window, page);
  const ticketIds = rows.map(({ id }) => id);
  const [usage, costs] =
    ticketIds.length === 0
      ? [[], []]
      : await Promise.all([
          store.listUsageOfTickets(db.workerReads, { ticketIds }),
          store.listTicketCosts(db.workerReads, { ticketIds }),
        ]);
  const usageOf = new Map(usage.map(({ ticketId, ...counts }) => [ticketId, counts]));
  return {
    ...rest,
    rows: rows.map(
      (ticket): TicketUsage => ({
        ...ticket,
        ...(usageOf.get(ticket.id) ?? { ...noUsage, tasks: 0 }),
        key: ticketKey(project.key, ticket.number),
        costs: costs
          .filter(({ ticketId }) => ticketId === ticket.id)
          .map(({ amount, currency }) => ({ amount, currency })),
      }),
    ),
  };
}

/** Days since 1970. Without a query the last 12 weeks. */
function parseDays(query: UsageQuery, now: number) {
  const today = Math.floor(now / dayMs);
  const to = Math.min(query.to === undefined ? today : dayOf(query.to), today);
  const from = query.from === undefined ? to - daysDefault + 1 : dayOf(query.from);
  if (from > to) throw invalid({ from: ['From must not be after to'] });
  if (to - from >= daysMax) throw invalid({ from: [`The time must have at most ${daysMax} days`] });
  return { from, to };
}

const dayOf = (date: string) => Math.floor(Date.parse(date) / dayMs);
const dateOf = (day: number) => toIso(day * dayMs).slice(0, 10);
const timesOf = ({ from, to }: { from: number; to: number }) => ({
  start: from * dayMs,
  end: (to + 1) * dayMs,
});
