import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CheckedPage } from '../../sdk/index.ts';
import { m } from '../messages/index.ts';
import { Button } from '../parts/controls/button.tsx';
import { Select } from '../parts/controls/select.tsx';
import { Badge } from '../parts/display/badge.tsx';
import { DataTable } from '../parts/display/data-table.tsx';
import { EmptyState } from '../parts/display/empty-state.tsx';
import { Notice } from '../parts/display/notice.tsx';
import { Section } from '../parts/display/section.tsx';
import { docsQueries } from './docs-queries.ts';
import { docsErrorText } from './docs-sentence.ts';
import './stale-pages.css';

/** Pages whose sources have changed since they were drafted. */
export function StalePages({ repositories }: { repositories: readonly string[] }) {
  const [repo, setRepo] = useState(repositories[0] ?? '');
  const { data: checked, error, isFetching, refetch } = useQuery(docsQueries.check(repo));
  const text = m.docs.stale;
  return (
    <Section
      title={text.title}
      text={text.text}
      actions={
        <>
          {repositories.length > 1 && (
            <Select
              aria-label={m.words.repository}
              value={repo}
              onChange={setRepo}
              options={repositories.map((value) => ({ value, label: value }))}
            />
          )}
          <Button icon="refresh" busy={isFetching} onClick={() => void refetch()}>
            {text.check}
          </Button>
        </>
      }
    >
      {error && (
        <Notice look="danger" alert>
          {docsErrorText(error)}
        </Notice>
      )}
      {checked && (
        <>
          <p role="status" className="stale-pages-summary">
            {text.found(checked.stale, checked.pages.length)} <code>{checked.head.slice(0, 12)}</code>
          </p>
          <DataTable
            label={text.title}
            rows={checked.pages.toSorted((a, b) => Number(b.stale) - Number(a.stale))}
            rowKey={({ path }) => path}
            empty={<EmptyState icon="document" title={text.none} small />}
            columns={[
              {
                title: text.page,
                header: true,
                phone: 'main',
                cell: ({ path }: CheckedPage) => <code className="stale-pages-path">{path}</code>,
              },
              {
                title: text.state,
                cell: ({ stale }) => (
                  <Badge look={stale ? 'amber' : 'green'}>{stale ? text.isStale : text.isFresh}</Badge>
                ),
              },
              {
                title: text.why,
                cell: ({ reasons }) => (
                  <ul className="stale-pages-reasons">
                    {reasons.map(({ source, reason }) => (
                      <li key={source}>
                        <code className="stale-pages-path">{source}</code> {text.reasons[reason]}
                      </li>
                    ))}
                  </ul>
                ),
              },
            ]}
          />
        </>
      )}
    </Section>
  );
}
