import { createApiKey, insertAccount } from '../../src/auth/index.ts';
import { systemClock } from '../../src/platform/clock.ts';
import type { Database } from '../../src/platform/db/index.ts';
import type { RunningServer } from './running-server.ts';

export type Account = Awaited<ReturnType<typeof addAccount>>;

/** An account with an API key that can send requests to any running server. */
export async function addAccount(db: Database) {
  const now = systemClock.now();
  const { key } = await db.transaction(async (tx) => {
    const { id } = await insertAccount(tx, now, { name: 'Ada', email: 'ada@example.org' }, 'no password');
    return createApiKey(tx, { clock: { now: () => now } }, id, { name: 'k' });
  });
  const authorization = `Bearer ${key}`;

  /** Retries 503, which an overloaded machine causes: the server has changed nothing then. */
  const send = async (
    server: RunningServer,
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<Response> => {
    const response = await fetch(server.url + path, {
      method,
      headers: { authorization, ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    return response.status === 503 ? send(server, method, path, body, headers) : response;
  };
  return { send, authorization };
}

// biome-ignore lint/suspicious/noExplicitAny: each test asserts the shape that it expects
export const bodyOf = (response: Response): Promise<any> => response.json();
