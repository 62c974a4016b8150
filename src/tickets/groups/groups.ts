import type { Queries } from '../../platform/db/index.ts';
import { conflict, invalid, notFound, whenNotFound } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Page } from '../../platform/paging.ts';
import { canEditProject, canReadProject, getProjectFor } from '../../projects/index.ts';
import type { Scope } from '../../users/index.ts';
import { type Progress, sumProgress } from '../children/progress.ts';
import { bringScheduleForward } from '../cycles/cycle-schedule-store.ts';
import { findVisibleHomes } from '../lists/visible-homes.ts';
import { recordSettingEvent } from '../setting-events.ts';
import type { Group, GroupKind } from './group.ts';
import {
  countByMilestone,
  deleteGroupRow,
  findGroup,
  hasTickets,
  insertGroups,
  listGroupsOf,
  updateGroupRow,
} from './group-store.ts';

/** An absent field stays as it is, null clears it. */
export interface GroupChanges {
  name?: string | undefined;
  kind?: GroupKind | undefined;
  description?: string | null | undefined;
  startsAt?: number | null | undefined;
  endsAt?: number | null | undefined;
}

type Permission = Parameters<typeof getProjectFor>[3];

export async function listGroups({ db, actor }: Scope, projects: string[] | undefined, page: Page) {
  const { whole } = await findVisibleHomes(db.reads, actor, projects);
  return listGroupsOf(db.reads, { projectIds: whole }, page);
}

export const getGroup = ({ db, actor }: Scope, id: string) =>
  getGroupFor(db.reads, actor, id, canReadProject);

export type GroupWithProgress = Group & { progress?: Progress };

/** Adds the progress of their tickets to milestones. */
export async function withProgress({ db }: Scope, groups: Group[]): Promise<GroupWithProgress[]> {
  const ids = groups.filter(({ kind }) => kind === 'milestone').map(({ id }) => id);
  if (ids.length === 0) return groups;
  const counts = Map.groupBy(await countByMilestone(db.reads, { ids }), ({ milestoneId }) => milestoneId);
  return groups.map((group) =>
    group.kind === 'milestone' ? { ...group, progress: sumProgress(counts.get(group.id) ?? []) } : group,
  );
}

/** Throws if the group does not exist or the actor lacks the permission in its project. */
export async function getGroupFor(queries: Queries, actor: Scope['actor'], id: string, may: Permission) {
  const group = await findGroup(queries, { id });
  if (!group) throw notFound('Group');
  await getProjectFor(queries, actor, group.projectId, may).catch(whenNotFound(notFound('Group')));
  return group;
}

export async function createGroup(
  scope: Scope,
  input: GroupChanges & { name: string; projectId: string },
): Promise<Group> {
  return scope.write(async (tx) => {
    const project = await getProjectFor(tx, scope.actor, input.projectId, canEditProject).catch(
      whenNotFound(invalid({ projectId: ['Project does not exist'] })),
    );
    const now = scope.clock.now();
    const group: Group = {
      id: newId(now),
      projectId: project.id,
      name: input.name,
      kind: input.kind ?? 'list',
      description: input.description || null,
      startsAt: input.startsAt ?? null,
      endsAt: input.endsAt ?? null,
      createdAt: now,
      updatedAt: now,
    };
    assertOrder(group);
    await insertGroups(tx, [group]);
    await bringScheduleForward(tx, { projectId: group.projectId, now: scope.clock.now() });
    await recordSettingEvent(tx, scope, 'group', 'created', group);
    return group;
  });
}

export async function changeGroup(scope: Scope, id: string, changes: GroupChanges): Promise<Group> {
  return scope.write(async (tx) => {
    await tx.advisoryLock(`group ${id}`);
    const before = await getGroupFor(tx, scope.actor, id, canEditProject);
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
    const after: Group = { ...before, ...given };
    if (Object.keys(given).every((field) => before[field as keyof Group] === after[field as keyof Group]))
      return before;
    assertOrder(after);
    const becomesAnother = (before.kind === 'milestone') !== (after.kind === 'milestone');
    if (becomesAnother && (await hasTickets(tx, { id })))
      throw conflict(
        'A group with tickets cannot become a milestone, nor a milestone something else. Take its tickets out first.',
      );
    after.updatedAt = Math.max(scope.clock.now(), before.updatedAt + 1);
    await updateGroupRow(tx, after);
    await bringScheduleForward(tx, { projectId: after.projectId, now: scope.clock.now() });
    await recordSettingEvent(tx, scope, 'group', 'updated', after);
    return after;
  });
}

/** Deletes the group. Its tickets stay, without a group. */
export async function deleteGroup(scope: Scope, id: string): Promise<string> {
  return scope.write(async (tx) => {
    const group = await getGroupFor(tx, scope.actor, id, canEditProject);
    await deleteGroupRow(tx, id);
    await bringScheduleForward(tx, { projectId: group.projectId, now: scope.clock.now() });
    await recordSettingEvent(tx, scope, 'group', 'deleted', group);
    return id;
  });
}

function assertOrder({ startsAt, endsAt }: Group): void {
  if (startsAt === null || endsAt === null || startsAt <= endsAt) return;
  throw invalid({ endsAt: ['Ends at must not be before the start'] });
}
