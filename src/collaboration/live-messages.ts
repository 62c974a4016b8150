import type { Queries, Tx } from '../platform/db/index.ts';
import { newId } from '../platform/ids.ts';
import type { LiveMessageRow } from './live-message-store.ts';
import * as store from './live-message-store.ts';

/** What a message is about: who is present there receives it. */
export interface Subject {
  ticketId: string | null;
  projectId: string | null;
  workspaceId: string | null;
}

/** Sends a message on the live streams of those who are present at its subject. It is not recorded as an event. */
export async function sendLiveMessage(
  tx: Tx,
  type: 'presence.changed' | 'text.edited',
  { ticketId, projectId, workspaceId }: Subject,
  data: object,
  now: number,
): Promise<void> {
  const message = { id: newId(now), type, ticketId, projectId, workspaceId, data: JSON.stringify(data) };
  await store.insertMessage(tx, { ...message, createdAt: now });
  tx.notify();
}

export type { LiveMessageRow };

export const listLiveMessages = store.listMessagesAfter;
export const findNewestMessage = store.findNewestMessage;
export const hasMessagesAfter = store.hasMessagesAfter;

/** For each ticket or project, the users who are present there. */
export async function findPresentUsers(
  queries: Queries,
  messages: readonly LiveMessageRow[],
): Promise<(message: LiveMessageRow) => ReadonlySet<string>> {
  const ids = [...new Set(messages.map(subjectId))];
  const users = new Map<string, Set<string>>();
  for (const { subjectId: id, userId } of await store.listPresentUsers(queries, { ids }))
    users.set(id, (users.get(id) ?? new Set()).add(userId));
  return (message) => users.get(subjectId(message)) ?? new Set();
}

const subjectId = ({ ticketId, projectId }: Pick<Subject, 'ticketId' | 'projectId'>) =>
  ticketId ?? projectId ?? '';
