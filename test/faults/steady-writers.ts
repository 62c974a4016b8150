import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import type { RunningServer } from '../durability/running-server.ts';

const writers = 4;
const restMs = 20;

export interface Caller {
  authorization: string;
  projectId: string;
}

/** One request. It must be answered, with the envelope and the time to wait if it is refused. */
export async function request(
  server: RunningServer,
  { authorization }: Pick<Caller, 'authorization'>,
  method: string,
  path: string,
  body?: object,
) {
  const response = await fetch(server.url + path, {
    method,
    headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: each test asserts the shape that it expects
  const json = (await response.json()) as any;
  if (!response.ok) {
    assert.equal(response.status, 503, JSON.stringify(json));
    assert.equal(json.error.code, 'UNAVAILABLE');
    assert.ok(Number(response.headers.get('retry-after')) > 0);
  }
  return { status: response.status, data: json.data, message: json.error?.message as string | undefined };
}

/** Clients that create tickets all the time and remember what was acknowledged and what was refused. */
export function startWriting(server: RunningServer, caller: Caller) {
  const acknowledged: string[] = [];
  /** Refused, or lost during the commit: those may exist, but not twice. */
  let refused = 0;
  let isStopped = false;
  let sent = 0;
  const write = async (): Promise<void> => {
    while (!isStopped) {
      const title = `Ticket ${++sent}`;
      const { projectId } = caller;
      const { status } = await request(server, caller, 'POST', '/api/tickets', { title, projectId });
      if (status === 201) acknowledged.push(title);
      else refused++;
      await wait(restMs);
    }
  };
  const done = Promise.all(Array.from({ length: writers }, write));
  const until = async (count: () => number) => {
    const goal = count() + 10;
    while (count() < goal) await Promise.race([wait(10), done]);
  };
  return {
    acknowledged,
    untilMoreAcknowledged: () => until(() => acknowledged.length),
    untilMoreRefused: () => until(() => refused),
    stop: async () => {
      isStopped = true;
      await done;
      return { acknowledged, refused };
    },
  };
}

export function assertEachStoredOnce(stored: string[], acknowledged: string[]): void {
  assert.equal(new Set(stored).size, stored.length, 'a ticket was made twice');
  const known = new Set(stored);
  assert.deepEqual(
    acknowledged.filter((title) => !known.has(title)),
    [],
    'an acknowledged ticket is missing',
  );
}
