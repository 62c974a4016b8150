import { useQuery } from '@tanstack/react-query';
import type { DocsJob } from '../../sdk/index.ts';
import { m } from '../messages/index.ts';
import { Badge, type BadgeProps } from '../parts/display/badge.tsx';
import { DataTable } from '../parts/display/data-table.tsx';
import { RelativeTime } from '../parts/display/relative-time.tsx';
import { Section } from '../parts/display/section.tsx';
import { Link } from '../router/index.ts';
import { docsQueries } from './docs-queries.ts';
import { toDocsSearch } from './docs-search.ts';

const looks: Record<DocsJob['state'], NonNullable<BadgeProps['look']>> = {
  queued: 'muted',
  running: 'amber',
  done: 'green',
  failed: 'red',
};

/** The earlier drafts of this person, which can be opened again. */
export function FormerJobs({
  projectKey,
  repositories,
}: {
  projectKey: string;
  repositories: readonly string[];
}) {
  const { data: jobs = [] } = useQuery(docsQueries.jobs(repositories));
  const text = m.docs.former;
  if (jobs.length === 0) return null;
  return (
    <Section title={text.title} text={text.text}>
      <DataTable
        label={text.title}
        rows={jobs}
        columns={[
          {
            title: text.range,
            header: true,
            phone: 'main',
            cell: ({ id, request }) => (
              <Link
                to="/p/$key/docs"
                params={{ key: projectKey }}
                search={{ ...toDocsSearch(request), job: id }}
              >
                {request.base} → {request.head}
              </Link>
            ),
          },
          { title: m.words.repository, phone: 'hide', cell: ({ request }) => request.repo },
          {
            title: m.docs.stale.state,
            width: '110px',
            cell: ({ state }) => <Badge look={looks[state]}>{text.states[state]}</Badge>,
          },
          {
            title: text.when,
            width: '130px',
            cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
          },
        ]}
      />
    </Section>
  );
}
