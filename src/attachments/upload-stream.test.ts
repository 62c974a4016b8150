// Needs a new process: it measures memory, and each collection of the garbage of 32 MiB marks the whole heap of earlier files.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { after, before, test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { onEveryEngine } from '../../test/support/engines.ts';
import { formHeaders, formOf } from '../../test/support/form.ts';
import { openWorld, type Person, type World } from '../../test/support/world.ts';

const mebibyte = 1024 * 1024;
const chunk = Buffer.alloc(64 * 1024, 'docket ');

onEveryEngine('an upload over the wire', (engine) => {
  let world: World;
  let ada: Person;
  let origin: string;
  let path: string;

  before(async () => {
    world = await openWorld(engine, { ATTACHMENT_BYTES_MAX: String(32 * mebibyte), RATE_LIMIT: 'off' });
    ada = await world.person('Ada');
    origin = await world.app.listen({ host: '127.0.0.1', port: 0 });
    const { id } = (await ada.post('/api/tickets', { title: 'Large' })).body.data;
    path = `/api/tickets/${id}/attachments`;
  });
  after(() => {
    // Node does not count a connection as idle if it was answered while the client was still sending.
    world.app.server.closeAllConnections();
    return world.close();
  });

  const filesOnDisk = () => globSync('*/*', { cwd: world.context.storage.location });

  /** Streams a form with one file of `bytes` bytes. `onProgress` is called before each chunk. */
  async function upload(bytes: number, onProgress: (sent: number) => void = () => {}) {
    const [start, end] = halves();
    async function* form() {
      yield start;
      for (let sent = 0; sent < bytes; sent += chunk.length) {
        onProgress(sent);
        yield chunk.subarray(0, bytes - sent);
      }
      yield end;
    }
    const outgoing = request(`${origin}${path}`, {
      method: 'POST',
      headers: { ...formHeaders, cookie: ada.cookie },
    });
    const responded = once(outgoing, 'response') as Promise<[IncomingMessage]>;
    // The server may close the connection of a refused upload before all of it is sent.
    pipeline(Readable.from(form()), outgoing).catch(() => {});
    const [response] = await responded;
    // biome-ignore lint/suspicious/noExplicitAny: each test asserts the shape that it expects
    return { status: response.statusCode, body: (await json(response)) as any };
  }

  function halves(): [Buffer, Buffer] {
    const [form] = formOf({ name: 'large.log', content: '|' });
    const middle = form.indexOf('|');
    return [form.subarray(0, middle), form.subarray(middle + 1)];
  }

  test('too large a file is refused while it is still being sent and stores nothing', async () => {
    const before = filesOnDisk();
    const { status, body } = await upload(34 * mebibyte);
    assert.deepEqual([status, body.error.message], [413, 'A file may have at most 33554432 bytes (32 MiB)']);
    assert.deepEqual(filesOnDisk(), before);
  });

  test('an upload whose connection breaks leaves no file', async () => {
    const before = filesOnDisk();
    const { hostname, port } = new URL(origin);
    const [start] = halves();
    const head = [
      `POST ${path} HTTP/1.1`,
      'Host: docket',
      `Cookie: ${ada.cookie}`,
      `Content-Type: ${formHeaders['content-type']}`,
      `Content-Length: ${10 * mebibyte}`,
    ];
    const socket = connect(Number(port), hostname);
    socket.on('error', () => {});
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    socket.write(Buffer.concat([start, chunk, chunk]));
    await until(() => filesOnDisk().length === before.length + 1);
    socket.destroy();
    await until(() => filesOnDisk().length === before.length);
    assert.deepEqual(filesOnDisk(), before);
  });

  test('an upload of 32 MiB is streamed: memory grows by less than 16 MiB', async (t) => {
    const bytes = 32 * mebibyte;
    await upload(mebibyte);
    const before = memory();
    let late = Number.NaN;
    // A server that buffers the body holds most of it at this point.
    const onProgress = (at: number) => {
      if (at === 28 * mebibyte) late = memory();
    };
    const { status, body } = await upload(bytes, onProgress);
    assert.equal(status, 201, JSON.stringify(body));
    const [{ url, size, sha256 }] = body.data;
    const response = await fetch(`${origin}${url}`, { headers: { cookie: ada.cookie } });
    const hash = createHash('sha256');
    let read = 0;
    for await (const part of response.body as unknown as AsyncIterable<Buffer>) {
      hash.update(part);
      read += part.length;
    }
    assert.deepEqual([size, read, hash.digest('hex')], [bytes, bytes, sha256]);
    const grown = (late - before) / mebibyte;
    t.diagnostic(`grew by ${grown.toFixed(1)} MiB`);
    assert.ok(grown < 16, `grew by ${grown.toFixed(1)} MiB`);
  });
});

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** The bytes that are still in use after garbage collection. */
function memory(): number {
  // The first run frees the buffers, the second subtracts their bytes from `external`.
  collectGarbage();
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

async function until(isDone: () => boolean): Promise<void> {
  const deadline = performance.now() + 120_000;
  while (!isDone() && performance.now() < deadline) await new Promise((resolve) => setImmediate(resolve));
}
