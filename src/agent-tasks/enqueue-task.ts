import { hourMs } from '../platform/clock.ts';
import { hashToken } from '../platform/crypto.ts';
import type { Tx } from '../platform/db/index.ts';
import { newId } from '../platform/ids.ts';
import type { TicketPriority } from '../tickets/index.ts';
import {
  type AgentTaskRow,
  attemptsDefault,
  attemptsMax,
  type PullRequestRef,
  type TaskSource,
} from './agent-task.ts';
import { type By, recordTaskEvent, taskHeld, taskQueued } from './agent-task-events.ts';
import {
  countOffered,
  findTask,
  findTaskByDedupeKey,
  findTicketPlace,
  insertTask,
  linkTaskToPullRequest,
} from './agent-task-store.ts';

export interface NewTask {
  /** Null: a task of the instance, for its administrators and their agents. */
  projectId: string | null;
  /** Its project is the ticket's, whatever `projectId` says. */
  ticketId?: string | null | undefined;
  /** The one agent it is for; absent: whoever may work in the project. */
  agentId?: string | null | undefined;
  /** Such as `issue.opened`: by which workers choose. */
  kind: string;
  title: string;
  instructions: string;
  priority?: TicketPriority | undefined;
  source: TaskSource;
  /** Handed to the agent as it is, and marked as the words of strangers. */
  input?: Record<string, unknown> | undefined;
  /** A task of the same project with the same key is not made twice. */
  dedupeKey?: string | undefined;
  /** The pull request it is about: when its checks fail or changes are asked for, a follow-up is woken. */
  pullRequest?: PullRequestRef | undefined;
  followsId?: string | undefined;
  runAfter?: number | undefined;
  maxAttempts?: number | undefined;
}

export interface EnqueueSettings {
  now: number;
  /** How many tasks of a project may be offered within an hour; what comes on top is held. */
  tasksPerHourMax: number;
  /** Who causes it; absent where Docket itself or a code host does. */
  by?: By;
}

export type Enqueued =
  | { outcome: 'queued'; task: AgentTaskRow }
  | { outcome: 'held'; task: AgentTaskRow; reason: string }
  /** Nothing was made: `task` is the one it repeats. */
  | { outcome: 'duplicate'; task: AgentTaskRow };

/** Makes a task in somebody else's transaction, so that what causes it and the task are there together or not at all. */
export async function enqueueTask(tx: Tx, settings: EnqueueSettings, given: NewTask): Promise<Enqueued> {
  const { now, by } = settings;
  const task = { ...given, ...(await placeOf(tx, given)) };
  const scope = task.projectId ?? 'instance';
  const dedupeKey = task.dedupeKey === undefined ? null : `${scope} ${hashToken(task.dedupeKey.normalize())}`;
  const known = dedupeKey === null ? undefined : await findTaskByDedupeKey(tx, dedupeKey);
  if (known) return { outcome: 'duplicate', task: known };

  // Repositories that belong to no project do not use up each other's.
  const capKey = task.projectId ?? task.source.repo?.toLowerCase() ?? 'instance';
  const heldReason = await reasonToHold(tx, settings, capKey);
  const id = newId(now);
  const isNew = await insertTask(tx, {
    id,
    projectId: task.projectId,
    ticketId: task.ticketId,
    agentId: task.agentId ?? null,
    kind: fit(task.kind, 100) || 'task',
    title: fit(task.title, 500) || task.kind,
    instructions: fit(task.instructions, 100_000),
    heldReason,
    priority: task.priority ?? 'medium',
    source: JSON.stringify(task.source),
    input: fitInput(task.input ?? {}),
    dedupeKey,
    followsId: task.followsId ?? null,
    createdBy: by?.userId ?? null,
    runAfter: Math.max(task.runAfter ?? now, now),
    maxAttempts: Math.min(Math.max(task.maxAttempts ?? attemptsDefault, 1), attemptsMax),
    capKey,
    createdAt: now,
  });
  // Somebody else made it between the look and the insert.
  if (!isNew && dedupeKey !== null)
    return { outcome: 'duplicate', task: (await findTaskByDedupeKey(tx, dedupeKey)) as AgentTaskRow };

  if (task.pullRequest) await linkTaskToPullRequest(tx, id, task.pullRequest, now);
  const made = (await findTask(tx, id)) as AgentTaskRow;
  await recordTaskEvent(tx, by, heldReason === null ? taskQueued : taskHeld, made, now);
  return heldReason === null
    ? { outcome: 'queued', task: made }
    : { outcome: 'held', task: made, reason: heldReason };
}

/** A task on a ticket is where the ticket is. */
async function placeOf(tx: Tx, { projectId, ticketId }: NewTask) {
  const ticket = ticketId ? await findTicketPlace(tx, ticketId) : undefined;
  return ticket && ticketId ? { projectId: ticket.projectId, ticketId } : { projectId, ticketId: null };
}

async function reasonToHold(
  tx: Tx,
  { now, tasksPerHourMax }: EnqueueSettings,
  capKey: string,
): Promise<string | null> {
  const offered = await countOffered(tx, capKey, now - hourMs, tasksPerHourMax);
  if (offered < tasksPerHourMax) return null;
  return `More than ${tasksPerHourMax} tasks within an hour: it is offered when the hour allows, or when an admin releases it`;
}

/** Strangers write titles of any length; PostgreSQL stores no NUL. */
const fit = (text: string, lengthMax: number) => text.replaceAll('\0', '').trim().slice(0, lengthMax);

const inputCharactersMax = 512 * 1024;

function fitInput(input: Record<string, unknown>): string {
  const json = JSON.stringify(input);
  if (json.length <= inputCharactersMax) return json;
  return JSON.stringify({ truncated: true, characters: json.length });
}
