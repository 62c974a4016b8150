import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { before, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { newFolder, startDocket } from '../cli/docket.ts';
import { damagePages, newRandom, pageClasses, type SeededFile, seedFile } from './damaged-file.ts';

// Larger than what is checked before the start.
const fillerMb = 70;
const casesOfEachClass = 2;

/** A line of the log, or the sentence of a start that was refused; never a stack that Node printed. */
const isExpectedLine = (line: string) => /^(?:\{.*\}|docket: .*)$/.test(line);

describe('a server on a SQLite file of 75 MB with damaged pages', () => {
  const folder = newFolder();
  let seeded: SeededFile;
  before(async () => {
    seeded = await seedFile(folder, 400, fillerMb);
  });

  const cases = pageClasses.flatMap((pageClass, index) =>
    Array.from({ length: casesOfEachClass }, (_, number) => ({
      pageClass,
      seed: 10 * index + number + 1,
      pages: [1, 30][number % 2] as number,
    })),
  );
  for (const { pageClass, seed, pages } of cases)
    for (const moment of ['before the start', 'while it runs'])
      test(`(${pageClass}, ${pages}, ${moment}, seed ${seed}) goes on or ends with 65, and logs no raw stack`, async () => {
        const file = path.join(folder, `case ${seed}`, 'docket.db');
        mkdirSync(path.dirname(file));
        copyFileSync(seeded.file, file);
        const damage = () => damagePages(file, seeded.pages[pageClass], pages, newRandom(seed));
        if (moment === 'before the start') damage();
        const server = await startWatched(path.dirname(file));
        if (moment === 'while it runs') damage();
        if (server.url) await askUntilKnown(server.url, seeded, () => server.code !== undefined);
        server.child.kill('SIGTERM');
        await server.exit;
        assert.ok(
          server.code === 0 || server.code === 65,
          `${server.code} ${server.signal}\n${server.stderr}`,
        );
        const lines = server.stderr.split('\n').filter((line) => line !== '');
        assert.deepEqual(
          lines.filter((line) => !isExpectedLine(line)),
          [],
        );
        rmSync(path.dirname(file), { recursive: true });
      });
});

interface WatchedServer {
  child: ChildProcess;
  /** Undefined if it ended before it was ready. */
  url: string | undefined;
  code: number | null | undefined;
  signal: string | null | undefined;
  stderr: string;
  exit: Promise<unknown>;
}

async function startWatched(DATA_DIR: string): Promise<WatchedServer> {
  const child = startDocket(['serve'], { DATA_DIR, PORT: '0', RATE_LIMIT: 'off', LOG_LEVEL: 'warn' });
  const server: WatchedServer = {
    child,
    url: undefined,
    code: undefined,
    signal: undefined,
    stderr: '',
    exit: once(child, 'close'),
  };
  child.once('exit', (code, signal) => Object.assign(server, { code, signal }));
  child.stderr?.on('data', (chunk) => {
    server.stderr += chunk;
  });
  let output = '';
  for await (const chunk of child.stdout ?? []) {
    output += chunk;
    server.url = /ready at (\S+)/.exec(output)?.[1];
    if (server.url) break;
  }
  if (!server.url) await server.exit;
  return server;
}

/** Reads and writes until the server knows of the damage or has read everything; a damaged file accepts no change. */
async function askUntilKnown(url: string, { apiKey, tickets }: SeededFile, hasEnded: () => boolean) {
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const ask = async (path: string, body?: object) => {
    const method = body ? 'POST' : 'GET';
    const answer = await fetch(`${url}${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    await answer.arrayBuffer();
    return answer.status;
  };
  const everything = async () => {
    await Promise.all(tickets.map((id) => ask(`/api/tickets/${id}`)));
    for (const path of ['/api/tickets?limit=200', '/api/tickets/search?q=the', '/api/activity'])
      await ask(path);
    await ask('/api/tickets', { title: 'New' });
  };
  for (let turn = 0; turn < 3 && !hasEnded(); turn++) {
    const failure = await everything().catch((error: unknown) => error);
    if (failure && !hasEnded()) await wait(100);
  }
  if (hasEnded()) return;
  const readiness = await ask('/readyz').catch(() => undefined);
  if (readiness === 503) assert.equal(await ask('/api/tickets', { title: 'New' }), 503);
}
