import { checkFlowAgainstPast } from './check-against-past.ts';
import { judgeForecast } from './forecast-verdict.ts';
import { type Day, forEachCertainty, randomFrom } from './simulate.ts';
import { type FlowDay, type FlowOutlook, simulateFlow } from './simulate-flow.ts';

interface FlowQuestion {
  /** Until yesterday. */
  past: readonly FlowDay[];
  today: FlowDay;
  /** From today on. */
  future: readonly Day[];
  historyDays: number;
  /** The date on which the project was created. */
  createdOn: string;
  open: number;
  shownDays: number;
}

/** What becomes of the open tickets of a project if arrivals and completions continue as in the history. */
export async function forecastFlow(question: FlowQuestion) {
  const { today, future, historyDays, open, shownDays } = question;
  const known = knownFlow(question);
  const random = randomFrom(known.past);
  const outlook = await simulateFlow(known.days, future, { open, shownDays, random });
  return {
    ...judged(question, known, outlook.daysUntilEmpty),
    endingRuns: outlook.endingRuns,
    days: outlook.days.map((day, index) => ({ date: future[index]?.date ?? today.date, ...day })),
    pastCheck: await checkFlowAgainstPast(
      known.past,
      historyDays,
      open - today.arrived + today.completed,
      random,
    ),
  };
}

const notSimulated: FlowOutlook['daysUntilEmpty'] = { p50: undefined, p85: undefined, p95: undefined };

/** The same in short. It is simulated only where the verdict depends on it, because lists ask for many projects. */
export async function forecastFlowInShort(question: Omit<FlowQuestion, 'shownDays'>) {
  const known = knownFlow(question);
  const withoutEnd = judged(question, known, notSimulated);
  if (withoutEnd.verdict !== 'slow') return withoutEnd;
  const options = { open: question.open, shownDays: 0, random: randomFrom(known.past) };
  const { daysUntilEmpty } = await simulateFlow(known.days, question.future, options);
  return judged(question, known, daysUntilEmpty);
}

function knownFlow(question: Omit<FlowQuestion, 'shownDays'>) {
  const past = sinceItWasFilled(question.past, question.createdOn);
  const days = past.slice(-question.historyDays);
  const arrived = days.reduce((sum, day) => sum + day.arrived, 0);
  const completed = days.reduce((sum, day) => sum + day.completed, 0);
  const perWeek = (tickets: number) => Math.round((70 * tickets) / Math.max(1, days.length)) / 10;
  const history = {
    from: days[0]?.date ?? question.today.date,
    to: days.at(-1)?.date ?? question.today.date,
    ...{ arrived, completed },
    arrivedPerWeek: perWeek(arrived),
    completedPerWeek: perWeek(completed),
  };
  return { past, days, history };
}

const judged = (
  { open, future }: Pick<FlowQuestion, 'open' | 'future'>,
  { past, history }: ReturnType<typeof knownFlow>,
  daysUntilEmpty: FlowOutlook['daysUntilEmpty'],
) => ({
  verdict: judgeForecast({
    ...{ open, arrived: history.arrived, completed: history.completed, knownDays: past.length },
    mostRunsEnd: daysUntilEmpty.p50 !== undefined,
  }),
  history,
  done: forEachCertainty((certainty) => {
    const days = daysUntilEmpty[certainty];
    return days === undefined ? undefined : future[Math.max(0, days - 1)]?.date;
  }),
});

/**
 * Leaves out the days until a new project got its first tickets, that day included: what it was filled with did not
 * arrive in the course of work.
 */
export function sinceItWasFilled(past: readonly FlowDay[], createdOn: string): readonly FlowDay[] {
  if ((past[0]?.date ?? createdOn) > createdOn) return past;
  const filledOn = past.findIndex(({ arrived }) => arrived > 0);
  return past.slice(filledOn + 1);
}
