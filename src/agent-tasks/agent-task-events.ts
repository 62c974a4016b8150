import type { Static, TProperties } from 'typebox';
import { type EventType, eventType, recordEvent } from '../events/index.ts';
import type { Tx } from '../platform/db/index.ts';
import { Type } from '../platform/schema.ts';
import { ticketKey } from '../tickets/index.ts';
import type { Actor } from '../users/index.ts';
import type { ActivityType, AgentTaskRow, ArtifactType } from './agent-task.ts';

const text = Type.String();
const nullableObject = <P extends TProperties>(fields: P) => Type.Union([Type.Object(fields), Type.Null()]);

const subject = {
  task: Type.Object({
    id: text,
    kind: text,
    title: text,
    state: text,
    priority: text,
    projectId: Type.Optional(text),
    ticketId: Type.Optional(text),
    agentId: Type.Optional(text),
    followsId: Type.Optional(text),
    workerId: Type.Optional(text),
    heldReason: Type.Optional(text),
    question: Type.Optional(text),
    error: Type.Optional(text),
    attempt: Type.Number(),
    maxAttempts: Type.Number(),
  }),
  ticket: nullableObject({
    id: text,
    title: text,
    key: Type.Optional(text),
    status: text,
    priority: text,
  }),
  project: nullableObject({ id: text, name: text, key: text }),
  /** Null where Docket itself did it, or a code host. */
  user: nullableObject({ id: text, name: text }),
};
const ofTask = Type.Object(subject);
const ofActivity = Type.Object({
  ...subject,
  activity: Type.Object({ id: text, type: text, content: text }),
});
const ofArtifact = Type.Object({
  ...subject,
  artifact: Type.Object({ id: text, type: text, title: text, url: Type.Optional(text) }),
});
type Subject = Static<typeof ofTask>;

const entity = ({ task, ticket }: Subject) => ticket ?? task;

/** A change of state; `did` stands in the activity feed of who did it. */
const taskEvent = (name: string, meaning: string, did: string, action?: string) =>
  eventType({
    name: `agent_task.${name}`,
    meaning,
    payload: ofTask,
    ...(action !== undefined && { activity: { feed: 'ticket', action, entity } as const }),
    sentence: ({ task }) => `${did} ${task.title}`,
    isPublic: true,
  });

export const taskQueued = taskEvent('queued', 'a task for agents was queued', 'queued the task');
export const taskHeld = taskEvent(
  'held',
  'a task was queued but is held back, for the reason it names',
  'held back the task',
);
export const taskUnheld = taskEvent('unheld', 'a task that was held back may be claimed', 'let go the task');
export const taskClaimed = taskEvent(
  'claimed',
  'an agent began to work on a task',
  'began the task',
  'claimed',
);
export const taskWaiting = taskEvent(
  'waiting_for_user',
  'an agent asked a question and waits for the answer',
  'asked about the task',
  'asked',
);
export const taskAnswered = taskEvent(
  'answered',
  'an agent’s question was answered; the task is queued again',
  'answered about the task',
  'answered',
);
export const taskCompleted = taskEvent('completed', 'a task was done', 'completed the task', 'completed');
export const taskFailed = taskEvent('failed', 'a task failed for good', 'failed the task', 'failed');
export const taskRetrying = taskEvent(
  'retrying',
  'an attempt at a task failed; it is queued for another',
  'will have another attempt at the task',
);
export const taskReleased = taskEvent(
  'released',
  'an agent gave a task back undone',
  'gave back the task',
  'released',
);
export const taskRequeued = taskEvent(
  'requeued',
  'the lease of a task ran out; it is queued again',
  'was not heard of, so queued again is the task',
);
export const taskTimedOut = taskEvent(
  'timed_out',
  'the lease of a task ran out at its last attempt',
  'was not heard of, so ended is the task',
);
export const taskCancelled = taskEvent(
  'cancelled',
  'a task was cancelled',
  'cancelled the task',
  'cancelled',
);

const taskActivity = eventType({
  name: 'agent_task.activity',
  meaning: 'an agent told what it thinks, does or meets',
  payload: ofActivity,
  sentence: ({ task }) => `told of the task ${task.title}`,
  isPublic: true,
});
const taskArtifact = eventType({
  name: 'agent_task.artifact',
  meaning: 'an agent handed in a result of its work, such as a pull request',
  payload: ofArtifact,
  sentence: ({ task, artifact }) => `handed in ${artifact.title} for the task ${task.title}`,
  isPublic: true,
});

export const agentTaskEvents = [
  taskQueued,
  taskHeld,
  taskUnheld,
  taskClaimed,
  taskActivity,
  taskArtifact,
  taskWaiting,
  taskAnswered,
  taskCompleted,
  taskFailed,
  taskRetrying,
  taskReleased,
  taskRequeued,
  taskTimedOut,
  taskCancelled,
];

/** Who did it; undefined where Docket itself or a code host did. */
export type By = Pick<Actor, 'userId' | 'name'> | undefined;

export const recordTaskEvent = (
  tx: Tx,
  by: By,
  type: EventType<typeof ofTask>,
  task: AgentTaskRow,
  at: number,
) => recordEvent(tx, type, { ...placeOf(by, task, at), data: subjectOf(by, task) });

export const recordActivity = (
  tx: Tx,
  by: By,
  task: AgentTaskRow,
  { id, type, content }: { id: string; type: ActivityType; content: string },
  at: number,
) =>
  recordEvent(tx, taskActivity, {
    ...placeOf(by, task, at),
    data: { ...subjectOf(by, task), activity: { id, type, content } },
  });

export const recordArtifact = (
  tx: Tx,
  by: By,
  task: AgentTaskRow,
  { id, type, title, url }: { id: string; type: ArtifactType; title: string; url: string | null },
  at: number,
) =>
  recordEvent(tx, taskArtifact, {
    ...placeOf(by, task, at),
    data: { ...subjectOf(by, task), artifact: { id, type, title, ...(url !== null && { url }) } },
  });

const placeOf = (by: By, task: AgentTaskRow, at: number) => ({
  at,
  actorId: by?.userId ?? null,
  ticketId: task.ticketId,
  projectId: task.projectId,
  workspaceId: task.workspaceId,
});

function subjectOf(by: By, task: AgentTaskRow): Subject {
  const { id, kind, title, state, priority, attempt, maxAttempts } = task;
  const { projectId, ticketId, agentId, followsId, leaseWorker, heldReason, question, error } = task;
  return {
    task: {
      id,
      kind,
      title,
      state,
      priority,
      ...(projectId !== null && { projectId }),
      ...(ticketId !== null && { ticketId }),
      ...(agentId !== null && { agentId }),
      ...(followsId !== null && { followsId }),
      ...(leaseWorker !== null && { workerId: leaseWorker }),
      ...(heldReason !== null && { heldReason }),
      ...(question !== null && { question }),
      ...(error !== null && { error }),
      attempt,
      maxAttempts,
    },
    ticket: ticketOf(task),
    project: projectOf(task),
    user: by ? { id: by.userId, name: by.name } : null,
  };
}

function ticketOf({
  ticketId,
  ticketTitle,
  ticketStatus,
  ticketPriority,
  projectKey,
  ticketNumber,
}: AgentTaskRow) {
  if (ticketId === null || ticketTitle === null || ticketStatus === null || ticketPriority === null)
    return null;
  const key = ticketKey(projectKey, ticketNumber);
  return {
    id: ticketId,
    title: ticketTitle,
    ...(key !== undefined && { key }),
    status: ticketStatus,
    priority: ticketPriority,
  };
}

const projectOf = ({ projectId, projectName, projectKey }: AgentTaskRow) =>
  projectId !== null && projectName !== null && projectKey !== null
    ? { id: projectId, name: projectName, key: projectKey }
    : null;
