import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type { DatabaseAddress } from '../../src/platform/db/index.ts';

export const program = path.resolve(import.meta.dirname, '../../bin/docket.js');

/** The environment of a `docket` command that works on this database. */
export function environmentOf(address: DatabaseAddress): NodeJS.ProcessEnv {
  const { NODE_TEST_CONTEXT: _, ...own } = process.env;
  const place =
    address.engine === 'sqlite'
      ? { DATA_DIR: path.dirname(address.file), DATABASE_URL: '' }
      : { DATABASE_URL: address.url };
  return { ...own, ...place, PORT: '0', HOST: '127.0.0.1', RATE_LIMIT: 'off', LOG_LEVEL: 'error' };
}

export interface RunningServer {
  url: string;
  /** Sends the signal and waits for the end. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

/** The real program, as an operator starts it. */
export async function startServer(
  address: DatabaseAddress,
  more: NodeJS.ProcessEnv = {},
): Promise<RunningServer> {
  const child = spawn(process.execPath, [program, 'serve'], {
    env: { ...environmentOf(address), ...more },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  // A test that fails in between must not wait for a server that nobody ends.
  const url = await readAddress(child);
  letParentEnd(child);
  return {
    url,
    end: async (signal) => {
      child.ref();
      child.kill(signal);
      const [code, by] = (await ended) as [number | null, NodeJS.Signals | null];
      return { code, signal: by };
    },
  };
}

async function readAddress(child: ChildProcess): Promise<string> {
  let said = '';
  for await (const chunk of (child.stdout as Readable).iterator({ destroyOnReturn: false })) {
    said += chunk;
    const url = /ready at (\S+)/.exec(said)?.[1];
    if (url) return url;
  }
  throw new Error(`the server ended before it was ready: ${said}`);
}

function letParentEnd(child: ChildProcess): void {
  child.unref();
  (child.stdout as Socket).resume().unref();
  const endIt = () => child.kill('SIGKILL');
  process.once('exit', endIt);
  child.once('exit', () => process.removeListener('exit', endIt));
}
