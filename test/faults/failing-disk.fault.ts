import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { eventReactions } from '../../src/composition/event-reactions.ts';
import { withReactions } from '../../src/events/index.ts';
import { type DatabaseAddress, openDatabase } from '../../src/platform/db/index.ts';
import { addAccount } from '../durability/account.ts';
import { startServer } from '../durability/running-server.ts';
import { mountFailingDisk } from './failing-disk.ts';
import { readiness } from './scene.ts';
import { request } from './steady-writers.ts';

test('a SQLite database whose disk becomes read-only answers reads, refuses changes, says so in /readyz, and stops in order', async (t) => {
  const disk = mountFailingDisk();
  if (!disk) return t.skip('no right to mount a file system that fails');
  t.after(disk.remove);
  const address: DatabaseAddress = { engine: 'sqlite', file: path.join(disk.folder, 'data/docket.db') };
  const db = withReactions(await openDatabase(address), eventReactions);
  const { authorization } = await addAccount(db);
  await db.close();
  const server = await startServer(address, { LOG_LEVEL: 'fatal' });
  t.after(() => server.end('SIGKILL'));
  const create = (title: string) => request(server, { authorization }, 'POST', '/api/tickets', { title });
  assert.equal((await create('Before it')).status, 201);
  disk.becomeReadOnly();
  const { status, message } = await create('Refused');
  assert.equal(status, 503);
  // The second, if a background write met the failing disk first and the database is being opened again.
  assert.match(String(message), /may have been saved|not available right now/);
  assert.deepEqual(await readiness(server), [503, 'The database accepts no changes']);
  const { data } = await request(server, { authorization }, 'GET', '/api/tickets');
  assert.deepEqual(
    data.map(({ title }: { title: string }) => title),
    ['Before it'],
  );
  assert.deepEqual(await server.end('SIGTERM'), { code: 0, signal: null });
});
