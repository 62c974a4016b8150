import { type Queries, UniqueViolation } from '../../platform/db/index.ts';
import { invalid, notFound, whenNotFound } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Page } from '../../platform/paging.ts';
import type { Scope } from '../../users/index.ts';
import { canEditLabels, canReadWorkspace, chooseWorkspace, getWorkspaceFor } from '../../workspaces/index.ts';
import { recordSettingEvent } from '../setting-events.ts';
import type { Label } from './label-store.ts';
import * as store from './label-store.ts';

/** An absent field stays as it is; a null colour becomes grey. */
export interface LabelChanges {
  name?: string | undefined;
  color?: string | null | undefined;
}

const greyColor = '#8b949e';

export async function listLabels({ db, actor }: Scope, workspaces: string[] | undefined, page: Page) {
  return store.listLabelsFor(db.reads, actor.userId, workspaces, page);
}

export const getLabel = ({ db, actor }: Scope, id: string) =>
  getLabelFor(db.reads, actor, id, canReadWorkspace);

/** Throws if the label does not exist or the actor lacks the permission in its workspace. */
export async function getLabelFor(
  queries: Queries,
  actor: Scope['actor'],
  id: string,
  may: Parameters<typeof getWorkspaceFor>[3],
): Promise<Label> {
  const label = await store.findLabel(queries, { id });
  if (!label) throw notFound('Label');
  await getWorkspaceFor(queries, actor, label.workspaceId, may);
  return label;
}

export async function createLabel(
  scope: Scope,
  input: { name: string; color?: string | null | undefined; workspaceId?: string | null | undefined },
): Promise<Label> {
  return withUniqueName(
    scope.write(async (tx) => {
      const now = scope.clock.now();
      const workspaceId = input.workspaceId ?? (await chooseWorkspace(tx, scope.actor, undefined)).id;
      await getWorkspaceFor(tx, scope.actor, workspaceId, canEditLabels).catch(
        whenNotFound(invalid({ workspaceId: ['Workspace does not exist'] })),
      );
      const { name } = input;
      const color = input.color ?? greyColor;
      const label: Label = { id: newId(now), workspaceId, name, color, createdAt: now, updatedAt: now };
      await store.insertLabels(tx, [label]);
      await recordSettingEvent(tx, scope, 'label', 'created', { id: label.id, name, workspaceId });
      return label;
    }),
  );
}

export async function changeLabel(scope: Scope, id: string, changes: LabelChanges): Promise<Label> {
  return withUniqueName(
    scope.write(async (tx) => {
      await tx.advisoryLock(`label ${id}`);
      const before = await getLabelFor(tx, scope.actor, id, canEditLabels);
      const { name = before.name } = changes;
      const color = changes.color === undefined ? before.color : (changes.color ?? greyColor);
      if (name === before.name && color === before.color) return before;
      const after = { ...before, name, color, updatedAt: Math.max(scope.clock.now(), before.updatedAt + 1) };
      await store.updateLabelRow(tx, after);
      await recordSettingEvent(tx, scope, 'label', 'updated', after);
      return after;
    }),
  );
}

/** Removes the label from every ticket and deletes it. */
export async function deleteLabel(scope: Scope, id: string): Promise<string> {
  return scope.write(async (tx) => {
    const label = await getLabelFor(tx, scope.actor, id, canEditLabels);
    await store.deleteLabelRow(tx, id);
    await recordSettingEvent(tx, scope, 'label', 'deleted', label);
    return id;
  });
}

async function withUniqueName<T>(change: Promise<T>): Promise<T> {
  return change.catch((error: unknown) => {
    if (!(error instanceof UniqueViolation) || error.table !== 'labels') throw error;
    throw invalid({ name: ['Name must be unique: the workspace has a label of this name'] });
  });
}
