import type { Tx } from '../../platform/db/index.ts';
import type { AgentTaskRow } from '../agent-task.ts';
import type { Money } from '../usage/usage.ts';
import { type BudgetSubject, isNearlySpent, isSpent, monthOf, periodOf, spentUntil } from './budget.ts';
import { budgetNearlySpent, budgetSpent, recordBudgetEvent } from './budget-events.ts';
import type { BudgetRow } from './budget-store.ts';
import * as store from './budget-store.ts';
import { holdTasksOfBudget } from './hold-by-budget.ts';

/**
 * Adds costs to what the worker, the project and the ticket of the task spent this month, and announces the marks of
 * their budgets. The subjects are locked in this order by every report, so that reports never deadlock, and until the
 * commit, so that of two concurrent reports the second sees the sum of the first: no mark is missed or announced twice.
 */
export async function chargeBudgets(
  tx: Tx,
  task: AgentTaskRow,
  charges: Money[],
  now: number,
): Promise<void> {
  const sorted = charges.toSorted((a, b) => (a.currency < b.currency ? -1 : 1));
  for (const subject of budgetSubjects(task)) {
    for (const charge of sorted) await store.addSpending(tx, { ...subject, ...charge, month: monthOf(now) });
    const budget = await store.lockBudgetRow(tx, subject);
    if (budget) await updateMarks(tx, budget, now);
  }
}

/** The budgets that a task counts towards while its worker holds the lease. */
const budgetSubjects = ({ leaseUserId, projectId, ticketId }: AgentTaskRow) =>
  [
    { kind: 'agent', subjectId: leaseUserId },
    { kind: 'project', subjectId: projectId },
    { kind: 'ticket', subjectId: ticketId },
  ].filter((subject): subject is BudgetSubject => subject.subjectId !== null);

/** Compares a locked budget with what was spent in its period: sets and announces its marks. Returns what was spent. */
export async function updateMarks(tx: Tx, budget: BudgetRow, now: number): Promise<number> {
  const spent = await readSpent(tx, budget, now);
  const period = periodOf(budget, now);
  const after: BudgetRow = { ...budget, spentUntil: isSpent(budget, spent) ? spentUntil(budget, now) : null };
  const isWarned = isNearlySpent(budget, spent) && budget.warnedFor !== period;
  const isReached = isSpent(budget, spent) && budget.reachedFor !== period;
  if (isWarned) after.warnedFor = period;
  if (isReached) after.reachedFor = period;
  if (isWarned || isReached || after.spentUntil !== budget.spentUntil)
    await store.saveBudgetRow(tx, { ...after, now });
  // A report that passes both marks announces only the second.
  if (isReached) await recordBudgetEvent(tx, budgetSpent, after, spent, now);
  else if (isWarned) await recordBudgetEvent(tx, budgetNearlySpent, after, spent, now);
  if (after.spentUntil !== null && budget.spentUntil !== after.spentUntil)
    await holdTasksOfBudget(tx, after, now);
  return spent;
}

/** What was spent in the current period of the budget, in its currency. */
async function readSpent(
  tx: Pick<Tx, 'list' | 'find' | 'run'>,
  { kind, subjectId, currency, period }: BudgetRow,
  now: number,
): Promise<number> {
  const since = period === 'month' ? monthOf(now) : 0;
  const spending = await store.listSpending(tx, { kind, subjectId, since });
  return spending.find((one) => one.currency === currency)?.amount ?? 0;
}
