import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { after, beforeEach, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { startS3Server } from '../../../test/support/s3-server.ts';
import { newId } from '../ids.ts';
import {
  newS3Storage,
  openBucket,
  parseS3Address,
  type S3Settings,
  StorageUnavailable,
  watchingStorage,
} from './index.ts';

const s3 = await startS3Server();
after(() => s3.close());

const clock = { now: () => 1_700_000_000_000 };
const open = (settings: Partial<S3Settings> = {}, bucket = s3.bucket) =>
  newS3Storage(openBucket({ bucket, prefix: 'p/' }, { ...s3.settings, ...settings }), clock);
const content = (bytes: number) => Readable.from([randomBytes(bytes)]);
const partBytes = 5 * 1024 ** 2;

const failure = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof StorageUnavailable, String(error));
  return error;
};

describe('a bucket', () => {
  beforeEach(() => s3.failWhen(() => undefined));

  test('that does not exist is told from a file that does not', async () => {
    const storage = open({}, 'elsewhere');
    const works = [storage.put(content(10)), storage.open(newId()), storage.findBytes(newId())];
    for (const { reason } of await Promise.all(works.map(failure))) assert.equal(reason, 'missing');
    assert.match(
      (await failure(storage.assertReachable())).message,
      /s3:\/\/elsewhere\/p\/.*create the bucket/,
    );
  });

  test('refuses wrong credentials with a message that says which variables and not what they are', async () => {
    const credentials = { accessKeyId: 'UNKNOWN-KEY', secretAccessKey: 'not-the-secret' };
    const error = await failure(open({ credentials }).assertReachable());
    assert.equal(error.reason, 'refused');
    assert.match(error.message, /S3_SECRET_ACCESS_KEY/);
    assert.doesNotMatch(error.message, /not-the-secret|UNKNOWN-KEY/);
  });

  test('behind an endpoint that refuses connections is unreachable', async () => {
    const error = await failure(open({ endpoint: 'http://127.0.0.1:9' }).put(content(10)));
    assert.equal(error.reason, 'unreachable');
    assert.match(error.message, /ECONNREFUSED.*S3_ENDPOINT/);
  });

  test('that says to slow down is asked again', async () => {
    let refused = 0;
    s3.failWhen((method) => (method === 'PUT' && refused++ < 2 ? 'slow-down' : undefined));
    const storage = open();
    const { key } = await storage.put(content(10));
    assert.equal(await storage.findBytes(key), 10);
    assert.equal(refused, 3);
  });

  test('a read that breaks off goes on where it was', async () => {
    const storage = open();
    const bytes = randomBytes(300_000);
    const { key } = await storage.put(Readable.from([bytes]));
    let cuts = 0;
    s3.failWhen((method, url) =>
      method === 'GET' && url.includes(key) && cuts++ < 4 ? 'cut-after' : undefined,
    );
    assert.ok((await buffer((await storage.open(key)) as Readable)).equals(bytes));
    assert.equal(cuts, 5);
  });

  test('a read of which nothing more comes fails, and is not taken for the end', async () => {
    const storage = open();
    const { key } = await storage.put(content(300_000));
    let reads = 0;
    s3.failWhen((method, url) =>
      method === 'GET' && url.includes(key) ? (reads++ === 0 ? 'cut-after' : 'cut') : undefined,
    );
    await failure(buffer((await storage.open(key)) as Readable));
  });

  test('a file whose content was replaced while it was read is not a mix of both', async () => {
    const storage = open();
    const { key } = await storage.put(content(300_000));
    let cuts = 0;
    s3.failWhen((method, url) =>
      method === 'GET' && url.includes(key) && cuts++ < 1 ? 'cut-after' : undefined,
    );
    const stream = (await storage.open(key)) as Readable;
    await storage.putAs(key, content(300_000));
    await failure(buffer(stream));
  });

  test('an upload whose last answer was lost counts as stored', async () => {
    const storage = open();
    let lost = 0;
    s3.failWhen((method, url) =>
      method === 'POST' && url.includes('uploadId=') && lost++ === 0 ? 'cut-after' : undefined,
    );
    const { key } = await storage.put(content(partBytes + 10));
    assert.equal(lost, 2);
    assert.equal(await storage.findBytes(key), partBytes + 10);
  });

  test('an upload that S3 leaves in the middle leaves no file, and the sweep finds its parts', async () => {
    const storage = open();
    s3.failWhen((method, url) => (url.includes('partNumber=2') || isAbort(method, url) ? 'cut' : undefined));
    assert.equal((await failure(storage.put(content(3 * partBytes)))).reason, 'unreachable');
    s3.failWhen(() => undefined);
    assert.equal(s3.unfinishedUploads().length, 1);
    const left = (await Array.fromAsync(storage.list())).map(({ key }) => key);
    const unfinished = [];
    for (const key of left) if ((await storage.findBytes(key)) === undefined) unfinished.push(key);
    assert.equal(unfinished.length, 1);
    await storage.delete(unfinished[0] as string);
    assert.deepEqual(s3.unfinishedUploads(), []);
  });

  test('small chunks are sent in parts of one size', async () => {
    const storage = open();
    async function* drops() {
      for (let chunk = 0; chunk < 1_500; chunk++) yield Buffer.alloc(4_000, chunk);
    }
    const before = s3.bodies.length;
    const { bytes } = await storage.put(drops());
    assert.equal(bytes, 6_000_000);
    assert.deepEqual(s3.bodies.slice(before), [partBytes, bytes - partBytes]);
  });
});

const isAbort = (method: string, url: string) => method === 'DELETE' && url.includes('uploadId=');

test('a storage that fails is logged once, and once when it works again', async () => {
  const lines: string[] = [];
  const log = (_fields: object, message: string) => void lines.push(message);
  const storage = watchingStorage(open(), { warn: log, info: log });
  await s3.stop();
  await failure(storage.put(content(10)));
  await failure(storage.open(newId()));
  assert.equal(storage.currentFault(), 'unreachable');
  await s3.start();
  await storage.put(content(10));
  assert.equal(storage.currentFault(), undefined);
  assert.deepEqual(lines, ['The storage of files fails', 'The storage of files works again']);
});

test('a full storage that is read stays full, until a file can be stored again', async () => {
  const lines: string[] = [];
  const log = (_fields: object, message: string) => void lines.push(message);
  const storage = watchingStorage(open(), { warn: log, info: log });
  const { key } = await storage.put(content(10));
  s3.failWhen((method) => (method === 'PUT' ? 'full' : undefined));
  await failure(storage.put(content(10)));
  (await storage.open(key))?.destroy();
  await storage.delete(key);
  assert.equal(storage.currentFault(), 'full');
  const before = s3.objects();
  s3.failWhen(() => undefined);
  while (storage.currentFault() !== undefined) await wait(10);
  while (s3.objects().length > before.length) await wait(10);
  assert.deepEqual(lines, ['The storage of files fails', 'The storage of files works again']);
});

test('addresses of buckets are parsed strictly', () => {
  assert.deepEqual(parseS3Address('s3://files'), { bucket: 'files', prefix: '' });
  assert.deepEqual(parseS3Address('s3://files/'), { bucket: 'files', prefix: '' });
  assert.deepEqual(parseS3Address('s3://files/a/b'), { bucket: 'files', prefix: 'a/b/' });
  assert.deepEqual(parseS3Address('s3://files/a/b/'), { bucket: 'files', prefix: 'a/b/' });
  for (const wrong of [
    's3://',
    's3:files',
    's3://Files',
    's3://files/../x',
    's3://files//x',
    's3://a b',
    's3://user:secret@host/x',
  ])
    assert.equal(parseS3Address(wrong), undefined, wrong);
});
