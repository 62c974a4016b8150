import type { Queries } from '../platform/db/index.ts';
import { assertValid, forbidden, withDetails } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import { isReadOnly, type Scope } from '../users/index.ts';
import { chooseWorkspace } from '../workspaces/index.ts';
import { readProjectDetails } from './get-project.ts';
import { insertMember } from './member-store.ts';
import { type EstimateUnit, keyFromName, type Project, type ProjectVisibility } from './project.ts';
import { projectCreated, recordProjectEvent } from './project-events.ts';
import { findKeyProblem, insertProject, insertProjectWithFreeKey } from './project-store.ts';
import { linkRepositories } from './repositories/link-repositories.ts';

export interface NewProject {
  name: string;
  description?: string | null | undefined;
  key?: string | null | undefined;
  workspaceId?: string | null | undefined;
  visibility?: ProjectVisibility | null | undefined;
  estimateUnit?: EstimateUnit | null | undefined;
  repositories?: string[] | null | undefined;
}

export async function createProject(scope: Scope, input: NewProject) {
  if (isReadOnly(scope.actor)) throw forbidden('project');
  return scope.write(async (tx) => {
    const now = scope.clock.now();
    const workspace = await findWorkspaceFor(tx, scope, input);
    const project: Project = {
      id: newId(now),
      workspaceId: workspace.id,
      // What an agent creates belongs to its owner.
      ownerId: scope.actor.agent?.ownerId ?? scope.actor.userId,
      name: input.name,
      description: input.description || null,
      key: input.key || keyFromName(input.name),
      status: 'active',
      visibility: input.visibility ?? 'private',
      estimateUnit: input.estimateUnit ?? 'none',
      version: 1,
      createdAt: now,
      updatedAt: now,
    };
    if (input.key) await insertProject(tx, project);
    else project.key = await insertProjectWithFreeKey(tx, project);
    await insertMember(tx, { projectId: project.id, userId: project.ownerId, role: 'owner', now });
    if (scope.actor.agent)
      await insertMember(tx, { projectId: project.id, userId: scope.actor.userId, role: 'admin', now });
    await recordProjectEvent(tx, scope, projectCreated, project, now);
    if (input.repositories) await linkRepositories(tx, scope, project, input.repositories);
    return readProjectDetails(tx, project.id);
  });
}

/** Throws the errors that only the database can find, and creates nothing. */
export async function validateNewProject(scope: Scope, input: Partial<NewProject>): Promise<void> {
  await findWorkspaceFor(scope.db.reads, scope, input);
  assertValid(await findKeyProblem(scope.db.reads, input.key));
}

const findWorkspaceFor = (queries: Queries, { actor }: Scope, { workspaceId, key }: Partial<NewProject>) =>
  chooseWorkspace(queries, actor, workspaceId).catch(async (error: unknown) => {
    throw withDetails(error, await findKeyProblem(queries, key));
  });
