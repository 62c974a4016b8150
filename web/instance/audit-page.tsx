import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { AuditEntry } from '../../sdk/index.ts';
import { m } from '../messages/index.ts';
import { Button } from '../parts/controls/button.tsx';
import { Switch } from '../parts/controls/switch.tsx';
import { DataTable } from '../parts/display/data-table.tsx';
import { Failure } from '../parts/display/failure.tsx';
import { RelativeTime } from '../parts/display/relative-time.tsx';
import { Section } from '../parts/display/section.tsx';
import { ShowMore } from '../parts/display/show-more.tsx';
import { useBoot, useMe } from '../replica/index.ts';
import { formatDetails } from './format-details.ts';
import { InstancePage } from './instance-page.tsx';
import { type AuditFilter, auditQuery } from './instance-queries.ts';

export function AuditPage() {
  const isAdmin = useMe().role === 'ADMIN';
  return <InstancePage title={m.instance.audit}>{isAdmin && <Entries />}</InstancePage>;
}

/** Newest first. An action or a person of a row narrows the list to it. */
function Entries() {
  const [filter, setFilter] = useState<AuditFilter>({});
  const [withReads, setWithReads] = useState(false);
  const query = useInfiniteQuery(auditQuery(withReads ? filter : { ...filter, reads: 'none' }));
  const { data, error, refetch } = query;
  const findName = useNames();
  const narrow = (text: string, next: AuditFilter) => (
    <Button look="quiet" className="audit-narrow" onClick={() => setFilter({ ...filter, ...next })}>
      {text}
    </Button>
  );
  return (
    <Section
      title={m.instance.audit}
      text={m.instance.auditText}
      actions={
        Object.keys(filter).length > 0 && (
          <Button onClick={() => setFilter({})}>{m.instance.showAllEntries}</Button>
        )
      }
    >
      <Switch label={m.instance.auditReads} checked={withReads} onChange={setWithReads} />
      {error && <Failure error={error} retry={() => void refetch()} small />}
      <DataTable
        label={m.instance.audit}
        rows={data?.pages.flatMap((page) => page.data) ?? []}
        columns={[
          {
            title: m.instance.auditAction,
            header: true,
            phone: 'main',
            cell: ({ action }: AuditEntry) => narrow(m.instance.auditActionName(action), { action }),
          },
          {
            title: m.instance.auditActor,
            cell: ({ actor }) =>
              actor ? narrow(actor.name ?? actor.id, { actor: actor.id }) : m.instance.auditNobody,
          },
          { title: m.instance.auditSubject, cell: ({ subject }) => subject.name ?? subject.id },
          {
            title: m.instance.auditDetails,
            phone: 'hide',
            cell: ({ details }) => formatDetails(details, findName, m.instance.auditWords),
          },
          { title: m.words.address, nowrap: true, cell: ({ address }) => address },
          {
            title: m.instance.auditTime,
            align: 'end',
            nowrap: true,
            cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
          },
        ]}
      />
      <ShowMore query={query} />
    </Section>
  );
}

/** The names of projects, workspaces and people that this browser knows, by their ids. */
function useNames(): (id: string) => string | undefined {
  const { projects, workspaces, people } = useBoot();
  return useMemo(() => {
    const names = new Map([...people, ...workspaces, ...projects].map(({ id, name }) => [id, name] as const));
    return (id: string) => names.get(id);
  }, [projects, workspaces, people]);
}
