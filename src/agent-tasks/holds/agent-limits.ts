import { hourMs } from '../../platform/clock.ts';
import type { Queries, Tx } from '../../platform/db/index.ts';
import {
  canReadProject,
  getProjectFor,
  lockProjectFor,
  recordProjectChange,
  touchProject,
} from '../../projects/index.ts';
import type { Scope } from '../../users/index.ts';
import { type Hold, holds } from '../agent-task.ts';
import { canSetAgentLimits } from '../agent-task-access.ts';
import { releaseTasksWithinBudget } from '../budgets/apply-budgets.ts';
import type { Budget } from '../budgets/budget.ts';
import { type BudgetState, readBudget, setBudget } from '../budgets/set-budget.ts';
import { applyWorkflowBudget } from '../budgets/workflow-budget.ts';
import type { CollisionMode } from '../collisions/collision.ts';
import { lockCollidingTasks, predictQueuedTasks } from '../collisions/collision-store.ts';
import type { HoldSettings } from './decide-hold.ts';
import { lockHeldTasks } from './hold-store.ts';
import * as store from './limits-store.ts';
import { type Caps, readCaps } from './read-caps.ts';
import { recheckHolds } from './recheck-holds.ts';

interface AgentLimits extends Caps {
  budget: Budget | null;
}

export interface LimitsWithUse extends AgentLimits {
  used: { tasksThisHour: number; held: Record<Hold, number> } & Pick<BudgetState, 'spent' | 'notCounted'>;
}

// A project with more held tasks needs no exact number.
const heldCountMax = 10_000;

export async function getAgentLimits(
  { db, actor, clock }: Scope,
  ref: string,
  tasksPerHourMax: number,
): Promise<LimitsWithUse> {
  const project = await getProjectFor(db.reads, actor, ref, canReadProject);
  return readLimitsWithUse(db.reads, project.id, tasksPerHourMax, clock.now());
}

/** An absent field keeps its value. Null returns a field to its default, and removes the budget. */
export type LimitChanges = {
  [Field in keyof Caps]?: Caps[Field] | null | undefined;
} & { budget?: (Omit<Budget, 'period'> & { period?: Budget['period'] }) | null | undefined };

export async function setAgentLimits(
  scope: Scope,
  ref: string,
  input: LimitChanges,
  tasksPerHourMax: number,
): Promise<LimitsWithUse> {
  return scope.write(async (tx) => {
    const project = await lockProjectFor(tx, scope.actor, ref, canSetAgentLimits);
    const before = await store.findLimits(tx, { projectId: project.id });
    const now = scope.clock.now();
    const from = await readLimits(tx, project.id, tasksPerHourMax, now);
    const keep = (field: Exclude<keyof Caps, 'collisions'>) =>
      input[field] === undefined ? (before?.[field] ?? null) : input[field];
    await store.upsertLimits(tx, {
      projectId: project.id,
      tasksPerHour: keep('tasksPerHour'),
      tasksPerTicketPerDay: keep('tasksPerTicketPerDay'),
      chainDepth: keep('chainDepth'),
      collisions: storedMode(input.collisions === undefined ? from.collisions : input.collisions),
    });
    if (input.budget !== undefined) {
      const budget = input.budget && { ...input.budget, period: input.budget.period ?? 'month' };
      await setBudget(tx, { kind: 'project', subjectId: project.id }, budget, now);
      await releaseTasksWithinBudget(tx, { now, tasksPerHourMax });
      if (budget === null) await applyWorkflowBudget(tx, project.id, { now, tasksPerHourMax });
    }
    const to = await readLimits(tx, project.id, tasksPerHourMax, now);
    if (JSON.stringify(from) !== JSON.stringify(to)) {
      if (to.chainDepth > from.chainDepth) await releaseChains(tx, project.id, now, tasksPerHourMax);
      if (to.collisions !== from.collisions)
        await applyCollisionMode(tx, project.id, to.collisions, { now, tasksPerHourMax });
      const touched = await touchProject(tx, project, now);
      await recordProjectChange(tx, scope, touched, { agentLimits: { from, to } }, touched.updatedAt);
    }
    return readLimitsWithUse(tx, project.id, tasksPerHourMax, now);
  });
}

// Nobody lets more pass at once on purpose; the others are released one by one, or by raising the limit again.
const chainsReleased = 1_000;

/** Offers the tasks that the limit before held, as far as the other limits allow. */
async function releaseChains(tx: Tx, projectId: string, now: number, tasksPerHourMax: number): Promise<void> {
  const held = await lockHeldTasks(tx, { hold: 'chain', capKey: projectId, limit: chainsReleased });
  if (held.length > 0) await recheckHolds(tx, { now, tasksPerHourMax }, held);
}

const storedMode = (mode: CollisionMode | null) => (mode === 'off' ? null : mode);

/** Offers what the mode before held. The files of the tasks that wait are predicted from now on, or again. */
async function applyCollisionMode(
  tx: Tx,
  projectId: string,
  mode: CollisionMode,
  settings: HoldSettings,
): Promise<void> {
  if (mode !== 'off') await predictQueuedTasks(tx, { projectId, now: settings.now });
  const held = await lockCollidingTasks(tx, { projectId, limit: collisionsReleased });
  if (held.length > 0) await recheckHolds(tx, settings, held);
}

const collisionsReleased = 1_000;

/** Without what is used of them, as the history of the project tells changes. */
async function readLimits(
  queries: Queries,
  projectId: string,
  tasksPerHourMax: number,
  now: number,
): Promise<AgentLimits> {
  const caps = await readCaps(queries, projectId, tasksPerHourMax);
  const { budget } = await readBudget(queries, { kind: 'project', subjectId: projectId }, now);
  return { ...caps, budget };
}

async function readLimitsWithUse(
  queries: Queries,
  projectId: string,
  tasksPerHourMax: number,
  now: number,
): Promise<LimitsWithUse> {
  const caps = await readCaps(queries, projectId, tasksPerHourMax);
  const tasksThisHour = await store.countOfferedSince(queries, { capKey: projectId, since: now - hourMs });
  const counts = await store.countHolds(queries, { projectId, max: heldCountMax });
  const total = (hold: Hold) => counts.find((row) => row.hold === hold)?.total ?? 0;
  const held = Object.fromEntries(holds.map((hold) => [hold, total(hold)])) as Record<Hold, number>;
  const subject = { kind: 'project', subjectId: projectId } as const;
  const { budget, spent, notCounted } = await readBudget(queries, subject, now);
  return { ...caps, budget, used: { tasksThisHour, held, spent, notCounted } };
}
