import type { ForecastFlow } from '../../sdk/index.ts';
import { m } from '../messages/index.ts';
import { formatDate } from '../parts/dates/dates.ts';

/** The forecast of a project, or of several together, in one sentence, which also says why there is none. */
export function forecastSentence({
  flow,
}: {
  flow?: Pick<ForecastFlow, 'verdict' | 'history' | 'done'> | undefined;
}): string {
  if (!flow) return '';
  const { verdict, history, done } = flow;
  if (verdict === 'growing')
    return m.stats.notAtThisRate(Math.max(0, history.arrivedPerWeek), history.completedPerWeek);
  if (verdict !== 'ends') return m.stats.noEnd[verdict];
  return done.p85 ? m.stats.endsBy(formatDate(done.p85)) : m.stats.mayEndBy(formatDate(done.p50 ?? ''));
}
