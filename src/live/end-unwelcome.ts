import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Queries } from '../platform/db/index.ts';
import type { LiveListener } from './live-listener.ts';
import { listValidCredentials } from './live-store.ts';

const credentialsAtOnce = 500;

/** Ends the streams whose session or key is gone, has expired, or belongs to somebody who was deactivated. */
export async function endUnwelcome(queries: Queries, listeners: LiveListener[], now: number): Promise<void> {
  const ids = [...new Set(listeners.map(({ actor }) => actor.credential.id))];
  const valid = new Set<string>();
  for (let start = 0; start < ids.length; start += credentialsAtOnce) {
    const some = ids.slice(start, start + credentialsAtOnce);
    for (const id of await listValidCredentials(queries, some, now)) valid.add(id);
    await nextTurn();
  }
  for (const listener of listeners) {
    if (!valid.has(listener.actor.credential.id)) listener.end();
  }
}
