import { buffer } from 'node:stream/consumers';
import { imageTypes, listAttachmentsById } from '../../attachments/index.ts';
import type { Queries } from '../../platform/db/index.ts';
import type { ByteRange, Storage } from '../../platform/storage/index.ts';
import type { EvidenceFile } from '../evidence.ts';
import type { EvidenceWithFiles } from '../evidence-store.ts';
import type { ShownFile } from './evidence-document.ts';

/** A page is at most a few megabytes: it holds each image twice, as data and as a picture. */
const limits = { imageBytes: 300_000, allImageBytes: 2_000_000, textEndBytes: 2_000, allTextBytes: 600_000 };
/** Of other kinds, the summary says what a text has. */
const textKinds: readonly string[] = ['command', 'log', 'diff'];
const shownTypes: readonly string[] = imageTypes;

/** Reads what a page shows of the files: small images, and both ends of texts. */
export function newFileReader(queries: Queries, storage: Storage, ticketId: string) {
  let imageBytesLeft = limits.allImageBytes;
  let textBytesLeft = limits.allTextBytes;

  async function readContent(
    { contentType, size }: EvidenceFile,
    kind: string,
    fileKey: string,
  ): Promise<Pick<ShownFile, 'image' | 'text'>> {
    if (shownTypes.includes(contentType)) {
      if (size > Math.min(limits.imageBytes, imageBytesLeft)) return {};
      imageBytesLeft -= size;
      const bytes = await readBytes(storage, fileKey);
      return bytes ? { image: { type: contentType, bytes: bytes.toString('base64') } } : {};
    }
    if (contentType !== 'text/plain' || !textKinds.includes(kind) || size === 0) return {};
    if (Math.min(size, 2 * limits.textEndBytes) > textBytesLeft) return {};
    textBytesLeft -= Math.min(size, 2 * limits.textEndBytes);
    return readText(storage, fileKey, size);
  }

  return async ({ files, kind }: EvidenceWithFiles): Promise<ShownFile[]> => {
    const ids = files.flatMap(({ attachmentId }) => attachmentId ?? []);
    const attachments = ids.length === 0 ? [] : await listAttachmentsById(queries, { ids });
    const shown: ShownFile[] = [];
    for (const file of files) {
      const { name, size, sha256, attachmentId } = file;
      const stored = attachments.find(({ id, ticketId: of }) => id === attachmentId && of === ticketId);
      const content = stored ? await readContent(file, kind, stored.fileKey) : {};
      shown.push({ name, size, sha256, ...content });
    }
    return shown;
  };
}

async function readText(storage: Storage, fileKey: string, size: number): Promise<Pick<ShownFile, 'text'>> {
  const end = limits.textEndBytes;
  if (size <= 2 * end) {
    const bytes = await readBytes(storage, fileKey);
    const start = bytes?.toString('utf8');
    // Bytes that are no UTF-8 would have another hash than the text.
    return bytes && start !== undefined && Buffer.from(start).equals(bytes)
      ? { text: { start, end: '', leftOut: 0 } }
      : {};
  }
  const [first, last] = await Promise.all([
    readBytes(storage, fileKey, { start: 0, end: end - 1 }),
    readBytes(storage, fileKey, { start: size - end, end: size - 1 }),
  ]);
  if (!first || !last) return {};
  return { text: { start: first.toString('utf8'), end: last.toString('utf8'), leftOut: size - 2 * end } };
}

/** Undefined if the storage has lost the file: its name and hash are shown all the same. */
async function readBytes(storage: Storage, key: string, range?: ByteRange): Promise<Buffer | undefined> {
  const stream = await storage.open(key, range);
  return stream && buffer(stream);
}
