/** An amount of money in minor units, such as cents; never a fraction. */
export interface Money {
  amount: number;
  /** ISO 4217. */
  currency: string;
}

export interface UsageCounts {
  inputTokens: number;
  outputTokens: number;
  cachedTokens: number;
  seconds: number;
}

/** What a worker reports: absolute for its attempt, so a repeated or lost report does no harm. */
export interface UsageReport extends UsageCounts {
  cost: Money | null;
}

/** The sum of all attempts at a task, or of several tasks. Amounts of different currencies are never added. */
export interface UsageSum extends UsageCounts {
  costs: Money[];
}

// The sum of 90,000 attempts at these limits is still an exact integer in a JavaScript number.
export const usageLimits = { tokens: 100_000_000_000, seconds: 1_000_000_000, amount: 100_000_000_000 };

export const countNames = ['inputTokens', 'outputTokens', 'cachedTokens', 'seconds'] as const;

export const noUsage: UsageSum = { inputTokens: 0, outputTokens: 0, cachedTokens: 0, seconds: 0, costs: [] };

export const addCounts = (rows: readonly UsageCounts[]): UsageCounts => {
  const sum = { ...noCounts };
  for (const row of rows) for (const name of countNames) sum[name] += row[name];
  return sum;
};

/** Adds amounts by currency, in the order in which the currencies appear first. */
export function addCosts(costs: readonly Money[]): Money[] {
  const amounts = new Map<string, number>();
  for (const { amount, currency } of costs) amounts.set(currency, (amounts.get(currency) ?? 0) + amount);
  return [...amounts].map(([currency, amount]) => ({ amount, currency }));
}

const noCounts: UsageCounts = { inputTokens: 0, outputTokens: 0, cachedTokens: 0, seconds: 0 };
