import { setImmediate as nextTurn } from 'node:timers/promises';
import { listValidCredentials } from '../auth/index.ts';
import type { Queries } from '../platform/db/index.ts';
import type { LiveConnection } from './live-connection.ts';

const credentialsPerQuery = 500;

/** Closes the connections whose session or API key was deleted or has expired, or whose user, or the owner of whose agent, was deactivated. */
export async function closeRevoked(
  queries: Queries,
  connections: LiveConnection[],
  now: number,
): Promise<void> {
  const ids = [...new Set(connections.map(({ actor }) => actor.credential.id))];
  const valid = new Set<string>();
  for (let start = 0; start < ids.length; start += credentialsPerQuery) {
    const batch = ids.slice(start, start + credentialsPerQuery);
    for (const id of await listValidCredentials(queries, { ids: batch, now })) valid.add(id);
    await nextTurn();
  }
  for (const connection of connections) {
    if (!valid.has(connection.actor.credential.id)) connection.end();
  }
}
