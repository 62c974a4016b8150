import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { after, afterEach, before, test } from 'node:test';
import { openWorld, type Person, type World } from '../support/world.ts';

let world: World;
let ada: Person;
let port: number;

before(async () => {
  world = await openWorld('sqlite', { RATE_LIMIT: 'off' });
  ada = await world.person('Ada');
  await world.app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = world.app.server.address() as AddressInfo);
});
after(() => world.close());

afterEach(async () => {
  assert.equal((await fetch(`http://127.0.0.1:${port}/healthz`)).status, 200, 'the server is still there');
});

// Ends a test that hangs; shorter than the server's own limits, which must not be what closes the connection.
const timeoutMs = 30_000;

async function open(): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

/** Sends the bytes and reads all responses until the server closes the connection. */
async function exchange(bytes: string | Buffer): Promise<string> {
  const socket = await open();
  socket.write(bytes);
  return readToEnd(socket);
}

async function readToEnd(socket: Socket): Promise<string> {
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  await once(socket, 'close', { signal: AbortSignal.timeout(timeoutMs) });
  return text;
}

function parse(text: string) {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), head, body: rest.join('\r\n\r\n') };
}

function assertRefused(text: string, status: number, code: string): void {
  const answer = parse(text);
  assert.equal(answer.status, status, text.slice(0, 300));
  assert.match(answer.head, /content-type: application\/json/i);
  const { error, requestId } = JSON.parse(answer.body);
  assert.equal(error.code, code);
  assert.ok(error.message.length > 0 && requestId.length > 0);
  if (error.code === invalid) assert.equal(error.message, 'Invalid input data');
}

const request = (line: string, headers: string[] = [], body = '') =>
  `${[`${line} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...headers].join('\r\n')}\r\n\r\n${body}`;
const asAda = () => `Cookie: ${ada.cookie}`;
const invalid = 'VALIDATION_ERROR';

const malformed: [description: string, bytes: string | Buffer, status: number][] = [
  ['a TLS greeting', Buffer.from([0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3]), 400],
  ['an unknown version', 'GET /healthz HTTP/9.9\r\nHost: x\r\n\r\n', 400],
  ['an unknown method', request('BREW /healthz'), 400],
  ['a request line without an address', request('GET'), 400],
  ['a space in the address', request('GET /a b'), 400],
  ['no Host', 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  ['a header without a name', request('GET /healthz', [': x']), 400],
  ['a space before the colon', request('GET /healthz', ['X : y']), 400],
  ['a NUL in a header', request('GET /healthz', ['X: a\0b']), 400],
  ['a header that goes on for ever', request('GET /healthz', [`X: ${'a'.repeat(100_000)}`]), 431],
  [
    'thousands of headers',
    request(
      'GET /healthz',
      Array.from({ length: 5_000 }, (_, i) => `X-${i}: y`),
    ),
    431,
  ],
  ['an address that goes on for ever', request(`GET /${'a'.repeat(100_000)}`), 431],
  ['a length that is no number', request('POST /api/tickets', ['Content-Length: abc']), 400],
  ['a negative length', request('POST /api/tickets', ['Content-Length: -1']), 400],
  ['two lengths', request('POST /api/tickets', ['Content-Length: 2', 'Content-Length: 3'], '{}'), 400],
  [
    'a length and chunks, by which requests are smuggled',
    request('POST /api/tickets', ['Content-Length: 2', 'Transfer-Encoding: chunked'], '0\r\n\r\n'),
    400,
  ],
  [
    'a chunk whose length is no number',
    request('POST /api/tickets', ['Transfer-Encoding: chunked'], 'zz\r\n'),
    400,
  ],
];

for (const [description, bytes, status] of malformed) {
  test(`${description} is answered ${status} in the error envelope`, async () => {
    assertRefused(await exchange(bytes), status, invalid);
  });
}

const unusual: [line: string, status: number, code: string][] = [
  ['GET /api/tickets/%zz', 400, invalid],
  ['GET /%', 400, invalid],
  ['GET /api/tickets/%00', 400, invalid],
  ['GET /api/project/a%00b', 400, invalid],
  ['GET /%c0%ae%c0%ae/etc/passwd', 400, invalid],
  ['GET //api//tickets', 404, 'NOT_FOUND'],
  ['GET /../../etc/passwd', 404, 'NOT_FOUND'],
  ['GET /api/..%2f..%2fetc/passwd', 404, 'NOT_FOUND'],
  ['GET /api/tickets;x=1', 404, 'NOT_FOUND'],
  ['PROPFIND /healthz', 405, 'METHOD_NOT_ALLOWED'],
  ['TRACE /healthz', 405, 'METHOD_NOT_ALLOWED'],
  ['DELETE /healthz', 405, 'METHOD_NOT_ALLOWED'],
  ['PROPFIND /nowhere', 404, 'NOT_FOUND'],
  ['OPTIONS *', 404, 'NOT_FOUND'],
];

for (const [line, status, code] of unusual) {
  test(`${line} is answered ${status} ${code}`, async () => {
    assertRefused(await exchange(request(line, [asAda()])), status, code);
  });
}

test('an absolute URL in the request line is used for its path only', async () => {
  assert.equal(parse(await exchange(request('GET http://evil.example/healthz'))).status, 200);
});

test('no header overrides the request method', async () => {
  const { id } = (await ada.post('/api/tickets', { title: 'Stays' })).body.data;
  const overrides = ['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override'].map(
    (name) => `${name}: DELETE`,
  );
  const answer = parse(
    await exchange(request(`GET /api/tickets/${id}?_method=DELETE`, [asAda(), ...overrides])),
  );
  assert.equal(answer.status, 200);
  assert.equal((await ada.get(`/api/tickets/${id}`)).status, 200);
});

test('HEAD has the headers of GET without a body, and OPTIONS lists the methods', async () => {
  const head = parse(await exchange(request('HEAD /healthz')));
  assert.deepEqual([head.status, head.body], [200, '']);
  const options = parse(await exchange(request('OPTIONS /api/tickets')));
  assert.equal(options.status, 204);
  assert.match(options.head, /allow: GET, HEAD, POST/i);
});

test('pipelined requests are answered in order', async () => {
  const ids = await Promise.all(
    ['a', 'b', 'c'].map(async (title) => (await ada.post('/api/tickets', { title })).body.data.id),
  );
  const together = ids
    .map((id) => `GET /api/tickets/${id} HTTP/1.1\r\nHost: x\r\n${asAda()}\r\n\r\n`)
    .join('');
  const text = await exchange(together + request('GET /healthz'));
  assert.deepEqual(
    [...text.matchAll(/\{"data":\{"id":"([^"]+)"/g)].map(([, id]) => id),
    ids,
  );
});

test('a Content-Length over the limit is refused before the body is sent', async () => {
  const headers = [asAda(), 'Content-Type: application/json', `Content-Length: ${2 * 1024 * 1024}`];
  assertRefused(await exchange(request('POST /api/tickets', headers)), 413, 'PAYLOAD_TOO_LARGE');
});

test('a chunked body over the limit is refused', async () => {
  const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
  const headers = [asAda(), 'Content-Type: application/json', 'Transfer-Encoding: chunked'];
  const text = await exchange(request('POST /api/tickets', headers, `${chunk.repeat(20)}0\r\n\r\n`));
  assertRefused(text, 413, 'PAYLOAD_TOO_LARGE');
});

const bodiesOverTheLimit: [description: string, header: string, chunks: string[]][] = [
  ['with a length', `Content-Length: ${3 * 0x100000}`, Array(3).fill('x'.repeat(0x100000))],
  [
    'in chunks',
    'Transfer-Encoding: chunked',
    [...Array(3).fill(`100000\r\n${'x'.repeat(0x100000)}\r\n`), '0\r\n\r\n'],
  ],
];
for (const [description, header, chunks] of bodiesOverTheLimit) {
  test(`a client that sends a body ${description} over the limit to its end reads 413 and keeps its connection`, async () => {
    const socket = await open();
    const headers = [asAda(), 'Host: localhost', 'Content-Type: application/json', header];
    socket.write(`POST /api/tickets HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`);
    const [first, second, ...rest] = chunks;
    socket.write(`${first}${second}`);
    const [refusal] = await once(socket, 'data', { signal: AbortSignal.timeout(timeoutMs) });
    assertRefused(String(refusal), 413, 'PAYLOAD_TOO_LARGE');
    socket.write(rest.join('') + request('GET /healthz'));
    assert.equal(parse(await readToEnd(socket)).status, 200);
  });

  test(`a client that asks for the end of the connection reads 413 for a body ${description} over the limit`, async () => {
    const socket = await open();
    const headers = [asAda(), 'Content-Type: application/json', header];
    socket.write(request('POST /api/tickets', headers));
    const [first, second, ...rest] = chunks;
    socket.write(`${first}${second}`);
    const [refusal] = await once(socket, 'data', { signal: AbortSignal.timeout(timeoutMs) });
    assertRefused(String(refusal), 413, 'PAYLOAD_TOO_LARGE');
    // Written after the answer: a connection that the server has closed would be reset here.
    const reset = once(socket, 'error').then(([error]) => error);
    await new Promise((resolve) => socket.end(rest.join(''), () => resolve(undefined)));
    const closed = once(socket, 'close', { signal: AbortSignal.timeout(timeoutMs) }).then(() => 'closed');
    assert.equal(await Promise.race([reset, closed]), 'closed');
  });
}

test('a chunk longer than its declared size is refused', async () => {
  const headers = [asAda(), 'Content-Type: application/json', 'Transfer-Encoding: chunked'];
  const text = await exchange(request('POST /api/tickets', headers, '2\r\n{"title":"x"}\r\n0\r\n\r\n'));
  assertRefused(text, 400, invalid);
});

test('a megabyte of nested brackets is refused as invalid JSON', async () => {
  const depth = 500_000;
  for (const inner of ['', '"\\u0000"']) {
    const body = '['.repeat(depth) + inner + ']'.repeat(depth);
    const headers = [asAda(), 'Content-Type: application/json', `Content-Length: ${body.length}`];
    assertRefused(await exchange(request('POST /api/tickets', headers, body)), 400, invalid);
  }
});

test('Expect: 100-continue is answered with 100, then with the response', async () => {
  const body = '{"title":"Patient"}';
  const headers = [asAda(), 'Content-Type: application/json', `Content-Length: ${body.length}`];
  const socket = await open();
  socket.write(request('POST /api/tickets', [...headers, 'Expect: 100-continue']));
  const [interim] = (await once(socket, 'data')) as [Buffer];
  assert.match(interim.toString(), /^HTTP\/1\.1 100 Continue/);
  socket.write(body);
  assert.equal(parse(await readToEnd(socket)).status, 201);
});

test('an unknown Expect header is refused in the error envelope', async () => {
  assertRefused(await exchange(request('GET /healthz', ['Expect: miracles'])), 417, invalid);
});

test('clients that send half a request do not delay others', async () => {
  const halves = [
    'GET /heal',
    'POST /api/tickets HTTP/1.1\r\nHost: x\r\nContent-Le',
    request('POST /api/tickets', [asAda(), 'Content-Length: 50'], '{"title":'),
    request('POST /api/tickets', [asAda(), 'Transfer-Encoding: chunked'], '5\r\n{"a'),
  ];
  const before = (await ada.get('/api/tickets')).body.pagination.total;
  const sockets = await Promise.all(Array.from({ length: 200 }, open));
  for (const [index, socket] of sockets.entries()) socket.write(halves[index % halves.length] as string);
  assert.equal(parse(await exchange(request('GET /readyz'))).status, 200);
  for (const [index, socket] of sockets.entries()) index % 2 ? socket.destroy() : socket.end();
  await Promise.all(sockets.map((socket) => socket.closed || once(socket.resume(), 'close')));
  assert.equal((await ada.get('/api/tickets')).body.pagination.total, before);
});

test('clients that disconnect before the response do not affect others', async () => {
  const line = `GET /api/tickets HTTP/1.1\r\nHost: x\r\n${asAda()}\r\n\r\n`;
  const sockets = await Promise.all(Array.from({ length: 20 }, open));
  for (const socket of sockets) {
    socket.write(line.repeat(50));
    socket.resetAndDestroy();
  }
  assert.equal(parse(await exchange(request('GET /readyz'))).status, 200);
});

test('the connection of a broken request ends, although the client keeps its side open', async () => {
  const accepted = once(world.app.server, 'connection');
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).on('error', () => {});
  const [served] = (await accepted) as [Socket];
  socket.write('NONSENSE\r\n\r\n');
  socket.resume();
  try {
    await once(socket, 'end', { signal: AbortSignal.timeout(timeoutMs) });
    if (!served.destroyed) await once(served, 'close', { signal: AbortSignal.timeout(timeoutMs) });
  } finally {
    socket.destroy();
  }
});
