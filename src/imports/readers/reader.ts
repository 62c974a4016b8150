import type { SourceItem } from '../source-ticket.ts';
import type { ArchiveMember } from '../unpacking/archive-member.ts';
import type { WordMapping } from './map-words.ts';

export interface SourceFile {
  name: string;
  chunks: AsyncIterable<Uint8Array>;
  /** Reads it once more from its beginning; absent where a file can be read only once. */
  again?: (() => AsyncIterable<Uint8Array>) | undefined;
}

/** What the caller says about the files. */
export interface ImportMapping {
  /** For `csv`: the column of each field, where its name alone does not say it. */
  columns?: Record<string, string> | undefined;
  /** For `docket`: the key in the archive of the project to import. */
  project?: string | undefined;
  statuses?: WordMapping['status'];
  priorities?: WordMapping['priority'];
  types?: WordMapping['type'];
}

/** An archive of a product. `members` can be called again, to read the archive once more from its beginning. */
export interface SourceArchive {
  name: string;
  members: () => AsyncGenerator<ArchiveMember>;
}

/** Reads the tickets in an archive of a product, and lists each file in it once. */
export type ArchiveReader = (
  archive: SourceArchive,
  mapping: ImportMapping,
) => AsyncGenerator<SourceItem | { listed: ArchiveMember }>;

/** Reads one file of a product. It must not keep more than one record, and must not read anything but the file. */
export type Reader = (file: SourceFile, mapping: ImportMapping) => AsyncGenerator<SourceItem>;

export const wordsOf = ({ statuses, priorities, types }: ImportMapping): WordMapping => ({
  status: statuses,
  priority: priorities,
  type: types,
});

export const isCsv = ({ name }: SourceFile) => /\.(?:csv|tsv)$/i.test(name);
