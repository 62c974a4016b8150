import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { after, describe, test } from 'node:test';
import { startS3Server } from '../../../test/support/s3-server.ts';
import { newId } from '../ids.ts';
import { newFileStorage, newS3Storage, openBucket, type Storage, withPreviousStorage } from './index.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'docket-storage-'));
const s3 = await startS3Server();
after(async () => {
  rmSync(folder, { recursive: true });
  await s3.close();
});

let now = 1_700_000_000_000;
const clock = { now: () => now };

/** Every implementation passes the same tests; add a new one here. */
const implementations: Record<string, () => Storage> = {
  'files in a folder': () => newFileStorage(path.join(folder, 'not', 'yet', 'there'), clock),
  // Lists of more than two objects have several pages.
  'objects in a bucket': () =>
    newS3Storage(openBucket({ bucket: s3.bucket, prefix: 'files/here/' }, s3.settings, 2), clock),
  'objects in a bucket, with files that are still in a folder': () =>
    withPreviousStorage(
      newS3Storage(openBucket({ bucket: s3.bucket, prefix: '' }, s3.settings), clock),
      newFileStorage(path.join(folder, 'previous'), clock),
    ),
};

async function* chunksOf(...chunks: string[]) {
  for (const chunk of chunks) yield Buffer.from(chunk);
}

function* slicesOf(content: Buffer, bytes: number) {
  for (let start = 0; start < content.length; start += bytes) yield content.subarray(start, start + bytes);
}

async function* failingSource(bytes = 14) {
  yield Buffer.alloc(bytes, 'the first half');
  throw new Error('the connection broke');
}

const read = async (storage: Storage, key: string, range?: { start: number; end: number }) => {
  const stream = await storage.open(key, range);
  return stream && (await buffer(stream)).toString();
};

const keysOf = async (storage: Storage) => (await Array.fromAsync(storage.list())).map(({ key }) => key);

for (const [name, newStorage] of Object.entries(implementations)) {
  describe(`storage as ${name}`, () => {
    const storage = newStorage();

    test('an empty storage lists nothing', async () => {
      assert.deepEqual(await keysOf(storage), []);
    });

    test('a stored file is read back unchanged, with its length and SHA-256', async () => {
      const stored = await storage.put(chunksOf('Hello, ', 'wörld'));
      assert.deepEqual([stored.bytes, stored.sha256], [13, sha256('Hello, wörld')]);
      assert.equal(await read(storage, stored.key), 'Hello, wörld');
    });

    test('an empty file is stored', async () => {
      const { key, bytes } = await storage.put(chunksOf());
      assert.equal(bytes, 0);
      assert.equal(await read(storage, key), '');
      assert.equal(await storage.findBytes(key), 0);
    });

    test('a file of many chunks is read back unchanged, whole and in part', async () => {
      const content = randomBytes(5_300_000);
      const { key, bytes, sha256: hash } = await storage.put(Readable.from(slicesOf(content, 70_001)));
      assert.deepEqual([bytes, hash], [content.length, sha256(content)]);
      assert.equal(await storage.findBytes(key), content.length);
      assert.ok((await buffer((await storage.open(key)) as Readable)).equals(content));
      const part = await buffer((await storage.open(key, { start: 5_242_870, end: 5_242_890 })) as Readable);
      assert.ok(part.equals(content.subarray(5_242_870, 5_242_891)));
    });

    test('the length of a file that is not there is undefined', async () => {
      assert.equal(await storage.findBytes(newId(now)), undefined);
      assert.equal(await storage.open(newId(now)), undefined);
    });

    test('a byte range of a file includes both ends', async () => {
      const { key } = await storage.put(chunksOf('0123456789'));
      assert.equal(await read(storage, key, { start: 0, end: 0 }), '0');
      assert.equal(await read(storage, key, { start: 3, end: 6 }), '3456');
      assert.equal(await read(storage, key, { start: 9, end: 9 }), '9');
    });

    test('the same bytes stored twice are two files: deleting one leaves the other', async () => {
      const [one, two] = [await storage.put(chunksOf('same')), await storage.put(chunksOf('same'))];
      await storage.delete(one.key);
      assert.equal(await read(storage, one.key), undefined);
      assert.equal(await read(storage, two.key), 'same');
      await storage.delete(one.key);
    });

    test('a source that fails leaves no file', async () => {
      const before = await keysOf(storage);
      await assert.rejects(storage.put(failingSource()), /connection broke/);
      await assert.rejects(storage.put(failingSource(5_300_000)), /connection broke/);
      assert.deepEqual(await keysOf(storage), before);
    });

    test('a file of another storage keeps its key, and replaces the file of that key', async () => {
      const key = newId(now);
      const stored = await storage.putAs(key, chunksOf('first'));
      assert.deepEqual(stored, { key, bytes: 5, sha256: sha256('first') });
      await storage.putAs(key, chunksOf('second'));
      assert.equal(await read(storage, key), 'second');
      await assert.rejects(storage.putAs(key, failingSource()), /connection broke/);
      assert.equal(await read(storage, key), 'second');
      assert.equal((await keysOf(storage)).filter((listed) => listed === key).length, 1);
      await assert.rejects(storage.putAs('../x', chunksOf('x')), /is not the key of a file/);
    });

    test('a file that is deleted while it is read is read to its end', async () => {
      const { key } = await storage.put(chunksOf('still here'));
      const stream = await storage.open(key);
      await storage.delete(key);
      assert.equal((await buffer(stream as never)).toString(), 'still here');
    });

    test('each file is listed with the time at which it was stored', async () => {
      now += 5_000;
      const { key } = await storage.put(chunksOf('late'));
      const listed = await Array.fromAsync(storage.list());
      assert.equal(listed.find((entry) => entry.key === key)?.storedAt, now);
      assert.equal(new Set(listed.map((entry) => entry.key)).size, listed.length);
    });

    test('a text that is not a key of the storage is refused', async () => {
      for (const key of ['../../etc/passwd', '', '.', 'a/b', 'x'.repeat(36)]) {
        await assert.rejects(async () => storage.open(key), /is not the key of a file/, key);
        await assert.rejects(async () => storage.delete(key), /is not the key of a file/, key);
      }
    });
  });
}

test('stored files are readable by their owner only, and other files in the folder are ignored', async () => {
  const ownFolder = path.join(folder, 'own');
  const storage = newFileStorage(ownFolder, clock);
  const { key } = await storage.put(chunksOf('mine'));
  const subfolder = path.join(ownFolder, readdirSync(ownFolder)[0] as string);
  if (process.platform !== 'win32') {
    assert.equal(statSync(subfolder).mode & 0o777, 0o700);
    assert.equal(statSync(path.join(subfolder, key)).mode & 0o777, 0o600);
  }
  writeFileSync(path.join(subfolder, 'notes.txt'), 'not ours');
  writeFileSync(path.join(ownFolder, 'README'), 'not ours');
  assert.deepEqual(await keysOf(storage), [key]);
});

const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');
