import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { BootProject, GeneratedDocs } from '../../sdk/index.ts';
import { m } from '../messages/index.ts';
import { classes } from '../parts/classes.ts';
import { Button } from '../parts/controls/button.tsx';
import { EmptyState } from '../parts/display/empty-state.tsx';
import { Notice } from '../parts/display/notice.tsx';
import { Skeleton } from '../parts/display/skeleton.tsx';
import { findRefusal } from '../parts/forms/refusal.ts';
import { Icon } from '../parts/icons/icon.tsx';
import type { IconName } from '../parts/icons/icon-shapes.ts';
import { Link } from '../router/index.ts';
import { docsQueries } from './docs-queries.ts';
import type { DocsSearch } from './docs-search.ts';
import { docsErrorText } from './docs-sentence.ts';
import { type DraftKind, readDraft, type Statement } from './draft.ts';
import { DraftPage } from './draft-page.tsx';
import { DraftReasons } from './draft-reasons.tsx';
import { countDecisions, listEntries } from './preview-blocks.ts';
import { PublishedPage } from './published-page.tsx';
import './draft-panes.css';

const icons = {
  developer: 'code',
  user: 'person',
  changelog: 'history',
  page: 'document',
} as const satisfies Record<DraftKind, IconName>;

interface DraftPanesProps {
  result: GeneratedDocs;
  project: BootProject;
  search: DocsSearch & { job: string };
}

/** The pages, the chosen one as it will be read, and what its sentences are made from or what is published now. */
export function DraftPanes({ result, project, search }: DraftPanesProps) {
  const query = useQuery(docsQueries.preview(project.id, search.job));
  const { data: preview, error, isPending, refetch } = query;
  // The statement under the pointer must stay the same object from one render to the next.
  const pages = preview?.pages ?? result.docs;
  const drafts = useMemo(() => (pages ?? []).map(readDraft), [pages]);
  const shown = drafts.find(({ path }) => path === search.page) ?? drafts[0];
  const page = preview?.pages.find(({ path }) => path === shown?.path);
  const [pointed, setPointed] = useState<Statement>();
  if (drafts.length > 0 && isPending) return <Skeleton rows={4} />;
  if (!shown) return <EmptyState icon="document" title={m.docs.nothing} text={result.summary} />;
  const content = pages?.find(({ path }) => path === shown.path)?.content ?? '';
  const isComparing = page !== undefined && search.view === 'compare';
  return (
    <>
      {error && !preview && !isUnlinked(error) && (
        <Notice
          look="danger"
          alert
          className="draft-panes-failed"
          actions={
            <Button icon="refresh" onClick={() => void refetch()}>
              {m.parts.tryAgain}
            </Button>
          }
        >
          {m.docs.preview.failed} {docsErrorText(error)}
        </Notice>
      )}
      <div className={classes('draft-panes', isComparing && 'draft-panes-compare')}>
        <nav className="draft-panes-pages" aria-label={m.docs.pages}>
          {drafts.map(({ path, kind }) => (
            <Link
              key={path}
              to="/p/$key/docs"
              params={{ key: project.key }}
              search={{ ...search, page: path }}
              className="draft-panes-page"
              aria-current={path === shown.path ? 'page' : undefined}
            >
              <Icon name={icons[kind]} />
              <span className="draft-panes-name">
                {m.docs.kinds[kind]}
                <Decided chunks={preview?.pages.find((one) => one.path === path)?.chunks} />
                <span className="draft-panes-path">{path}</span>
              </span>
            </Link>
          ))}
        </nav>
        <DraftPage
          key={shown.path}
          draft={shown}
          content={content}
          preview={page && { ...page, repo: preview?.repo ?? '' }}
          project={project}
          search={search}
          onPoint={setPointed}
        />
        {isComparing ? (
          <PublishedPage
            key={`published ${shown.path}`}
            projectId={project.id}
            job={search.job}
            path={shown.path}
            content={content}
          />
        ) : (
          <DraftReasons draft={shown} summary={result.summary} pointed={pointed} />
        )}
      </div>
    </>
  );
}

/** The project links the repository no more, or the person may not use it: the drafts can be read nevertheless. */
function isUnlinked(error: unknown): boolean {
  const status = findRefusal(error)?.status;
  return status === 403 || status === 404;
}

function Decided({ chunks }: { chunks: Parameters<typeof listEntries>[0] | undefined }) {
  const { decided, total } = countDecisions(listEntries(chunks ?? []));
  return total > 0 && <span className="draft-panes-decided">{m.docs.preview.decided(decided, total)}</span>;
}
