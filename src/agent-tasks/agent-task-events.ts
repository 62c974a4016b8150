import type { Static, TProperties } from 'typebox';
import { type EventType, eventType, recordEvent } from '../events/index.ts';
import type { Tx } from '../platform/db/index.ts';
import { present } from '../platform/present.ts';
import { Type } from '../platform/schema.ts';
import type { Actor } from '../users/index.ts';
import {
  type ActivityType,
  type AgentTaskRow,
  type ArtifactType,
  taskProject,
  taskTicket,
} from './agent-task.ts';

const text = Type.String();
const nullableObject = <P extends TProperties>(fields: P) => Type.Union([Type.Object(fields), Type.Null()]);

const EventTask = Type.Object({
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
});

const subject = {
  task: EventTask,
  ticket: nullableObject({
    id: text,
    title: text,
    key: Type.Optional(text),
    status: text,
    priority: text,
  }),
  project: nullableObject({ id: text, name: text, key: text }),
  /** Null if Docket itself or a code host caused the event. */
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

/** `action`: how the activity feed of the actor names the change; without it the feed leaves the event out. */
const taskEvent = (name: string, meaning: string, verbPhrase: string, action?: string) =>
  eventType({
    name: `agent_task.${name}`,
    meaning,
    payload: ofTask,
    ...(action !== undefined && { activity: { feed: 'ticket', action, entity } as const }),
    sentence: ({ task }) => `${verbPhrase} ${task.title}`,
    isPublic: true,
  });

/** A change that no actor makes: its sentence stands alone. */
const expiryEvent = (name: string, meaning: string, outcome: string) =>
  eventType({
    name: `agent_task.${name}`,
    meaning,
    payload: ofTask,
    sentence: ({ task }) => `Task “${task.title}” ${outcome}: its worker stopped sending heartbeats`,
    isPublic: true,
  });

export const taskQueued = taskEvent('queued', 'a task for agents was queued', 'queued the task');
export const taskHeld = taskEvent(
  'held',
  'a task was queued but is held; `heldReason` names the reason',
  'held the task',
);
export const taskUnheld = taskEvent('unheld', 'a held task can be claimed now', 'unheld the task');
export const taskClaimed = taskEvent('claimed', 'an agent claimed a task', 'claimed the task', 'claimed');
export const taskWaiting = taskEvent(
  'waiting_for_user',
  'an agent asked a question; the task waits for the answer',
  'asked a question about the task',
  'asked',
);
export const taskAnswered = taskEvent(
  'answered',
  'an agent’s question was answered; the task is queued again',
  'answered a question about the task',
  'answered',
);
export const taskCompleted = taskEvent(
  'completed',
  'a task was completed',
  'completed the task',
  'completed',
);
export const taskFailed = taskEvent(
  'failed',
  'a task failed and is not retried',
  'could not complete the task',
  'failed',
);
export const taskRetrying = taskEvent(
  'retrying',
  'an attempt at a task failed; the task is queued for another',
  'scheduled another attempt at the task',
);
export const taskReleased = taskEvent(
  'released',
  'an agent released a task without finishing it',
  'released the task',
  'released',
);
export const taskRequeued = expiryEvent(
  'requeued',
  'the lease of a task expired; the task is queued again',
  'requeued',
);
export const taskTimedOut = expiryEvent(
  'timed_out',
  'the lease of a task expired during its last attempt',
  'timed out',
);
export const taskCancelled = taskEvent(
  'cancelled',
  'a task was cancelled',
  'cancelled the task',
  'cancelled',
);

const taskActivity = eventType({
  name: 'agent_task.activity',
  meaning: 'an agent reported a thought, an action, a message or an error',
  payload: ofActivity,
  sentence: ({ task }) => `reported on the task ${task.title}`,
  isPublic: true,
});
const taskArtifact = eventType({
  name: 'agent_task.artifact',
  meaning: 'an agent added a result of its work, such as a pull request',
  payload: ofArtifact,
  sentence: ({ task, artifact }) => `added ${artifact.title} to the task ${task.title}`,
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

/** Undefined if Docket itself or a code host caused the event. */
export type TaskActor = Pick<Actor, 'userId' | 'name'> | undefined;

export const recordTaskEvent = (
  tx: Tx,
  by: TaskActor,
  type: EventType<typeof ofTask>,
  task: AgentTaskRow,
  at: number,
) => recordEvent(tx, type, { ...eventScope(by, task, at), data: taskPayload(by, task) });

export const recordActivity = (
  tx: Tx,
  by: TaskActor,
  task: AgentTaskRow,
  { id, type, content }: { id: string; type: ActivityType; content: string },
  at: number,
) =>
  recordEvent(tx, taskActivity, {
    ...eventScope(by, task, at),
    data: { ...taskPayload(by, task), activity: { id, type, content } },
  });

export const recordArtifact = (
  tx: Tx,
  by: TaskActor,
  task: AgentTaskRow,
  { id, type, title, url }: { id: string; type: ArtifactType; title: string; url: string | null },
  at: number,
) =>
  recordEvent(tx, taskArtifact, {
    ...eventScope(by, task, at),
    data: { ...taskPayload(by, task), artifact: { id, type, title, ...(url !== null && { url }) } },
  });

const eventScope = (by: TaskActor, task: AgentTaskRow, at: number) => ({
  at,
  actorId: by?.userId ?? null,
  ticketId: task.ticketId,
  projectId: task.projectId,
  workspaceId: task.workspaceId,
});

const taskPayload = (by: TaskActor, task: AgentTaskRow): Subject => ({
  task: present(EventTask, task, { workerId: task.leaseWorker }),
  ticket: taskTicket(task),
  project: taskProject(task),
  user: by ? { id: by.userId, name: by.name } : null,
});
