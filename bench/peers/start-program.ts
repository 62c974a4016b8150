import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Call } from '../load.ts';
import type { Program } from './peer.ts';

export interface StartedProgram {
  origin: string;
  /** From the start of the process to its first answer with 2xx. */
  startMs: number;
  /** Of the process and all that it started: memory that several share counts once. */
  megabytes(): number;
  stop(): Promise<void>;
}

const pollMs = 20;
const startMaxMs = 300_000;

/** Starts a server on a free port of 127.0.0.1 and waits until it answers the call. */
export async function startProgram(
  server: (port: number) => Program,
  first: Call,
  headers: Record<string, string>,
): Promise<StartedProgram> {
  const port = await findFreePort();
  const origin = `http://127.0.0.1:${port}`;
  const { command, args, cwd, env } = server(port);
  const startedAt = performance.now();
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'ignore', 'inherit'] });
  const killWithBench = () => child.kill('SIGKILL');
  process.once('exit', killWithBench);
  while (!(await answers(`${origin}${first.path}`, headers))) {
    if (child.exitCode !== null) throw new Error(`${command} ended with ${child.exitCode}`);
    if (performance.now() - startedAt > startMaxMs) throw new Error(`${command} does not answer`);
    await wait(pollMs);
  }
  return {
    origin,
    startMs: performance.now() - startedAt,
    megabytes: () => sum(withDescendants(child.pid as number), proportionalMegabytes),
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      process.off('exit', killWithBench);
    },
  };
}

async function answers(url: string, headers: Record<string, string>): Promise<boolean> {
  try {
    const response = await fetch(url, { headers });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

function withDescendants(pid: number): number[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
  return [pid, ...children.flatMap(withDescendants)];
}

function proportionalMegabytes(pid: number): number {
  return Number(/^Pss: +(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]) / 1024;
}

/**
 * Of all processes that this one started, a PostgreSQL server among them, user and system: while one product has its turn,
 * the others are idle. In hundredths of a second, as on every Linux of today; includes processes that ended.
 */
export const processorMsOfAll = () =>
  sum(withDescendants(process.pid).slice(1), (pid) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return fields.slice(11, 15).reduce((total, ticks) => total + Number(ticks) * 10, 0);
  });

const sum = (pids: number[], measure: (pid: number) => number) =>
  pids.reduce((total, pid) => total + measure(pid), 0);
