import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import type { RepositoryLink } from '../../sdk/index.ts';
import { api } from '../api/index.ts';
import { m } from '../messages/index.ts';
import { Button } from '../parts/controls/button.tsx';
import { Badge } from '../parts/display/badge.tsx';
import { DataTable } from '../parts/display/data-table.tsx';
import { EmptyState } from '../parts/display/empty-state.tsx';
import { Failure } from '../parts/display/failure.tsx';
import { Section } from '../parts/display/section.tsx';
import { ShowMore } from '../parts/display/show-more.tsx';
import { attempt } from '../parts/forms/attempt.ts';
import { useMe } from '../replica/index.ts';
import { Link } from '../router/index.ts';
import { InstancePage } from './instance-page.tsx';
import { repositoriesKey, repositoriesQuery } from './instance-queries.ts';

export function InstanceRepositoriesPage() {
  const isAdmin = useMe().role === 'ADMIN';
  return <InstancePage title={m.instance.repositories}>{isAdmin && <Repositories />}</InstancePage>;
}

const looks = { waiting: 'amber', approved: 'green', refused: 'red' } as const;

function Repositories() {
  const queries = useQueryClient();
  const query = useInfiniteQuery(repositoriesQuery());
  const { data, error, refetch } = query;
  const decide = (id: string, state: 'approved' | 'refused') =>
    attempt(async () => {
      await api.decideRepositoryLink({ params: { id }, body: { state } });
      await queries.invalidateQueries({ queryKey: repositoriesKey });
    });
  return (
    <Section title={m.instance.repositories} text={m.instance.repositoriesText}>
      {error && <Failure error={error} retry={() => void refetch()} small />}
      <DataTable
        label={m.instance.repositories}
        rows={data?.pages.flatMap((page) => page.data) ?? []}
        empty={data && <EmptyState icon="branch" title={m.instance.noRepositories} small />}
        columns={[
          {
            title: m.words.repository,
            header: true,
            phone: 'main',
            cell: ({ repository }: RepositoryLink) => repository,
          },
          {
            title: m.words.project,
            cell: ({ project }) => (
              <Link to="/p/$key/board" params={{ key: project.key }}>
                {project.name}
              </Link>
            ),
          },
          { title: m.instance.linkedBy, phone: 'hide', cell: ({ linkedBy }) => linkedBy?.name ?? '–' },
          {
            title: m.words.state,
            cell: ({ state, trustedBecause }) => (
              <Badge look={trustedBecause ? 'green' : looks[state]}>
                {trustedBecause ? m.instance.trustedBecause[trustedBecause] : m.instance.linkStates[state]}
              </Badge>
            ),
          },
          {
            title: m.instance.approve,
            actions: true,
            cell: ({ id, state }) => (
              <>
                {state !== 'approved' && (
                  <Button onClick={() => void decide(id, 'approved')}>{m.instance.approve}</Button>
                )}
                {state !== 'refused' && (
                  <Button look="quiet" onClick={() => void decide(id, 'refused')}>
                    {state === 'approved' ? m.instance.withdraw : m.instance.refuse}
                  </Button>
                )}
              </>
            ),
          },
        ]}
      />
      <ShowMore query={query} />
    </Section>
  );
}
