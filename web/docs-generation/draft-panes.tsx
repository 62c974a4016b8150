import { useMemo, useState } from 'react';
import type { GeneratedDocs } from '../../sdk/index.ts';
import { m } from '../messages/index.ts';
import { EmptyState } from '../parts/display/empty-state.tsx';
import { Icon } from '../parts/icons/icon.tsx';
import type { IconName } from '../parts/icons/icon-shapes.ts';
import { Link } from '../router/index.ts';
import type { DocsSearch } from './docs-search.ts';
import { type DraftKind, readDraft, type Statement } from './draft.ts';
import { DraftPage } from './draft-page.tsx';
import { DraftReasons } from './draft-reasons.tsx';
import './draft-panes.css';

const icons = {
  developer: 'code',
  user: 'person',
  changelog: 'history',
  page: 'document',
} as const satisfies Record<DraftKind, IconName>;

interface DraftPanesProps {
  result: GeneratedDocs;
  page: string | undefined;
  projectKey: string;
  search: DocsSearch;
}

/** The pages, the chosen one as it will be read, and what its sentences are made from. */
export function DraftPanes({ result, page, projectKey, search }: DraftPanesProps) {
  // The statement under the pointer must stay the same object from one render to the next.
  const drafts = useMemo(() => (result.docs ?? []).map(readDraft), [result.docs]);
  const shown = drafts.find(({ path }) => path === page) ?? drafts[0];
  const [pointed, setPointed] = useState<Statement>();
  if (!shown) return <EmptyState icon="document" title={m.docs.nothing} text={result.summary} />;
  return (
    <div className="draft-panes">
      <nav className="draft-panes-pages" aria-label={m.docs.pages}>
        {drafts.map(({ path, kind }) => (
          <Link
            key={path}
            to="/p/$key/docs"
            params={{ key: projectKey }}
            search={{ ...search, page: path }}
            className="draft-panes-page"
            aria-current={path === shown.path ? 'page' : undefined}
          >
            <Icon name={icons[kind]} />
            <span className="draft-panes-name">
              {m.docs.kinds[kind]}
              <span className="draft-panes-path">{path}</span>
            </span>
          </Link>
        ))}
      </nav>
      <DraftPage
        key={shown.path}
        draft={shown}
        content={result.docs?.find(({ path }) => path === shown.path)?.content ?? ''}
        onPoint={setPointed}
      />
      <DraftReasons draft={shown} summary={result.summary} pointed={pointed} />
    </div>
  );
}
