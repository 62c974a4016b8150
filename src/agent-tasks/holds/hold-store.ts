import { type Queries, sql, statement } from '../../platform/db/index.ts';
import type { AgentTaskRow, Hold } from '../agent-task.ts';
import { selectTasks } from '../agent-task-store.ts';

const ofTickets = statement<{ ticketIds: string[] }, AgentTaskRow>(`
  ${selectTasks} where a.ticket_id in :ticketIds[] and a.state = 'queued' order by a.id for update of a`);
const ticketsPerQuery = 500;
/** Locks the queued tasks of the tickets. */
export async function lockQueuedTasksOf(tx: Queries, ticketIds: string[]): Promise<AgentTaskRow[]> {
  const sorted = ticketIds.toSorted();
  const tasks: AgentTaskRow[] = [];
  for (let start = 0; start < sorted.length; start += ticketsPerQuery)
    tasks.push(...(await tx.list(ofTickets, { ticketIds: sorted.slice(start, start + ticketsPerQuery) })));
  return tasks;
}

/** Whether the task counts towards the caps: it was offered, and not held since. */
export const isOffered = sql.exists<{ id: string }, { id: string }>(
  'select id from agent_tasks where id = :id and offered_at is not null',
);

/** The caps that hold a task for their reason. At most 1,000: the next round of the loop reads the others. */
export const listCapKeysOfHeldTasks = sql.listValues<{ hold: Hold }, { capKey: string }>(
  'select distinct cap_key as "capKey" from agent_tasks where hold = :hold limit 1000',
);
export const listTicketsOfHeldTasks = sql.listValues<{ hold: Hold }, { ticketId: string }>(`
  select distinct ticket_id as "ticketId" from agent_tasks where hold = :hold and ticket_id is not null limit 1000`);

/** Locks the tasks that have been held longest. */
export const lockHeldTasks = sql.list<{ hold: Hold; capKey: string; limit: number }, AgentTaskRow>(`
  ${selectTasks} where a.hold = :hold and a.cap_key = :capKey order by a.created_at, a.id limit :limit
  for update of a skip locked`);
export const lockHeldTasksOfTicket = sql.list<{ hold: Hold; ticketId: string; limit: number }, AgentTaskRow>(`
  ${selectTasks} where a.hold = :hold and a.ticket_id = :ticketId order by a.created_at, a.id limit :limit
  for update of a skip locked`);

const offeredOfTicket = statement<{ ticketId: string; since: number; max: number }, { total: number }>(`
  select count(*) as total from (
    select 1 from agent_tasks where ticket_id = :ticketId and offered_at > :since limit :max) as offered`);
/** Counts the tasks of a ticket that were offered since then, up to `max`. */
export const countOfferedOfTicket = async (tx: Queries, ticketId: string, since: number, max: number) =>
  (await tx.find(offeredOfTicket, { ticketId, since, max }))?.total ?? 0;

/** Counts the tasks that tickets in a status started and that are offered or running. */
export const countStartedIn = sql.count<{ projectId: string; startedIn: string }, { total: number }>(`
  select count(*) as total from agent_tasks where project_id = :projectId and started_in = :startedIn
    and state in ('queued', 'in_progress') and hold is null`);
