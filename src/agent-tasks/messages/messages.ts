import type { Tx } from '../../platform/db/index.ts';
import { conflict, invalid } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Page } from '../../platform/paging.ts';
import type { Scope } from '../../users/index.ts';
import { type AgentTaskRow, isFinished } from '../agent-task.ts';
import { canAnswer } from '../agent-task-access.ts';
import {
  messageDelivered,
  messageRead,
  messageSent,
  recordMessages,
  type TaskActor,
} from '../agent-task-events.ts';
import type { TaskForActor } from '../agent-task-store.ts';
import { getTaskToRead, lockTaskFor } from '../get-task.ts';
import type { Message } from './message-store.ts';
import * as store from './message-store.ts';

// Bounds what one answer to a worker carries, and what waits for a worker that never acknowledges.
const unreadMax = 100;
const messagesPerAnswer = 20;
const charactersPerAnswer = 128_000;

export async function listMessages(scope: Scope, id: string, page: Page) {
  const task = await getTaskToRead(scope, id);
  return store.listMessageRows(scope.db.reads, { taskId: task.id }, page);
}

/** Sends a message to whoever works on the task, now or next. */
export async function sendMessage(scope: Scope, id: string, text: string): Promise<Message> {
  return scope.write(async (tx) => {
    const { actor, clock } = scope;
    const task = await lockTaskFor(tx, actor, id, canAnswer);
    if (isFinished(task))
      throw conflict(
        `The task is ${task.state.replaceAll('_', ' ')}: no agent would read the message. Comment on its ticket, or retry the task first.`,
      );
    if (task.unreadMessages >= unreadMax)
      throw conflict(
        `The agent has not read ${unreadMax} messages of this task yet. Wait until it has read some of them.`,
      );
    return addMessage(tx, actor, task, text, clock.now());
  });
}

/** Hands a comment that mentions the agent of an unfinished task on as a message, if it has not too many unread ones. */
export async function sendComment(
  tx: Tx,
  by: NonNullable<TaskActor>,
  task: AgentTaskRow,
  text: string,
  now: number,
): Promise<void> {
  if (task.unreadMessages < unreadMax) await addMessage(tx, by, task, text.slice(0, 64_000), now);
}

async function addMessage(
  tx: Tx,
  by: NonNullable<TaskActor>,
  task: AgentTaskRow,
  text: string,
  now: number,
): Promise<Message> {
  // At least 1 ms after the last message, because messages are ordered by time.
  const last = await store.findLastMessageAt(tx, { taskId: task.id });
  const createdAt = Math.max(now, (last ?? 0) + 1);
  const message = { id: newId(createdAt), taskId: task.id, authorId: by.userId, text, createdAt };
  await store.insertMessage(tx, message);
  await store.addUnreadMessages(tx, { taskId: task.id, change: 1 });
  const sent = { ...message, authorName: by.name, deliveredAt: null, readAt: null };
  await recordMessages(tx, by, messageSent, task, [sent], createdAt);
  return sent;
}

/** Marks messages as read. The worker names only messages of its task, which it got in an answer. */
export async function acknowledgeMessages(
  tx: Tx,
  by: TaskActor,
  task: TaskForActor,
  ids: readonly string[],
  now: number,
): Promise<void> {
  const named = [...new Set(ids)];
  if (named.length === 0) return;
  const known = new Set(await store.filterMessagesOfTask(tx, { taskId: task.id, ids: named }));
  const unknown = named.filter((id) => !known.has(id));
  if (unknown.length > 0)
    throw invalid({ acknowledge: unknown.map((id) => `The task has no message ${id.slice(0, 100)}`) });
  const read = await store.markRead(tx, { ids: named, now });
  if (read === 0) return;
  await store.addUnreadMessages(tx, { taskId: task.id, change: -read });
  await recordMessages(
    tx,
    by,
    messageRead,
    task,
    named.map((id) => ({ id })),
    now,
  );
}

/** The oldest unread messages, as many as an answer carries. They are delivered by it. */
export async function deliverMessages(
  tx: Tx,
  by: TaskActor,
  task: TaskForActor,
  now: number,
): Promise<Message[]> {
  if (task.unreadMessages === 0) return [];
  const unread = await store.listUnreadMessages(tx, { taskId: task.id, limit: messagesPerAnswer });
  let characters = 0;
  const messages = unread.filter(({ text }, index) => {
    characters += text.length;
    return index === 0 || characters <= charactersPerAnswer;
  });
  const fresh = messages.filter(({ deliveredAt }) => deliveredAt === null);
  if (fresh.length === 0) return messages;
  await store.markDelivered(tx, { ids: fresh.map(({ id }) => id), now });
  await recordMessages(tx, by, messageDelivered, task, fresh, now);
  return messages.map((message) => ({ ...message, deliveredAt: message.deliveredAt ?? now }));
}
