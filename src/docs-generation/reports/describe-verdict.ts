import { cleanLine, subjectInlines } from '../../../packages/docs-drafts/draft.ts';
import type {
  Block,
  FalseSentence,
  Inline,
  Reason,
  ReasonGrade,
  ReleaseVerdict,
} from '../../../packages/docs-drafts/index.ts';

/** People who may label the pull request accept its verdict with this label. */
export const overrideLabel = 'docs-override';

export interface JudgedPull {
  verdict: ReleaseVerdict;
  isAnnounced: boolean;
  falseNow: readonly FalseSentence[];
  mayBeFalse: readonly FalseSentence[];
  leftOut: string | undefined;
  isOverridden: boolean;
  target: string;
}

/** The web page of a line at the head or, for what was removed, at the base; undefined if the host has none. */
export type LinkTo = (place: { file: string; line: number | null; isRemoved: boolean }) => string | undefined;

// GitHub takes no longer description of a status.
const descriptionMax = 140;

/** The status of the commit: what the verdict comes to, in one line. */
export function describeStatus(judged: JudgedPull): { isSuccess: boolean; description: string } {
  const { isAnnounced, falseNow, isOverridden } = judged;
  const words = headline(judged);
  if (isAnnounced && falseNow.length === 0) return { isSuccess: true, description: cut(words) };
  if (!isOverridden) return { isSuccess: false, description: cut(words) };
  return {
    isSuccess: true,
    description: cut(
      `Accepted by the label ${overrideLabel}: ${words.charAt(0).toLowerCase()}${words.slice(1)}`,
    ),
  };
}

const cut = (text: string) => (text.length > descriptionMax ? `${text.slice(0, descriptionMax - 1)}…` : text);

function headline({ verdict, isAnnounced, falseNow }: JudgedPull): string {
  const { bump, announced, reasons } = verdict;
  const breaks = reasons.some(({ grade }) => grade === 'breaks');
  const said = announced === 'none' ? 'no release' : `a ${announced} release`;
  const version = breaks
    ? isAnnounced
      ? announced === 'none'
        ? 'Breaking, as announced since the last release'
        : `Breaking, and the version announces ${said}`
      : `Breaking, but the version announces ${said}`
    : bump === 'none'
      ? 'Needs no new version'
      : `Needs a ${bump} version`;
  if (falseNow.length === 0) return version;
  const sentences =
    falseNow.length === 1 ? '1 sentence is false now' : `${falseNow.length} sentences are false now`;
  return `${version}; ${sentences}`;
}

const titles: Record<ReasonGrade, string> = {
  breaks: 'Breaks callers',
  may_break: 'May break callers',
  adds: 'Adds',
  deprecates: 'Deprecates',
  changes: 'Changes',
  fixes: 'Fixes',
};

const listedMax = 40;

/** The comment: the verdict with its reasons, and the sentences that are or may be false now. */
export function describePull(judged: JudgedPull, linkTo: LinkTo): Block[] {
  const { verdict, isAnnounced, falseNow, mayBeFalse, leftOut, isOverridden, target } = judged;
  const { bump, announced, reasons } = verdict;
  const needs = bump === 'none' ? 'no new version' : `a ${bump} version`;
  const says = announced === 'none' ? 'announces none' : `announces a ${announced} one`;
  const isFailure = !isAnnounced || falseNow.length > 0;
  const grades = [...new Set(reasons.map(({ grade }) => grade))];
  return [
    { paragraph: [{ strong: `${headline(judged)}.` }] },
    { paragraph: ['Since ', { code: target }, ` the changes need ${needs}; the package ${says}.`] },
    ...grades.flatMap((grade): Block[] => [
      { paragraph: [{ strong: titles[grade] }] },
      list(
        reasons.filter((reason) => reason.grade === grade),
        (reason) => reasonItem(reason, linkTo),
      ),
    ]),
    ...sentencesBelow('False now', falseNow, linkTo),
    ...sentencesBelow('May be false', mayBeFalse, linkTo),
    ...(leftOut === undefined ? [] : [{ paragraph: [leftOut] }]),
    ...(isFailure
      ? [
          {
            paragraph: [
              isOverridden ? 'Accepted by the label ' : 'To accept this, add the label ',
              { code: overrideLabel },
              '.',
            ],
          },
        ]
      : []),
  ];
}

const sentencesBelow = (title: string, sentences: readonly FalseSentence[], linkTo: LinkTo): Block[] =>
  sentences.length === 0
    ? []
    : [{ paragraph: [{ strong: title }] }, list(sentences, (sentence) => sentenceItem(sentence, linkTo))];

type Item = Extract<Block, { list: unknown }>['list'][number];

function list<T>(entries: readonly T[], present: (entry: T) => Item): Block {
  const items = entries.slice(0, listedMax).map(present);
  const more = entries.length - listedMax;
  return { list: more > 0 ? [...items, { of: [`… and ${more} more.`] }] : items };
}

function reasonItem({ text, file, line, before, after }: Reason, linkTo: LinkTo): Item {
  const isRemoved = before !== null && after === null;
  const lines = [...signed('-', before), ...signed('+', after)].join('\n');
  return {
    of: [...placeInlines({ file, line, isRemoved }, linkTo), ...subjectInlines(text)],
    ...(lines !== '' && { blocks: [{ code: lines, language: 'diff' }] }),
  };
}

/** The patch without its headers and context: the line as it is, and as it should be. */
function sentenceItem({ file, line, quote, was, patch }: FalseSentence, linkTo: LinkTo): Item {
  const changed = (patch?.split('\n') ?? [])
    .filter((text) => /^[-+](?![-+]{2} )/.test(text))
    .map((text) => text.trimEnd())
    .join('\n');
  return {
    of: [
      ...placeInlines({ file, line, isRemoved: false }, linkTo),
      ...[{ code: quote }, ' is gone; it was in ', { code: was }, '.'],
    ],
    ...(changed !== '' && { blocks: [{ code: changed, language: 'diff' }] }),
  };
}

function placeInlines(
  { file, line, isRemoved }: { file: string | null; line: number | null; isRemoved: boolean },
  linkTo: LinkTo,
): Inline[] {
  if (file === null) return [];
  const name = cleanLine(line === null ? file : `${file}:${line}`);
  const link = linkTo({ file, line, isRemoved });
  return [link === undefined ? { code: name } : { link, of: name }, ' '];
}

const signed = (sign: string, signature: string | null) =>
  signature === null ? [] : signature.split('\n').map((line) => `${sign} ${line}`);
