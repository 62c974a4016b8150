import type { Reason, ReasonGrade } from '../../../../packages/docs-drafts/index.ts';
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

/** The verdict for people. */
export function formatVerdict({ base, head, verdict, isAnnounced }: CheckResult): string {
  const { bump, announced, reasons } = verdict;
  const needs = bump === 'none' ? 'no new version' : `a ${bump} version`;
  const says = announced === 'none' ? 'announces none' : `announces a ${announced} one`;
  const groups = groupByGrade(reasons);
  return [
    `From ${toLine(base)} to ${toLine(head)} the changes need ${needs}; the package ${says}.`,
    ...[...groups].flatMap(([grade, group]) => ['', titles[grade], ...group.flatMap(formatReason)]),
    '',
    isAnnounced
      ? 'Nothing is broken beyond what the version announces.'
      : 'Something is broken that the version does not announce.',
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

const indent = (mark: string, text: string) =>
  escapeControls(text)
    .split('\n')
    .map((line) => `    ${mark}${line}`);
