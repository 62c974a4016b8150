import type { Tx } from '../platform/db/index.ts';
import type { ProjectRecord } from '../projects/index.ts';
import type { ImportProduct } from './products.ts';
import type { ImportMapping } from './readers/index.ts';
import type { ReadableFile } from './unpacking/archive-member.ts';

export const importSteps = ['reading', 'people', 'tickets', 'comments', 'files', 'links', 'records'] as const;

export interface ImportProgress {
  step: (typeof importSteps)[number];
  done: number;
  /** 0 while it is unknown. */
  total: number;
}

/** The percentages of the whole import at which each step begins and ends. */
const shares: Record<ImportProgress['step'], [from: number, to: number]> = {
  reading: [0, 20],
  people: [20, 22],
  tickets: [22, 75],
  comments: [75, 85],
  files: [85, 95],
  links: [95, 100],
  records: [22, 100],
};

/** How much of the import is done, in percent. The first reading of the files is measured in bytes. */
export function importPercent({ step, done, total }: ImportProgress, shareOfBytes: number): number {
  const [from, to] = shares[step];
  const share = step === 'reading' ? shareOfBytes : total === 0 ? 0 : done / total;
  return Math.floor(from + (to - from) * Math.min(1, share));
}

export interface ImportTask {
  id: string;
  product: ImportProduct;
  files: ReadableFile[];
  mapping: ImportMapping;
  people: Record<string, string | null>;
  isDryRun: boolean;
  /** When the import was created. It dates whatever has no date of its own, so every attempt writes the same date. */
  createdAt: number;
}

export interface ProjectImportTask extends ImportTask {
  project: Pick<ProjectRecord, 'id' | 'name' | 'key' | 'workspaceId' | 'estimateUnit'>;
}

/** This worker's claim on the import. Both functions throw once another worker has it or it was cancelled. */
export interface ImportLease {
  /** Renews the lease within a transaction, so that nothing commits without it. */
  hold: (tx: Tx, progress: ImportProgress) => Promise<void>;
  report: (progress: ImportProgress) => Promise<void>;
}
