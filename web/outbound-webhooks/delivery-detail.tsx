import { useQuery } from '@tanstack/react-query';
import type { WebhookAttempt, WebhookDeliveryWithAttempts } from '../../sdk/index.ts';
import { api } from '../api/index.ts';
import { m } from '../messages/index.ts';
import { Button } from '../parts/controls/button.tsx';
import { formatDateTime, formatDuration } from '../parts/dates/dates.ts';
import { CodeBlock } from '../parts/display/code-block.tsx';
import { DataTable } from '../parts/display/data-table.tsx';
import { Facts } from '../parts/display/facts.tsx';
import { JsonBlock } from '../parts/display/json-block.tsx';
import { Loaded } from '../parts/display/loaded.tsx';
import { Section } from '../parts/display/section.tsx';
import { attempt } from '../parts/forms/attempt.ts';
import { Icon } from '../parts/icons/icon.tsx';
import { showToast } from '../parts/popups/toasts.ts';
import { Link, useParams } from '../router/index.ts';
import { AttemptsOnAxis } from './attempts-on-axis.tsx';
import { DeliveryBadge } from './delivery-badge.tsx';
import { describeAnswer } from './delivery-words.ts';
import { useWebhookBase } from './use-webhook-base.ts';
import { deliveryQuery, refreshWebhooks } from './webhook-queries.ts';

/** `…/webhooks/$webhookId/deliveries/$deliveryId` */
export function DeliveryPage() {
  const { webhookId = '', deliveryId = '' } = useParams();
  return <DeliveryDetail key={deliveryId} webhookId={webhookId} deliveryId={deliveryId} />;
}

function DeliveryDetail({ webhookId, deliveryId }: { webhookId: string; deliveryId: string }) {
  const query = useQuery(deliveryQuery(webhookId, deliveryId));
  const base = useWebhookBase();
  return (
    <>
      <Link to={`${base}/${webhookId}`} className="back-link" activeOptions={{ exact: true }}>
        <Icon name="chevron-left" size="small" />
        {m.webhooks.delivery.back}
      </Link>
      <Loaded query={query} look="block" rows={3}>
        {(delivery) => <Delivery delivery={delivery} />}
      </Loaded>
    </>
  );
}

function Delivery({ delivery }: { delivery: WebhookDeliveryWithAttempts }) {
  const texts = m.webhooks.delivery;
  const { id: deliveryId, webhookId: id, history, request } = delivery;
  const last = history.at(-1);
  const redeliver = () =>
    attempt(async () => {
      await api.redeliverWebhook({ params: { id, deliveryId } });
      await refreshWebhooks();
      showToast({ text: texts.redelivered });
    });
  return (
    <>
      <Section
        title={delivery.event}
        actions={
          delivery.state !== 'pending' && (
            <Button icon="refresh" onClick={() => void redeliver()}>
              {texts.redeliver}
            </Button>
          )
        }
      >
        <Facts
          facts={[
            [m.words.state, <DeliveryBadge key="state" state={delivery.state} />],
            [m.webhooks.log.answer, describeAnswer(delivery)],
            [m.webhooks.log.created, formatDateTime(delivery.createdAt)],
            [texts.finished, delivery.finishedAt && formatDateTime(delivery.finishedAt)],
            [texts.next, delivery.nextAttemptAt && formatDateTime(delivery.nextAttemptAt)],
            [texts.eventId, <code key="id">{delivery.eventId}</code>],
          ]}
        />
      </Section>
      <Section title={texts.attempts}>
        {history.length === 0 ? (
          <p>{texts.noAttempts}</p>
        ) : (
          <>
            <AttemptsOnAxis delivery={delivery} />
            <AttemptTable history={history} createdAt={delivery.createdAt} />
          </>
        )}
      </Section>
      <Section title={texts.request} text={<code>{`${request.method} ${request.url}`}</code>}>
        {last && (
          <CodeBlock
            code={Object.entries(last.requestHeaders)
              .map(([name, value]) => `${name}: ${value}`)
              .join('\n')}
            language={texts.headers}
          />
        )}
        <JsonBlock value={request.body} />
      </Section>
      {last && (
        <Section title={texts.response} text={describeAnswer(last)}>
          {last.responseBody ? <JsonBlock value={last.responseBody} /> : <p>{texts.noResponse}</p>}
        </Section>
      )}
    </>
  );
}

interface AttemptTableProps {
  history: readonly WebhookAttempt[];
  /** When the event happened. */
  createdAt: string;
}

function AttemptTable({ history, createdAt }: AttemptTableProps) {
  const texts = m.webhooks.delivery;
  return (
    <DataTable
      label={texts.attempts}
      rows={history}
      rowKey={({ number }) => String(number)}
      columns={[
        { title: texts.number, header: true, width: '120px', cell: ({ number }) => texts.attempt(number) },
        { title: texts.at, cell: ({ at }) => formatDateTime(at) },
        {
          title: texts.after,
          phone: 'hide',
          cell: ({ at }) => formatDuration(Math.max(0, Date.parse(at) - Date.parse(createdAt))),
        },
        {
          title: texts.answer,
          cell: (each) => (
            <>
              {describeAnswer(each)}
              <span className="said">{each.error ? texts.failed : texts.succeeded}</span>
            </>
          ),
        },
        {
          title: texts.duration,
          width: '90px',
          align: 'end',
          cell: ({ durationMs }) => `${Math.round(durationMs)} ms`,
        },
      ]}
    />
  );
}
