export { type ArchivePart, type ArchiveSource, readArchive } from './archive-reader.ts';
export { type ArchiveSink, ArchiveWriter } from './archive-writer.ts';
export { readForeignArchive } from './foreign-archive.ts';
export { compress, decompress } from './gzip.ts';
