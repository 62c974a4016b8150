import { byNumber, byText, sql } from '../../platform/db/index.ts';
import type { Money, UsageCounts } from './usage.ts';

interface AttemptDay {
  taskId: string;
  epoch: number;
  /** Days since 1970 in UTC. */
  day: number;
  workerId: string;
  projectId: string | null;
  ticketId: string | null;
}
export type UsageDay = AttemptDay & UsageCounts;
export type CostDay = AttemptDay & Money;

const counts = `input_tokens as "inputTokens", output_tokens as "outputTokens", cached_tokens as "cachedTokens", seconds`;
const sums = `cast(sum(input_tokens) as bigint) as "inputTokens", cast(sum(output_tokens) as bigint) as "outputTokens",
  cast(sum(cached_tokens) as bigint) as "cachedTokens", cast(sum(seconds) as bigint) as seconds`;

/** All attempts at a task, day by day. */
export const listUsageDays = sql.list<{ taskId: string }, Pick<UsageDay, 'epoch' | 'day'> & UsageCounts>(
  `select epoch, day, ${counts} from agent_task_usage where task_id = :taskId order by epoch, day`,
);
export const listCostDays = sql.list<{ taskId: string }, Pick<CostDay, 'epoch' | 'day'> & Money>(`
  select epoch, day, amount, currency from agent_task_costs where task_id = :taskId order by epoch, day, currency`);

export const saveUsageDay = sql.run<UsageDay>(`
  insert into agent_task_usage (task_id, epoch, day, worker_id, project_id, ticket_id, input_tokens, output_tokens,
    cached_tokens, seconds)
  values (:taskId, :epoch, :day, :workerId, :projectId, :ticketId, :inputTokens, :outputTokens, :cachedTokens, :seconds)
  on conflict (task_id, epoch, day) do update set input_tokens = excluded.input_tokens,
    output_tokens = excluded.output_tokens, cached_tokens = excluded.cached_tokens, seconds = excluded.seconds`);
export const saveCostDay = sql.run<CostDay>(`
  insert into agent_task_costs (task_id, epoch, day, currency, worker_id, project_id, ticket_id, amount)
  values (:taskId, :epoch, :day, :currency, :workerId, :projectId, :ticketId, :amount)
  on conflict (task_id, epoch, day, currency) do update set amount = excluded.amount`);

/** Stores the sum of all attempts, as JSON. */
export const updateTaskUsage = sql.run<{ id: string; usage: string }>(
  'update agent_tasks set usage = :usage where id = :id',
);

export interface AgentWeek {
  /** The Monday, in days since 1970. */
  monday: number;
  agentId: string;
}
type Days = { projectId: string; from: number; to: number };

// Day 0, the first of January 1970, was a Thursday.
const monday = 'v.day - (v.day + 3) % 7';

/** What each worker used in each week for a project. A task counts in each week in which it was worked on. */
export const listWeeklyUsage = sql.list<
  Days,
  AgentWeek & UsageCounts & { agentName: string; tasks: number }
>(`
  select ${monday} as monday, v.worker_id as "agentId", u.name as "agentName", count(distinct v.task_id) as tasks,
    ${sums}
  from agent_task_usage v join users u on u.id = v.worker_id
  where v.project_id = :projectId and v.day between :from and :to
  group by ${monday}, v.worker_id, u.name order by monday, u.name, v.worker_id`);
export const listWeeklyCosts = sql.list<Days, AgentWeek & Money>(`
  select ${monday} as monday, v.worker_id as "agentId", v.currency, cast(sum(v.amount) as bigint) as amount
  from agent_task_costs v where v.project_id = :projectId and v.day between :from and :to
  group by ${monday}, v.worker_id, v.currency order by monday, v.worker_id, v.currency`);

type Times = { projectId: string; start: number; end: number };
const closedTickets = `t.home_id = :projectId and t.deleted_at is null and t.completed_at >= :start and t.completed_at < :end`;

export interface ClosedTicket {
  id: string;
  number: number;
  title: string;
  completedAt: number;
}
/** The tickets closed in this time on which agents worked, newest first. */
export const listClosedTickets = sql.page<Times, ClosedTicket>({
  columns: 't.id, t.number, t.title, t.completed_at as "completedAt"',
  from: 'tickets t',
  where: `${closedTickets} and exists (select 1 from agent_task_usage v where v.ticket_id = t.id)`,
  sort: [
    byNumber('t.completed_at', 'desc', ({ completedAt }) => completedAt),
    byText('t.id', 'desc', ({ id }) => id),
  ],
});

/** What was used for tickets, at any time. */
export const listUsageOfTickets = sql.list<
  { ticketIds: string[] },
  UsageCounts & { ticketId: string; tasks: number }
>(`
  select ticket_id as "ticketId", count(distinct task_id) as tasks, ${sums} from agent_task_usage
  where ticket_id in :ticketIds[] group by ticket_id`);
/** The costs of tickets, by currency. */
export const listTicketCosts = sql.list<{ ticketIds: string[] }, Money & { ticketId: string }>(`
  select ticket_id as "ticketId", currency, cast(sum(amount) as bigint) as amount from agent_task_costs
  where ticket_id in :ticketIds[] group by ticket_id, currency order by ticket_id, currency`);

/** The costs of all tickets closed in this time, by currency, and how many tickets caused them. */
export const listCostsOfClosedTickets = sql.list<Times, Money & { tickets: number }>(`
  select v.currency, cast(sum(v.amount) as bigint) as amount, count(distinct v.ticket_id) as tickets
  from tickets t join agent_task_costs v on v.ticket_id = t.id where ${closedTickets}
  group by v.currency order by v.currency`);
