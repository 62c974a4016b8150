import { useQuery } from '@tanstack/react-query';
import type { InboundDeliveryWithPayload } from '../../sdk/index.ts';
import { api } from '../api/index.ts';
import { m } from '../messages/index.ts';
import { Button } from '../parts/controls/button.tsx';
import { formatDateTime } from '../parts/dates/dates.ts';
import { Badge } from '../parts/display/badge.tsx';
import { Facts } from '../parts/display/facts.tsx';
import { JsonBlock } from '../parts/display/json-block.tsx';
import { Loaded } from '../parts/display/loaded.tsx';
import { Section } from '../parts/display/section.tsx';
import { attempt } from '../parts/forms/attempt.ts';
import { Icon } from '../parts/icons/icon.tsx';
import { showToast } from '../parts/popups/toasts.ts';
import { Link, navigate } from '../router/index.ts';
import { describeEffect } from './describe-effect.ts';
import { outcomeLooks } from './inbound-deliveries.tsx';
import { inboundDeliveryQuery, refreshInbound } from './inbound-queries.ts';
import './inbound-deliveries.css';

/** One delivery: what was sent, what it led to, and a way to apply it again. */
export function InboundDelivery({ projectKey, deliveryId }: { projectKey: string; deliveryId: string }) {
  const query = useQuery(inboundDeliveryQuery(deliveryId));
  const texts = m.inboundWebhooks.deliveries;
  return (
    <>
      <Link to="/p/$key/settings/inbound" params={{ key: projectKey }} className="back-link">
        <Icon name="chevron-left" size="small" />
        {texts.back}
      </Link>
      <Loaded query={query} look="block" rows={3}>
        {(delivery) => <Delivery projectKey={projectKey} delivery={delivery} />}
      </Loaded>
    </>
  );
}

interface DeliveryProps {
  projectKey: string;
  delivery: InboundDeliveryWithPayload;
}

function Delivery({ projectKey, delivery }: DeliveryProps) {
  const texts = m.inboundWebhooks.deliveries;
  const { event, action, provider, outcome, effects } = delivery;
  const replay = () =>
    attempt(async () => {
      const { data } = await api.replayInboundDelivery({ params: { id: delivery.id } });
      await refreshInbound();
      await navigate({
        to: '/p/$key/settings/inbound/$deliveryId',
        params: { key: projectKey, deliveryId: data.id },
      });
      showToast({ text: texts.replayed });
    });
  return (
    <>
      <Section
        title={action ? `${event}.${action}` : event}
        actions={
          <Button icon="refresh" tooltip={texts.replayText} onClick={() => void replay()}>
            {texts.replay}
          </Button>
        }
      >
        <Facts
          facts={[
            [texts.outcome, <Badge look={outcomeLooks[outcome]}>{texts.outcomes[outcome]}</Badge>],
            [texts.reason, delivery.reason],
            [texts.provider, texts.providers[provider]],
            [m.words.repository, delivery.repository],
            [texts.received, formatDateTime(delivery.receivedAt)],
            [texts.verification, delivery.verified ? texts.verified : texts.notVerified],
            [texts.deliveryId, <code>{delivery.deliveryId}</code>],
            [texts.size, texts.bytes(delivery.size)],
            [texts.repeats, delivery.repeats > 0 ? texts.times(delivery.repeats) : undefined],
            [
              texts.replayOf,
              delivery.replayOf && (
                <Link
                  to="/p/$key/settings/inbound/$deliveryId"
                  params={{ key: projectKey, deliveryId: delivery.replayOf }}
                >
                  {texts.earlier}
                </Link>
              ),
            ],
          ]}
        />
      </Section>
      <Section title={texts.effects}>
        {effects.length === 0 ? (
          <p className="quiet">{texts.noEffects}</p>
        ) : (
          <ul className="inbound-effects">
            {effects.map((effect) => (
              <li key={JSON.stringify(effect)}>
                {effect.ticketKey ? (
                  <Link to="/t/$key" params={{ key: effect.ticketKey }}>
                    {describeEffect(effect)}
                  </Link>
                ) : (
                  describeEffect(effect)
                )}
              </li>
            ))}
          </ul>
        )}
      </Section>
      <Section title={texts.payload} text={texts.payloadText}>
        <JsonBlock value={delivery.payload} />
      </Section>
    </>
  );
}
