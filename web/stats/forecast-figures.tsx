import type { Forecast } from '../../sdk/index.ts';
import { m } from '../messages/index.ts';
import { formatDate } from '../parts/dates/dates.ts';
import { forecastSentence } from '../projects/index.ts';
import { Link } from '../router/index.ts';

/** When nothing will be open if work arrives and is done as before, and how reliable such forecasts were. */
export function ForecastFigures({ forecast, projectKey }: { forecast: Forecast; projectKey: string }) {
  const { remaining, flow } = forecast;
  if (!flow) return null;
  const { verdict, history, done, endingRuns, pastCheck } = flow;
  const isForecast = verdict === 'ends' || verdict === 'growing' || verdict === 'slow';
  const figures = [
    [50, done.p50],
    [85, done.p85],
    [95, done.p95],
  ] as const;
  return (
    <section className="stats-screen-forecast" aria-labelledby="forecast-title">
      <h2 id="forecast-title">{m.stats.forecast}</h2>
      <p className="stats-screen-sentence">{forecastSentence(forecast)}</p>
      {!isForecast && (
        <p>
          <Link to="/p/$key/board" params={{ key: projectKey }}>
            {m.stats.openBoard}
          </Link>
        </p>
      )}
      {isForecast && (
        <p>
          {m.stats.forecastBasis(remaining, history.arrivedPerWeek, history.completedPerWeek)}{' '}
          {m.stats.endingRuns(endingRuns)}
        </p>
      )}
      {isForecast && verdict !== 'growing' && (
        <dl className="stats-screen-figures">
          {figures.map(([percent, date]) => (
            <div key={percent} className="stats-screen-figure">
              <dt>{m.stats.doneBy(percent)}</dt>
              <dd className="figures">{date ? formatDate(date) : m.stats.notSoon}</dd>
            </div>
          ))}
        </dl>
      )}
      {isForecast && pastCheck && (
        <p>
          {m.stats.pastCheck(
            pastCheck.forecasts,
            pastCheck.days,
            pastCheck.cameTrue.p50,
            pastCheck.cameTrue.p85,
            pastCheck.cameTrue.p95,
          )}
        </p>
      )}
    </section>
  );
}
