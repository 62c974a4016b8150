import type { Forecast } from '../../sdk/index.ts';
import { m } from '../messages/index.ts';
import { formatDate } from '../parts/dates/dates.ts';

/** When the open tickets will be done, and how reliable such forecasts were. */
export function ForecastFigures({ forecast }: { forecast: Forecast }) {
  const { remaining, done, history, pastCheck } = forecast;
  if (remaining === 0 || history.completed === 0) return null;
  const figures = [
    [50, done.p50],
    [85, done.p85],
    [95, done.p95],
  ] as const;
  return (
    <section className="stats-screen-forecast" aria-labelledby="forecast-title">
      <h2 id="forecast-title">{m.stats.forecast}</h2>
      <p>{m.stats.forecastText(remaining, history.completed)}</p>
      <dl className="stats-screen-figures">
        {figures.map(([percent, date]) => (
          <div key={percent} className="stats-screen-figure">
            <dt>{m.stats.doneBy(percent)}</dt>
            <dd className="figures">{date ? formatDate(date) : m.stats.notSoon}</dd>
          </div>
        ))}
      </dl>
      {pastCheck && (
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
