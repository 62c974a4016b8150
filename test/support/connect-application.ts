import { insertConnection } from '../../src/auth/index.ts';
import { dayMs } from '../../src/platform/clock.ts';
import { newToken } from '../../src/platform/crypto.ts';
import { newId } from '../../src/platform/ids.ts';
import type { World } from './world.ts';

/** Connects an application as if the person had allowed it; returns the id of the connection. */
export async function connectApplication({ db, clock }: World, userId: string): Promise<string> {
  const createdAt = clock.now();
  const id = newId(createdAt);
  const client = { clientId: 'https://app.example.org/client.json', clientName: 'App' };
  await db.transaction((tx) =>
    insertConnection(tx, {
      id,
      userId,
      ...client,
      clientHost: 'app.example.org',
      scopes: 'read',
      projectIds: null,
      familyHash: newToken(),
      refreshHash: newToken(),
      createdAt,
      expiresAt: createdAt + 90 * dayMs,
    }),
  );
  return id;
}
