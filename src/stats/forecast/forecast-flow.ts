import { checkFlowAgainstPast } from './check-against-past.ts';
import { judgeForecast } from './forecast-verdict.ts';
import { type Day, forEachCertainty, randomFrom } from './simulate.ts';
import { type FlowDay, simulateFlow } from './simulate-flow.ts';

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
  const past = sinceItWasFilled(question.past, question.createdOn);
  const history = past.slice(-historyDays);
  const random = randomFrom(past);
  const outlook = await simulateFlow(history, future, { open, shownDays, random });
  const arrived = history.reduce((sum, day) => sum + day.arrived, 0);
  const completed = history.reduce((sum, day) => sum + day.completed, 0);
  const perWeek = (tickets: number) => Math.round((70 * tickets) / Math.max(1, history.length)) / 10;
  const { daysUntilEmpty, endingRuns } = outlook;
  return {
    verdict: judgeForecast({
      ...{ open, arrived, completed, knownDays: past.length },
      mostRunsEnd: daysUntilEmpty.p50 !== undefined,
    }),
    history: {
      from: history[0]?.date ?? today.date,
      to: history.at(-1)?.date ?? today.date,
      ...{ arrived, completed },
      arrivedPerWeek: perWeek(arrived),
      completedPerWeek: perWeek(completed),
    },
    endingRuns,
    done: forEachCertainty((certainty) => {
      const days = daysUntilEmpty[certainty];
      return days === undefined ? undefined : future[Math.max(0, days - 1)]?.date;
    }),
    days: outlook.days.map((day, index) => ({ date: future[index]?.date ?? today.date, ...day })),
    pastCheck: await checkFlowAgainstPast(past, historyDays, open - today.arrived + today.completed, random),
  };
}

/**
 * Leaves out the days until a new project got its first tickets, that day included: what it was filled with did not
 * arrive in the course of work.
 */
export function sinceItWasFilled(past: readonly FlowDay[], createdOn: string): readonly FlowDay[] {
  if ((past[0]?.date ?? createdOn) > createdOn) return past;
  const filledOn = past.findIndex(({ arrived }) => arrived > 0);
  return past.slice(filledOn + 1);
}
