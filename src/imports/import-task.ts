import type { Tx } from '../platform/db/index.ts';
import type { ProjectRecord } from '../projects/index.ts';
import type { ImportProduct } from './products.ts';
import type { ImportMapping } from './readers/index.ts';
import type { ReadableFile } from './unpacking/archive-member.ts';

export const importSteps = ['reading', 'people', 'tickets', 'comments', 'files', 'links', 'records'] as const;

export interface ImportProgress {
  step: (typeof importSteps)[number];
  done: number;
  /** 0 while unknown. */
  total: number;
}

/** Where each step begins and ends, of the whole. */
const shares: Record<ImportProgress['step'], [from: number, to: number]> = {
  reading: [0, 20],
  people: [20, 22],
  tickets: [22, 75],
  comments: [75, 85],
  files: [85, 95],
  links: [95, 100],
  records: [22, 100],
};

/** How much of the import is done. While the files are read the first time, it is measured in bytes. */
export function percentOf({ step, done, total }: ImportProgress, shareOfBytes: number): number {
  const [from, to] = shares[step];
  const share = step === 'reading' ? shareOfBytes : total === 0 ? 0 : done / total;
  return Math.floor(from + (to - from) * Math.min(1, share));
}

export interface ImportTask {
  id: string;
  product: ImportProduct;
  files: ReadableFile[];
  mapping: ImportMapping;
  people: Record<string, string>;
  isDryRun: boolean;
  /** When the import was created: the date of what has none, the same in every attempt. */
  createdAt: number;
}

export interface ProjectImportTask extends ImportTask {
  project: Pick<ProjectRecord, 'id' | 'name' | 'key' | 'workspaceId' | 'estimateUnit'>;
}

/** Keeps the import with this worker; both throw once it belongs to another one or was cancelled. */
export interface ImportLease {
  /** Renews it within a transaction, so that nothing commits without it. */
  hold: (tx: Tx, progress: ImportProgress) => Promise<void>;
  report: (progress: ImportProgress) => Promise<void>;
}
