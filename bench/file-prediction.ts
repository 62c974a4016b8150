import path from 'node:path';
import { parseArgs } from 'node:util';
import { readHistory } from './file-prediction/read-history.ts';
import {
  cuts,
  type HistoryScore,
  methods,
  type Score,
  scoreHistory,
  shareMins,
} from './file-prediction/score-prediction.ts';

/**
 * Measures the prediction of files on the histories of local repositories: `npx node bench/file-prediction.ts PATH …`, a
 * path with `@COMMIT` for a given commit. Exits with 1 if the prediction is not better than both baselines in all of them.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { tested: { type: 'string', default: '500' } },
});
if (positionals.length === 0) throw new Error('Name at least one git directory of a local repository');

const percent = (part: number, whole: number) =>
  whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`;
const precision = ({ hits, named }: Score) => percent(hits, named);
const recall = ({ hits, touched }: Score) => percent(hits, touched);

function print(name: string, score: HistoryScore): void {
  process.stdout.write(
    `${name}: ${score.changes} changes, ${(score.milliseconds / Math.max(1, score.changes)).toFixed(1)} ms a prediction\n`,
  );
  for (const method of methods) {
    const cells = cuts.map((cut, at) => {
      const one = score.byCut[method][at] as Score;
      return `first ${cut}: ${precision(one)} / ${recall(one)}`;
    });
    process.stdout.write(`  ${method.padEnd(26)} ${cells.join('   ')}\n`);
  }
  printByShare('files with a share', score.byShare);
  printByShare('holds by a share', score.holds);
}

function printByShare(title: string, scores: Score[]): void {
  const cells = shareMins.map((shareMin, at) => {
    const one = scores[at] as Score;
    return `≥ ${shareMin}: ${precision(one)} / ${recall(one)}`;
  });
  process.stdout.write(`  ${title.padEnd(26)} ${cells.join('   ')}\n`);
}

function addScore(sum: Score, score: Score): void {
  sum.hits += score.hits;
  sum.named += score.named;
  sum.touched += score.touched;
}

const all: HistoryScore[] = [];
for (const positional of positionals) {
  const [gitDir = '', commit = 'HEAD'] = positional.split('@');
  const changes = await readHistory(path.resolve(gitDir), commit);
  const score = scoreHistory(changes, Number(values.tested));
  all.push(score);
  print(positional, score);
}
const [total, ...others] = structuredClone(all) as [HistoryScore, ...HistoryScore[]];
for (const score of others) {
  total.milliseconds += score.milliseconds;
  total.changes += score.changes;
  for (const at of shareMins.keys()) {
    addScore(total.byShare[at] as Score, score.byShare[at] as Score);
    addScore(total.holds[at] as Score, score.holds[at] as Score);
  }
  for (const method of methods)
    for (const at of cuts.keys())
      addScore(total.byCut[method][at] as Score, score.byCut[method][at] as Score);
}
if (all.length > 1) print('all', total);

const isBetter = all.every(({ byCut }) =>
  cuts.every((_, at) =>
    methods.slice(1).every((method) => {
      const baseline = (byCut[method][at] as Score).hits;
      return (byCut.prediction[at] as Score).hits >= baseline;
    }),
  ),
);
if (!isBetter) process.stdout.write('The prediction is not better than both baselines everywhere.\n');
process.exitCode = isBetter ? 0 : 1;
