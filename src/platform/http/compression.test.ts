import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { after, test } from 'node:test';
import zlib from 'node:zlib';
import type { InjectOptions } from 'fastify';
import { newLogger } from '../logger.ts';
import { Type } from '../schema.ts';
import { installCompression } from './compression.ts';
import { chooseEncoding } from './content-encoding.ts';
import { newRouter } from './router.ts';
import { newServer } from './server.ts';

const decoders: Record<string, (body: Buffer) => Buffer> = {
  gzip: zlib.gunzipSync,
  br: zlib.brotliDecompressSync,
  zstd: zlib.zstdDecompressSync,
};
const text = (letters: number) => 'Docket '.repeat(Math.ceil(letters / 7)).slice(0, letters);
const anyText = { 200: { description: 'A text', schema: Type.String() } };

const app = newServer({ logger: newLogger('silent'), trustedProxies: 0, rewriteUrl: (url) => url });
installCompression(app);
const router = newRouter(app, { tag: 'Instance', access: 'public' });
const body = Type.Object({ letters: Type.Optional(Type.Integer()) });
const add = (url: string, more: object, handle: Parameters<typeof router.get>[1]['handle']) =>
  router.get(url, { operationId: url.slice(1), summary: url, responses: anyText, ...more, handle });

add('/json', { query: body }, async ({ query }) => ({ data: text((query as { letters: number }).letters) }));
add('/versioned', { versioned: true }, async (_, reply) => {
  reply.itemVersion = 7;
  return { data: text(2_000) };
});
add('/secret', { secretResponse: true }, async () => ({ data: text(2_000) }));
add('/picture', {}, async (_, reply) => reply.type('image/png').send(Buffer.alloc(5_000)));
add('/file', {}, async (_, reply) =>
  reply
    .type('text/plain')
    .header('accept-ranges', 'bytes')
    .send(Readable.from([text(5_000)])),
);
add('/stream', {}, async (_, reply) =>
  reply.type('application/x-ndjson').send(Readable.from(Array.from({ length: 50 }, () => `${text(999)}\n`))),
);
let endless: Readable;
add('/endless', {}, async (_, reply) => {
  endless = new Readable({
    read() {
      this.push(zlib.gzipSync(text(60_000)));
    },
  });
  return reply.type('application/x-ndjson').send(endless);
});
let failSource: () => void = () => {};
let noteStart: (value?: unknown) => void = () => {};
add('/broken', { query: Type.Object({ bytes: Type.Integer() }) }, async ({ query }, reply) => {
  const failed = new Promise<void>((resolve) => {
    failSource = resolve;
  });
  const source = async function* () {
    yield randomBytes((query as { bytes: number }).bytes);
    await failed;
    throw new Error('The source failed');
  };
  noteStart();
  return reply.type('application/x-ndjson').send(Readable.from(source()));
});
add('/events', {}, async (_, reply) =>
  reply.type('text/event-stream').send(Readable.from([`data: ${text(3_000)}\n\n`])),
);
add('/varied', {}, async (_, reply) => reply.header('vary', 'accept').send({ data: text(2_000) }));
after(() => app.close());

const get = async (url: string, acceptEncoding?: string, more: InjectOptions = {}) => {
  const headers = { ...(acceptEncoding && { 'accept-encoding': acceptEncoding }), ...more.headers };
  const { statusCode, headers: answered, rawPayload } = await app.inject({ url, ...more, headers });
  const decode = decoders[String(answered['content-encoding'])] ?? ((plain: Buffer) => plain);
  return { statusCode, headers: answered, raw: rawPayload, text: () => String(decode(rawPayload)) };
};

test('Accept-Encoding chooses by its q-values, then zstd before brotli before gzip', () => {
  const table: [string | undefined, string | undefined][] = [
    [undefined, undefined],
    ['', undefined],
    ['gzip', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['gzip, deflate, br, zstd', 'zstd'],
    ['GZIP;Q=1, br;q=0.9', 'gzip'],
    ['br ; q=0.5 , gzip;q=0.8', 'gzip'],
    ['zstd;q=0, br;q=0, gzip', 'gzip'],
    ['*', 'zstd'],
    ['*;q=0.1, zstd;q=0', 'br'],
    ['identity', undefined],
    ['identity;q=1, gzip;q=0.5', undefined],
    ['identity, gzip', 'gzip'],
    ['gzip;q=0', undefined],
    ['deflate, compress', undefined],
    ['gzip;q=2', undefined],
    ['gzip;level=9', undefined],
    [',;;q=,gzip\t', 'gzip'],
  ];
  for (const [header, expected] of table)
    assert.equal(chooseEncoding(header)?.name, expected, header ?? 'none');
});

test('JSON from 1 kB is compressed in the accepted encoding and decodes to the plain answer', async () => {
  for (const letters of [2_000, 15_000, 300_000]) {
    const plain = await get(`/json?letters=${letters}`);
    for (const name of ['gzip', 'br', 'zstd']) {
      const encoded = await get(`/json?letters=${letters}`, name);
      assert.equal(encoded.headers['content-encoding'], name);
      assert.equal(encoded.headers['content-length'], String(encoded.raw.length));
      assert.ok(encoded.raw.length < plain.raw.length / 5);
      assert.equal(encoded.text(), plain.text());
    }
  }
});

test('caches learn from Vary that the answer depends on Accept-Encoding, also when it went out plain', async () => {
  for (const encoding of [undefined, 'gzip']) {
    assert.equal((await get('/json?letters=2000', encoding)).headers.vary, 'accept-encoding');
    assert.equal((await get('/varied', encoding)).headers.vary, 'accept, accept-encoding');
  }
});

test('small answers, files, pictures, event streams and answers with a secret are not compressed', async () => {
  for (const url of ['/json?letters=900', '/file', '/picture', '/events', '/secret']) {
    const { headers, raw } = await get(url, 'gzip, br, zstd');
    assert.equal(headers['content-encoding'], undefined, url);
    assert.ok(raw.length > 0, url);
  }
});

test('an ETag of a compressed answer is weak, and If-None-Match accepts it in every encoding', async () => {
  const plain = String((await get('/versioned')).headers.etag);
  assert.match(plain, /^"7\./);
  for (const encoding of ['gzip', 'br', 'zstd']) {
    const etag = String((await get('/versioned', encoding)).headers.etag);
    assert.equal(etag, `W/${plain}`);
    for (const asked of [undefined, 'gzip', 'zstd']) {
      const again = await get('/versioned', asked, { headers: { 'if-none-match': etag } });
      assert.deepEqual(
        [again.statusCode, again.raw.length, again.headers['content-encoding']],
        [304, 0, undefined],
      );
      assert.equal(again.headers.vary, 'accept-encoding');
    }
  }
});

test('HEAD has the headers of GET and no body', async () => {
  for (const url of ['/json?letters=2000', '/versioned']) {
    for (const encoding of [undefined, 'gzip']) {
      const [head, full] = [await get(url, encoding, { method: 'HEAD' }), await get(url, encoding)];
      for (const name of ['content-encoding', 'vary', 'etag', 'content-type']) {
        assert.equal(head.headers[name], full.headers[name], `${url} ${name}`);
      }
      if (encoding) assert.equal(head.raw.length, 0);
      assert.ok([undefined, full.headers['content-length']].includes(head.headers['content-length']));
    }
  }
});

test('a streamed answer is compressed as it is sent', async () => {
  const plain = await get('/stream');
  for (const name of ['gzip', 'br', 'zstd']) {
    const encoded = await get('/stream', name);
    assert.equal(encoded.headers['content-encoding'], name);
    assert.ok(encoded.raw.length < plain.raw.length / 10);
    assert.equal(encoded.text(), plain.text());
  }
});

test('a client that goes away ends the source of a compressed stream', async () => {
  const answer = await ask('/endless');
  await once(answer, 'data');
  const closed = new Promise((resolve) => endless.once('close', resolve));
  answer.destroy();
  await closed;
});

test('a source that fails after the first bytes cuts the compressed answer off', async () => {
  const answer = await ask('/broken?bytes=1000000');
  await once(answer, 'data');
  failSource();
  answer.resume();
  const [error] = (await once(answer, 'error')) as [Error & { code: string }];
  assert.equal(error.code, 'ECONNRESET');
});

test('a source that fails before the first byte is answered with a readable error', async () => {
  const started = new Promise((resolve) => {
    noteStart = resolve;
  });
  const asked = ask('/broken?bytes=1');
  await started;
  failSource();
  const answer = await asked;
  assert.deepEqual([answer.statusCode, answer.headers['content-encoding']], [500, undefined]);
  const parts = await answer.toArray();
  assert.equal(JSON.parse(Buffer.concat(parts).toString()).error.code, 'INTERNAL_ERROR');
});

/** Over a socket, because inject reads whole answers. */
async function ask(path: string): Promise<http.IncomingMessage> {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const request = http.get({ port, host: '127.0.0.1', path, headers: { 'accept-encoding': 'gzip' } });
  const [answer] = (await once(request, 'response')) as [http.IncomingMessage];
  return answer;
}
