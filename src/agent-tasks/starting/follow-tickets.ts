import { type EventCursor, type EventRow, isAfter, listEventsAfter } from '../../events/index.ts';
import type { Database, Queries, Tx } from '../../platform/db/index.ts';
import { filterProjectsWithRules } from '../../projects/index.ts';
import { docketUserId, isOfImport } from '../../tickets/index.ts';
import { type AgentTaskRow, noQuestion } from '../agent-task.ts';
import { type TaskActor, taskCancelled } from '../agent-task-events.ts';
import { canAssignToAgent } from '../agent-task-store.ts';
import { changeTaskState } from '../change-task-state.ts';
import { answerByText } from '../questions/ask-user.ts';
import { noLease } from '../working/lease.ts';
import { enqueueTask } from './enqueue-task.ts';
import * as store from './follow-store.ts';
import { type StartingEvent, startByComment, startByDescription, startByStatus } from './start-tasks.ts';
import { findCause } from './task-cause.ts';

interface TicketEventData {
  ticket: {
    id: string;
    key?: string;
    title: string;
    priority: AgentTaskRow['priority'];
    status: string;
    triage?: string;
    workspaceId: string;
    labelIds?: string[];
    description?: string;
    assigneeId?: string;
  };
  user?: { id: string; name: string } | null;
  changes?: {
    assigneeId?: Changed;
    status?: Changed;
    description?: Changed;
  };
  outcome?: string;
  comment?: { id: string; content: string; authorId: string };
  mentioned?: string[];
}

interface Changed {
  from: string | null;
  to: string | null;
}

interface Settings {
  now: number;
  tasksPerHourMax: number;
  /** Ids of events that could not be applied again and again. */
  leftOut?: ReadonlySet<string> | undefined;
}

/** An event that could not be applied; `cause` says why. */
export class EventFailure extends Error {
  readonly event: EventRow;

  constructor(event: EventRow, cause: unknown) {
    super(`The event ${event.id} could not be applied`, { cause });
    this.event = event;
  }
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

  let applying: EventRow | undefined;
  const applied = db.transaction(async (tx) => {
    applying = undefined;
    const current = await store.taskCursor.lock(tx);
    for (const event of relevant) {
      if (!isAfter(event, current) || settings.leftOut?.has(event.id)) continue;
      applying = event;
      await applyEvent(tx, event, settings);
    }
    applying = undefined;
    if (isAfter(last, current)) await store.taskCursor.move(tx, last);
    return last;
  });
  // Not inside the transaction, which decides by the error whether it is tried again.
  return applied.catch((error: unknown) => {
    throw applying ? new EventFailure(applying, error) : error;
  });
}

const taskTypes = new Set(['ticket.assigned', 'ticket.updated', 'ticket.deleted', 'comment.created']);
const statusTypes = new Set(['ticket.created', 'ticket.status_changed', 'ticket.triaged']);
const isRelevantType = ({ type }: EventRow) => taskTypes.has(type) || statusTypes.has(type);

async function findRelevant(queries: Queries, events: EventRow[]): Promise<EventRow[]> {
  const candidates = events
    .filter((event) => isRelevantType(event) && event.ticketId !== null && !isOfImport(event))
    .map((event) => ({ event, assigneeId: newAssignee(event) }));
  const assignees = candidates.flatMap(({ assigneeId }) => assigneeId ?? []);
  const agents = new Set(await store.filterAgents(queries, [...new Set(assignees)]));
  const ticketIds = [
    ...new Set(candidates.flatMap(({ event }) => (taskTypes.has(event.type) ? (event.ticketId ?? []) : []))),
  ];
  const projectIds = [
    ...new Set(
      candidates.flatMap(({ event }) => (statusTypes.has(event.type) ? (event.projectId ?? []) : [])),
    ),
  ];
  const projectsWithRules = new Set(await filterProjectsWithRules(queries, projectIds));
  const ticketsWithOpenTasks = new Set(await store.filterTicketsWithOpenTasks(queries, ticketIds));
  return candidates
    .filter(({ event, assigneeId }) => {
      if (event.type === 'ticket.assigned') return agents.has(assigneeId ?? '');
      if (mayMention(event)) return true;
      if (statusTypes.has(event.type)) return projectsWithRules.has(event.projectId ?? '');
      return (
        // An assignment in this batch may create a task that a later comment of the batch answers, so all events are kept.
        ticketsWithOpenTasks.has(event.ticketId ?? '') || agents.size > 0
      );
    })
    .map(({ event }) => event);
}

/** Whether the text of the event may mention somebody. Says so without parsing it. */
function mayMention({ type, data }: EventRow): boolean {
  if (type === 'comment.created') return data.includes('"mentioned":[');
  if (type === 'ticket.created') return data.includes('"description":') && data.includes('@');
  return type === 'ticket.updated' && data.includes('"description":{') && data.includes('@');
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
  const starting: StartingEvent = { event, ticket: data.ticket, by: event.actorId === null ? undefined : by };
  switch (event.type) {
    case 'ticket.created':
      // A stranger may have written it. Its acceptance counts as its creation.
      if (data.ticket.triage) return;
      if (data.ticket.description)
        await startByDescription(tx, starting, null, data.ticket.description, settings);
      return startByStatus(tx, starting, data.ticket.status, settings);
    case 'ticket.triaged':
      if (data.outcome !== 'accepted') return;
      return startByStatus(tx, starting, data.ticket.status, settings);
    case 'ticket.status_changed':
      // Docket moves a ticket back when a task failed: a rule that starts the same task again would never end.
      if (data.user?.id === docketUserId || !data.changes?.status?.to) return;
      return startByStatus(tx, starting, data.changes.status.to, settings);
    case 'ticket.assigned':
      return enqueueForAgent(tx, event, data, by, settings);
    case 'ticket.updated':
      await cancelForFormerAgent(tx, data, by, settings.now);
      if (data.changes?.description?.to)
        await startByDescription(
          tx,
          starting,
          data.changes.description.from,
          data.changes.description.to,
          settings,
        );
      return;
    case 'ticket.deleted':
      return cancelAll(
        tx,
        await store.lockOpenTasksOfTicket(tx, { ticketId: data.ticket.id }),
        by,
        settings.now,
        'deleted',
      );
    case 'comment.created':
      await answerByComment(tx, event, data, by, settings.now);
      if (data.comment && data.mentioned)
        await startByComment(tx, starting, data.mentioned, data.comment.content, settings);
      return;
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
      cause: await findCause(tx, event.type, by, ticket.id, event.occurredAt),
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
      ...noQuestion,
      error: `The ticket was ${why}`,
      completedAt: now,
    });
  }
}

/** A person’s comment after the question is the answer, if the question can be answered in words. */
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
      await answerByText(tx, by, now, task, comment.content.slice(0, 16_000));
  }
}
