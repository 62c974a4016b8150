import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type { DatabaseAddress } from '../../src/platform/db/index.ts';

export const program = path.resolve(import.meta.dirname, '../../bin/docket.js');

/** The environment of a `docket` command that works on this database. */
export function environmentOf(address: DatabaseAddress): NodeJS.ProcessEnv {
  const { NODE_TEST_CONTEXT: _, ...inherited } = process.env;
  const database =
    address.engine === 'sqlite'
      ? { DATA_DIR: path.dirname(address.file), DATABASE_URL: '' }
      : { DATABASE_URL: address.url, DATABASE_DIRECT_URL: address.directUrl ?? '' };
  return {
    ...inherited,
    ...database,
    PORT: '0',
    HOST: '127.0.0.1',
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'error',
    WEB: 'off',
  };
}

export interface RunningServer {
  url: string;
  pid: number;
  signal(signal: NodeJS.Signals): void;
  /** Resolves when the process has ended. */
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  /** Sends the signal and waits until the process has ended. */
  end(signal: 'SIGKILL' | 'SIGTERM'): RunningServer['ended'];
}

/** Starts `docket serve` as a program. */
export async function startServer(
  address: DatabaseAddress,
  settings: NodeJS.ProcessEnv = {},
  options: string[] = [],
  installed = program,
  node = process.execPath,
): Promise<RunningServer> {
  const child = spawn(node, [installed, 'serve', ...options], {
    env: { ...environmentOf(address), ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit').then(([code, signal]) => ({ code, signal }));
  const failed = ended.then(({ code }) => {
    throw new Error(`the server ended with ${code} before it was ready`);
  });
  const url = await Promise.race([readAddress(child), failed]);
  letParentExit(child);
  return {
    url,
    pid: child.pid as number,
    ended,
    signal: (signal) => void child.kill(signal),
    end: async (signal) => {
      child.ref();
      child.kill(signal);
      return ended;
    },
  };
}

async function readAddress(child: ChildProcess): Promise<string> {
  let output = '';
  for await (const chunk of (child.stdout as Readable).iterator({ destroyOnReturn: false })) {
    output += chunk;
    const url = /ready at (\S+)/.exec(output)?.[1];
    if (url) return url;
  }
  throw new Error(`the server ended before it was ready: ${output}`);
}

/** A test that fails must not wait for a server that it did not stop. */
function letParentExit(child: ChildProcess): void {
  child.unref();
  (child.stdout as Socket).resume().unref();
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.removeListener('exit', kill));
}
