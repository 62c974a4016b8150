import type { AgentWeekUsage } from '../../sdk/index.ts';
import { addDays, type Day } from '../parts/dates/dates.ts';

type Week = Pick<AgentWeekUsage, 'week' | 'agent' | 'costs'>;

export interface AgentLayer {
  /** Undefined for the agents that share one layer. */
  agent: { id: string; name: string } | undefined;
  values: number[];
}

export interface CostSeries {
  currency: string;
  /** The Mondays, those without costs too. */
  weeks: Day[];
  layers: AgentLayer[];
}

/** More agents than a chart has colours share the last layer. */
const layersMax = 6;

/** The cost of each agent by week, one series for each currency: amounts of different currencies are never added. */
export function toCostSeries(found: readonly Week[], from: Day, to: Day): CostSeries[] {
  const weeks = mondays(from, to);
  const currencies = new Set(found.flatMap(({ costs }) => costs.map(({ currency }) => currency)));
  return [...currencies].sort().map((currency) => {
    const rows = found.flatMap(({ week, agent, costs }) => {
      const amount = costs.find((cost) => cost.currency === currency)?.amount ?? 0;
      return amount === 0 ? [] : [{ week, agent, amount }];
    });
    const agents = [...Map.groupBy(rows, ({ agent }) => agent.id).values()].sort((a, b) => sum(b) - sum(a));
    const isTooMany = agents.length > layersMax;
    const own = agents.slice(0, isTooMany ? layersMax - 1 : layersMax);
    const valuesOf = (some: readonly { week: Day; amount: number }[]) =>
      weeks.map((monday) => sum(some.filter(({ week }) => week === monday)));
    return {
      currency,
      weeks,
      layers: [
        ...own.map((some) => ({ agent: some[0]?.agent, values: valuesOf(some) })),
        ...(isTooMany ? [{ agent: undefined, values: valuesOf(agents.slice(own.length).flat()) }] : []),
      ],
    };
  });
}

const sum = (rows: readonly { amount: number }[]) => rows.reduce((total, { amount }) => total + amount, 0);

/** The Mondays from that of the first day to that of the last. */
function mondays(from: Day, to: Day): Day[] {
  const daysSinceMonday = (new Date(from).getUTCDay() + 6) % 7;
  const found: Day[] = [];
  for (let day = addDays(from, -daysSinceMonday); day <= to; day = addDays(day, 7)) found.push(day);
  return found;
}
