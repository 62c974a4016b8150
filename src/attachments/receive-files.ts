import type { MultipartFile, MultipartValue } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { invalid, Refusal } from '../platform/errors.ts';
import type { Storage, StoredFile } from '../platform/storage/index.ts';
import { fieldLabel } from '../platform/validation/index.ts';
import { cleanFileName } from './attachment.ts';
import { sniffContentType, sniffedBytes } from './sniff-content-type.ts';

export interface ReceivedFile extends StoredFile {
  name: string;
  contentType: string;
}

export interface FileLimits {
  filesMax: number;
  bytesMax: number;
  /** The allowed types; absent: all. */
  contentTypes?: readonly string[];
  /** The bytes of another field of the form; absent: such fields are read and ignored. */
  fieldBytesMax?: number;
}

// Other form fields are read up to these limits.
const otherFieldsMax = 20;
const otherFieldBytesMax = 1_024;
const multipartOverheadBytesMax = 128 * 1_024;

/** Streams the files of a form to storage. At the end all of them are durable, or none is left. */
export async function receiveFiles(request: FastifyRequest, storage: Storage, limits: FileLimits) {
  const { files } = await receiveForm(request, storage, limits);
  if (files.length === 0) throw invalid({ file: ['File is required'] });
  return files;
}

/** Like `receiveFiles`, with the other fields of the form. It may have no file. */
export async function receiveForm(request: FastifyRequest, storage: Storage, limits: FileLimits) {
  if (!request.isMultipart()) throw notMultipart();
  const received: ReceivedFile[] = [];
  const fields = new Map<string, string>();
  try {
    assertContentLength(request, limits);
    for await (const part of partsIn(request, limits)) {
      if (part.type === 'field') {
        addField(fields, part, limits.fieldBytesMax);
        continue;
      }
      if (part.fieldname !== 'file') throw invalid({ file: ['Every file must come in the field "file"'] });
      received.push(await receiveFile(part, storage, limits.bytesMax));
      assertContentType(received.at(-1) as ReceivedFile, limits.contentTypes);
    }
    // A browser sends an empty file without a name when the user chose none.
    const [first] = received;
    if (!first || received.length > 1 || !isEmptyUpload(first)) return { files: received, fields };
    await discardFiles(storage, received);
    return { files: [], fields };
  } catch (error) {
    // Drains the rest of the body: a client that is still sending would not read the response otherwise.
    request.raw.unpipe().resume();
    await discardFiles(storage, received);
    throw error;
  }
}

/** The number of bytes of files that follow, at least, as the client declares; 0 if it declares none. */
export const uploadedBytes = ({ headers }: FastifyRequest) =>
  Math.max(0, Number(headers['content-length'] ?? 0) - multipartOverheadBytesMax) || 0;

export const notMultipart = () =>
  new Refusal('UNSUPPORTED_MEDIA_TYPE', 'Send the file as multipart/form-data, in the field "file"');

export async function discardFiles(storage: Storage, files: ReceivedFile[]): Promise<void> {
  for (const { key } of files) await storage.delete(key);
}

/** Refuses a body that is too large for any number of files, before it is read. */
function assertContentLength({ headers }: FastifyRequest, { filesMax, bytesMax }: FileLimits): void {
  if (Number(headers['content-length'] ?? 0) > filesMax * bytesMax + multipartOverheadBytesMax)
    throw tooLarge(bytesMax);
}

function addField(
  fields: Map<string, string>,
  { fieldname, value, valueTruncated }: MultipartValue,
  bytesMax: number | undefined,
): void {
  if (bytesMax === undefined || typeof value !== 'string') return;
  if (valueTruncated) throw invalid({ [fieldname]: [`${fieldLabel(fieldname)} is too long`] });
  // PostgreSQL cannot store NUL.
  if (value.includes('\0'))
    throw invalid({
      [fieldname]: [`${fieldLabel(fieldname)} contains a NUL character, which cannot be stored`],
    });
  fields.set(fieldname, value);
}

async function* partsIn(request: FastifyRequest, { filesMax, fieldBytesMax }: FileLimits) {
  const limits = {
    files: filesMax,
    fields: otherFieldsMax,
    fieldSize: fieldBytesMax ?? otherFieldBytesMax,
    parts: filesMax + otherFieldsMax,
    headerPairs: 20,
    // `receiveFile` counts the bytes, so that the error can name the limit.
    fileSize: Number.POSITIVE_INFINITY,
  };
  try {
    yield* request.parts({ limits });
  } catch (error) {
    if ((error as { code?: string }).code !== 'FST_FILES_LIMIT') throw brokenForm();
    throw new Refusal('PAYLOAD_TOO_LARGE', `Send at most ${formatFileCount(filesMax)} at once`);
  }
}

async function receiveFile(part: MultipartFile, storage: Storage, bytesMax: number): Promise<ReceivedFile> {
  async function* checked() {
    let bytes = 0;
    try {
      for await (const chunk of part.file as AsyncIterable<Buffer>) {
        bytes += chunk.length;
        if (bytes > bytesMax) throw tooLarge(bytesMax);
        yield chunk;
      }
    } catch (error) {
      throw error instanceof Refusal ? error : brokenForm();
    }
  }
  return storeFile(storage, part.filename ?? '', checked());
}

/** Stores a file of a stranger: its name is cleaned, and its type found by its first bytes. */
export async function storeFile(
  storage: Storage,
  givenName: string,
  content: AsyncIterable<Uint8Array>,
): Promise<ReceivedFile> {
  let head = Buffer.alloc(0);
  async function* sniffed() {
    for await (const chunk of content) {
      if (head.length < sniffedBytes) head = Buffer.concat([head, chunk.subarray(0, sniffedBytes)]);
      yield chunk;
    }
  }
  const stored = await storage.put(sniffed());
  const contentType = sniffContentType(head.subarray(0, sniffedBytes));
  return { ...stored, name: cleanFileName(givenName), contentType };
}

function assertContentType({ contentType }: ReceivedFile, allowed: readonly string[] | undefined): void {
  if (!allowed || allowed.includes(contentType)) return;
  const kinds = allowed.map((type) => type.replace(/^image\//, '').toUpperCase());
  throw invalid({ file: [`File must be an image: ${kinds.join(', ')}`] });
}

const isEmptyUpload = ({ bytes, name }: ReceivedFile) => bytes === 0 && name === cleanFileName('');

const brokenForm = () => invalid({ file: ['The body is incomplete or not valid multipart/form-data'] });

const tooLarge = (bytesMax: number) =>
  new Refusal('PAYLOAD_TOO_LARGE', `A file may have at most ${bytesMax} bytes${formatMebibytes(bytesMax)}`);

const formatMebibytes = (bytes: number) => (bytes % 2 ** 20 === 0 ? ` (${bytes / 2 ** 20} MiB)` : '');

const formatFileCount = (files: number) => (files === 1 ? 'one file' : `${files} files`);
