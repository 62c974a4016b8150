import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { insertAccount, openSession, sessionCookieName } from '../src/auth/index.ts';
import { eventReactions } from '../src/composition/event-reactions.ts';
import { withReactions } from '../src/events/index.ts';
import { systemClock } from '../src/platform/clock.ts';
import { openDatabase } from '../src/platform/db/index.ts';
import type { EngineName } from '../test/support/engines.ts';
import { serveGit } from '../test/support/git-http.ts';
import { newBenchDatabase } from './database.ts';
import { type DocketServer, startDocket } from './docket-server.ts';
import { median } from './median.ts';
import type { ProcessFigure } from './process-figures.ts';

export const gitRemote = 'git remote';

const megabytes = 50;
const rounds = 3;
/** 0.7 of the speed of `git http-backend`. */
const timesAsLongMax = 1 / 0.7;

interface GitFigures {
  clone: { docket: number; backend: number };
  push: { docket: number; backend: number };
  /** The growth of the server's resident memory while it serves them. */
  grownMegabytes: number;
}

/** Clones and pushes a repository of random bytes through Docket and through `git http-backend`, in turns. */
export async function measureGitRemote(engine: EngineName): Promise<GitFigures> {
  const database = await newBenchDatabase(engine);
  const root = path.join(database.folder, 'repositories');
  const work = path.join(database.folder, 'work');
  makeRepository(path.join(root, 'bench/app.git'), work);
  execFileSync('cp', ['-r', path.join(root, 'bench/app.git'), path.join(root, 'bench/backend.git')]);
  const backend = http.createServer((request, response) => serveGit(root, request, response));
  backend.listen(0, '127.0.0.1');
  await once(backend, 'listening');
  const backendUrl = `http://127.0.0.1:${(backend.address() as AddressInfo).port}/bench/backend.git`;
  const db = withReactions(await openDatabase(database.address), eventReactions);
  const server = await startDocket(database.address, database.folder, { LOCAL_REPOSITORIES: root });
  try {
    const now = systemClock.now();
    const token = await db.transaction(async (tx) => {
      const person = { name: 'Bench', email: 'bench@example.org', role: 'USER' } as const;
      const user = await insertAccount(tx, now, person, 'no password');
      return (await openSession(tx, user.id, { address: null, userAgent: null }, now)).token;
    });
    const { remote, branch } = await claimRemote(server, token);
    const before = server.residentMegabytes();
    let most = before;
    const watch = setInterval(() => {
      most = Math.max(most, server.residentMegabytes());
    }, 250);
    const times = { clone: { docket: [0], backend: [0] }, push: { docket: [0], backend: [0] } };
    for (let round = 0; round <= rounds; round++) {
      writeNoise(work, `round-${round}`);
      for (const [name, url] of [['docket', remote] as const, ['backend', backendUrl] as const]) {
        const folder = path.join(database.folder, `${name}-${round}`);
        const clone = await timed(['clone', '--quiet', '--bare', '--single-branch', url, folder]);
        const push = await timed(['-C', work, 'push', '--quiet', url, `HEAD:refs/heads/${branch}${round}`]);
        // The first round warms the disk up.
        if (round > 0) times.clone[name].push(clone);
        if (round > 0) times.push[name].push(push);
        execFileSync('rm', ['-rf', folder]);
      }
    }
    clearInterval(watch);
    const middle = ([, ...list]: number[]) => median(list);
    return {
      clone: { docket: middle(times.clone.docket), backend: middle(times.clone.backend) },
      push: { docket: middle(times.push.docket), backend: middle(times.push.backend) },
      grownMegabytes: most - before,
    };
  } finally {
    backend.close();
    backend.closeAllConnections();
    await server.stop();
    await db.close();
    await database.remove();
  }
}

export const gitRemoteRows = ({ clone, push, grownMegabytes }: GitFigures): ProcessFigure[] => [
  {
    name: `clone of ${megabytes} MB through Docket, beside git http-backend`,
    value: clone.docket / clone.backend,
    unit: 'times as long',
    atMost: timesAsLongMax,
  },
  {
    name: `push of ${megabytes} MB through Docket, beside git http-backend`,
    value: push.docket / push.backend,
    unit: 'times as long',
    atMost: timesAsLongMax,
  },
  {
    name: `growth of the server's memory while ${megabytes} MB are cloned and pushed`,
    value: grownMegabytes,
    unit: 'MB',
    atMost: 100,
  },
];

const identity = [
  '-c',
  'user.name=Bench',
  '-c',
  'user.email=bench@example.org',
  '-c',
  'init.defaultBranch=main',
];
const git = (...args: string[]) =>
  execFileSync('git', [...identity, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });

function makeRepository(gitDir: string, work: string): void {
  mkdirSync(path.dirname(gitDir), { recursive: true });
  git('init', '--quiet', work);
  writeNoise(work, 'first');
  git('clone', '--quiet', '--bare', work, gitDir);
}

function writeNoise(work: string, name: string): void {
  mkdirSync(path.join(work, name));
  for (let file = 0; file < megabytes; file++)
    writeFileSync(path.join(work, name, `${file}.bin`), randomBytes(1024 * 1024 - 1024));
  git('-C', work, 'add', '--all');
  git('-C', work, 'commit', '--quiet', '-m', name);
}

async function claimRemote({ origin }: DocketServer, token: string) {
  const cookie = `${sessionCookieName({ prefix: 'docket', secure: false })}=${token}`;
  const send = async (method: string, address: string, body: object) => {
    const headers = { cookie, 'content-type': 'application/json' };
    const response = await fetch(`${origin}${address}`, { method, headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${address} returned ${response.status}`);
    return ((await response.json()) as { data: Record<string, never> }).data;
  };
  await send('POST', '/api/projects', { name: 'Bench', key: 'BEN', repositories: ['bench/app'] });
  await send('PUT', '/api/project/BEN/agent-branches', { maxMegabytes: 1_000 });
  await send('POST', '/v1/agent-tasks', { projectId: 'BEN', title: 'Push', instructions: 'Push.' });
  const claim = { workerId: 'bench', projectId: 'BEN', leaseSeconds: 900 };
  const { git: access } = (await send('POST', '/v1/agent-tasks/claim', claim)) as unknown as {
    git: { url: string; username: string; password: string; branch: string };
  };
  const remote = new URL(new URL(access.url).pathname, origin);
  Object.assign(remote, { username: access.username, password: access.password });
  return { remote: remote.href, branch: access.branch };
}

/** Milliseconds. The process of the bench stays free to serve `git http-backend` meanwhile. */
async function timed(args: string[]): Promise<number> {
  const startedAt = performance.now();
  const child = spawn('git', [...identity, ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`git ${args[0]} failed`);
  return performance.now() - startedAt;
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { engine: { type: 'string', default: 'sqlite' } } });
  const figures = await measureGitRemote(values.engine as EngineName);
  for (const { name, value, unit } of gitRemoteRows(figures))
    console.log(`${name}: ${value.toFixed(2)} ${unit}`);
}
