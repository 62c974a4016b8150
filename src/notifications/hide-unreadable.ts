import type { Queries } from '../platform/db/index.ts';
import { canReadProject, findProject } from '../projects/index.ts';
import { watchers } from '../tickets/index.ts';
import type { Notification, NotificationData } from './notification.ts';

const hidden: NotificationData = {
  message: 'You no longer have access to what this was about',
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
  const readable = await watchers.filterReadable(
    queries,
    rows.flatMap(({ ticketId }) => ticketId ?? []),
    userId,
  );
  const projects = new Map<string, boolean>();
  for (const id of new Set(rows.flatMap((row) => projectOf(row) ?? []))) {
    const project = await findProject(queries, id, userId);
    projects.set(id, project !== undefined && canReadProject(undefined, project));
  }
  return rows.map((row) => {
    const projectId = projectOf(row);
    const isReadable =
      row.ticketId !== null
        ? readable.has(row.ticketId)
        : projectId === undefined || projects.get(projectId) === true;
    return isReadable ? row : { ...row, data: JSON.stringify(hidden) };
  });
}

/** The project of a notification that is about no ticket. */
function projectOf({ ticketId, data }: Notification): string | undefined {
  return ticketId === null ? (JSON.parse(data) as NotificationData).project?.id : undefined;
}
