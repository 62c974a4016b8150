import path from 'node:path';
import { parseArgs } from 'node:util';
import { runCorpus } from './docs-corpus/run-corpus.ts';
import { measureSpeed } from './docs-speed.ts';

/** `--corpus` scores the drafts of real releases; without it the speed on a large history is measured. */
const { values } = parseArgs({
  options: {
    corpus: { type: 'boolean', default: false },
    folder: { type: 'string', default: path.join(import.meta.dirname, 'docs-corpus') },
    verbose: { type: 'boolean', default: false },
  },
});
const isWithinMarks = values.corpus ? await runCorpus(values.folder, values.verbose) : await measureSpeed();
process.exitCode = isWithinMarks ? 0 : 1;
