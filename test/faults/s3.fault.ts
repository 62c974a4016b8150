import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { after, afterEach, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { eventReactions } from '../../src/composition/event-reactions.ts';
import { withReactions } from '../../src/events/index.ts';
import { type DatabaseAddress, openDatabase } from '../../src/platform/db/index.ts';
import { addAccount } from '../durability/account.ts';
import { environmentOf, program, type RunningServer, startServer } from '../durability/running-server.ts';
import { formHeaders, formOf } from '../support/form.ts';
import { startS3Server } from '../support/s3-server.ts';
import { request } from './steady-writers.ts';

const s3 = await startS3Server();
const folder = mkdtempSync(path.join(tmpdir(), 'docket-s3-faults-'));
after(async () => {
  await s3.close();
  rmSync(folder, { recursive: true });
});

const uploadBytes = 256 * 1024 ** 2;
const memoryBytesMax = 120 * 1024 ** 2;

/** A server with a ticket to attach files to. */
async function openInstance(settings: Record<string, string>) {
  const dataFolder = mkdtempSync(path.join(folder, 'data-'));
  const address: DatabaseAddress = { engine: 'sqlite', file: path.join(dataFolder, 'docket.db') };
  const db = withReactions(await openDatabase(address), eventReactions);
  const { authorization } = await addAccount(db);
  await db.close();
  const all = {
    ...s3.variables,
    ATTACHMENT_BYTES_MAX: String(uploadBytes),
    LOG_LEVEL: 'silent',
    ...settings,
  };
  const server = await startServer(address, all);
  const { id } = (await request(server, { authorization }, 'POST', '/api/tickets', { title: 'T' })).data;
  const attachTo = async (at: RunningServer, body: NonNullable<RequestInit['body']>) => {
    const response = await fetch(`${at.url}/api/tickets/${id}/attachments`, {
      method: 'POST',
      headers: { ...formHeaders, authorization },
      body,
      ...({ duplex: 'half' } as object),
    });
    // biome-ignore lint/suspicious/noExplicitAny: each test asserts the shape that it expects
    return { status: response.status, body: (await response.json()) as any };
  };
  const attach = (content: string | Buffer, at = server) =>
    attachTo(at, new Uint8Array(formOf({ content })[0]));
  const list = async (at = server): Promise<{ id: string }[]> =>
    (await request(at, { authorization }, 'GET', `/api/tickets/${id}/attachments?limit=100`)).data;
  const download = (attachmentId: string, at = server) =>
    fetch(`${at.url}/api/attachments/${attachmentId}`, { headers: { authorization } });
  const run = (args: string[], more: Record<string, string> = {}) => {
    const child = spawn(process.execPath, [program, ...args], {
      env: { ...environmentOf(address), ...all, ...more },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output = Promise.all([text(child.stdout), text(child.stderr)]);
    const ended = once(child, 'exit').then(async ([code]) => ({ code, output: (await output).join('') }));
    return { child, ended };
  };
  return { address, all, dataFolder, server, attach, attachTo, list, download, run };
}

/** A form with a file of that length that is made while it is sent. */
async function* longForm(bytes: number) {
  const [form] = formOf({ content: '' });
  const end = form.lastIndexOf('\r\n--');
  yield form.subarray(0, end);
  const chunk = Buffer.alloc(1024 ** 2, 'x');
  for (let left = bytes; left > 0; left -= chunk.length) yield chunk.subarray(0, left);
  yield form.subarray(end);
}

/** Takes every object and keeps none: s3rver needs minutes for long ones. */
async function startDiscardingServer() {
  let received = 0;
  const server = createServer(async (incoming, outgoing) => {
    for await (const chunk of incoming) received += chunk.length;
    const xml = incoming.url?.includes('?uploads')
      ? '<InitiateMultipartUploadResult><UploadId>u</UploadId></InitiateMultipartUploadResult>'
      : incoming.method === 'POST'
        ? '<CompleteMultipartUploadResult><ETag>"e"</ETag></CompleteMultipartUploadResult>'
        : incoming.method === 'GET'
          ? '<ListBucketResult></ListBucketResult>'
          : '';
    outgoing.writeHead(200, { etag: '"e"' }).end(xml);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received: () => received,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

const memoryOf = (pid: number, field: 'VmHWM' | 'VmRSS') =>
  Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;

describe('a bucket that fails under a running server', () => {
  afterEach(() => s3.failWhen(() => undefined));

  test('a long upload is sent on while it arrives, in bounded memory', async () => {
    const discarding = await startDiscardingServer();
    const { server, attach, attachTo, list } = await openInstance({
      STORAGE_URL: 's3://any/long',
      S3_ENDPOINT: discarding.url,
    });
    await attach('loads the client');
    const before = memoryOf(server.pid, 'VmRSS');
    const { status, body } = await attachTo(server, ReadableStream.from(longForm(uploadBytes)));
    assert.equal(status, 201, JSON.stringify(body));
    const grown = memoryOf(server.pid, 'VmHWM') - before;
    assert.ok(grown < memoryBytesMax, `memory grew by ${Math.round(grown / 1e6)} MB`);
    assert.equal(body.data[0].size, uploadBytes);
    assert.ok(discarding.received() > uploadBytes);
    assert.equal((await list()).length, 2);
    await server.end('SIGTERM');
    discarding.close();
  });

  test('in the middle of an upload it is 503, nothing is attached, and the next upload works', async () => {
    const { server, attach, attachTo, list } = await openInstance({
      STORAGE_URL: `s3://${s3.bucket}/middle`,
    });
    s3.failWhen((_method, url) => {
      if (url.includes('partNumber=3')) void s3.stop();
      return undefined;
    });
    const { status, body } = await attachTo(server, ReadableStream.from(longForm(40 * 1024 ** 2)));
    assert.deepEqual([status, body.error.code], [503, 'UNAVAILABLE']);
    assert.deepEqual(await list(), []);
    s3.failWhen(() => undefined);
    await s3.start();
    assert.equal((await attach('after it')).status, 201);
    assert.equal((await list()).length, 1);
    await server.end('SIGTERM');
  });

  test('that swallows requests is 503 within half a minute, while everything else is answered', async () => {
    const { server, attach, list } = await openInstance({ STORAGE_URL: `s3://${s3.bucket}/silent` });
    s3.failWhen(() => 'silent');
    const startedAt = performance.now();
    const uploading = attach('swallowed');
    assert.deepEqual(await list(), []);
    assert.ok(performance.now() - startedAt < 5_000);
    assert.equal((await uploading).status, 503);
    assert.ok(performance.now() - startedAt < 35_000);
    await server.end('SIGTERM');
  });
});

test('a start with a wrong bucket ends with 78, and one without an S3 server warns and serves', async () => {
  const { server, run, address, all } = await openInstance({});
  await server.end('SIGTERM');
  const wrong = await run(['serve'], { STORAGE_URL: 's3://not-there/x' }).ended;
  assert.equal(wrong.code, 78);
  assert.match(wrong.output, /The storage cannot be used\. s3:\/\/not-there\/x\/: .*create the bucket/);
  await s3.stop();
  const alone = await startServer(address, { ...all, STORAGE_URL: `s3://${s3.bucket}/x` });
  assert.equal((await fetch(`${alone.url}/readyz`)).status, 200);
  await alone.end('SIGTERM');
  await s3.start();
});

test('kill -9 in the middle of a move loses nothing: the next run finishes it, beside the server', async () => {
  const { server, attach, list, download, run, address, all, dataFolder } = await openInstance({});
  for (let file = 0; file < 30; file++) assert.equal((await attach(`content ${file}`)).status, 201);
  const target = `s3://${s3.bucket}/moved`;
  const { child, ended } = run(['storage', 'move', '--to', target]);
  while (s3.objects().filter((name) => name.startsWith('moved/')).length < 5) await wait(5);
  child.kill('SIGKILL');
  await ended;
  await server.end('SIGTERM');

  const places = { ...all, STORAGE_URL: target, STORAGE_PREVIOUS_URL: path.join(dataFolder, 'files') };
  const moving = await startServer(address, places);
  assert.equal((await attach('stored in the bucket', moving)).status, 201);
  const expected = (await list(moving)).length;
  assert.equal(expected, 31);
  const again = await run(['storage', 'move', '--to', target, '--delete-source', '--json'], places).ended;
  assert.equal(again.code, 0, again.output);
  const { verified, copied, deleted } = JSON.parse(again.output);
  assert.deepEqual([verified, deleted], [31, 31]);
  assert.ok(copied < 30, `${copied} copied`);
  assert.deepEqual(globSync('files/*/*', { cwd: dataFolder }), []);
  await moving.end('SIGTERM');

  const moved = await startServer(address, { ...all, STORAGE_URL: target });
  const contents = new Set<string>();
  for (const { id } of await list(moved)) contents.add(await (await download(id, moved)).text());
  assert.equal(contents.size, 31);
  await moved.end('SIGTERM');
});
