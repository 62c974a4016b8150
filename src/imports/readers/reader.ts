import type { CsvFormat } from '../parsing/csv-rows.ts';
import type { SourceItem } from '../source-ticket.ts';
import type { ArchiveMember } from '../unpacking/archive-member.ts';
import type { WordMapping } from './map-words.ts';

export interface SourceFile {
  name: string;
  chunks: AsyncIterable<Uint8Array>;
  /** Reads the file again from its beginning; absent if the file can be read only once. */
  again?: (() => AsyncIterable<Uint8Array>) | undefined;
}

/** What the caller states about the files. */
export interface ImportMapping {
  /** For `csv`: the columns of each field that is not recognized by its name; '' or an empty list: the field has none. */
  columns?: Record<string, string | string[]> | undefined;
  /** For `csv`: the encoding and the separator, if they are not as they seem. */
  encoding?: CsvFormat['encoding'];
  separator?: CsvFormat['separator'];
  /** For `csv`: how dates such as 03/04/2026 are written, if no date of the column decides. */
  dates?: 'day_first' | 'month_first' | undefined;
  /** For `docket`: the key that the imported project has in the archive. */
  project?: string | undefined;
  statuses?: WordMapping['status'];
  priorities?: WordMapping['priority'];
  types?: WordMapping['type'];
}

/** An archive of a product. Each call of `members` reads the archive again from its beginning. */
export interface SourceArchive {
  name: string;
  members: () => AsyncGenerator<ArchiveMember>;
}

/** Reads the tickets in an archive of a product, and lists each file in the archive once. */
export type ArchiveReader = (
  archive: SourceArchive,
  mapping: ImportMapping,
) => AsyncGenerator<SourceItem | { listed: ArchiveMember }>;

/** Reads one file of a product. A reader keeps at most one record in memory and reads nothing but the file. */
export type Reader = (file: SourceFile, mapping: ImportMapping) => AsyncGenerator<SourceItem>;

export const mappedWords = ({ statuses, priorities, types }: ImportMapping): WordMapping => ({
  status: statuses,
  priority: priorities,
  type: types,
});

export const isCsv = ({ name }: SourceFile) => /\.(?:csv|tsv)$/i.test(name);
