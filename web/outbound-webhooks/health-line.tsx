import { useQuery } from '@tanstack/react-query';
import { m } from '../messages/index.ts';
import { summarizeHealth } from './delivery-state.ts';
import { lastDeliveriesQuery } from './webhook-queries.ts';
import './health-line.css';

/** How the last fifty deliveries went, a bar each: full if delivered, half if failed, a dot while it waits. */
export function HealthLine({ webhookId }: { webhookId: string }) {
  const { data } = useQuery(lastDeliveriesQuery(webhookId));
  const texts = m.webhooks.healthLine;
  if (!data) return null;
  const { bars, delivered, failed, pending } = summarizeHealth(data);
  if (bars.length === 0) return <span className="quiet">{texts.none}</span>;
  const text = [
    texts.summary(delivered, bars.length),
    ...(failed > 0 ? [texts.failed(failed)] : []),
    ...(pending > 0 ? [texts.pending(pending)] : []),
  ].join(', ');
  return (
    <span className="health-line">
      <span className="health-line-bars" aria-hidden="true">
        {bars.map((state, index) => (
          <span key={index} className={`health-line-bar health-line-${state}`} />
        ))}
      </span>
      <span className="quiet">{text}</span>
    </span>
  );
}
