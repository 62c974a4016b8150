import type { ChangeAnalysis } from '../analysis/analyze-change.ts';
import type { AnalyzedCommit } from '../analysis/analyzed-commit.ts';
import { isShownBySource } from '../analysis/announced-breaks.ts';
import { cutText } from '../analysis/cut-text.ts';
import type { SurfaceChange } from '../analysis/surface-change.ts';
import { describeSurfaceChange } from '../drafts/describe-surface-change.ts';
import { subjectInlines } from '../drafts/inlines.ts';
import { cleanLine, type Inline } from '../drafts/mdx.ts';
import { collectNews, type News } from '../drafts/news.ts';
import { isNonProductFile } from '../surface/product-files.ts';
import type { Sought } from './find-line.ts';

/** Why a version has to rise, the gravest first. */
export const reasonGrades = ['breaks', 'may_break', 'adds', 'deprecates', 'changes', 'fixes'] as const;
export type ReasonGrade = (typeof reasonGrades)[number];

export interface Reason {
  grade: ReasonGrade;
  /** One sentence. */
  text: string;
  /** At the head; at the base for what was removed. Null if only the words of a commit say it. */
  file: string | null;
  line: number | null;
  /** The signatures, for what the source declares. */
  before: string | null;
  after: string | null;
}

/** A reason whose line is not known yet. */
export interface FoundReason extends Omit<Reason, 'line'> {
  /** The blob to look in, and what to look for. */
  place: { id: string; sought: Sought } | undefined;
}

const textMax = 600;
const signatureMax = 1_000;

/** Everything that the analysis knows to reach users of the product. */
export function collectReasons(change: ChangeAnalysis): FoundReason[] {
  const shown = change.surface.flatMap((item) => reasonOfSurface(item, change));
  const news = collectNews(change);
  const told = news.flatMap((one) => reasonOfNews(one, change.surface));
  const named = new Set(news.flatMap(({ commits }) => commits));
  const marked = change.commits.filter(
    (commit) => commit.isBreaking && !commit.isInferredBreak && !commit.isMerge && !named.has(commit),
  );
  return [...shown, ...told, ...marked.flatMap((commit) => reasonOfCommit(commit, change.surface))];
}

function reasonOfSurface(item: SurfaceChange, change: ChangeAnalysis): FoundReason[] {
  if (item.isInternal) return [];
  const isGone = item.change === 'removed';
  const id = blobOf(item, isGone, change);
  const signature = (isGone ? item.before : item.after) ?? '';
  return [
    {
      grade: gradeOf(item),
      text: sentence(describeSurfaceChange([item])),
      file: item.path,
      before: signatureOf(item.before),
      after: signatureOf(item.after),
      place: id
        ? { id, sought: { area: item.area, name: item.name, signature, isPackage: item.isPackage } }
        : undefined,
    },
  ];
}

const apiAreas = new Set(['export', 'route', 'operation', 'config', 'flag']);

function gradeOf({ grade, change, area }: SurfaceChange): ReasonGrade {
  if (grade === 'breaks') return 'breaks';
  if (grade === 'may break') return 'may_break';
  if (change === 'deprecated') return 'deprecates';
  return change === 'added' && apiAreas.has(area) ? 'adds' : 'changes';
}

/** The blob of the side that has the item; files that did not change have the same on both sides. */
function blobOf({ path, sources }: SurfaceChange, isGone: boolean, { files }: ChangeAnalysis) {
  const file = isGone
    ? files.find(({ path: now, previousPath = now, kind }) => previousPath === path && kind !== 'added')
    : files.find((one) => one.path === path && one.kind !== 'removed');
  return file ? (isGone ? file.before : file.after) : sources[0]?.id;
}

/** Breaks that the source shows and additions that it names are told once, with their signatures. */
function reasonOfNews(one: News, surface: readonly SurfaceChange[]): FoundReason[] {
  const { group, isBreaking, isInferredBreak, commits, source } = one;
  const notes = commits.flatMap(({ breakingNotes }) => breakingNotes);
  if (isBreaking) {
    if (isShownBySource([one.text, ...notes].join(' '), surface)) return [];
    const said = isInferredBreak ? 'Reads as breaking' : 'Announced as breaking';
    return [{ ...words('breaks', `${said}: ${notes[0] ?? one.text}`, commits, source), ...placeOfNote(one) }];
  }
  const grade = ({ Added: 'adds', Deprecated: 'deprecates', Fixed: 'fixes', Security: 'fixes' } as const)[
    group as string
  ];
  if (grade === 'adds' && namesAddition(one.text, surface)) return [];
  const said = sentence(subjectInlines(one.text));
  return [{ ...words(grade ?? 'changes', said, commits, source), ...placeOfNote(one) }];
}

const placeOfNote = ({ source, text }: News) =>
  source && { place: { id: source.id, sought: { area: 'note' as const, name: text, signature: '' } } };

/** A break that a commit announces and no entry tells. */
function reasonOfCommit(commit: AnalyzedCommit, surface: readonly SurfaceChange[]): FoundReason[] {
  const said = [commit.subject, ...commit.breakingNotes];
  if (isShownBySource(said.join(' '), surface)) return [];
  return [words('breaks', `Announced as breaking: ${said[1] ?? said[0]}`, [commit], undefined)];
}

function words(
  grade: ReasonGrade,
  text: string,
  commits: readonly AnalyzedCommit[],
  source: News['source'],
): FoundReason {
  const touched = commits[0]?.sources.filter(({ path }) => !isNonProductFile(path));
  const by = source || !commits[0] ? '' : ` (commit ${commits[0].sha.slice(0, 12)})`;
  const file = source?.path ?? (touched?.[0] ?? commits[0]?.sources[0])?.path;
  return {
    grade,
    text: `${cutText(cleanLine(text).trim(), textMax)}${by}`,
    file: file ?? null,
    before: null,
    after: null,
    place: undefined,
  };
}

function namesAddition(text: string, surface: readonly SurfaceChange[]): boolean {
  const inText = new Set(text.match(/[\p{L}_$][\p{L}\p{N}_$]{3,}/gu));
  return surface.some(
    ({ area, change, name, isInternal }) =>
      change === 'added' && apiAreas.has(area) && !isInternal && inText.has(name.split('.').at(-1) as string),
  );
}

const sentence = (inlines: Inline[]): string => {
  const text = inlines
    .map((inline) => {
      if (typeof inline === 'string') return inline;
      if ('code' in inline) return `\`${inline.code}\``;
      return 'prose' in inline ? inline.prose : 'strong' in inline ? inline.strong : inline.of;
    })
    .join('');
  return cutText(cleanLine(text).trim(), textMax);
};

const signatureOf = (text: string | undefined): string | null =>
  text === undefined
    ? null
    : cutText(
        text
          .split('\n')
          .map((line) => cleanLine(line))
          .join('\n'),
        signatureMax,
      );
