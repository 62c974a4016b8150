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
  presentCause,
  taskProject,
  taskTicket,
} from './agent-task.ts';
import { budgetEvents } from './budgets/budget-events.ts';

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
  hold: Type.Optional(text),
  heldReason: Type.Optional(text),
  question: Type.Optional(text),
  questionKind: Type.Optional(text),
  error: Type.Optional(text),
  failureType: Type.Optional(text),
  /** The beginning of what a completed task reports as its result. */
  summary: Type.Optional(text),
  attempt: Type.Number(),
  maxAttempts: Type.Number(),
  /** Absent in events of earlier versions. */
  cause: Type.Optional(
    Type.Object({
      event: text,
      userId: Type.Optional(text),
      agentId: Type.Optional(text),
      depth: Type.Number(),
    }),
  ),
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
const ofMessages = Type.Object({
  ...subject,
  messages: Type.Array(Type.Object({ id: text, text: Type.Optional(text) })),
});
const ofPush = Type.Object({
  ...subject,
  branch: text,
  /** Null if the push created the branch. */
  before: Type.Union([text, Type.Null()]),
  after: text,
  /** The paths that the push changed, at most 500. */
  files: Type.Array(text),
  /** The lease under which it was accepted. */
  epoch: Type.Number(),
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

export const taskStopRequested = taskEvent(
  'stop_requested',
  'a person asked the worker of a task to end in order',
  'asked the agent to stop the task',
  'stopped',
);

const messagesEvent = (name: string, meaning: string, phrase: string) =>
  eventType({
    name: `agent_task.${name}`,
    meaning,
    payload: ofMessages,
    sentence: ({ task }) => `${phrase} the task ${task.title}`,
    isPublic: true,
  });
export const messageSent = messagesEvent(
  'message',
  'a person sent a message to the agent that works on a task',
  'sent a message about',
);
export const messageDelivered = messagesEvent(
  'message_delivered',
  'messages were handed out to the worker of a task',
  'received messages about',
);
export const messageRead = messagesEvent(
  'message_read',
  'the worker of a task acknowledged messages',
  'read messages about',
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

const taskPushed = eventType({
  name: 'agent_task.pushed',
  meaning: 'an agent pushed to a branch of its task',
  payload: ofPush,
  activity: { feed: 'ticket', action: 'pushed', entity },
  sentence: ({ task, branch }) => `updated the branch ${branch} for the task ${task.title}`,
  isPublic: true,
});

export const agentTaskEvents = [
  taskQueued,
  taskHeld,
  taskUnheld,
  taskClaimed,
  taskActivity,
  taskArtifact,
  taskPushed,
  taskWaiting,
  taskAnswered,
  taskCompleted,
  taskFailed,
  taskRetrying,
  taskReleased,
  taskRequeued,
  taskTimedOut,
  taskCancelled,
  taskStopRequested,
  messageSent,
  messageDelivered,
  messageRead,
  ...budgetEvents,
];

/** Undefined if Docket itself or a code host caused the event. */
export type TaskActor = (Pick<Actor, 'userId' | 'name'> & Partial<Pick<Actor, 'credential'>>) | undefined;

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

export const recordMessages = (
  tx: Tx,
  by: TaskActor,
  type: typeof messageSent,
  task: AgentTaskRow,
  messages: readonly { id: string; text?: string }[],
  at: number,
) =>
  recordEvent(tx, type, {
    ...eventScope(by, task, at),
    data: {
      ...taskPayload(by, task),
      // The text is in the event of its sending alone.
      messages: messages.map(({ id, text }) => ({ id, ...(type === messageSent && text && { text }) })),
    },
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

export const recordPushEvent = (
  tx: Tx,
  by: TaskActor,
  task: AgentTaskRow,
  push: Omit<Static<typeof ofPush>, keyof Subject>,
  at: number,
) =>
  recordEvent(tx, taskPushed, {
    ...eventScope(by, task, at),
    data: { ...taskPayload(by, task), ...push },
  });

const eventScope = (by: TaskActor, task: AgentTaskRow, at: number) => ({
  at,
  actorId: by?.userId ?? null,
  ticketId: task.ticketId,
  projectId: task.projectId,
  workspaceId: task.workspaceId,
});

const summaryLengthMax = 2_000;

/** What a completed task says of its result: the text itself, or its `summary`. */
function summarize({ state, result }: AgentTaskRow): string | undefined {
  if (state !== 'completed' || result === null) return undefined;
  const parsed: unknown = JSON.parse(result);
  const text = typeof parsed === 'string' ? parsed : (parsed as { summary?: unknown } | null)?.summary;
  return typeof text === 'string' && text !== '' ? text.slice(0, summaryLengthMax).toWellFormed() : undefined;
}

const taskPayload = (by: TaskActor, task: AgentTaskRow): Subject => ({
  task: present(EventTask, task, {
    workerId: task.leaseWorker,
    cause: presentCause(task),
    summary: summarize(task),
  }),
  ticket: taskTicket(task),
  project: taskProject(task),
  user: by ? { id: by.userId, name: by.name } : null,
});
