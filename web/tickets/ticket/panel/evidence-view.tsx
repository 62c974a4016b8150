import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Evidence, EvidenceFile } from '../../../../sdk/index.ts';
import { api } from '../../../api/index.ts';
import { formatSize } from '../../../attachments/index.ts';
import { m } from '../../../messages/index.ts';
import { locale } from '../../../parts/dates/dates.ts';
import { Failure } from '../../../parts/display/failure.tsx';

import { Skeleton } from '../../../parts/display/skeleton.tsx';
import { cutMiddle, type DiffLine, readDiff } from './evidence-text.ts';

interface Props {
  evidence: Evidence;
  isStale: boolean;
}

const pictures = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

/** What shows a criterion. Its details, with pictures and texts of strangers, are loaded when they are opened. */
export function EvidenceView({ evidence, isStale }: Props) {
  const [isOpen, setOpen] = useState(false);
  const text = m.ticket.criteria;
  const { summary, commit, tests, exitCode, url, files } = evidence;
  const hasDetails = tests !== null || exitCode !== null || url !== null || files.length > 0;
  const head = (
    <>
      <span>{summary}</span>
      {commit && <span className="criterion-commit">{text.at(commit.slice(0, 7))}</span>}
      {isStale && <span>{text.staleText}</span>}
    </>
  );
  if (!hasDetails) return <span className="evidence-summary">{head}</span>;
  return (
    <details className="evidence" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="evidence-summary">{head}</summary>
      {isOpen && (
        <div className="evidence-body">
          {tests && <p>{text.tests(tests.passed, tests.failed, tests.skipped)}</p>}
          {tests && tests.failing.length > 0 && (
            <ul aria-label={text.failing} className="evidence-failing">
              {/* Two tests may have the same name, and their order never changes. */}
              {tests.failing.map((name, index) => (
                <li key={index}>{name}</li>
              ))}
            </ul>
          )}
          {exitCode !== null && <p>{text.exitCode(exitCode)}</p>}
          {url !== null && /^https?:\/\//i.test(url) && (
            <a href={url} target="_blank" rel="noopener noreferrer nofollow">
              {url}
            </a>
          )}
          {files.map((file) => (
            <FileView key={`${file.sha256} ${file.name}`} file={file} isDiff={evidence.kind === 'diff'} />
          ))}
        </div>
      )}
    </details>
  );
}

function FileView({ file, isDiff }: { file: EvidenceFile; isDiff: boolean }) {
  const { name, url, contentType, size, sha256 } = file;
  const text = m.ticket.criteria;
  return (
    <figure className="evidence-file">
      <figcaption>
        {url ? (
          <a href={url} download={name}>
            {name}
          </a>
        ) : (
          <span>
            {name} ({text.deletedFile})
          </span>
        )}{' '}
        <span className="figures">{formatSize(size, locale())}</span>{' '}
        <code title={`SHA-256 ${sha256}`}>{sha256.slice(0, 12)}</code>
      </figcaption>
      {url && pictures.includes(contentType) && (
        <img src={`${url}?inline=1`} alt={name} loading="lazy" decoding="async" />
      )}
      {url && contentType === 'text/plain' && size <= shownBytesMax && (
        <TextFile id={url.slice(url.lastIndexOf('/') + 1)} isDiff={isDiff} />
      )}
    </figure>
  );
}

/** A larger text is only offered as a download. */
const shownBytesMax = 2_000_000;

function TextFile({ id, isDiff }: { id: string; isDiff: boolean }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['attachment-text', id],
    queryFn: async ({ signal }) => (await api.downloadAttachment({ params: { id }, signal })).text(),
    // The bytes of an attachment never change.
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (error) return <Failure small error={error} retry={() => void refetch()} />;
  if (data === undefined) return <Skeleton rows={3} />;
  const { start, end, left } = cutMiddle(data);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls is reached by keyboard
    <pre className="evidence-text" tabIndex={0}>
      <Lines text={start} isDiff={isDiff} />
      {left > 0 && (
        <span className="evidence-left-out">
          {m.ticket.criteria.leftOut(formatSize(left, locale()))}
          {'\n'}
        </span>
      )}
      <Lines text={end} isDiff={isDiff} />
    </pre>
  );
}

const lineClasses = {
  added: 'diff-added',
  removed: 'diff-removed',
  head: 'diff-head',
  same: undefined,
} as const satisfies Record<DiffLine['kind'], string | undefined>;

function Lines({ text, isDiff }: { text: string; isDiff: boolean }) {
  if (!isDiff) return text;
  return readDiff(text).map(({ kind, text: line }, index) => (
    <span key={index} className={lineClasses[kind]}>
      {line}
      {'\n'}
    </span>
  ));
}
