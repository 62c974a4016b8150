import type { Tx } from '../../platform/db/index.ts';
import type { Scope } from '../../users/index.ts';
import type { StopReason } from '../agent-task.ts';
import type { TaskForActor } from '../agent-task-store.ts';
import type { Message } from '../messages/message-store.ts';
import { acknowledgeMessages, deliverMessages } from '../messages/messages.ts';
import { type NewUsage, reportUsage } from '../usage/report-usage.ts';
import { findStopReason } from './stop-task.ts';

/** What a worker may send with each of its reports. */
export interface Report {
  usage?: NewUsage | null | undefined;
  /** Ids of messages that it has read. */
  acknowledge?: string[] | null | undefined;
}

/** What an answer to a worker carries, besides the task or activity. */
export interface ForWorker {
  messages: Message[];
  stop: StopReason | null;
}

/** Stores what a report carries. `task` is locked, and its worker holds the lease. */
export async function applyReport(
  tx: Tx,
  { actor, clock }: Scope,
  task: TaskForActor,
  { usage, acknowledge }: Report,
): Promise<void> {
  const now = clock.now();
  if (acknowledge) await acknowledgeMessages(tx, actor, task, acknowledge, now);
  if (usage) await reportUsage(tx, task, usage, now);
}

/** `task` as it was while its worker held the lease. */
export async function readForWorker(tx: Tx, { actor, clock }: Scope, task: TaskForActor): Promise<ForWorker> {
  const now = clock.now();
  const messages = await deliverMessages(tx, actor, task, now);
  return { messages, stop: await findStopReason(tx, task, now) };
}
