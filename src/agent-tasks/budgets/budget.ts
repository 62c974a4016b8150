import type { Money } from '../usage/usage.ts';

/** What a budget limits: the tasks of a project, the work of an agent, the tasks on a ticket. */
export const budgetKinds = ['agent', 'project', 'ticket'] as const;
export type BudgetKind = (typeof budgetKinds)[number];

export const budgetPeriods = ['month', 'total'] as const;
export type BudgetPeriod = (typeof budgetPeriods)[number];

export interface Budget extends Money {
  period: BudgetPeriod;
}

export interface BudgetSubject {
  kind: BudgetKind;
  subjectId: string;
}

/** The share of a budget, in percent, at which people are notified. */
const warningPercent = 80;

/** Months since January 1970, in UTC. */
export const monthOf = (now: number) => {
  const date = new Date(now);
  return (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth();
};

export const monthStart = (month: number) => Date.UTC(1970, month);

/** Identifies the period in which the marks of a budget are announced once: the month, or 0 for a total. */
export const periodOf = ({ period }: Pick<Budget, 'period'>, now: number) =>
  period === 'month' ? monthOf(now) : 0;

/** Later than every real time, and an exact integer in both engines. */
const never = Date.UTC(9999, 0);

/** Until when a spent budget holds tasks. */
export const spentUntil = ({ period }: Pick<Budget, 'period'>, now: number) =>
  period === 'month' ? monthStart(monthOf(now) + 1) : never;

export const isSpent = ({ amount }: Budget, spent: number) => spent >= amount;

/** In integers: `spent / amount >= 0.8` without a fraction. */
export const isNearlySpent = ({ amount }: Budget, spent: number) => spent * 100 >= amount * warningPercent;
