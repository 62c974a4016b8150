import type { AgentTaskItem } from '../../sdk/index.ts';
import { m } from '../messages/index.ts';
import { formatDuration, locale } from '../parts/dates/dates.ts';
import { formatMoney } from '../parts/money.ts';
import { tooltipAttributes } from '../parts/popups/tooltip.ts';

/** Tokens, cost and time of a task in one line. */
export function TaskUsage({ usage }: { usage: AgentTaskItem['usage'] }) {
  const { inputTokens, outputTokens, cachedTokens, seconds, cost, costs } = usage;
  const tokens = inputTokens + outputTokens;
  const parts = [
    tokens > 0 && m.agentTasks.tokens(short(tokens)),
    // Amounts of different currencies stand side by side: a sum of them would mean nothing.
    ...(costs ?? (cost ? [cost] : [])).map(formatMoney),
    seconds > 0 && formatDuration(seconds * 1000),
  ].filter(Boolean);
  const details = m.agentTasks.tokenParts(long(inputTokens), long(cachedTokens), long(outputTokens));
  return (
    <span className="task-usage figures" {...tooltipAttributes(tokens > 0 ? details : undefined)}>
      <span className="said">{m.agentTasks.usage}: </span>
      {parts.join(' · ')}
      {tokens > 0 && <span className="said"> ({details})</span>}
    </span>
  );
}

const short = (count: number) =>
  count.toLocaleString(locale(), { notation: 'compact', maximumFractionDigits: 1 });
const long = (count: number) => count.toLocaleString(locale());
