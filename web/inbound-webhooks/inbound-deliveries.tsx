import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { BootProject, InboundDelivery } from '../../sdk/index.ts';
import { m } from '../messages/index.ts';
import { FilterSelect } from '../parts/controls/filter-select.tsx';
import { Badge, type BadgeProps } from '../parts/display/badge.tsx';
import { DataTable } from '../parts/display/data-table.tsx';
import { EmptyState } from '../parts/display/empty-state.tsx';
import { Loaded } from '../parts/display/loaded.tsx';
import { RelativeTime } from '../parts/display/relative-time.tsx';
import { Section } from '../parts/display/section.tsx';
import { ShowMore } from '../parts/display/show-more.tsx';
import { Link } from '../router/index.ts';
import { type InboundFilter, inboundDeliveriesQuery } from './inbound-queries.ts';
import './inbound-deliveries.css';

const providers = ['github', 'gitlab', 'gitea', 'forgejo', 'bitbucket', 'generic'] as const;
const outcomes = ['tasks', 'changes', 'ignored', 'ping'] as const;

export const outcomeLooks = {
  tasks: 'teal',
  changes: 'green',
  ignored: 'muted',
  ping: 'outline',
} as const satisfies Record<InboundDelivery['outcome'], NonNullable<BadgeProps['look']>>;

/** The log of what other systems sent to a project. */
export function InboundDeliveries({ project }: { project: BootProject }) {
  const [filter, setFilter] = useState<InboundFilter>({});
  const query = useInfiniteQuery(inboundDeliveriesQuery(project.id, filter));
  const texts = m.inboundWebhooks.deliveries;
  const isFiltered = filter.provider !== undefined || filter.outcome !== undefined;
  return (
    <Section title={m.projects.settings.pages.inbound} text={texts.text}>
      <div className="table-filters">
        <FilterSelect
          label={texts.provider}
          options={providers.map((value) => ({ value, label: texts.providers[value] }))}
          value={filter.provider}
          onChange={(provider) => setFilter({ ...filter, provider })}
        />
        <FilterSelect
          label={texts.outcome}
          options={outcomes.map((value) => ({ value, label: texts.outcomes[value] }))}
          value={filter.outcome}
          onChange={(outcome) => setFilter({ ...filter, outcome })}
        />
      </div>
      <Loaded query={query}>
        {({ pages }) => (
          <DeliveryTable
            projectKey={project.key}
            deliveries={pages.flatMap(({ data }) => data)}
            isFiltered={isFiltered}
          />
        )}
      </Loaded>
      {query.hasNextPage && (
        <div className="table-more">
          <ShowMore query={query} label={m.words.showOlder} />
        </div>
      )}
    </Section>
  );
}

interface DeliveryTableProps {
  projectKey: string;
  deliveries: readonly InboundDelivery[];
  isFiltered: boolean;
}

function DeliveryTable({ projectKey, deliveries, isFiltered }: DeliveryTableProps) {
  const texts = m.inboundWebhooks.deliveries;
  return (
    <DataTable
      label={texts.label}
      rows={deliveries}
      empty={
        isFiltered ? (
          <EmptyState small icon="filter" title={texts.noMatch} />
        ) : (
          <EmptyState small icon="download" title={texts.none} text={texts.noneText} />
        )
      }
      columns={[
        {
          title: m.words.event,
          header: true,
          phone: 'main',
          cell: ({ id, event, action, repository }) => (
            <span className="inbound-event">
              <Link
                to="/p/$key/settings/inbound/$deliveryId"
                params={{ key: projectKey, deliveryId: id }}
                className="row-link"
              >
                {action ? `${event}.${action}` : event}
              </Link>
              {repository && <span className="quiet">{repository}</span>}
            </span>
          ),
        },
        { title: texts.provider, width: '130px', cell: ({ provider }) => texts.providers[provider] },
        {
          title: texts.outcome,
          width: '120px',
          cell: ({ outcome }) => <Badge look={outcomeLooks[outcome]}>{texts.outcomes[outcome]}</Badge>,
        },
        {
          title: texts.received,
          width: '120px',
          phone: 'end',
          cell: ({ receivedAt }) => <RelativeTime at={receivedAt} className="quiet" />,
        },
      ]}
    />
  );
}
