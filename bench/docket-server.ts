import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { DatabaseAddress } from '../src/platform/db/index.ts';
import { vacuum } from './database.ts';

export const ownLauncher = path.resolve(import.meta.dirname, '../bin/docket.js');
const ungrouped = path.resolve(import.meta.dirname, 'ungrouped-server.ts');

export interface DocketServer {
  origin: string;
  pid: number;
  /** From the start of the process to its first response. */
  startMs: number;
  residentMegabytes(): number;
  stop(): Promise<void>;
}

/** Starts `docket serve` as a separate process; `launcher` is that of this version or of another. */
export const startDocket = (
  address: DatabaseAddress,
  folder: string,
  settings: Settings = {},
  launcher = ownLauncher,
) => startServer(address, folder, [launcher, 'serve'], settings);

/** Additional environment variables. */
type Settings = Record<string, string>;

/** The same without group commit, which only SQLite has: one commit per change. */
export const startUngrouped = (address: DatabaseAddress & { engine: 'sqlite' }, folder: string) =>
  startServer(address, folder, [ungrouped, address.file]);

async function startServer(
  address: DatabaseAddress,
  folder: string,
  program: string[],
  settings: Settings = {},
): Promise<DocketServer> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, program, {
    // A folder without a .env file.
    cwd: folder,
    env: { ...docketEnvironment(address, folder), ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const killWithBench = () => child.kill('SIGKILL');
  process.once('exit', killWithBench);
  const origin = await readOrigin(child.stdout);
  const health = await fetch(`${origin}/healthz`);
  if (health.status !== 200) throw new Error(`/healthz answered ${health.status}`);

  return {
    origin,
    pid: child.pid as number,
    startMs: performance.now() - startedAt,
    residentMegabytes: () => Number(execFileSync('ps', ['-o', 'rss=', '-p', String(child.pid)])) / 1024,
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      process.off('exit', killWithBench);
    },
  };
}

/** Fills the database with `docket seed`. */
export async function seed(
  address: DatabaseAddress,
  folder: string,
  { tickets, projects }: { tickets: number; projects: number },
  launcher = ownLauncher,
): Promise<void> {
  const size = ['--tickets', String(tickets), '--projects', String(projects), '--users', '20'];
  const child = spawn(process.execPath, [launcher, 'seed', ...size], {
    cwd: folder,
    env: docketEnvironment(address, folder),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`docket seed ended with ${code}`);
  if (address.engine === 'postgres') await vacuum(address.url);
}

/** The variables of `docket serve` and of commands beside it. */
export function docketEnvironment(address: DatabaseAddress, folder: string): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    HOST: '127.0.0.1',
    PORT: '0',
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'warn',
    DATA_DIR: folder,
    ...(address.engine === 'postgres' && { DATABASE_URL: address.url }),
  };
}

async function readOrigin(output: AsyncIterable<Buffer>): Promise<string> {
  let text = '';
  for await (const chunk of output) {
    text += chunk;
    const origin = /ready at (\S+)/.exec(text)?.[1];
    if (origin) return origin;
  }
  throw new Error(`docket serve ended before it listened:\n${text}`);
}
