import { invalid, whenNotFound } from '../platform/errors.ts';
import type { Page } from '../platform/paging.ts';
import { keyProjectLimit, type Scope } from '../users/index.ts';
import { getProjectFor } from './get-project.ts';
import { listFoundPeople } from './people-store.ts';
import { canReadProject } from './project-access.ts';

export interface PeopleFilter {
  query?: string | undefined;
  /** An id or key: only people to whom a ticket of this project is assigned sensibly, its members and its workspace's. */
  project?: string | undefined;
}

/**
 * Finds people among those whom the actor shares a project or workspace with, and nobody else. On a worker thread, because
 * somebody with hundreds of projects shares them with thousands of people.
 */
export async function listPeople({ db, actor }: Scope, { query, project }: PeopleFilter, page: Page) {
  if (project === undefined) {
    const { userId } = actor;
    return listFoundPeople(db.workerReads, { userId, keyProjects: keyProjectLimit(actor) }, query, page);
  }
  const { id, workspaceId } = await getProjectFor(db.reads, actor, project, canReadProject).catch(
    whenNotFound(invalid({ project: ['Project does not exist'] })),
  );
  return listFoundPeople(db.workerReads, { project: { id, workspaceId } }, query, page);
}
