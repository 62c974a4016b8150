import { recordAudit } from '../../audit/index.ts';
import type { Tx } from '../../platform/db/index.ts';
import { invalid } from '../../platform/errors.ts';
import {
  canEditProject,
  canReadProject,
  getProjectFor,
  lockProjectFor,
  type ProjectRecord,
  recordProjectChange,
  touchProject,
} from '../../projects/index.ts';
import { findTimezone, isTimezone, type Scope } from '../../users/index.ts';
import { advanceCycles } from './advance-cycles.ts';
import { type CycleSchedule, defaultSchedule, toCycleSchedule, weekdays } from './cycle-schedule.ts';
import * as store from './cycle-schedule-store.ts';

/** `nextAt` is the time of the next start or end of a cycle; null while the schedule is not active. */
export type ScheduleWithNext = CycleSchedule & { nextAt: number | null };

/** An absent field keeps its value. */
export type ScheduleInput = { [Field in keyof CycleSchedule]?: CycleSchedule[Field] | undefined };

export async function getCycleSchedule(scope: Scope, ref: string): Promise<ScheduleWithNext> {
  const { id } = await getProjectFor(scope.db.reads, scope.actor, ref, canReadProject);
  const row = await store.findSchedule(scope.db.reads, { projectId: id });
  return row
    ? { ...toCycleSchedule(row), nextAt: row.nextAt }
    : { ...defaultSchedule, timezone: await findTimezone(scope.db.reads, scope.actor.userId), nextAt: null };
}

/** Changes the schedule. If it is active afterwards, its planned cycles exist when this returns. */
export async function setCycleSchedule(
  scope: Scope,
  ref: string,
  input: ScheduleInput,
): Promise<ScheduleWithNext> {
  return scope.write(async (tx) => {
    const project = await lockProjectFor(tx, scope.actor, ref, canEditProject);
    if (input.timezone !== undefined && !isTimezone(input.timezone))
      throw invalid({ timezone: ['Timezone must be an IANA name such as Europe/Vienna'] });
    const row = await store.findSchedule(tx, { projectId: project.id });
    const before: CycleSchedule = row
      ? toCycleSchedule(row)
      : { ...defaultSchedule, timezone: await findTimezone(tx, scope.actor.userId) };
    const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
    const after: CycleSchedule = { ...before, ...given };
    const isChanged = Object.keys(given).some(
      (field) => before[field as keyof CycleSchedule] !== after[field as keyof CycleSchedule],
    );
    if (!isChanged) return { ...before, nextAt: row?.nextAt ?? null };
    await save(tx, scope, project, before, after);
    return { ...after, nextAt: (await store.findSchedule(tx, { projectId: project.id }))?.nextAt ?? null };
  });
}

async function save(
  tx: Tx,
  scope: Scope,
  project: ProjectRecord,
  before: CycleSchedule,
  after: CycleSchedule,
): Promise<void> {
  const now = scope.clock.now();
  const { active, carryOver, startDay, ...rest } = after;
  await store.upsertSchedule(tx, {
    ...rest,
    projectId: project.id,
    setBy: scope.actor.userId,
    startDay: weekdays.indexOf(startDay) + 1,
    carriesOver: Number(carryOver),
    nextAt: active ? now : null,
  });
  const touched = await touchProject(tx, project, now);
  await recordProjectChange(
    tx,
    scope,
    touched,
    { cycleSchedule: { from: before, to: after } },
    touched.updatedAt,
  );
  await recordAudit(tx, scope, 'cycle_schedule.changed', {
    kind: 'project',
    id: project.id,
    name: project.name,
  });
  if (!active) return;
  // Cycles that people ended by hand, or that passed during a pause, get no events and keep their tickets.
  if (!before.active) await store.skipPastCycles(tx, project.id, now);
  await advanceCycles(tx, scope, project, after);
}
