import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Webhook, WebhookDelivery } from '../../sdk/index.ts';
import { m } from '../messages/index.ts';
import { Button } from '../parts/controls/button.tsx';
import { FilterSelect } from '../parts/controls/filter-select.tsx';
import { formatTime } from '../parts/dates/dates.ts';
import { DataTable } from '../parts/display/data-table.tsx';
import { EmptyState } from '../parts/display/empty-state.tsx';
import { Loaded } from '../parts/display/loaded.tsx';
import { RelativeTime } from '../parts/display/relative-time.tsx';
import { Section } from '../parts/display/section.tsx';
import { ShowMore } from '../parts/display/show-more.tsx';
import { Link } from '../router/index.ts';
import { DeliveryBadge } from './delivery-badge.tsx';
import { deliveryStates, describeAnswer } from './delivery-words.ts';
import { expandEvents } from './event-names.ts';
import { openRecoverDialog } from './recover-dialog.tsx';
import { useWebhookBase } from './use-webhook-base.ts';
import { type DeliveryFilter, deliveriesQuery } from './webhook-queries.ts';

export function DeliveryLog({ webhook }: { webhook: Webhook }) {
  const [filter, setFilter] = useState<DeliveryFilter>({});
  const query = useInfiniteQuery(deliveriesQuery(webhook.id, filter));
  const texts = m.webhooks.log;
  const isFiltered = filter.state !== undefined || filter.event !== undefined;
  return (
    <Section
      title={texts.title}
      text={texts.text}
      actions={
        <Button icon="refresh" onClick={() => openRecoverDialog(webhook.id)}>
          {m.webhooks.recover.action}
        </Button>
      }
    >
      <div className="table-filters">
        <FilterSelect
          label={m.words.state}
          options={deliveryStates.map((value) => ({ value, label: texts.states[value] }))}
          value={filter.state}
          onChange={(state) => setFilter({ ...filter, state })}
        />
        <FilterSelect
          label={m.words.event}
          options={[...expandEvents(webhook.events), 'webhook.test'].map((value) => ({
            value,
            label: value,
          }))}
          value={filter.event}
          onChange={(event) => setFilter({ ...filter, event })}
        />
      </div>
      <Loaded query={query}>
        {({ pages }) => <Deliveries deliveries={pages.flatMap(({ data }) => data)} isFiltered={isFiltered} />}
      </Loaded>
      {query.hasNextPage && (
        <div className="table-more">
          <ShowMore query={query} label={m.words.showOlder} />
        </div>
      )}
    </Section>
  );
}

interface DeliveriesProps {
  deliveries: readonly WebhookDelivery[];
  isFiltered: boolean;
}

function Deliveries({ deliveries, isFiltered }: DeliveriesProps) {
  const base = useWebhookBase();
  const texts = m.webhooks.log;
  return (
    <DataTable
      label={texts.title}
      rows={deliveries}
      empty={
        isFiltered ? (
          <EmptyState small icon="filter" title={texts.noMatch} />
        ) : (
          <EmptyState small icon="send" title={texts.none} text={texts.noneText} />
        )
      }
      columns={[
        {
          title: m.words.event,
          header: true,
          phone: 'main',
          width: '150px',
          cell: ({ id, webhookId, event }) => (
            <Link to={`${base}/${webhookId}/deliveries/${id}`} className="row-link">
              {event}
            </Link>
          ),
        },
        { title: m.words.state, width: '110px', cell: ({ state }) => <DeliveryBadge state={state} /> },
        {
          title: texts.answer,
          cell: (delivery) => (
            <span className="quiet">
              {[
                describeAnswer(delivery),
                delivery.nextAttemptAt && delivery.attempts > 0
                  ? texts.nextAttempt(formatTime(delivery.nextAttemptAt))
                  : '',
              ]
                .filter(Boolean)
                .join(', ')}
            </span>
          ),
        },
        {
          title: texts.attempts,
          width: '72px',
          align: 'end',
          phone: 'hide',
          cell: ({ attempts }) => attempts,
        },
        {
          title: texts.created,
          width: '104px',
          phone: 'end',
          cell: ({ createdAt }) => <RelativeTime at={createdAt} className="quiet" />,
        },
      ]}
    />
  );
}
