import type { ReactNode } from 'react';
import type { DocsVerdict, DocsVerdictReason } from '../../sdk/index.ts';
import { m } from '../messages/index.ts';
import { Badge, type BadgeProps } from '../parts/display/badge.tsx';
import './verdict-view.css';

type Bump = DocsVerdict['bump'];
type Grade = DocsVerdictReason['grade'];

const bumpLooks = {
  major: 'red',
  minor: 'accent',
  patch: 'green',
  none: 'muted',
} as const satisfies Record<Bump, BadgeProps['look']>;

const gradeLooks = {
  breaks: 'red',
  may_break: 'amber',
  adds: 'accent',
  deprecates: 'violet',
  changes: 'muted',
  fixes: 'green',
} as const satisfies Record<Grade, BadgeProps['look']>;

const order: readonly Bump[] = ['none', 'patch', 'minor', 'major'];

/** Which version the changes need, and why; below it what else they come to. */
export function VerdictView({ verdict, children }: { verdict: DocsVerdict; children?: ReactNode }) {
  const { bump, announced, reasons, sinceRelease, sinceBase } = verdict;
  const text = m.docs.verdict;
  const grades = [...new Set(reasons.map(({ grade }) => grade))];
  const breaks = reasons.some(({ grade }) => grade === 'breaks');
  const isShort = breaks && order.indexOf(announced) < order.indexOf(bump);
  return (
    <section className="verdict-view" aria-label={text.title}>
      <div className="verdict-view-head">
        <Badge look={bumpLooks[bump]} className="verdict-view-bump">
          {text.bumps[bump]}
        </Badge>
        <p className="verdict-view-sentence">
          <strong>{text.needs[bump]}</strong>{' '}
          <span className={isShort ? 'verdict-view-short' : undefined}>{text.announces[announced]}</span>
          {sinceRelease !== null && sinceRelease !== sinceBase && <> {text.sinceRelease[sinceRelease]}</>}
        </p>
      </div>
      {grades.map((grade) => (
        <VerdictGroup
          key={grade}
          title={text.grades[grade]}
          look={gradeLooks[grade]}
          reasons={reasons.filter((reason) => reason.grade === grade)}
          open={grade === 'breaks'}
        />
      ))}
      {children}
    </section>
  );
}

type ShownReason = Omit<DocsVerdictReason, 'grade'>;

/** Reasons below a heading that shows how many they are. */
export const VerdictGroup = ({
  title,
  look,
  reasons,
  open,
}: {
  title: string;
  look: NonNullable<BadgeProps['look']>;
  reasons: readonly ShownReason[];
  open: boolean;
}) => (
  <details className="verdict-view-group" open={open}>
    <summary>
      {title} <Badge look={look}>{reasons.length}</Badge>
    </summary>
    <ul className="verdict-view-reasons">
      {reasons.map((reason) => (
        <li key={`${reason.file}:${reason.line} ${reason.text}`}>
          <Reason reason={reason} />
        </li>
      ))}
    </ul>
  </details>
);

function Reason({ reason: { text, file, line, before, after } }: { reason: ShownReason }) {
  return (
    <>
      <span>
        <WithCode text={text} />
      </span>
      {file !== null && (
        <code className="verdict-view-place">{line === null ? file : `${file}:${line}`}</code>
      )}
      {(before !== null || after !== null) && (
        <span className="verdict-view-signatures">
          {before !== null && <del>{before}</del>}
          {after !== null && <ins>{after}</ins>}
        </span>
      )}
    </>
  );
}

/** Shows what stands in backticks as code. */
const WithCode = ({ text }: { text: string }) => (
  <>
    {text
      .split(/(`[^`]+`)/)
      .map((part, index) => (/^`.+`$/.test(part) ? <code key={index}>{part.slice(1, -1)}</code> : part))}
  </>
);
