import { UniqueViolation } from '../platform/db/index.ts';
import { forbiddenBecause, invalid, notFound } from '../platform/errors.ts';
import type { Page } from '../platform/http/index.ts';
import { newId } from '../platform/ids.ts';
import type { Scope } from '../users/index.ts';
import { canEditLabels, canReadWorkspace, chooseWorkspace, getWorkspaceFor } from '../workspaces/index.ts';
import {
  countLabelsFor,
  deleteLabelRow,
  findLabel,
  insertLabel,
  type Label,
  listLabelsFor,
  updateLabelRow,
} from './label-store.ts';
import { recordSettingEvent } from './setting-events.ts';

export interface LabelChanges {
  name?: string | undefined;
  color?: string | undefined;
}

const greyColor = '#8b949e';

export async function listLabels({ db, actor }: Scope, workspaces: string[] | undefined, page: Page) {
  const rows = await listLabelsFor(db.reads, actor.userId, workspaces, page.limit, page.offset);
  return { rows, total: await countLabelsFor(db.reads, actor.userId, workspaces) };
}

export async function getLabel({ db, actor }: Scope, id: string): Promise<Label> {
  const label = await findLabel(db.reads, id);
  if (!label) throw notFound('Label');
  await getWorkspaceFor(db.reads, actor, label.workspaceId, canReadWorkspace);
  return label;
}

export async function createLabel(
  scope: Scope,
  input: { name: string; color?: string | undefined; workspaceId?: string | null | undefined },
): Promise<Label> {
  return withUniqueName(
    scope.write(async (tx) => {
      const now = scope.clock.now();
      const workspaceId = input.workspaceId ?? (await chooseWorkspace(tx, scope.actor, undefined)).id;
      await getWorkspaceFor(tx, scope.actor, workspaceId, canEditLabels).catch((error: Error) => {
        throw error.message === 'Workspace not found'
          ? invalid({ workspaceId: ['Workspace does not exist'] })
          : error;
      });
      const { name, color = greyColor } = input;
      const label: Label = { id: newId(now), workspaceId, name, color, createdAt: now, updatedAt: now };
      await insertLabel(tx, label);
      await recordSettingEvent(tx, scope, 'label', 'created', { id: label.id, name, workspaceId });
      return label;
    }),
  );
}

export async function changeLabel(scope: Scope, id: string, changes: LabelChanges): Promise<Label> {
  return withUniqueName(
    scope.write(async (tx) => {
      const before = await findLabel(tx, id);
      if (!before) throw notFound('Label');
      await getWorkspaceFor(tx, scope.actor, before.workspaceId, canEditLabels);
      const { name = before.name, color = before.color } = changes;
      if (name === before.name && color === before.color) return before;
      const after = { ...before, name, color, updatedAt: Math.max(scope.clock.now(), before.updatedAt + 1) };
      await updateLabelRow(tx, after);
      await recordSettingEvent(tx, scope, 'label', 'updated', after);
      return after;
    }),
  );
}

/** Takes it off every ticket; the tickets stay. */
export async function deleteLabel(scope: Scope, id: string): Promise<void> {
  await scope.write(async (tx) => {
    const label = await findLabel(tx, id);
    if (!label) throw notFound('Label');
    await getWorkspaceFor(tx, scope.actor, label.workspaceId, canEditLabels);
    await deleteLabelRow(tx, id);
    await recordSettingEvent(tx, scope, 'label', 'deleted', label);
  });
}

/** Asked before a malformed change is refused. */
export async function assertMayEditLabel({ db, actor }: Scope, id: string): Promise<void> {
  const label = await findLabel(db.reads, id);
  if (!label) throw notFound('Label');
  const standing = await getWorkspaceFor(db.reads, actor, label.workspaceId, () => true);
  if (!canEditLabels(actor, standing))
    throw forbiddenBecause('Insufficient permissions to access this workspace');
}

async function withUniqueName<T>(change: Promise<T>): Promise<T> {
  return change.catch((error: unknown) => {
    if (!(error instanceof UniqueViolation) || error.table !== 'labels') throw error;
    throw invalid({ name: ['Name must be unique: the workspace has a label of this name'] });
  });
}
