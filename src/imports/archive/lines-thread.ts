import { parentPort } from 'node:worker_threads';
import type { ArchivedRow } from '../../archives/index.ts';
import { decompress } from '../../platform/tar/index.ts';
import { importLimits } from '../import-limits.ts';
import { type FromThread, partBytesMax, type ToThread } from './parse-lines.ts';

const rowsPerBatch = 100;
const charactersPerBatch = 1_000_000;

/** The part does not have the form that Docket writes. */
class PartProblem extends Error {}

const port = parentPort as NonNullable<typeof parentPort>;
let batches: Generator<FromThread> = (function* () {})();

port.on('message', async (message: ToThread) => {
  try {
    port.postMessage(await answer(message));
  } catch (error) {
    if (!(error instanceof PartProblem)) throw error;
    port.postMessage({ problem: error.message } satisfies FromThread);
  }
});

async function answer(message: ToThread): Promise<FromThread> {
  if (message !== 'next') batches = parseInBatches(await unpackLines(message.packed));
  return batches.next().value as FromThread;
}

async function unpackLines(packed: Uint8Array): Promise<string[]> {
  const raw = await decompress(packed, partBytesMax).catch(() => {
    throw new PartProblem('is damaged, or larger than any that Docket writes');
  });
  const lines = raw.toString().split('\n');
  if (lines.pop() !== '') throw new PartProblem('is cut off');
  return lines;
}

function* parseInBatches(lines: string[]): Generator<FromThread> {
  let rows: ArchivedRow[] = [];
  let characters = 0;
  for (const [index, line] of lines.entries()) {
    if (line.length > importLimits.recordBytesMax)
      throw new PartProblem(`has a line ${index + 1} that is longer than any that Docket writes`);
    rows.push(parseLine(line, index + 1));
    characters += line.length;
    if (rows.length < rowsPerBatch && characters < charactersPerBatch) continue;
    yield { rows };
    rows = [];
    characters = 0;
  }
  if (rows.length > 0) yield { rows };
  yield 'end of part';
}

function parseLine(line: string, number: number): ArchivedRow {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as ArchivedRow;
  } catch {
    // Invalid JSON is refused like a line that is not an object.
  }
  throw new PartProblem(`has a line ${number} that is not a JSON object`);
}
