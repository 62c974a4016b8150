import { type EventCursor, type EventRow, listEventsAfter } from '../events/index.ts';
import type { Database, Queries, Tx } from '../platform/db/index.ts';
import { isOfImport } from '../tickets/index.ts';
import type { AgentTaskRow } from './agent-task.ts';
import { type TaskActor, taskCancelled } from './agent-task-events.ts';
import { canAssignToAgent } from './agent-task-store.ts';
import { recordAnswer } from './ask-user.ts';
import { changeTaskState } from './change-task-state.ts';
import { enqueueTask } from './enqueue-task.ts';
import * as store from './follow-store.ts';
import { noLease } from './lease.ts';

interface TicketEventData {
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

const eventsPerBatch = 200;
// Storing the cursor costs a commit, so batches without relevant events advance it in memory, up to this many events.
const cursorLagMax = 2_000;

/**
 * Reads the next ticket events and creates, answers or cancels tasks because of them. The stored cursor moves in the same
 * transaction, so several processes may run this. `from` is the position of this process; returns its new position, or
 * undefined if there are no new events.
 */
export async function followTickets(
  db: Database,
  settings: Settings,
  from: EventCursor | undefined,
): Promise<EventCursor | undefined> {
  const stored = await store.taskCursor.find(db.reads);
  const cursor = from && isAfter(from, stored) ? from : stored;
  const events = await listEventsAfter(db.reads, { ...cursor, limit: eventsPerBatch });
  const last = events.at(-1);
  if (!last) return undefined;
  const relevant = await findRelevant(db.reads, events);
  if (relevant.length === 0 && last.seq - stored.seq < cursorLagMax) return last;

  return db.transaction(async (tx) => {
    const current = await store.taskCursor.lock(tx);
    for (const event of relevant) if (isAfter(event, current)) await applyEvent(tx, event, settings);
    if (isAfter(last, current)) await store.taskCursor.move(tx, last);
    return last;
  });
}

const isAfter = (a: EventCursor, b: EventCursor) => a.xid > b.xid || (a.xid === b.xid && a.seq > b.seq);

const relevantTypes = new Set(['ticket.assigned', 'ticket.updated', 'ticket.deleted', 'comment.created']);

async function findRelevant(queries: Queries, events: EventRow[]): Promise<EventRow[]> {
  const candidates = events
    .filter((event) => relevantTypes.has(event.type) && event.ticketId !== null && !isOfImport(event))
    .map((event) => ({ event, assigneeId: newAssignee(event) }));
  const assignees = candidates.flatMap(({ assigneeId }) => assigneeId ?? []);
  const agents = new Set(await store.filterAgents(queries, [...new Set(assignees)]));
  const ticketIds = [...new Set(candidates.flatMap(({ event }) => event.ticketId ?? []))];
  const ticketsWithOpenTasks = new Set(await store.filterTicketsWithOpenTasks(queries, ticketIds));
  return candidates
    .filter(({ event, assigneeId }) =>
      event.type === 'ticket.assigned'
        ? agents.has(assigneeId ?? '')
        : // An assignment in this batch may create a task that a later comment of the batch answers, so all events are kept.
          ticketsWithOpenTasks.has(event.ticketId ?? '') || agents.size > 0,
    )
    .map(({ event }) => event);
}

/**
 * The person that a ticket was assigned to. Other events are not parsed: parsing 200 of them blocks the event loop
 * for 6 ms.
 */
function newAssignee({ type, data }: EventRow): string | undefined {
  if (type !== 'ticket.assigned') return undefined;
  return (JSON.parse(data) as TicketEventData).ticket.assigneeId ?? undefined;
}

async function applyEvent(tx: Tx, event: EventRow, settings: Settings): Promise<void> {
  const data = JSON.parse(event.data) as TicketEventData;
  const by: TaskActor = data.user ? { userId: data.user.id, name: data.user.name } : undefined;
  switch (event.type) {
    case 'ticket.assigned':
      return enqueueForAgent(tx, event, data, by, settings);
    case 'ticket.updated':
      return cancelForFormerAgent(tx, data, by, settings.now);
    case 'ticket.deleted':
      return cancelAll(
        tx,
        await store.lockOpenTasksOfTicket(tx, { ticketId: data.ticket.id }),
        by,
        settings.now,
        'deleted',
      );
    case 'comment.created':
      return answerByComment(tx, event, data, by, settings.now);
  }
}

async function enqueueForAgent(
  tx: Tx,
  event: EventRow,
  { ticket }: TicketEventData,
  by: TaskActor,
  settings: Settings,
) {
  const { assigneeId } = ticket;
  // An agent that assigns itself a ticket is working on it already.
  if (!assigneeId || assigneeId === by?.userId) return;
  if (!(await canAssignToAgent(tx, assigneeId, event.projectId, by?.userId))) return;
  const open = await store.lockOpenTasksOfTicket(tx, { ticketId: ticket.id });
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
      instructions: `You were assigned the ticket ${ticket.key ?? ticket.id}. Read it with its comments, do what it asks for, report your activities, and add the result as an artifact.`,
      priority: ticket.priority,
      source: { provider: 'docket', event: 'ticket.assigned' },
      input: { ticket },
      dedupeKey: `assigned ${event.id}`,
    },
  );
}

async function cancelForFormerAgent(
  tx: Tx,
  { ticket, changes }: TicketEventData,
  by: TaskActor,
  now: number,
) {
  const former = changes?.assigneeId?.from;
  if (!former) return;
  const open = await store.lockOpenTasksOfTicket(tx, { ticketId: ticket.id });
  const theirs = open.filter(({ kind, agentId }) => kind === 'ticket.assigned' && agentId === former);
  await cancelAll(tx, theirs, by, now, 'unassigned or assigned to somebody else');
}

async function cancelAll(
  tx: Tx,
  tasks: AgentTaskRow[],
  by: TaskActor,
  now: number,
  why: string,
): Promise<void> {
  for (const task of tasks) {
    await changeTaskState(tx, by, now, task, taskCancelled, {
      ...noLease,
      state: 'cancelled',
      heldReason: null,
      question: null,
      error: `The ticket was ${why}`,
      completedAt: now,
    });
  }
}

/** A person’s comment after the question is the answer. */
async function answerByComment(
  tx: Tx,
  event: EventRow,
  { ticket, comment }: TicketEventData,
  by: TaskActor,
  now: number,
) {
  if (!comment || !by) return;
  if ((await store.filterAgents(tx, [comment.authorId])).length > 0) return;
  for (const task of await store.lockOpenTasksOfTicket(tx, { ticketId: ticket.id })) {
    if (task.state !== 'waiting_for_user') continue;
    const askedAt = await store.findLastQuestionAt(tx, { taskId: task.id });
    if (askedAt !== undefined && event.occurredAt >= askedAt)
      await recordAnswer(tx, by, now, task, comment.content.slice(0, 16_000));
  }
}
