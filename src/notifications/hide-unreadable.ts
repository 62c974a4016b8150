import type { Queries } from '../platform/db/index.ts';
import { findReadableSubjects, lostAccessText } from '../tickets/index.ts';
import type { Notification, NotificationData } from './notification.ts';

const hidden: NotificationData = {
  message: lostAccessText,
  actor: null,
  ticket: null,
  project: null,
  comment: null,
};

/** Replaces the text of notifications about tickets and projects that their reader may no longer see. */
export async function hideUnreadable(
  queries: Queries,
  userId: string,
  rows: Notification[],
): Promise<Notification[]> {
  const isReadable = await findReadableSubjects(queries, userId, rows.map(readableSubject));
  return rows.map((row) =>
    isReadable(readableSubject(row)) ? row : { ...row, data: JSON.stringify(hidden) },
  );
}

function readableSubject({ ticketId, data }: Notification) {
  const projectId = ticketId === null ? (JSON.parse(data) as NotificationData).project?.id : undefined;
  return { ticketId, projectId: projectId ?? null };
}
