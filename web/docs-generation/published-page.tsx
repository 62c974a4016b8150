import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { m } from '../messages/index.ts';
import { IconButton } from '../parts/controls/icon-button.tsx';
import { EmptyState } from '../parts/display/empty-state.tsx';
import { Notice } from '../parts/display/notice.tsx';
import { ProgressBar } from '../parts/display/progress-bar.tsx';
import { docsQueries } from './docs-queries.ts';
import { docsErrorText } from './docs-sentence.ts';
import { readDraft } from './draft.ts';
import { comparePages, type DiffPart, type LinePiece } from './line-diff.ts';
import './published-page.css';

interface PublishedPageProps {
  projectId: string;
  job: string;
  path: string;
  /** The draft, with every decision. */
  content: string;
}

/** The page that is published now, and what the draft changes in it. */
export function PublishedPage({ projectId, job, path, content }: PublishedPageProps) {
  const { data: pages, error, isFetching, refetch } = useQuery(docsQueries.published(projectId, job));
  const text = m.docs.published;
  const page = pages?.find((one) => one.path === path);
  return (
    <aside className="published-page" aria-label={text.title}>
      <div className="published-page-head">
        <h2 className="published-page-title">{text.title}</h2>
        {page?.repo && <code className="published-page-repo">{page.repo}</code>}
        <IconButton icon="refresh" label={text.refresh} busy={isFetching} onClick={() => void refetch()} />
      </div>
      <div role="status">
        {isFetching && !pages && (
          <>
            <p className="published-page-waits">{text.asks}</p>
            <ProgressBar label={m.words.progress} />
          </>
        )}
      </div>
      {error && !isFetching && (
        <Notice look="danger" alert>
          {text.failed} {docsErrorText(error)}
        </Notice>
      )}
      {page && page.content === null && (
        <EmptyState icon="document" title={text.none} text={text.noneText} small />
      )}
      {page && page.content !== null && <Comparison path={path} before={page.content} after={content} />}
    </aside>
  );
}

function Comparison({ path, before, after }: { path: string; before: string; after: string }) {
  const parts = useMemo(
    () => comparePages(readDraft({ path, content: before }), readDraft({ path, content: after })),
    [path, before, after],
  );
  if (parts.every(({ kind }) => kind === 'same')) return <Notice look="good">{m.docs.published.same}</Notice>;
  return (
    <div className="published-page-lines">
      {parts.map((part, index) => (
        <Part key={index} part={part} isFirst={index === 0} isLast={index === parts.length - 1} />
      ))}
    </div>
  );
}

/** Unchanged lines that are shown around a change. */
const around = 2;

function Part({ part, isFirst, isLast }: { part: DiffPart; isFirst: boolean; isLast: boolean }) {
  const text = m.docs.published;
  if (part.kind === 'same') {
    const { lines } = part;
    const [head, tail] = [isFirst ? 0 : around, isLast ? 0 : around];
    const folded = lines.slice(head, Math.max(head, lines.length - tail));
    // A single line takes no more room than what would stand for it.
    if (folded.length < 2) return lines.map(plainLine);
    return (
      <>
        {lines.slice(0, head).map(plainLine)}
        <details className="published-page-folded">
          <summary>{text.unchanged(folded.length)}</summary>
          {folded.map(plainLine)}
        </details>
        {lines.slice(lines.length - tail).map(plainLine)}
      </>
    );
  }
  return (
    <>
      {part.removed.map((pieces, index) => (
        <del key={index}>
          <Line said={text.removed} pieces={pieces} />
        </del>
      ))}
      {part.added.map((pieces, index) => (
        <ins key={index}>
          <Line said={text.added} pieces={pieces} />
        </ins>
      ))}
    </>
  );
}

const plainLine = (line: string, index: number) => <p key={index}>{line}</p>;

const Line = ({ said, pieces }: { said: string; pieces: LinePiece[] }) => (
  <>
    <span className="said">{said} </span>
    {pieces.map(({ text, isChanged }, index) => (isChanged ? <mark key={index}>{text}</mark> : text))}
  </>
);
