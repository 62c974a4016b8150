import { forbidden, notFound } from '../platform/errors.ts';
import { assertFresh } from '../platform/versions.ts';
import type { Scope } from '../users/index.ts';
import { lockProjectFor, readProjectDetails } from './get-project.ts';
import { canDeleteProject } from './project-access.ts';
import { projectDeleted, recordProjectChange, recordProjectEvent } from './project-events.ts';
import { lockProject, markProjectDeleted, unmarkProjectDeleted } from './project-store.ts';
import { unlinkTakenRepositories } from './repositories/repository-store.ts';

/** Hides the project and its tickets. The key stays reserved, and an owner can restore the project. */
export async function deleteProject(scope: Scope, ref: string) {
  return scope.write(async (tx) => {
    const project = await lockProjectFor(tx, scope.actor, ref, canDeleteProject);
    assertFresh(scope.acceptedVersions, project.version);
    const now = Math.max(scope.clock.now(), project.updatedAt + 1);
    await markProjectDeleted(tx, { id: project.id, now });
    await recordProjectEvent(tx, scope, projectDeleted, { ...project, status: 'deleted' }, now);
    return readProjectDetails(tx, project.id);
  });
}

export async function restoreProject(scope: Scope, ref: string) {
  return scope.write(async (tx) => {
    const project = await lockProject(tx, ref, scope.actor);
    if (!project) throw notFound('Project');
    if (!canDeleteProject(scope.actor, project)) throw forbidden('project');
    if (project.status === 'deleted') {
      const now = Math.max(scope.clock.now(), project.updatedAt + 1);
      await unmarkProjectDeleted(tx, { id: project.id, now });
      await unlinkTakenRepositories(tx, { projectId: project.id, userId: scope.actor.userId });
      const restored = await readProjectDetails(tx, project.id);
      const changes = { status: { from: 'deleted', to: restored.status } };
      await recordProjectChange(tx, scope, restored, changes, now);
    }
    return readProjectDetails(tx, project.id);
  });
}
