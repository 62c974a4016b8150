import type { Queries, Tx } from '../../platform/db/index.ts';
import { addCosts, type Money } from '../usage/usage.ts';
import { type Budget, type BudgetSubject, monthOf, monthStart } from './budget.ts';
import * as store from './budget-store.ts';
import { updateMarks } from './charge-budgets.ts';

/** A budget with what was spent in its period. */
export interface BudgetState {
  budget: Budget | null;
  /** In the currency of the budget; without a budget what was spent this month (for a ticket: ever), by currency. */
  spent: Money[];
  /** Costs in other currencies than that of the budget, which do not count towards it. */
  notCounted: Money[];
  isSpent: boolean;
  /** When a monthly budget starts anew. */
  resetsAt: number | null;
  /** Whether it is the budget of WORKFLOW.md. */
  isFromWorkflow: boolean;
}

/** Sets, changes or removes a budget. A changed budget announces its marks anew, and releases or holds tasks at once. */
export async function setBudget(
  tx: Tx,
  subject: BudgetSubject,
  budget: Budget | null,
  now: number,
  fromWorkflow = 0,
): Promise<void> {
  if (budget === null) {
    await store.deleteBudgetRow(tx, subject);
    return;
  }
  // Adding nothing waits for the reports that are under way, and makes later ones wait: each of them is in the sum
  // below or sees the new budget.
  await store.addSpending(tx, { ...subject, currency: budget.currency, month: monthOf(now), amount: 0 });
  const before = await store.lockBudgetRow(tx, subject);
  const { amount, currency, period } = budget;
  if (before?.amount === amount && before.currency === currency && before.period === period) {
    if (before.fromWorkflow !== fromWorkflow) await store.saveBudgetRow(tx, { ...before, fromWorkflow, now });
    return;
  }
  const row = {
    ...subject,
    amount,
    currency,
    period,
    warnedFor: null,
    reachedFor: null,
    spentUntil: null,
    fromWorkflow,
  };
  await store.saveBudgetRow(tx, { ...row, now });
  await updateMarks(tx, row, now);
}

export async function readBudget(
  queries: Queries,
  subject: BudgetSubject,
  now: number,
): Promise<BudgetState> {
  const row = await store.findBudgetRow(queries, subject);
  const isOfAllTime = row ? row.period === 'total' : subject.kind === 'ticket';
  const since = isOfAllTime ? 0 : monthOf(now);
  const spending = addCosts(await store.listSpending(queries, { ...subject, since }));
  const isCounted = ({ currency }: Money) => row === undefined || currency === row.currency;
  return {
    budget: row ? { amount: row.amount, currency: row.currency, period: row.period } : null,
    spent: spending.filter(isCounted),
    notCounted: spending.filter((one) => !isCounted(one) && one.amount !== 0),
    isSpent: (row?.spentUntil ?? 0) > now,
    isFromWorkflow: row?.fromWorkflow === 1,
    resetsAt: row?.period === 'month' ? monthStart(monthOf(now) + 1) : null,
  };
}
