import type { WebhookDeliveryWithAttempts } from '../../sdk/index.ts';
import { m } from '../messages/index.ts';
import { formatDuration } from '../parts/dates/dates.ts';
import { Icon } from '../parts/icons/icon.tsx';
import { placeAttempts } from './attempt-axis.ts';
import './attempts-on-axis.css';

const percent = (share: number) => `${share * 100}%`;

/** The attempts of a delivery on an axis of time. The table below it says the same in words. */
export function AttemptsOnAxis({ delivery }: { delivery: WebhookDeliveryWithAttempts }) {
  const { history, createdAt, nextAttemptAt } = delivery;
  const { points, next, ticks } = placeAttempts(
    createdAt,
    history.map(({ at }) => at),
    nextAttemptAt,
  );
  return (
    <div className="attempt-axis" role="img" aria-label={m.webhooks.delivery.axis(history.length)}>
      <div className="attempt-axis-line">
        {ticks.map(({ at, ms }) => (
          <span key={ms} className="attempt-axis-tick" style={{ left: percent(at) }}>
            {formatDuration(ms)}
          </span>
        ))}
        {history.map(({ number, error }, index) => (
          <span
            key={number}
            className={error ? 'attempt-axis-point attempt-axis-failed' : 'attempt-axis-point'}
            style={{ left: percent(points[index] ?? 0) }}
          >
            <Icon name={error ? 'close' : 'check'} size="small" />
          </span>
        ))}
        {next !== undefined && (
          <span className="attempt-axis-point attempt-axis-next" style={{ left: percent(next) }} />
        )}
      </div>
    </div>
  );
}
