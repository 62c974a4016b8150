import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type ArchivedRow,
  type ArchiveHeader,
  type ArchiveManifest,
  archiveFormatVersion,
  parseHeader,
  parseManifest,
  parsePartName,
} from '../../archives/index.ts';
import { Refusal } from '../../platform/errors.ts';
import { type ArchivePart, decompress, readArchive } from '../../platform/tar/index.ts';
import { importLimits } from '../import-limits.ts';
import type { ReadableFile } from '../unpacking/archive-member.ts';

/** What an archive has, in its order. The content of a file must be read before the next item. */
export type ArchiveItem =
  | { header: ArchiveHeader }
  | { kind: string; rows: ArchivedRow[] }
  | { file: string; bytes: number; content: AsyncIterable<Uint8Array>; sha256: () => string }
  | { manifest: ArchiveManifest };

const textBytesMax = 64 * 1024 * 1024;
const partBytesMax = 64 * 1024 * 1024;
const rowsPerBatch = 100;
const charactersPerBatch = 1_000_000;

/**
 * Reads an archive from its beginning to its end and compares every part with the manifest at its end. Nothing is kept but one
 * part. Lines are parsed a hundred at a time, so that requests get their turn.
 */
export async function* walkArchive(file: ReadableFile): AsyncGenerator<ArchiveItem> {
  const refuse = (problem: string) =>
    new Refusal('VALIDATION_ERROR', `${file.name} cannot be imported: ${problem}.`);
  const seen: ArchiveManifest['parts'] = [];
  let header: ArchiveHeader | undefined;
  let manifest: ArchiveManifest | undefined;
  let manifestSha256 = '';
  let isComplete = false;
  for await (const part of readArchive(file, refuse)) {
    const parsed = parsePartName(part.name);
    if (!parsed) throw refuse(`it contains ${JSON.stringify(part.name.slice(0, 100))}, which no archive has`);
    if ((header === undefined) !== (parsed.kind === 'header'))
      throw refuse('it is no archive of Docket. Export one with docket export');
    if (isComplete) throw refuse('something follows its end');
    if (parsed.kind === 'header') {
      header = parseHeader(await textOf(part));
      if (!header) throw refuse('its header is not as Docket writes it');
      if (header.formatVersion > archiveFormatVersion)
        throw refuse(
          `it has version ${header.formatVersion} of the format, and this Docket knows up to ${archiveFormatVersion}: install Docket ${header.docketVersion} or newer`,
        );
      yield { header };
    } else if (parsed.kind === 'rows') {
      const lines = await linesOf(part, refuse);
      seen.push({ name: part.name, bytes: part.bytes, sha256: part.sha256(), rows: lines.length });
      for (const rows of batchesOf(lines, part.name, refuse)) {
        yield { kind: parsed.of, rows };
        await nextTurn();
      }
    } else if (parsed.kind === 'file') {
      yield { file: parsed.key, bytes: part.bytes, content: part.stream(), sha256: part.sha256 };
    } else if (parsed.kind === 'manifest') {
      manifest = parseManifest(await textOf(part));
      manifestSha256 = part.sha256();
      if (!manifest) throw refuse('its manifest is not as Docket writes it');
      if (!areSame(manifest.parts, seen)) throw refuse('a part of it is damaged or missing');
    } else {
      isComplete = (await textOf(part)).startsWith(`${manifestSha256} `) && manifest !== undefined;
      if (!isComplete) throw refuse('its manifest is damaged');
    }
  }
  if (!manifest || !isComplete) throw refuse('it is cut off');
  yield { manifest };
}

const textOf = async (part: ArchivePart) => (await part.read(textBytesMax)).toString();

async function linesOf(part: ArchivePart, refuse: (problem: string) => Error): Promise<string[]> {
  const packed = await part.read(partBytesMax);
  const raw = await decompress(packed, partBytesMax).catch(() => {
    throw refuse(`${part.name} is damaged, or larger than any that Docket writes`);
  });
  const lines = raw.toString().split('\n');
  if (lines.pop() !== '') throw refuse(`${part.name} is cut off`);
  return lines;
}

function* batchesOf(
  lines: string[],
  name: string,
  refuse: (problem: string) => Error,
): Generator<ArchivedRow[]> {
  let rows: ArchivedRow[] = [];
  let characters = 0;
  for (const [index, line] of lines.entries()) {
    if (line.length > importLimits.recordBytesMax)
      throw refuse(`line ${index + 1} of ${name} is longer than any that Docket writes`);
    rows.push(parseLine(line) ?? fail(refuse(`line ${index + 1} of ${name} is not a JSON object`)));
    characters += line.length;
    if (rows.length < rowsPerBatch && characters < charactersPerBatch) continue;
    yield rows;
    rows = [];
    characters = 0;
  }
  if (rows.length > 0) yield rows;
}

function parseLine(line: string): ArchivedRow | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as ArchivedRow)
      : undefined;
  } catch {
    return undefined;
  }
}

function fail(error: Error): never {
  throw error;
}

const areSame = (a: ArchiveManifest['parts'], b: ArchiveManifest['parts']) =>
  a.length === b.length &&
  a.every((part, index) => {
    const other = b[index];
    return (
      part.name === other?.name &&
      part.bytes === other.bytes &&
      part.sha256 === other.sha256 &&
      part.rows === other.rows
    );
  });
