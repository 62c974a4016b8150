import { FilePredictor, type PastChange } from '../../src/file-prediction/index.ts';
import { FolderBaseline, MostChangedBaseline } from './baselines.ts';

/** What is right among the first `cut` files that a method names, summed over changes. */
export interface Score {
  hits: number;
  named: number;
  touched: number;
}

export const methods = ['prediction', 'most changed files', 'files of the same folder'] as const;
export const cuts = [1, 3, 5, 10] as const;
/** How sure the prediction must be, in columns of the report. */
export const shareMins = [0.2, 0.3, 0.4, 0.5] as const;
/** How many changes before one are taken for running ones, to see what a hold would have done. */
const runningChanges = 3;

export interface HistoryScore {
  changes: number;
  byCut: Record<(typeof methods)[number], Score[]>;
  /** Of the prediction alone: the files with at least the share of each of `shareMins`. */
  byShare: Score[];
  /**
   * If the three changes before each one were still running: how often its certain files overlap theirs (`named`), how
   * often its real files do (`touched`), and how often both (`hits`).
   */
  holds: Score[];
  /** Of all predictions. */
  milliseconds: number;
}

const filesPerChangeMax = 30;

/**
 * Goes through a history, oldest change first: names the files of each of the last `tested` changes from its message and
 * the changes before it alone, then learns from it. New files, which nobody can name, count as touched.
 */
export function scoreHistory(changes: PastChange[], tested: number): HistoryScore {
  const predictor = new FilePredictor();
  const mostChanged = new MostChangedBaseline();
  const folder = new FolderBaseline(predictor);
  const score: HistoryScore = {
    changes: 0,
    byCut: Object.fromEntries(methods.map((method) => [method, cuts.map(newScore)])) as HistoryScore['byCut'],
    byShare: shareMins.map(newScore),
    holds: shareMins.map(newScore),
    milliseconds: 0,
  };
  const max = cuts.at(-1) as number;
  for (const [index, change] of changes.entries()) {
    const isTested = index >= changes.length - tested && isTestable(change);
    if (isTested) {
      const touched = new Set(change.files.map(({ path }) => path));
      const text = withoutTrailers(change.text);
      const start = performance.now();
      const predicted = predictor.predict(text, 20);
      score.milliseconds += performance.now() - start;
      const named: Record<(typeof methods)[number], string[]> = {
        prediction: predicted.map(({ path }) => path),
        'most changed files': mostChanged.list(max),
        'files of the same folder': folder.list(text, max),
      };
      for (const method of methods)
        for (const [at, cut] of cuts.entries())
          addTo(score.byCut[method][at] as Score, named[method].slice(0, cut), touched);
      const running = new Set(
        changes
          .slice(Math.max(0, index - runningChanges), index)
          .flatMap(({ files }) => files.map(({ path }) => path)),
      );
      const overlaps = [...touched].some((path) => running.has(path));
      for (const [at, shareMin] of shareMins.entries()) {
        const certain = predicted.filter(({ share }) => share >= shareMin).map(({ path }) => path);
        addTo(score.byShare[at] as Score, certain, touched);
        const isHeld = certain.some((path) => running.has(path));
        const hold = score.holds[at] as Score;
        hold.named += Number(isHeld);
        hold.touched += Number(overlaps);
        hold.hits += Number(isHeld && overlaps);
      }
      score.changes++;
    }
    predictor.add({ ...change, text: withoutTrailers(change.text) });
    mostChanged.add(change);
    folder.add(change);
  }
  return score;
}

const newScore = (): Score => ({ hits: 0, named: 0, touched: 0 });

const isTestable = ({ files, text }: PastChange) =>
  files.length > 0 && files.length <= filesPerChangeMax && text.trim() !== '' && !isRoutine.test(text);

/** Updates of dependencies and releases are easy to predict and no tickets. */
const isRoutine =
  /^(?:\w+\(deps[\w-]*\)|v?\d+\.\d+|(?:chore: )?release\b|.*\b(?:bump(?:s|ed|ing)?|renovate|dependabot|pre-commit)\b|.*\bupdate (?:dev )?dependenc|deps:)/i;

function addTo(score: Score, named: string[], touched: Set<string>): void {
  score.hits += named.filter((path) => touched.has(path)).length;
  score.named += named.length;
  score.touched += touched.size;
}

/** Names of people and the numbers of pull requests are no words of a ticket. */
const withoutTrailers = (text: string) =>
  text.replace(/^[A-Z][\w-]+(?:-by| by): .*$/gim, '').replace(/\(?#\d+\)?/g, '');
