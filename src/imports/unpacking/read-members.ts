import { createGunzip } from 'node:zlib';
import { readForeignArchive } from '../../platform/tar/index.ts';
import { importLimits } from '../import-limits.ts';
import { FileProblem } from '../parsing/file-problem.ts';
import { type ArchiveMember, cleanPath, type ReadableFile } from './archive-member.ts';
import { readZip } from './read-zip.ts';
import { unpackStream } from './unpack-stream.ts';

export type ArchiveForm = 'zip' | 'tar' | 'tar.gz';

const headBytes = 512;

/** Recognizes an archive by its first bytes, whatever its name is. Returns undefined for another file. */
export async function findArchiveForm(file: ReadableFile): Promise<ArchiveForm | undefined> {
  if (file.bytes < 22) return undefined;
  const end = Math.min(file.bytes, headBytes) - 1;
  const head = Buffer.concat(await Array.fromAsync(file.open({ start: 0, end })));
  if (['504b0304', '504b0506'].includes(head.toString('hex', 0, 4))) return 'zip';
  if (head[0] === 0x1f && head[1] === 0x8b) return 'tar.gz';
  return head.toString('latin1', 257, 262) === 'ustar' ? 'tar' : undefined;
}

/** Yields the files in an archive, within the limits on their number and on their total size. */
export async function* readMembers(file: ReadableFile, form: ArchiveForm): AsyncGenerator<ArchiveMember> {
  const refuse = (problem: string) => new FileProblem(file.name, 'archive', `${problem}.`);
  let members = 0;
  let bytes = 0;
  for await (const member of form === 'zip' ? readZip(file, refuse) : readTar(file, form, refuse)) {
    members++;
    bytes += member.bytes;
    if (members > importLimits.archiveMembersMax)
      throw refuse(`it has more than ${importLimits.archiveMembersMax} files`);
    if (bytes > importLimits.unpackedBytesMax)
      throw refuse(`it unpacks to more than ${importLimits.unpackedBytesMax} bytes`);
    yield member;
  }
}

async function* readTar(
  file: ReadableFile,
  form: ArchiveForm,
  refuse: (problem: string) => Error,
): AsyncGenerator<ArchiveMember> {
  const packed = file.open();
  const chunks =
    form === 'tar'
      ? packed
      : limited(
          unpackStream(packed, createGunzip(), () => refuse('its compression is damaged')),
          refuse,
        );
  for await (const { name, bytes, stream } of readForeignArchive(chunks, refuse)) {
    const path = cleanPath(name);
    if (path !== undefined) yield { path, bytes, content: stream };
  }
}

/** Limits all unpacked bytes, including those between the files of an archive. */
async function* limited(
  chunks: AsyncIterable<Uint8Array>,
  refuse: (problem: string) => Error,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > importLimits.unpackedBytesMax)
      throw refuse(`it unpacks to more than ${importLimits.unpackedBytesMax} bytes`);
    yield chunk;
  }
}
