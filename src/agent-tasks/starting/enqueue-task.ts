import { hashText } from '../../platform/crypto.ts';
import type { Tx } from '../../platform/db/index.ts';
import { newId } from '../../platform/ids.ts';
import { lockReadiness, type Ticket } from '../../tickets/index.ts';
import {
  type AgentTaskRow,
  attemptsDefault,
  attemptsMax,
  type PullRequestRef,
  type TaskCause,
  type TaskSource,
} from '../agent-task.ts';
import { recordTaskEvent, type TaskActor, taskHeld, taskQueued } from '../agent-task-events.ts';
import * as store from '../agent-task-store.ts';
import { HoldDecider } from '../holds/decide-hold.ts';
import { findCause } from './task-cause.ts';

export interface NewTask {
  /** Null: the task belongs to the instance, for its administrators and their agents. */
  projectId: string | null;
  /** The ticket’s project replaces `projectId`. */
  ticketId?: string | null | undefined;
  /** The only agent that may claim it. Absent: everybody who may work in the project. */
  agentId?: string | null | undefined;
  /** Such as `issue.opened`. Workers can claim by kind. */
  kind: string;
  title: string;
  instructions: string;
  priority?: Ticket['priority'] | undefined;
  source: TaskSource;
  /** Passed to the agent as untrusted data; above `inputCharactersMax` only its length is passed. */
  input?: Record<string, unknown> | undefined;
  /** A project has at most one task with the same key. */
  dedupeKey?: string | undefined;
  /** The pull request that it is about. If its checks fail or a review requests changes, `enqueueFollowUp` queues another task. */
  pullRequest?: PullRequestRef | undefined;
  followsId?: string | undefined;
  /** The status that its ticket entered, if that starts the task. */
  startedIn?: string | undefined;
  runAfter?: number | undefined;
  maxAttempts?: number | undefined;
  /** Absent: `source.event`, caused by the actor of the settings. */
  cause?: TaskCause | undefined;
}

export interface EnqueueSettings {
  now: number;
  /** How many tasks may be offered within an hour, in a project without its own limit; further ones are held. */
  tasksPerHourMax: number;
  /** Absent if Docket itself or a code host causes it. */
  by?: TaskActor;
}

export type Enqueued =
  | { outcome: 'queued'; task: AgentTaskRow }
  | { outcome: 'held'; task: AgentTaskRow; reason: string }
  /** Nothing was created: `task` is the existing one. */
  | { outcome: 'duplicate'; task: AgentTaskRow };

/** Creates a task in the transaction of its cause, so that both are committed or neither. */
export async function enqueueTask(tx: Tx, settings: EnqueueSettings, input: NewTask): Promise<Enqueued> {
  const { now, by } = settings;
  const task = { ...input, ...(await resolveProjectAndTicket(tx, input)) };
  const dedupeScope = task.projectId ?? 'instance';
  const dedupeKey =
    task.dedupeKey === undefined ? null : `${dedupeScope} ${hashText(task.dedupeKey.normalize())}`;
  const known = dedupeKey === null ? undefined : await store.findTaskByDedupeKey(tx, { dedupeKey });
  if (known) return { outcome: 'duplicate', task: known };

  // Each repository without a project has its own cap.
  const capKey = task.projectId ?? task.source.repo?.toLowerCase() ?? 'instance';
  const cause = task.cause ?? (await findCause(tx, task.source.event, by, task.ticketId, now));
  // Before the decision, so that no blocker is added or closed between it and the insert.
  if (task.ticketId !== null) await lockReadiness(tx, task.ticketId);
  const { projectId, ticketId, agentId = null, startedIn = null } = task;
  const unsaved = { id: null, predictAt: null, waived: 0 };
  const candidate = { ...unsaved, projectId, ticketId, agentId, capKey, startedIn, ...cause };
  const decider = new HoldDecider(tx, settings);
  const held = await decider.decide(candidate);
  const predictAt = (await decider.predictsFiles(projectId)) ? now : null;
  const { hold, heldReason } = held ?? { hold: null, heldReason: null };
  const id = newId(now);
  const isNew = await store.insertTask(tx, {
    id,
    projectId: task.projectId,
    ticketId: task.ticketId,
    agentId: task.agentId ?? null,
    kind: cleanText(task.kind, 100) || 'task',
    title: cleanText(task.title, 500) || task.kind,
    instructions: cleanText(task.instructions, 100_000),
    hold,
    heldReason,
    priority: task.priority ?? 'medium',
    source: JSON.stringify(task.source),
    input: serializeInput(task.input ?? {}),
    dedupeKey,
    followsId: task.followsId ?? null,
    startedIn,
    createdBy: by?.userId ?? null,
    runAfter: Math.max(task.runAfter ?? now, now),
    maxAttempts: Math.min(Math.max(task.maxAttempts ?? attemptsDefault, 1), attemptsMax),
    capKey,
    predictAt,
    ...cause,
    createdAt: now,
  });
  // Another transaction inserted it after the look-up above.
  if (!isNew && dedupeKey !== null)
    return {
      outcome: 'duplicate',
      task: (await store.findTaskByDedupeKey(tx, { dedupeKey })) as AgentTaskRow,
    };

  if (task.pullRequest) await store.linkTaskToPullRequest(tx, id, task.pullRequest, now);
  const created = (await store.findTask(tx, { id })) as AgentTaskRow;
  await recordTaskEvent(tx, by, heldReason === null ? taskQueued : taskHeld, created, now);
  return heldReason === null
    ? { outcome: 'queued', task: created }
    : { outcome: 'held', task: created, reason: heldReason };
}

/** A task on a ticket belongs to the ticket’s project; a deleted ticket is left out. */
async function resolveProjectAndTicket(tx: Tx, { projectId, ticketId }: NewTask) {
  const ticket = ticketId ? await store.findTicketProject(tx, { ticketId }) : undefined;
  return ticket && ticketId ? { projectId: ticket.projectId, ticketId } : { projectId, ticketId: null };
}

/** Third-party texts can have any length; PostgreSQL cannot store NUL. */
const cleanText = (text: string, lengthMax: number) => text.replaceAll('\0', '').trim().slice(0, lengthMax);

const inputCharactersMax = 512 * 1024;

function serializeInput(input: Record<string, unknown>): string {
  const json = JSON.stringify(input);
  if (json.length <= inputCharactersMax) return json;
  return JSON.stringify({ truncated: true, characters: json.length });
}
