import crypto, { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import S3rver from 's3rver';
import type { S3Settings } from '../../src/platform/storage/index.ts';

/** What the server does with a request before it answers it. */
export type S3Fault = 'cut' | 'silent' | 'slow-down' | 'full' | 'cut-after';

export interface S3Server {
  settings: S3Settings & { endpoint: string; credentials: { accessKeyId: string; secretAccessKey: string } };
  bucket: string;
  /** As environment variables. */
  variables: Record<string, string>;
  /** Names of objects. */
  objects(): string[];
  unfinishedUploads(): string[];
  /** The lengths of all bodies of PUT requests. */
  bodies: number[];
  /** Chooses a fault for each request, by its method and its path with the query; undefined answers it. */
  failWhen(choose: (method: string, url: string) => S3Fault | undefined): void;
  /** Refuses connections until `start`, on the same port. */
  stop(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

/**
 * s3rver behind a server that adds what s3rver lacks: aborting and listing multipart uploads, comparing Content-MD5 and
 * If-Match, the range of the first byte alone. It knows access keys, but checks no signature of version 4.
 */
export async function startS3Server(): Promise<S3Server> {
  repairContinuationTokens();
  const folder = mkdtempSync(path.join(tmpdir(), 'docket-s3-'));
  const bucket = 'docket-test';
  const configureBuckets = [{ name: bucket, configs: [] }];
  const inner = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: folder,
    configureBuckets,
  });
  const { port: innerPort } = await inner.run();
  const uploads = path.join(folder, bucket, '._S3rver_uploads');
  let choose: (method: string, url: string) => S3Fault | undefined = () => undefined;
  const bodies: number[] = [];
  const front = createServer((incoming, outgoing) => {
    const fault = choose(incoming.method ?? '', incoming.url ?? '');
    if (fault === 'silent') return;
    if (fault === 'cut') return void incoming.socket.destroy();
    if (fault === 'slow-down') return sendError(outgoing, 503, 'SlowDown');
    if (fault === 'full') return sendError(outgoing, 507, 'XMinioStorageFull');
    answer(incoming, outgoing, {
      innerPort,
      uploads,
      bodies,
      isAnswerCut: fault === 'cut-after',
    }).catch(() => {
      incoming.socket.destroy();
    });
  });
  await listen(front, 0);
  const { port } = front.address() as AddressInfo;
  const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
  const endpoint = `http://127.0.0.1:${port}`;
  const stop = async () => {
    if (!front.listening) return;
    front.close();
    front.closeAllConnections();
    await once(front, 'close');
  };
  return {
    settings: { endpoint, region: 'us-east-1', isPathStyle: true, credentials },
    bucket,
    bodies,
    variables: {
      S3_ENDPOINT: endpoint,
      S3_ACCESS_KEY_ID: credentials.accessKeyId,
      S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    },
    objects: () => listObjects(path.join(folder, bucket)),
    unfinishedUploads: () => (existsSync(uploads) ? readdirSync(uploads) : []),
    failWhen: (chosen) => {
      choose = chosen;
    },
    stop,
    start: () => listen(front, port),
    close: async () => {
      await stop();
      await inner.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Single DES, which OpenSSL 3 no longer has, is triple DES with one key. s3rver seals its continuation tokens with it. */
function repairContinuationTokens(): void {
  for (const name of ['createCipheriv', 'createDecipheriv'] as const) {
    const original: (...input: unknown[]) => unknown = crypto[name] as never;
    const repaired = (algorithm: string, key: Buffer, iv: Buffer) =>
      algorithm === 'des'
        ? original('des-ede3-cbc', Buffer.concat([key, key, key]), iv)
        : original(algorithm, key, iv);
    Object.assign(crypto, { [name]: repaired });
  }
}

interface Inner {
  innerPort: number;
  uploads: string;
  bodies: number[];
  isAnswerCut: boolean;
}

async function answer(incoming: IncomingMessage, outgoing: ServerResponse, inner: Inner): Promise<void> {
  const { searchParams: query, pathname } = new URL(incoming.url ?? '', 'http://127.0.0.1');
  const uploadId = query.get('uploadId');
  if (incoming.method === 'DELETE' && uploadId !== null) {
    rmSync(path.join(inner.uploads, path.basename(uploadId)), { recursive: true, force: true });
    outgoing.writeHead(204).end();
  } else if (incoming.method === 'GET' && query.has('uploads')) {
    sendXml(outgoing, 200, describeUploads(inner.uploads, query.get('prefix') ?? ''));
  } else if (isOfUnknownUpload(incoming, uploadId, inner)) {
    sendError(outgoing, 404, 'NoSuchUpload');
  } else await passOn(incoming, outgoing, pathname, inner);
}

const isOfUnknownUpload = ({ method }: IncomingMessage, uploadId: string | null, { uploads }: Inner) =>
  uploadId !== null && method !== 'GET' && !existsSync(path.join(uploads, path.basename(uploadId)));

async function passOn(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  pathname: string,
  { innerPort, bodies, isAnswerCut }: Inner,
): Promise<void> {
  const body = await buffer(incoming);
  if (incoming.method === 'PUT') bodies.push(body.length);
  const md5 = incoming.headers['content-md5'];
  if (incoming.method === 'PUT' && md5 !== createHash('md5').update(body).digest('base64'))
    return sendError(outgoing, 400, 'BadDigest');
  const passed = request({
    host: '127.0.0.1',
    port: innerPort,
    method: incoming.method,
    path: incoming.url,
    headers: incoming.headers,
  });
  passed.end(body);
  const [response] = (await once(passed, 'response')) as [IncomingMessage];
  const wanted = incoming.headers['if-match'];
  if (wanted !== undefined && response.statusCode !== 404 && wanted !== response.headers.etag) {
    response.resume();
    return sendError(outgoing, 412, 'PreconditionFailed');
  }
  if (incoming.headers.range === 'bytes=0-0' && response.statusCode === 206) {
    const content = await buffer(response);
    const headers = { etag: response.headers.etag, 'content-range': `bytes 0-0/${content.length}` };
    outgoing.writeHead(206, { ...headers, 'content-length': 1 }).end(content.subarray(0, 1));
    return;
  }
  outgoing.writeHead(response.statusCode as number, response.headers);
  if (!isAnswerCut) return void response.pipe(outgoing);
  // Half of an object, or the status of a change without its answer.
  const content = await buffer(response);
  if (incoming.method === 'GET' && pathname.length > 1)
    outgoing.write(content.subarray(0, Math.ceil(content.length / 2)));
  setTimeout(() => incoming.socket.destroy(), 20);
}

function describeUploads(folder: string, prefix: string): string {
  const uploads = existsSync(folder) ? readdirSync(folder) : [];
  const entries = uploads
    .map((id) => ({
      id,
      key: readFileSync(path.join(folder, id, 'key'), 'utf8'),
      startedAt: statSync(path.join(folder, id)).birthtime.toISOString(),
    }))
    .filter(({ key }) => key.startsWith(prefix))
    .map(
      ({ id, key, startedAt }) =>
        `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${startedAt}</Initiated></Upload>`,
    );
  return `<ListMultipartUploadsResult><IsTruncated>false</IsTruncated>${entries.join('')}</ListMultipartUploadsResult>`;
}

const sendError = (outgoing: ServerResponse, status: number, code: string) =>
  sendXml(outgoing, status, `<Error><Code>${code}</Code><Message>${code}</Message></Error>`);

function sendXml(outgoing: ServerResponse, status: number, xml: string): void {
  outgoing.writeHead(status, { 'content-type': 'application/xml' }).end(`<?xml version="1.0"?>${xml}`);
}

async function listen(server: Server, port: number): Promise<void> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
}

/** s3rver keeps an object as a folder of files with these endings. */
const listObjects = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('._S3rver_object'))
    .map((name) => name.slice(0, -'._S3rver_object'.length))
    .sort();
