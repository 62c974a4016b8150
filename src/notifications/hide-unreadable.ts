import type { Queries } from '../platform/db/index.ts';
import { findReadableSubjects, lostAccessText } from '../tickets/index.ts';
import type { Notification, NotificationData } from './notification.ts';
import { listDeletedOf } from './notification-store.ts';

const hidden: NotificationData = {
  message: lostAccessText,
  actor: null,
  ticket: null,
  project: null,
  comment: null,
};

/** `isGone`: what it is about can no longer be opened, because the ticket was deleted or the reader lost access. */
export type ShownNotification = Notification & { isGone: boolean };
type About = Pick<Notification, 'ticketId' | 'data'>;

/** Replaces the text of notifications about tickets and projects that their reader may no longer see. */
export async function hideUnreadable(
  queries: Queries,
  userId: string,
  rows: Notification[],
): Promise<ShownNotification[]> {
  const isReadable = await findReadableSubjects(queries, userId, rows.map(readableSubject));
  const isDeleted = await findDeleted(queries, rows);
  return rows.map((row) =>
    isReadable(readableSubject(row))
      ? { ...row, isGone: isDeleted(row) }
      : { ...row, data: JSON.stringify(hidden), isGone: true },
  );
}

/** The returned function says whether the user can still open what a notification is about. */
export async function findOpenable(queries: Queries, userId: string, rows: readonly About[]) {
  const isReadable = await findReadableSubjects(queries, userId, rows.map(readableSubject));
  const isDeleted = await findDeleted(queries, rows);
  return (row: About) => isReadable(readableSubject(row)) && !isDeleted(row);
}

async function findDeleted(queries: Queries, rows: readonly About[]) {
  const ids = [...new Set(rows.flatMap(({ ticketId }) => ticketId ?? []))];
  const deleted = new Set(ids.length === 0 ? [] : await listDeletedOf(queries, { ids }));
  return ({ ticketId }: About) => ticketId !== null && deleted.has(ticketId);
}

function readableSubject({ ticketId, data }: About) {
  const projectId = ticketId === null ? (JSON.parse(data) as NotificationData).project?.id : undefined;
  return { ticketId, projectId: projectId ?? null };
}
