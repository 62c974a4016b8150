import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { draftRange } from './draft-range.ts';
import { readRange } from './read-range.ts';
import { type RangeScore, type Share, scoreRange, shares } from './score-range.ts';

const marks: Partial<Record<(typeof shares)[number], number>> = {
  breakingPrecision: 0.9,
  breakingRecall: 0.7,
  changelogPrecision: 0.9,
  changelogRecall: 0.95,
  security: 1,
  majorPrecision: 0.9,
};

interface Scored {
  name: string;
  /** The folder of ranges that were labelled together; each has to reach the marks. */
  half: string;
  language: string;
  score: RangeScore;
}

/** Drafts every range below the folder, prints the scores and tells whether all marks are met. */
export async function runCorpus(folder: string, isVerbose: boolean): Promise<boolean> {
  const files = globSync('**/*.txt', { cwd: folder }).sort();
  if (files.length === 0) throw new Error(`${folder} has no ranges (*.txt)`);
  const scored: Scored[] = [];
  for (const file of files) {
    const score = await scoreFile(path.join(folder, file));
    const half = file.split('/').length > 2 ? (file.split('/')[0] as string) : path.basename(folder);
    scored.push({ name: file.replace(/\.txt$/, ''), half, ...score });
  }
  const halves = [...new Set(scored.map(({ half }) => half))];
  const languages = [...new Set(scored.map(({ language }) => language))].sort();
  const rows: [string, RangeScore[]][] = [
    ...(isVerbose ? scored.map(({ name, score }): [string, RangeScore[]] => [name, [score]]) : []),
    ...languages.map((name): [string, RangeScore[]] => [name, scoresOf(scored, name)]),
    ...(halves.length > 1
      ? halves.map((name): [string, RangeScore[]] => [name, scoresOfHalf(scored, name)])
      : []),
    [`all ${scored.length} ranges`, scoresOf(scored, undefined)],
  ];
  process.stdout.write(table(rows.map(([name, scores]) => [name, ...shares.map((of) => show(scores, of))])));
  if (isVerbose)
    for (const { name, score } of scored)
      for (const mistake of score.mistakes) process.stdout.write(`${name}: ${mistake}\n`);
  const missed = halves.flatMap((half) => missedMarks(half, scoresOfHalf(scored, half)));
  for (const line of missed) process.stdout.write(line);
  return missed.length === 0;
}

const missedMarks = (half: string, scores: RangeScore[]): string[] =>
  shares.flatMap((of) => {
    const reached = ratio(sum(scores, of));
    return reached < (marks[of] ?? 0)
      ? [`${half}: ${titles[of]} is below the mark: ${reached.toFixed(3)} of ${marks[of]}\n`]
      : [];
  });

async function scoreFile(file: string) {
  try {
    const range = readRange(readFileSync(file, 'utf8'));
    return { language: range.language, score: scoreRange(range, await draftRange(range)) };
  } catch (error) {
    throw new Error(`${file}: ${(error as Error).message}`, { cause: error });
  }
}

const titles: Record<(typeof shares)[number], string> = {
  breakingPrecision: 'breaking precision',
  breakingRecall: 'breaking recall',
  officialRecall: 'announced recall',
  changelogPrecision: 'changelog precision',
  changelogRecall: 'changelog recall',
  security: 'security first',
  majorPrecision: 'major precision',
  majorRecall: 'major recall',
  bump: 'bump',
};

const scoresOf = (scored: Scored[], language: string | undefined) =>
  scored.filter((one) => language === undefined || one.language === language).map(({ score }) => score);

const scoresOfHalf = (scored: Scored[], name: string) =>
  scored.filter(({ half }) => half === name).map(({ score }) => score);

const sum = (scores: RangeScore[], of: (typeof shares)[number]): Share => ({
  right: scores.reduce((total, score) => total + score[of].right, 0),
  all: scores.reduce((total, score) => total + score[of].all, 0),
});

/** Nothing to find and nothing claimed is no mistake. */
const ratio = ({ right, all }: Share) => (all === 0 ? 1 : right / all);

function show(scores: RangeScore[], of: (typeof shares)[number]): string {
  const share = sum(scores, of);
  return share.all === 0 ? '–' : `${ratio(share).toFixed(2)} (${share.right}/${share.all})`;
}

function table(rows: string[][]): string {
  const all = [['', ...shares.map((of) => titles[of])], ...rows];
  const widths = all[0]?.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0))) ?? [];
  return all
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .concat('')
    .join('\n');
}
