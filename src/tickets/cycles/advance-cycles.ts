import { type BuiltEvent, recordEvents } from '../../events/index.ts';
import { type Clock, dayMs } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/db/index.ts';
import { newId } from '../../platform/ids.ts';
import { findProject, type ProjectRecord } from '../../projects/index.ts';
import {
  type Actor,
  findActor,
  getActorInNameOf,
  type Scope,
  scopeWithoutRequest,
} from '../../users/index.ts';
import { moveOpenTickets } from '../groups/carry-over.ts';
import type { Group } from '../groups/group.ts';
import { insertGroups } from '../groups/group-store.ts';
import { recordSettingEvent } from '../setting-events.ts';
import { buildCycleEnded, buildCycleStarted } from './cycle-events.ts';
import { type CycleSchedule, planCycles, toCycleSchedule } from './cycle-schedule.ts';
import type { CycleRow } from './cycle-schedule-store.ts';
import * as store from './cycle-schedule-store.ts';

const projectsPerStep = 100;
// On SQLite other writers wait for the transaction, so further tickets follow in the next one.
const ticketsPerTransaction = 250;

/** Starts and ends the cycles that are due, and plans those that follow. Any number of processes may run it. */
export async function advanceDueCycles(db: Database, clock: Clock): Promise<void> {
  const failures: unknown[] = [];
  for (const projectId of await store.listDueProjects(db.reads, {
    now: clock.now(),
    limit: projectsPerStep,
  })) {
    try {
      while (await db.transaction((tx) => advanceProject(tx, db, clock, projectId)));
    } catch (error) {
      // A failure in one project must not stop the cycles of the others.
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

/** Returns true if tickets of an ended cycle must still be moved. */
async function advanceProject(tx: Tx, db: Database, clock: Clock, projectId: string): Promise<boolean> {
  const row = await store.lockDueSchedule(tx, { projectId, now: clock.now() });
  const project = row && (await findProject(tx, projectId, { userId: row.setBy }));
  if (!project) return false;
  const actor = await loadActor(tx, row.setBy, project.ownerId);
  return advanceCycles(tx, scopeWithoutRequest(db, clock, actor), project, toCycleSchedule(row));
}

/** Acts for the person who set the schedule, or for the owner of the project if that account is disabled. */
async function loadActor(tx: Tx, setBy: string, ownerId: string): Promise<Actor> {
  const credential = { kind: 'session', id: 'cycles' } as const;
  return (await findActor(tx, setBy, credential)) ?? getActorInNameOf(tx, ownerId, credential);
}

/**
 * Brings the cycles of a project up to date, with the schedule's row locked. Each cycle is marked in the transaction of
 * its event, so a start or an end is recorded once. After downtime, missed starts and ends follow in order, and open
 * tickets go straight to the current cycle.
 */
export async function advanceCycles(
  tx: Tx,
  scope: Scope,
  project: ProjectRecord,
  schedule: CycleSchedule,
): Promise<boolean> {
  const now = scope.clock.now();
  const cycles = await planMissing(tx, scope, project.id, schedule);
  const events: BuiltEvent[] = [];
  for (const cycle of cycles) {
    if (cycle.startedAt === null && cycle.startsAt <= now) {
      await store.markCycleStarted(tx, { id: cycle.id, now });
      cycle.startedAt = now;
      events.push(buildCycleStarted(scope, project, cycle));
    }
    if (cycle.endedAt !== null || cycle.endsAt > now) continue;
    const next = cycles.find(({ endsAt }) => endsAt > now);
    if (next && schedule.carryOver) {
      const moved = await moveOpenTickets(tx, scope, cycle.id, next.id, ticketsPerTransaction);
      events.push(...moved.events);
      if (moved.isMore) {
        await recordEvents(tx, events);
        return true;
      }
    }
    await store.markCycleEnded(tx, { id: cycle.id, now });
    cycle.endedAt = now;
    events.push(await endedEvent(tx, scope, project, cycle, schedule.carryOver ? next : undefined));
  }
  await recordEvents(tx, events);
  await store.setNextAt(tx, { projectId: project.id, nextAt: nextAfter(cycles) ?? now + dayMs });
  return false;
}

/** Creates the missing cycles and returns all cycles of the project with both dates, ordered by start. */
async function planMissing(tx: Tx, scope: Scope, projectId: string, schedule: CycleSchedule) {
  const now = scope.clock.now();
  const existing = await store.listDatedCycles(tx, { projectId });
  const planned = planCycles(schedule, existing, now).map(
    (cycle): Group => ({
      id: newId(now),
      projectId,
      kind: 'cycle',
      description: null,
      ...cycle,
      createdAt: now,
      updatedAt: now,
    }),
  );
  if (planned.length === 0) return existing;
  await insertGroups(tx, planned);
  for (const group of planned) await recordSettingEvent(tx, scope, 'group', 'created', group);
  return store.listDatedCycles(tx, { projectId });
}

async function endedEvent(
  tx: Tx,
  scope: Scope,
  project: ProjectRecord,
  cycle: CycleRow,
  next: CycleRow | undefined,
): Promise<BuiltEvent> {
  return buildCycleEnded(scope, project, cycle, {
    next: next ? { id: next.id, name: next.name } : null,
    completed: await store.countDoneTickets(tx, { groupId: cycle.id }),
    carriedOver: next
      ? await store.countMovedTickets(tx, { from: cycle.id, to: next.id, since: cycle.endsAt })
      : 0,
  });
}

function nextAfter(cycles: CycleRow[]): number | undefined {
  const instants = cycles.flatMap(({ startsAt, endsAt, startedAt, endedAt }) => [
    ...(startedAt === null ? [startsAt] : []),
    ...(endedAt === null ? [endsAt] : []),
  ]);
  return instants.length > 0 ? Math.min(...instants) : undefined;
}
