import { invalid, whenNotFound } from '../platform/errors.ts';
import type { Page } from '../platform/paging.ts';
import { keyProjectLimit, type Scope } from '../users/index.ts';
import { getProjectFor } from './get-project.ts';
import { listFoundPeople } from './people-store.ts';
import { canReadProject } from './project-access.ts';

export interface PeopleFilter {
  query?: string | undefined;
  /**
   * The id or key of a project: lists only people who can sensibly be assigned its tickets, the members of the
   * project and of its workspace.
   */
  project?: string | undefined;
}

/**
 * Finds people with whom the actor shares a project or workspace, and nobody else. Runs on a worker thread, because
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
