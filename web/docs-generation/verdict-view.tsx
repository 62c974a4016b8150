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

/** Which version the changes need, and why. */
export function VerdictView({ verdict }: { verdict: DocsVerdict }) {
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
      {grades.map((grade) => {
        const own = reasons.filter((reason) => reason.grade === grade);
        return (
          <details key={grade} className="verdict-view-group" open={grade === 'breaks'}>
            <summary>
              {text.grades[grade]} <Badge look={gradeLooks[grade]}>{own.length}</Badge>
            </summary>
            <ul className="verdict-view-reasons">
              {own.map((reason) => (
                <li key={`${reason.file}:${reason.line} ${reason.text}`}>
                  <Reason reason={reason} />
                </li>
              ))}
            </ul>
          </details>
        );
      })}
    </section>
  );
}

function Reason({ reason: { text, file, line, before, after } }: { reason: DocsVerdictReason }) {
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
