import { type EventRow, listEventsAfter } from '../events/index.ts';
import type { Database, Queries, Tx } from '../platform/db/index.ts';
import type { AgentTaskRow } from './agent-task.ts';
import { type By, taskCancelled } from './agent-task-events.ts';
import { mayAddressAgent } from './agent-task-store.ts';
import { takeAnswer } from './ask-user.ts';
import { enqueueTask } from './enqueue-task.ts';
import {
  type Cursor,
  findAskedAt,
  findCursor,
  listAgentsAmong,
  listTicketsWithTasks,
  lockCursor,
  lockOpenTasksOf,
  moveCursor,
} from './follow-store.ts';
import { noLease } from './lease.ts';
import { moveTask } from './move-task.ts';

interface Happened {
  ticket: {
    id: string;
    key?: string;
    title: string;
    priority: AgentTaskRow['priority'];
    assigneeId?: string;
  };
  user?: { id: string; name: string } | null;
  changes?: { assigneeId?: { from: string | null; to: string | null } };
  comment?: { id: string; content: string; authorId: string };
}

interface Settings {
  now: number;
  tasksPerHourMax: number;
}

const eventsPerStep = 200;
// The cursor is a row to write; it may lag so far behind what was looked at and found to ask nothing of agents.
const cursorLag = 2_000;

/**
 * What happens to tickets asks for tasks, answers them or makes them needless. Several processes may follow: the cursor
 * moves in the transaction of what it caused. `from` is how far this process has looked; answers how far it has now, and
 * undefined where there is nothing new.
 */
export async function followTickets(
  db: Database,
  settings: Settings,
  from: Cursor | undefined,
): Promise<Cursor | undefined> {
  const kept = await findCursor(db.reads);
  const cursor = from && isAfter(from, kept) ? from : kept;
  const events = await listEventsAfter(db.reads, cursor, eventsPerStep);
  const last = events.at(-1);
  if (!last) return undefined;
  // Most events ask nothing of agents, and then nothing is written.
  const relevant = await findRelevant(db.reads, events);
  if (relevant.length === 0 && last.seq - kept.seq < cursorLag) return last;

  return db.transaction(async (tx) => {
    const current = await lockCursor(tx);
    for (const event of relevant) if (isAfter(event, current)) await react(tx, event, settings);
    if (isAfter(last, current)) await moveCursor(tx, last);
    return last;
  });
}

const isAfter = (a: Cursor, b: Cursor) => a.xid > b.xid || (a.xid === b.xid && a.seq > b.seq);

const types = new Set(['ticket.assigned', 'ticket.updated', 'ticket.deleted', 'comment.created']);

async function findRelevant(queries: Queries, events: EventRow[]): Promise<EventRow[]> {
  const candidates = events
    .filter(({ type, ticketId }) => types.has(type) && ticketId !== null)
    .map((event) => ({ event, data: JSON.parse(event.data) as Happened }));
  const assignees = candidates.flatMap(({ event, data }) =>
    event.type === 'ticket.assigned' ? (data.ticket.assigneeId ?? []) : [],
  );
  const agents = new Set(await listAgentsAmong(queries, [...new Set(assignees)]));
  const ticketIds = [...new Set(candidates.flatMap(({ event }) => event.ticketId ?? []))];
  const busy = new Set(await listTicketsWithTasks(queries, ticketIds));
  return candidates
    .filter(({ event, data }) =>
      event.type === 'ticket.assigned'
        ? agents.has(data.ticket.assigneeId ?? '')
        : // What asks for a task may stand on the same page as what answers it.
          busy.has(event.ticketId ?? '') || agents.size > 0,
    )
    .map(({ event }) => event);
}

async function react(tx: Tx, event: EventRow, settings: Settings): Promise<void> {
  const data = JSON.parse(event.data) as Happened;
  const by: By = data.user ? { userId: data.user.id, name: data.user.name } : undefined;
  switch (event.type) {
    case 'ticket.assigned':
      return offerToAgent(tx, event, data, by, settings);
    case 'ticket.updated':
      return withdrawFromFormerAgent(tx, data, by, settings.now);
    case 'ticket.deleted':
      return cancelAll(tx, await lockOpenTasksOf(tx, data.ticket.id), by, settings.now, 'deleted');
    default:
      return answerByComment(tx, event, data, by, settings.now);
  }
}

async function offerToAgent(tx: Tx, event: EventRow, { ticket }: Happened, by: By, settings: Settings) {
  const { assigneeId } = ticket;
  // An agent that takes a ticket by itself is at work already.
  if (!assigneeId || assigneeId === by?.userId) return;
  if (!(await mayAddressAgent(tx, assigneeId, event.projectId, by?.userId))) return;
  const open = await lockOpenTasksOf(tx, ticket.id);
  if (open.some(({ agentId }) => agentId === assigneeId)) return;
  await enqueueTask(
    tx,
    { ...settings, by },
    {
      projectId: event.projectId,
      ticketId: ticket.id,
      agentId: assigneeId,
      kind: 'ticket.assigned',
      title: ticket.title,
      instructions: `You were assigned the ticket ${ticket.key ?? ticket.id}. Read it with its comments, do what it asks for, tell what you do, and hand in the result.`,
      priority: ticket.priority,
      source: { provider: 'docket', event: 'ticket.assigned' },
      input: { ticket },
      dedupeKey: `assigned ${event.id}`,
    },
  );
}

async function withdrawFromFormerAgent(tx: Tx, { ticket, changes }: Happened, by: By, now: number) {
  const former = changes?.assigneeId?.from;
  if (!former) return;
  const open = await lockOpenTasksOf(tx, ticket.id);
  const theirs = open.filter(({ kind, agentId }) => kind === 'ticket.assigned' && agentId === former);
  await cancelAll(tx, theirs, by, now, 'assigned to somebody else, or to nobody');
}

async function cancelAll(tx: Tx, tasks: AgentTaskRow[], by: By, now: number, why: string): Promise<void> {
  for (const task of tasks) {
    await moveTask(tx, by, now, task, taskCancelled, {
      ...noLease,
      state: 'cancelled',
      heldReason: null,
      question: null,
      error: `The ticket was ${why}`,
      completedAt: now,
    });
  }
}

/** What a person says on the ticket after the question is the answer. */
async function answerByComment(tx: Tx, event: EventRow, { ticket, comment }: Happened, by: By, now: number) {
  if (!comment || !by) return;
  if ((await listAgentsAmong(tx, [comment.authorId])).length > 0) return;
  for (const task of await lockOpenTasksOf(tx, ticket.id)) {
    if (task.state !== 'waiting_for_user') continue;
    const askedAt = await findAskedAt(tx, task.id);
    if (askedAt !== undefined && event.occurredAt >= askedAt)
      await takeAnswer(tx, by, now, task, comment.content.slice(0, 16_000));
  }
}
