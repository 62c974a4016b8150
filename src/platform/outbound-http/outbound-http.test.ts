import assert from 'node:assert/strict';
import { once } from 'node:events';
import http, { type RequestListener } from 'node:http';
import https from 'node:https';
import net, { type AddressInfo } from 'node:net';
import { after, describe, test } from 'node:test';
import { type Certificate, newCertificate } from '../../../test/support/certificate.ts';
import type { SetTimer } from '../timer.ts';
import { newOutboundHttp, OutboundFailure, type OutboundHttp, type OutboundRequest } from './index.ts';

const closings: (() => unknown)[] = [];
after(async () => {
  for (const close of closings) await close();
});

async function serve(listener: RequestListener, tls?: Certificate): Promise<string> {
  const server = tls ? https.createServer(tls, listener) : http.createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closings.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `${tls ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

function openClient(settings: Partial<Parameters<typeof newOutboundHttp>[0]> = {}): OutboundHttp {
  const outbound = newOutboundHttp({ egress: 'private', ...settings });
  closings.push(outbound.close);
  return outbound;
}

/** Timers that fire when the test calls `runOut`. */
function newManualTimers() {
  const waiting = new Set<{ ms: number; work: () => void }>();
  const ownTimer: SetTimer = (ms, work) => {
    const entry = { ms, work };
    waiting.add(entry);
    return () => waiting.delete(entry);
  };
  const runOut = (ms: number) => {
    for (const entry of [...waiting]) if (entry.ms === ms) entry.work();
  };
  return { setTimer: ownTimer, runOut, waiting };
}

const newRequest = (url: string, more: Partial<OutboundRequest> = {}): OutboundRequest => ({
  method: 'POST',
  url: new URL(url),
  body: '{}',
  totalTimeoutMs: 15_000,
  responseBytesMax: 20_000,
  whenTooLarge: 'cut',
  ...more,
});

const failsAs = (word: string) => (error: unknown) => error instanceof OutboundFailure && error.word === word;

describe('outbound HTTP', () => {
  test('an outbound request sends the given bytes and headers and returns the response', async () => {
    const url = await serve((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk) => chunks.push(chunk));
      request.on('end', () => {
        response.writeHead(201, { 'x-seen': String(request.headers['x-sent']) });
        response.end(`${request.method} ${request.url} ${Buffer.concat(chunks)}`);
      });
    });
    const answer = await openClient().send(
      newRequest(`${url}path?q=1`, { headers: { 'x-sent': 'yes' }, body: Buffer.from('ünï') }),
    );
    assert.equal(answer.status, 201);
    assert.equal(answer.headers['x-seen'], 'yes');
    assert.equal(answer.body.toString(), 'POST /path?q=1 ünï');
    const got = await openClient().send({ ...newRequest(url, { method: 'GET' }), headers: {} });
    assert.equal(got.body.toString(), 'GET / {}');
  });

  test('outbound connections are reused', async () => {
    const ports = new Set<number | undefined>();
    const url = await serve((request, response) => {
      ports.add(request.socket.remotePort);
      request.resume().on('end', () => response.end());
    });
    const outbound = openClient();
    for (let i = 0; i < 20; i++) await outbound.send(newRequest(url));
    // A request resolves before its connection is free again.
    assert.ok(ports.size <= 2);
  });

  test('an outbound redirect is returned and not followed', async () => {
    let visits = 0;
    const target = await serve((_, response) => {
      visits++;
      response.end();
    });
    const url = await serve((_, response) => response.writeHead(301, { location: target }).end());
    assert.equal((await openClient().send(newRequest(url))).status, 301);
    assert.equal(visits, 0);
  });

  test('an outbound response beyond the limit is truncated or fails, and its connection is closed', async () => {
    for (const whenTooLarge of ['cut', 'fail'] as const) {
      const ended = Promise.withResolvers<void>();
      const url = await serve((_, response) => {
        response.once('close', () => ended.resolve());
        const piece = Buffer.alloc(64 * 1024, 'x');
        const write = () => {
          while (response.write(piece));
          response.once('drain', write);
        };
        write();
      });
      const sent = openClient().send(newRequest(url, { whenTooLarge, responseBytesMax: 100_000 }));
      if (whenTooLarge === 'fail') await assert.rejects(sent, failsAs('too_large'));
      else assert.equal((await sent).body.length, 100_000);
      await ended.promise;
    }
  });

  test('an outbound response of exactly the allowed size is complete', async () => {
    const url = await serve((_, response) => response.end('x'.repeat(1000)));
    const answer = await openClient().send(newRequest(url, { responseBytesMax: 1000, whenTooLarge: 'fail' }));
    assert.equal(answer.body.length, 1000);
  });

  test('an outbound request to a silent or slow server fails when its timeout fires', async () => {
    const behaviours: RequestListener[] = [
      () => {},
      (_, response) => void response.writeHead(200).write('a'),
      (_, response) => void response.writeHead(200, { 'content-length': 5 }).write('ab'),
    ];
    for (const behave of behaviours) {
      const isAsked = Promise.withResolvers<void>();
      const isGone = Promise.withResolvers<void>();
      const time = newManualTimers();
      const url = await serve((request, response) => {
        response.once('close', isGone.resolve);
        behave(request, response);
        isAsked.resolve();
      });
      const answer = openClient(time).send(newRequest(url));
      await isAsked.promise;
      time.runOut(15_000);
      await assert.rejects(answer, failsAs('timed_out'));
      await isGone.promise;
      assert.equal(time.waiting.size, 0);
    }
  });

  test('an outbound stream ends at its timeout and at its size limit', async () => {
    const time = newManualTimers();
    const isGone = Promise.withResolvers<void>();
    const url = await serve((request, response) => {
      response.once('close', isGone.resolve);
      response.writeHead(200, { 'x-said': 'now' });
      response.write('first');
      if (request.url === '/whole') response.end('last');
      if (request.url === '/endless') response.write('x'.repeat(30_000));
    });
    const outbound = openClient(time);
    const follow = async (where: string, signal = new AbortController().signal) => {
      const { status, headers, body } = await outbound.stream(newRequest(`${url}${where}`), signal);
      assert.deepEqual([status, headers['x-said']], [200, 'now']);
      return body[Symbol.asyncIterator]();
    };
    const whole = await follow('whole');
    let text = '';
    for (let part = await whole.next(); !part.done; part = await whole.next()) text += part.value;
    assert.equal(text, 'firstlast');
    assert.equal(time.waiting.size, 0);

    const endless = await follow('endless');
    await assert.rejects(async () => {
      while (!(await endless.next()).done);
    }, failsAs('too_large'));
    await isGone.promise;

    const slow = await follow('slow');
    assert.equal(String((await slow.next()).value), 'first');
    const rest = slow.next();
    time.runOut(15_000);
    await assert.rejects(rest, failsAs('timed_out'));

    const leaving = new AbortController();
    const left = await follow('slow', leaving.signal);
    await left.next();
    const never = left.next();
    leaving.abort(new Error('enough'));
    await assert.rejects(never, /enough/);
    await assert.rejects(
      openClient({ egress: 'public' }).stream(newRequest(url), new AbortController().signal),
      failsAs('private_address'),
    );
    assert.equal(time.waiting.size, 0);
  });

  test('a DNS look-up that hangs fails when the connect timeout fires', async () => {
    const time = newManualTimers();
    const isAsked = Promise.withResolvers<void>();
    const resolve = () => {
      isAsked.resolve();
      return new Promise<never>(() => {});
    };
    const answer = openClient({ ...time, resolve }).send(newRequest('http://silent.example/'));
    await isAsked.promise;
    time.runOut(5_000);
    await assert.rejects(answer, failsAs('timed_out'));
  });

  test('each outbound failure has its error code', async () => {
    const closed = net.createServer().listen(0, '127.0.0.1');
    await once(closed, 'listening');
    const { port } = closed.address() as AddressInfo;
    closed.close();
    await once(closed, 'close');
    await assert.rejects(openClient().send(newRequest(`http://127.0.0.1:${port}/`)), failsAs('refused'));

    const reset = await serve((request) => request.socket.resetAndDestroy());
    await assert.rejects(openClient().send(newRequest(reset)), failsAs('reset'));
    const hangsUp = await serve((request) => request.socket.end());
    await assert.rejects(openClient().send(newRequest(hangsUp)), failsAs('reset'));

    const chatty = net
      .createServer((socket) => socket.end('220 smtp.example ESMTP\r\n'))
      .listen(0, '127.0.0.1');
    await once(chatty, 'listening');
    closings.push(() => chatty.close());
    const smtp = `http://127.0.0.1:${(chatty.address() as AddressInfo).port}/`;
    await assert.rejects(openClient().send(newRequest(smtp)), failsAs('not_http'));

    const missing = Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' });
    const unresolved = openClient({ resolve: () => Promise.reject(missing) });
    await assert.rejects(unresolved.send(newRequest('http://nowhere.example/')), failsAs('dns_failed'));
    const empty = openClient({ resolve: async () => [] });
    await assert.rejects(empty.send(newRequest('http://empty.example/')), failsAs('dns_failed'));
  });

  test('an outbound TLS certificate must be trusted and match the host', async () => {
    const own = newCertificate();
    const url = await serve((_, response) => response.end('secret'), own);
    assert.equal((await openClient({ ca: [own.cert] }).send(newRequest(url))).body.toString(), 'secret');
    await assert.rejects(openClient().send(newRequest(url)), failsAs('tls_failed'));
    const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
    const elsewhere = url.replace('127.0.0.1', 'other.example');
    await assert.rejects(
      openClient({ ca: [own.cert], resolve }).send(newRequest(elsewhere)),
      failsAs('tls_failed'),
    );
    const plain = url.replace('https:', 'http:');
    const answer = await openClient()
      .send(newRequest(plain))
      .catch((error: OutboundFailure) => error);
    assert.ok(answer instanceof OutboundFailure || answer.status === 400);
  });

  test('closing the outbound client fails running requests as interrupted', async () => {
    const isAsked = Promise.withResolvers<void>();
    const url = await serve(() => isAsked.resolve());
    const outbound = openClient();
    const answer = outbound.send(newRequest(url));
    const failure = assert.rejects(answer, failsAs('interrupted'));
    await isAsked.promise;
    await outbound.close();
    await failure;
    await assert.rejects(outbound.send(newRequest(url)), failsAs('interrupted'));
  });
});

describe('the guard', () => {
  test('a forbidden literal address is refused in every spelling before a packet is sent', async () => {
    const urls = [
      'http://169.254.169.254/latest/meta-data',
      'http://[::ffff:169.254.169.254]/',
      'http://[fe80::1]/',
      'http://2852039166/',
      'http://0251.0376.0251.0376/',
      'http://[64:ff9b::a9fe:a9fe]/',
      'https://100.100.100.200/',
      'http://0.0.0.0/',
    ];
    for (const url of urls) {
      await assert.rejects(openClient().send(newRequest(url)), failsAs('private_address'), url);
      await assert.rejects(openClient().assertAllowed(new URL(url)), failsAs('private_address'), url);
    }
  });

  test('public egress refuses loopback and private networks, private egress does not', async () => {
    const url = await serve((_, response) => response.end());
    assert.equal((await openClient().send(newRequest(url))).status, 200);
    for (const host of ['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0177.1', '10.0.0.1']) {
      const there = url.replace('127.0.0.1', host);
      const outbound = openClient({ egress: 'public' });
      await assert.rejects(outbound.send(newRequest(there)), failsAs('private_address'), host);
      await assert.rejects(outbound.assertAllowed(new URL(there)), failsAs('private_address'), host);
    }
  });

  test('a name is resolved and checked at every connection', async () => {
    let visits = 0;
    const url = await serve((_, response) => {
      visits++;
      response.writeHead(200, { connection: 'close' }).end();
    });
    const named = url.replace('127.0.0.1', 'rebinding.example');
    const answers = ['127.0.0.1', '169.254.169.254', '127.0.0.1'];
    const resolvedNames: string[] = [];
    const outbound = openClient({
      resolve: async (hostname) => {
        resolvedNames.push(hostname);
        return [{ address: answers.shift() as string, family: 4 }];
      },
    });
    assert.equal((await outbound.send(newRequest(named))).status, 200);
    await assert.rejects(outbound.send(newRequest(named)), failsAs('private_address'));
    assert.equal((await outbound.send(newRequest(named))).status, 200);
    assert.equal(visits, 2);
    assert.deepEqual(resolvedNames, Array(3).fill('rebinding.example'));
  });

  test('only the allowed addresses of a name are tried', async () => {
    const url = await serve((_, response) => response.end());
    const resolve = async () => [
      { address: '169.254.169.254', family: 4 },
      { address: 'fe80::1', family: 6 },
      { address: '127.0.0.1', family: 4 },
    ];
    const named = url.replace('127.0.0.1', 'mixed.example');
    assert.equal((await openClient({ resolve }).send(newRequest(named))).status, 200);
    const none = openClient({ resolve: async () => [{ address: '::ffff:169.254.169.254', family: 6 }] });
    await assert.rejects(none.send(newRequest(named)), failsAs('private_address'));
    await assert.rejects(none.assertAllowed(new URL(named)), failsAs('private_address'));
  });

  test('concurrent connections to a name share one DNS look-up', async () => {
    const url = await serve((_, response) => response.end());
    const mayAnswer = Promise.withResolvers<{ address: string; family: number }[]>();
    let lookups = 0;
    const outbound = openClient({
      resolve: () => {
        lookups++;
        return mayAnswer.promise;
      },
    });
    const named = url.replace('127.0.0.1', 'slow.example');
    const answers = Promise.all(Array.from({ length: 5 }, () => outbound.send(newRequest(named))));
    mayAnswer.resolve([{ address: '127.0.0.1', family: 4 }]);
    for (const { status } of await answers) assert.equal(status, 200);
    assert.equal(lookups, 1);
  });
});
