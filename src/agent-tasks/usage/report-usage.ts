import { dayMs } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/index.ts';
import { invalid } from '../../platform/errors.ts';
import type { AgentTaskRow } from '../agent-task.ts';
import { chargeBudgets } from '../budgets/charge-budgets.ts';
import {
  addCosts,
  addCounts,
  countNames,
  type Money,
  noUsage,
  type UsageCounts,
  type UsageReport,
} from './usage.ts';
import * as store from './usage-store.ts';

/** A report: an absent field keeps what this attempt reported before. */
export type NewUsage = { [Name in keyof UsageReport]?: UsageReport[Name] | undefined };

/** The JSON in `agent_tasks.usage`. `currency`: of the last report with a cost. */
export interface StoredUsage extends UsageCounts {
  costs: Money[];
  currency: string | null;
}

// Attempts may differ in their currency, and all of them are in one column.
const currenciesMax = 50;

export const parseUsage = (json: string | null): StoredUsage =>
  json === null ? { ...noUsage, currency: null } : JSON.parse(json);

/**
 * Stores what the current attempt used. Reports of one task are serialised by the lock on its row, which the caller
 * holds; sums over tasks are read from the rows of all attempts, so reports of different tasks do not wait for each
 * other unless their cost counts towards the same budget.
 */
export async function reportUsage(tx: Tx, task: AgentTaskRow, report: NewUsage, now: number): Promise<void> {
  const day = Math.floor(now / dayMs);
  const [usageDays, costDays] = await Promise.all([
    store.listUsageDays(tx, { taskId: task.id }),
    store.listCostDays(tx, { taskId: task.id }),
  ]);
  const ofAttempt = <Row extends { epoch: number }>(rows: Row[]) =>
    rows.filter(({ epoch }) => epoch === task.leaseEpoch);
  const attempt = {
    taskId: task.id,
    epoch: task.leaseEpoch,
    day,
    workerId: task.leaseUserId as string,
    projectId: task.projectId,
    ticketId: task.ticketId,
  };

  const before = addCounts(ofAttempt(usageDays));
  const after = { ...before };
  for (const name of countNames) after[name] = report[name] ?? before[name];
  if (countNames.some((name) => after[name] !== before[name]) || usageDays.length === 0)
    await store.saveUsageDay(tx, { ...attempt, ...today(ofAttempt(usageDays), day, before, after) });

  const charges = report.cost === undefined ? [] : differences(ofAttempt(costDays), report.cost);
  for (const { currency, amount } of charges) {
    const earlier = costDays.find(
      (row) => row.epoch === task.leaseEpoch && row.day === day && row.currency === currency,
    );
    await store.saveCostDay(tx, { ...attempt, currency, amount: (earlier?.amount ?? 0) + amount });
  }
  const costs = addCosts([...costDays, ...charges]).filter(({ amount }) => amount !== 0);
  if (costs.length > currenciesMax)
    throw invalid({ usage: [`A task can have costs in at most ${currenciesMax} currencies`] });
  const others = addCounts(usageDays.filter(({ epoch }) => epoch !== task.leaseEpoch));
  const usage: StoredUsage = {
    ...addCounts([others, after]),
    costs,
    currency: report.cost?.currency ?? parseUsage(task.usage).currency,
  };
  await store.updateTaskUsage(tx, { id: task.id, usage: JSON.stringify(usage) });
  if (charges.length > 0) await chargeBudgets(tx, task, charges, now);
}

/** What the row of today holds, so that all days of the attempt add up to the report. */
function today(
  days: (UsageCounts & { day: number })[],
  day: number,
  before: UsageCounts,
  after: UsageCounts,
): UsageCounts {
  const row = { ...(days.find((one) => one.day === day) ?? noUsage) };
  const counts = { inputTokens: 0, outputTokens: 0, cachedTokens: 0, seconds: 0 };
  for (const name of countNames) counts[name] = row[name] + after[name] - before[name];
  return counts;
}

/** By how much the cost of the attempt changes. A report in another currency replaces the cost so far. */
function differences(rows: Money[], cost: Money | null): Money[] {
  const known = addCosts(rows).map(({ amount, currency }) => ({ amount: -amount, currency }));
  return addCosts(cost ? [...known, cost] : known).filter(({ amount }) => amount !== 0);
}
