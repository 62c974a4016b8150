import type { Queries } from '../platform/db/index.ts';
import { filterReadableProjects } from '../projects/index.ts';
import { filterReadable } from './watchers/index.ts';

/** What a stored text is about: a ticket, else a project, else neither. */
export interface Subject {
  ticketId: string | null;
  projectId: string | null;
}

/**
 * Stored texts quote tickets and projects and are read later. The returned function says whether the user may see the
 * subject of a text in its present state. Takes two statements for any number of subjects.
 */
export async function findReadableSubjects(
  queries: Queries,
  userId: string,
  subjects: readonly Subject[],
): Promise<(subject: Subject) => boolean> {
  const ticketIds = subjects.flatMap(({ ticketId }) => ticketId ?? []);
  const projectIds = subjects.flatMap(({ ticketId, projectId }) =>
    ticketId === null ? (projectId ?? []) : [],
  );
  const tickets = await filterReadable(queries, ticketIds, userId);
  const projects = await filterReadableProjects(queries, projectIds, userId);
  return ({ ticketId, projectId }) => {
    if (ticketId !== null) return tickets.has(ticketId);
    return projectId === null || projects.has(projectId);
  };
}

/** Shown in place of a text about something that its reader may no longer see. */
export const lostAccessText = 'You no longer have access to what this was about';
