import { createHash } from 'node:crypto';
import type { Queries } from '../platform/db/index.ts';
import type { Storage } from '../platform/storage/index.ts';
import { listFilesAfter, listReferencedKeys, type StoredRow, sumStoredFiles } from './file-key-store.ts';

const rowsPerRead = 500;
const filesAtOnce = 4;
const keysNamed = 20;

export interface MoveProgress {
  what: 'files';
  done: number;
  total: number;
}

export interface MoveSummary {
  /** Files that were read back from the target and are as they were uploaded. */
  verified: number;
  /** How many of these this run copied. */
  copied: number;
  bytes: number;
  /** Files whose content already differs from the upload in the source. They are not copied. */
  damaged: string[];
  /** Files that neither storage has. */
  missing: string[];
  deleted: number;
}

export interface Move {
  reads: Queries;
  from: Storage;
  to: Storage;
  /** Whether to delete the files of the source, if each is verified in the target. */
  deletesSource: boolean;
  onProgress?: (progress: MoveProgress) => void;
}

/**
 * Copies every file that a row refers to and reads each back, including those that an earlier run has copied, and
 * compares it with the SHA-256 of its upload. A run that was killed is simply repeated.
 */
export async function moveFiles(move: Move): Promise<MoveSummary> {
  const { reads, from, onProgress } = move;
  const { files: total } = await sumStoredFiles(reads);
  const summary: MoveSummary = { verified: 0, copied: 0, bytes: 0, damaged: [], missing: [], deleted: 0 };
  // Files that a running server stores meanwhile are not among them, and stay.
  const verified: string[] = [];
  let done = 0;
  for await (const rows of readPages(reads)) {
    await forEachAtOnce(rows, async (row) => {
      const outcome = await moveFile(move, row);
      note(summary, row, outcome);
      if (outcome === 'copied' || outcome === 'there') verified.push(row.key);
      onProgress?.({ what: 'files', done: ++done, total: Math.max(done, total) });
    });
  }
  const isWhole = summary.damaged.length === 0 && summary.missing.length === 0;
  if (move.deletesSource && isWhole) summary.deleted = await deleteAll(from, verified);
  return summary;
}

type Outcome = 'copied' | 'there' | 'damaged' | 'missing' | 'deleted meanwhile';

function note(summary: MoveSummary, { key, bytes }: StoredRow, outcome: Outcome): void {
  if (outcome === 'copied' || outcome === 'there') {
    summary.verified++;
    summary.bytes += bytes;
  }
  if (outcome === 'copied') summary.copied++;
  const failures = outcome === 'damaged' || outcome === 'missing' ? summary[outcome] : undefined;
  if (failures && failures.length < keysNamed) failures.push(key);
}

async function moveFile({ reads, from, to }: Move, row: StoredRow): Promise<Outcome> {
  if ((await to.findBytes(row.key)) === row.bytes && (await isAsUploaded(to, row))) return 'there';
  const source = await from.open(row.key);
  if (!source) {
    // A server that runs may have stored or deleted it since the page was read.
    if (await isAsUploaded(to, row)) return 'there';
    return (await listReferencedKeys(reads, [row.key])).length === 0 ? 'deleted meanwhile' : 'missing';
  }
  const { sha256 } = await to.putAs(row.key, source);
  if (sha256 === row.sha256 && (await isAsUploaded(to, row))) return 'copied';
  await to.delete(row.key);
  return 'damaged';
}

async function isAsUploaded(storage: Storage, { key, sha256 }: StoredRow): Promise<boolean> {
  const content = await storage.open(key);
  if (!content) return false;
  const hash = createHash('sha256');
  for await (const chunk of content) hash.update(chunk as Uint8Array);
  return hash.digest('hex') === sha256;
}

async function deleteAll(from: Storage, keys: string[]): Promise<number> {
  await forEachAtOnce(keys, (key) => from.delete(key));
  return keys.length;
}

async function* readPages(reads: Queries): AsyncIterable<StoredRow[]> {
  let after = '';
  for (;;) {
    const rows = await listFilesAfter(reads, after, rowsPerRead);
    if (rows.length > 0) yield rows;
    if (rows.length < rowsPerRead) return;
    after = rows.at(-1)?.key as string;
  }
}

/** Rejects only after all work has ended: an upload that failed later would delete what a repetition has stored. */
async function forEachAtOnce<T>(items: T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = items.values();
  let failure: { error: unknown } | undefined;
  const workers = Array.from({ length: filesAtOnce }, async () => {
    for (const item of left) {
      await work(item).catch((error: unknown) => {
        failure ??= { error };
      });
      if (failure) return;
    }
  });
  await Promise.all(workers);
  if (failure) throw failure.error;
}
