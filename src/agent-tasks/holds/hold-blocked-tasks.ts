import type { NewEvent, Reaction } from '../../events/index.ts';
import type { Tx } from '../../platform/db/index.ts';
import {
  isOpen,
  listBlockersInProject,
  listOpenBlockers,
  listTicketsAtOrBelow,
  lockTicketRows,
  type Ticket,
} from '../../tickets/index.ts';
import { lockQueuedTasksOf } from './hold-store.ts';
import { recheckHolds } from './recheck-holds.ts';

interface Changed {
  from: string | null;
  to: string | null;
}

interface EventData {
  changes?: {
    status?: Changed;
    blocks?: Changed;
    blocked_by?: Changed;
    parentId?: Changed;
    deleted?: unknown;
  };
}

/** What events say about readiness. */
interface Effect {
  /** Tickets that were opened, closed, deleted or restored: they may block others. */
  blockers: string[];
  /** Tickets whose own blockers or ancestors changed. */
  tickets: string[];
  /** Tickets that have another parent: what is below them is within other tickets now. */
  moved: string[];
  /** Projects that were deleted or restored. */
  projects: string[];
}

/**
 * Event reaction: holds the queued tasks of tickets that became blocked, and offers those of tickets that nothing blocks any
 * more, in the transaction of the change. Events that change no blocker cost no statement.
 *
 * Locks, on PostgreSQL: first the tickets that block, then the tasks, then the caps. The blockers are read after the
 * tasks are locked, so of two transactions that close the last two blockers the second one sees the first.
 */
export const holdBlockedTasks = (tasksPerHourMax: number): Reaction => ({
  react: async (tx, events) => {
    const effect = findEffect(events);
    if (!effect) return;
    const ticketIds = await findDependents(tx, effect);
    if (ticketIds.length === 0) return;
    const tasks = await lockQueuedTasksOf(tx, ticketIds);
    if (tasks.length === 0) return;
    const now = Math.max(...events.map(({ occurredAt }) => occurredAt));
    await recheckHolds(tx, { now, tasksPerHourMax }, tasks);
  },
});

function findEffect(events: NewEvent[]): Effect | undefined {
  const effect: Effect = { blockers: [], tickets: [], moved: [], projects: [] };
  for (const event of events) addEffect(effect, event);
  return Object.values(effect).some((ids) => ids.length > 0) ? effect : undefined;
}

function addEffect(effect: Effect, { type, ticketId, projectId, data }: NewEvent): void {
  if (type === 'project.deleted' || (type === 'project.updated' && data.includes('"from":"deleted"'))) {
    if (projectId !== null) effect.projects.push(projectId);
    return;
  }
  if (ticketId === null) return;
  if (type === 'ticket.deleted') {
    effect.blockers.push(ticketId);
    effect.tickets.push(ticketId);
    return;
  }
  if (type === 'ticket.status_changed') {
    const { from, to } = parseChanges(data).status ?? {};
    if (isOpenStatus(from) !== isOpenStatus(to)) effect.blockers.push(ticketId);
    return;
  }
  if (type !== 'ticket.updated' || !mayChangeReadiness(data)) return;
  const { blocks, blocked_by, parentId, deleted } = parseChanges(data);
  const blocked = blocks?.from ?? blocks?.to;
  if (blocked) effect.tickets.push(blocked);
  if (blocked_by || deleted) effect.tickets.push(ticketId);
  if (deleted) effect.blockers.push(ticketId);
  if (parentId) effect.moved.push(ticketId);
}

const fieldsOfReadiness = ['"blocks":{', '"blocked_by":{', '"parentId":{', '"deleted":{'];
const mayChangeReadiness = (data: string) => fieldsOfReadiness.some((field) => data.includes(field));

const parseChanges = (data: string) => (JSON.parse(data) as EventData).changes ?? {};

const isOpenStatus = (status: string | null | undefined) =>
  isOpen({ status: (status ?? 'done') as Ticket['status'] });

/** Lists the tickets that the effect may block or free, after it has locked what may block them from now on. */
async function findDependents(tx: Tx, { blockers, tickets, moved, projects }: Effect): Promise<string[]> {
  const blockerIds = [...blockers];
  for (const projectId of projects) blockerIds.push(...(await listBlockersInProject(tx, { projectId })));
  const changed = [...tickets, ...moved];
  if (changed.length > 0) {
    // A blocker that is being closed must not be read as open by who holds a task because of it: then nobody releases it.
    const open = await listOpenBlockers(tx, changed);
    await lockTicketRows(tx, [...new Set([...changed, ...open.map(({ id }) => id)])]);
  }
  if (moved.length > 0) {
    const below = await listTicketsAtOrBelow(tx, { ticketIds: moved, blockerIds: [] });
    blockerIds.push(...below);
  }
  if (changed.length + blockerIds.length === 0) return [];
  return listTicketsAtOrBelow(tx, { ticketIds: changed, blockerIds });
}
