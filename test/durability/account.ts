import { createApiKey, insertAccount } from '../../src/auth/index.ts';
import { systemClock } from '../../src/platform/clock.ts';
import type { Database } from '../../src/platform/db/index.ts';
import type { RunningServer } from './running-server.ts';

export type Account = Awaited<ReturnType<typeof addAccount>>;

/** Somebody with an API key, who asks whichever server there is. */
export async function addAccount(db: Database) {
  const now = systemClock.now();
  const { key } = await db.transaction(async (tx) => {
    const { id } = await insertAccount(tx, now, { name: 'Ada', email: 'ada@example.org' }, 'no password');
    return createApiKey(tx, id, { name: 'k' }, now);
  });
  const authorization = `Bearer ${key}`;

  /** A machine that is overloaded may say 503: then nothing happened, and one asks again. */
  const send = async (
    server: RunningServer,
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<Response> => {
    const answer = await fetch(server.url + path, {
      method,
      headers: { authorization, ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    return answer.status === 503 ? send(server, method, path, body, headers) : answer;
  };
  return { send };
}

// biome-ignore lint/suspicious/noExplicitAny: a test says itself what it expects in there
export const bodyOf = (answer: Response): Promise<any> => answer.json();
