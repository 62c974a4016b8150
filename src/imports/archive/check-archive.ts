import { createHash } from 'node:crypto';
import { type ArchivedRow, type ArchiveHeader, findKind, peopleKind } from '../../archives/index.ts';
import type { FidelityTally } from '../fidelity-report.ts';
import type { ReadableFile } from '../unpacking/archive-member.ts';
import { walkArchive } from './walk-archive.ts';

export interface ArchiveContent {
  header: ArchiveHeader;
  /** The number of rows of each kind. */
  counts: Map<string, number>;
  total: number;
  /** The number of files that the storage of the other Docket lacked, or whose bytes differ from the upload. */
  missingFiles: number;
}

/** Reads and checks the whole archive before anything is written. */
export async function checkArchive(
  file: ReadableFile,
  onRows: (kind: string, rows: ArchivedRow[]) => Promise<void>,
  onProgress: (rows: number) => Promise<void>,
): Promise<ArchiveContent> {
  const counts: ArchiveContent['counts'] = new Map();
  // The hashes of the files whose bytes have not been read yet.
  const expected = new Map<string, string>();
  let header: ArchiveHeader | undefined;
  let total = 0;
  let missingFiles = 0;
  for await (const item of walkArchive(file)) {
    if ('header' in item) header = item.header;
    else if ('rows' in item) {
      const { kind, rows } = item;
      counts.set(kind, (counts.get(kind) ?? 0) + rows.length);
      total += rows.length;
      if (kind === 'attachments')
        for (const { fileKey, sha256 } of rows) expected.set(String(fileKey), String(sha256));
      await onRows(kind, rows);
      await onProgress(total);
    } else if ('file' in item) {
      const hash = createHash('sha256');
      for await (const chunk of item.content) hash.update(chunk);
      if (hash.digest('hex') !== expected.get(item.file)) missingFiles++;
      expected.delete(item.file);
      await onProgress(total);
    }
  }
  return { header: header as ArchiveHeader, counts, total, missingFiles: missingFiles + expected.size };
}

/** Reports what no import of an archive can keep. */
export function tallyLosses(
  tally: FidelityTally,
  { counts, missingFiles }: Pick<ArchiveContent, 'counts' | 'missingFiles'>,
  file: string,
): void {
  if (missingFiles > 0) tally.lose('files that the archive lacks or has damaged', file, missingFiles);
  for (const [name, count] of counts)
    if (count > 0 && !findKind(name) && name !== peopleKind.name)
      tally.lose(`${name}, which this Docket does not know`, file, count);
}
