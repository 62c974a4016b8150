import { choice, nullable, timestamp } from '../../platform/field-schemas.ts';
import { present } from '../../platform/present.ts';
import { Type } from '../../platform/schema.ts';
import { usageLimits } from '../usage/usage.ts';
import { currency, Money } from '../usage/usage-schemas.ts';
import { budgetPeriods } from './budget.ts';
import type { BudgetState as State } from './set-budget.ts';

const amount = Type.Integer({
  minimum: 0,
  maximum: usageLimits.amount,
  description: 'In minor units: 5000 is 50.00 EUR',
  examples: [5_000],
});
const period = choice(budgetPeriods, {
  description: '`month`: a calendar month in UTC; `total`: never starts anew',
});

export const Budget = Type.Object({ ...Money.properties, period }, { title: 'AgentBudget' });
export const BudgetInput = Type.Object({
  amount,
  currency: currency(),
  period: Type.Optional(choice(budgetPeriods, { default: 'month' })),
});
export const TicketBudgetInput = Type.Object({ amount, currency: currency() });

export const spendingFields = {
  spent: Type.Array(Money, {
    description:
      'Spent in this period, in the currency of the budget; without a budget this month (for a ticket: ever), by currency',
  }),
  notCounted: Type.Array(Money, {
    description: 'Costs in other currencies. They do not count towards the budget',
  }),
};

export const BudgetState = Type.Object(
  {
    budget: nullable(Budget),
    ...spendingFields,
    isSpent: Type.Boolean({ description: 'True: tasks are held, and running workers are asked to end' }),
    resetsAt: Type.Optional(timestamp({ description: 'When a monthly budget starts anew' })),
  },
  { title: 'AgentBudgetState' },
);

export const presentBudget = (state: State) => present(BudgetState, state);
