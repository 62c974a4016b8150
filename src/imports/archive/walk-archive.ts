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
import { type ArchivePart, readArchive } from '../../platform/tar/index.ts';
import type { ReadableFile } from '../unpacking/archive-member.ts';
import { LineParser, partBytesMax } from './parse-lines.ts';

/** The items of an archive, in its order. The content of a file must be read before the next item is asked for. */
export type ArchiveItem =
  | { header: ArchiveHeader }
  | { kind: string; rows: ArchivedRow[] }
  | { file: string; bytes: number; content: AsyncIterable<Uint8Array>; sha256: () => string }
  | { manifest: ArchiveManifest };

const textBytesMax = 8 * 1024 * 1024;

/** Reads an archive part by part and compares every part with the manifest at its end. */
export async function* walkArchive(
  file: ReadableFile,
  purpose: 'imported' | 'verified' = 'imported',
): AsyncGenerator<ArchiveItem> {
  const parser = new LineParser();
  try {
    yield* walkParts(file, parser, purpose);
  } finally {
    await parser.close();
  }
}

async function* walkParts(
  file: ReadableFile,
  parser: LineParser,
  purpose: 'imported' | 'verified',
): AsyncGenerator<ArchiveItem> {
  const refuse = (problem: string) =>
    new Refusal(
      'VALIDATION_ERROR',
      purpose === 'verified'
        ? `${file.name} cannot be verified: ${problem}.`
        : `${file.name} cannot be imported: ${problem}.`,
    );
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
      header = parseHeader(await readPartText(part));
      if (!header) throw refuse('its header is not as Docket writes it');
      if (header.formatVersion > archiveFormatVersion)
        throw refuse(
          `it has version ${header.formatVersion} of the format, and this Docket knows up to ${archiveFormatVersion}: install Docket ${header.docketVersion} or newer`,
        );
      yield { header };
    } else if (parsed.kind === 'rows') {
      const { name, bytes } = part;
      const batches = parser.parse(await part.read(partBytesMax), (problem) => refuse(`${name} ${problem}`));
      let rows = 0;
      for await (const batch of batches) {
        rows += batch.length;
        yield { kind: parsed.of, rows: batch };
      }
      seen.push({ name, bytes, sha256: part.sha256(), rows });
    } else if (parsed.kind === 'file') {
      yield { file: parsed.key, bytes: part.bytes, content: part.stream(), sha256: part.sha256 };
    } else if (parsed.kind === 'manifest') {
      manifest = parseManifest(await readPartText(part));
      manifestSha256 = part.sha256();
      if (!manifest) throw refuse('its manifest is not as Docket writes it');
      if (!areSame(manifest.parts, seen)) throw refuse('a part of it is damaged or missing');
    } else {
      isComplete = (await readPartText(part)).startsWith(`${manifestSha256} `) && manifest !== undefined;
      if (!isComplete) throw refuse('its manifest is damaged');
    }
  }
  if (!manifest || !isComplete) throw refuse('it is cut off');
  yield { manifest };
}

const readPartText = async (part: ArchivePart) => (await part.read(textBytesMax)).toString();

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
