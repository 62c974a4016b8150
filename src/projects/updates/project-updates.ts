import { recordEvent } from '../../events/index.ts';
import type { Tx } from '../../platform/db/index.ts';
import { forbiddenBecause, notFound } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Page } from '../../platform/paging.ts';
import type { Scope } from '../../users/index.ts';
import { getProjectFor } from '../get-project.ts';
import type { Project } from '../project.ts';
import { canEditProject, canReadProject, canWriteInProject } from '../project-access.ts';
import { canDeleteUpdate, type ProjectHealth, type ProjectUpdate } from './project-update.ts';
import { projectUpdateDeleted, projectUpdatePosted } from './project-update-events.ts';
import * as store from './project-update-store.ts';

export async function listProjectUpdates({ db, actor }: Scope, ref: string, page: Page) {
  const { id } = await getProjectFor(db.reads, actor, ref, canReadProject);
  return store.listUpdates(db.reads, { projectId: id }, page);
}

export async function postProjectUpdate(
  scope: Scope,
  ref: string,
  { health, text }: { health: ProjectHealth; text: string },
): Promise<ProjectUpdate> {
  const { actor, clock } = scope;
  return scope.write(async (tx) => {
    const project = await getProjectFor(tx, actor, ref, canWriteInProject);
    const now = clock.now();
    const update = {
      ...{ id: newId(now), projectId: project.id, authorId: actor.userId },
      ...{ health, text, createdAt: now },
    };
    await store.insertUpdate(tx, update);
    await recordUpdateEvent(tx, scope, projectUpdatePosted, project, update);
    return { ...update, authorName: actor.name };
  });
}

export async function deleteProjectUpdate(scope: Scope, ref: string, id: string): Promise<string> {
  const { actor } = scope;
  return scope.write(async (tx) => {
    const project = await getProjectFor(tx, actor, ref, canWriteInProject);
    const update = await store.findUpdate(tx, { id, projectId: project.id });
    if (!update) throw notFound('Update');
    if (!canDeleteUpdate(actor.userId, update, canEditProject(actor, project)))
      throw forbiddenBecause('Only its author and admins of the project can delete an update.');
    await store.deleteUpdateRow(tx, { id });
    await recordUpdateEvent(tx, scope, projectUpdateDeleted, project, update);
    return id;
  });
}

const recordUpdateEvent = (
  tx: Tx,
  { actor, clock }: Scope,
  type: typeof projectUpdatePosted | typeof projectUpdateDeleted,
  { id, name, key, workspaceId }: Project,
  update: Pick<ProjectUpdate, 'id' | 'health'>,
) =>
  recordEvent(tx, type, {
    at: clock.now(),
    actorId: actor.userId,
    projectId: id,
    workspaceId,
    data: {
      project: { id, name, key },
      user: { id: actor.userId, name: actor.name },
      update: { id: update.id, health: update.health },
    },
  });
