import type { FalseSentence, Reason, ReasonGrade } from '../../../../packages/docs-drafts/index.ts';
import { escapeControls, toLine } from '../terminal-text.ts';
import type { CheckResult } from './check-messages.ts';

const titles: Record<ReasonGrade, string> = {
  breaks: 'Breaks callers',
  may_break: 'May break callers',
  adds: 'Adds',
  deprecates: 'Deprecates',
  changes: 'Changes',
  fixes: 'Fixes',
};

/** The verdict and the sentences that are or may be false, for people. */
export function formatCheck(result: CheckResult): string {
  const { base, head, verdict, isAnnounced, falseNow, mayBeFalse, leftOut } = result;
  const { bump, announced, reasons } = verdict;
  const needs = bump === 'none' ? 'no new version' : `a ${bump} version`;
  const says = announced === 'none' ? 'announces none' : `announces a ${announced} one`;
  const groups = groupByGrade(reasons);
  return [
    `From ${toLine(base)} to ${toLine(head)} the changes need ${needs}; the package ${says}.`,
    ...[...groups].flatMap(([grade, group]) => ['', titles[grade], ...group.flatMap(formatReason)]),
    ...formatSentences('False now', falseNow),
    ...formatSentences('May be false', mayBeFalse),
    '',
    isAnnounced
      ? 'Nothing is broken beyond what the version announces.'
      : 'Something is broken that the version does not announce.',
    ...(falseNow.length > 0 ? [describeCount(falseNow.length)] : []),
    ...(leftOut === undefined ? [] : [leftOut]),
    '',
  ].join('\n');
}

function groupByGrade(reasons: readonly Reason[]): Map<ReasonGrade, Reason[]> {
  const groups = new Map<ReasonGrade, Reason[]>();
  for (const reason of reasons) groups.set(reason.grade, [...(groups.get(reason.grade) ?? []), reason]);
  return groups;
}

function formatReason({ text, file, line, before, after }: Reason): string[] {
  const place = file === null ? '' : `${toLine(file)}${line === null ? '' : `:${line}`}  `;
  return [
    `  ${place}${toLine(text)}`,
    ...(before === null ? [] : indent('- ', before)),
    ...(after === null ? [] : indent('+ ', after)),
  ];
}

const describeCount = (count: number) =>
  count === 1
    ? '1 sentence of the documentation is false now.'
    : `${count} sentences of the documentation are false now.`;

const formatSentences = (title: string, sentences: readonly FalseSentence[]): string[] =>
  sentences.length === 0 ? [] : ['', title, ...sentences.flatMap(formatSentence)];

function formatSentence({ file, line, quote, was, patch }: FalseSentence): string[] {
  const changed = (patch?.split('\n') ?? []).filter((text) => /^[-+](?![-+]{2} )/.test(text));
  return [
    `  ${toLine(file)}:${line}  ${toLine(quote)} is gone; it was in ${toLine(was)}`,
    ...changed.flatMap((text) => indent(`${text.charAt(0)} `, text.slice(1).trimEnd())),
  ];
}

const indent = (mark: string, text: string) =>
  escapeControls(text)
    .split('\n')
    .map((line) => `    ${mark}${line}`);
