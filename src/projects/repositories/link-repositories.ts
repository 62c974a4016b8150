import type { Queries, Tx } from '../../platform/db/index.ts';
import { invalid } from '../../platform/errors.ts';
import { foldCase } from '../../platform/fold-case.ts';
import type { Actor, Scope } from '../../users/index.ts';
import type { Project } from '../project.ts';
import { canApproveRepositories, canShareRepository } from '../project-access.ts';
import { markWorkflowDue } from '../workflow/workflow-store.ts';
import { recordDecision } from './repository-link-events.ts';
import {
  deleteLinks,
  insertLinks,
  listProjectRepositories,
  listRepositoryProjects,
  lockRepository,
} from './repository-store.ts';

/**
 * Replaces the repositories of the project. Returns the change, or undefined if there is none. An approval belongs to one
 * spelling of a name: in LOCAL_REPOSITORIES, `corp/App` and `corp/app` are two repositories.
 */
export async function linkRepositories(tx: Tx, { actor, clock }: Scope, project: Project, names: string[]) {
  const before = await listProjectRepositories(tx, { projectId: project.id });
  const after = distinct(names);
  if (before.join('\n') === after.join('\n')) return undefined;
  const linked = new Set(before.map(foldCase));
  for (const name of after.filter((one) => !linked.has(foldCase(one)))) await assertMayLink(tx, actor, name);
  const gone = before.filter((name) => !after.includes(name));
  if (gone.length > 0) await deleteLinks(tx, { projectId: project.id, names: gone });
  const isApproved = canApproveRepositories(actor);
  const now = clock.now();
  const links = await insertLinks(tx, {
    projectId: project.id,
    names: after.filter((name) => !before.includes(name)),
    linkedBy: actor.userId,
    isApproved,
    now,
  });
  const { id: projectId, name: projectName, workspaceId } = project;
  if (isApproved)
    for (const link of links)
      await recordDecision(
        tx,
        actor,
        { ...link, state: 'approved', projectId, projectName, workspaceId },
        now,
      );
  await markWorkflowDue(tx, { projectId, dueAt: now });
  return { from: before, to: after };
}

/** Whether the actor is a member of a project that links the repository. */
export async function isMemberByRepository(queries: Queries, { userId }: Actor, repository: string) {
  const projects = await listRepositoryProjects(queries, repository, userId);
  return projects.some(({ role }) => role !== null);
}

/** Events of a repository reach every project that links it, so linking one of another project needs its admin. */
async function assertMayLink(tx: Tx, actor: Actor, name: string): Promise<void> {
  await lockRepository(tx, name);
  if (canShareRepository(actor, await listRepositoryProjects(tx, name, actor.userId))) return;
  throw invalid({
    repositories: [
      `${name} is linked to another project. Ask an admin of that project, or of the instance, to link it here too`,
    ],
  });
}

/** Removes duplicates, ignoring case, and sorts: concurrent changes lock repositories in the same order. */
function distinct(names: string[]): string[] {
  const byFolded = new Map(names.map((name) => [foldCase(name), name]));
  return [...byFolded].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, name]) => name);
}
