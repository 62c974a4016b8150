import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../test/support/engines.ts';
import { formOf } from '../../test/support/form.ts';
import { openWorld, type Person, type World } from '../../test/support/world.ts';
import { sweep } from '../composition/worker.ts';
import { listImportFileKeys } from '../imports/index.ts';
import { dayMs } from '../platform/clock.ts';
import { newFileStorage, type Storage } from '../platform/storage/index.ts';
import { sweepFiles } from './sweep-files.ts';

async function* someBytes() {
  yield Buffer.from('unreferenced');
}

onEveryEngine('the sweep of files', (engine) => {
  let world: World;
  let storage: Storage;
  let ada: Person;

  before(async () => {
    world = await openWorld(engine);
    storage = newFileStorage(world.context.storage.location, world.clock);
  });
  after(() => world.close());

  // Signs in again each time: the tests advance the clock past the end of a session.
  const attach = async () => {
    ada = await world.person('Ada');
    const { id } = (await ada.post('/api/tickets', { title: 'Holds a file' })).body.data;
    const { body } = await ada.post(`/api/tickets/${id}/attachments`, ...formOf({ content: 'kept' }));
    return { ticketId: id as string, url: body.data[0].url as string };
  };
  const run = () => sweepFiles(world.db, storage, world.clock.now(), listImportFileKeys);
  const count = () => globSync('*/*', { cwd: world.context.storage.location }).length;

  test('the sweep deletes nothing if the database refers to no file at all', async () => {
    await storage.put(someBytes());
    world.clock.advance(2 * dayMs);
    assert.equal(await run(), 0);
    assert.equal(count(), 1);
  });

  test('the sweep deletes exactly the unreferenced files older than a day', async () => {
    const { url } = await attach();
    await ada.put('/api/user/avatar', ...formOf({ content: Buffer.from('GIF89a') }));
    assert.equal(await run(), 1);
    await storage.put(someBytes());
    assert.equal(await run(), 0, 'its row may not be committed yet');
    world.clock.advance(dayMs);
    assert.equal(await run(), 1);
    assert.equal(await run(), 0);
    assert.equal(count(), 2);
    assert.equal((await ada.get(url)).body, 'kept');
  });

  test('the sweep deletes more unreferenced files than one look-up takes', async () => {
    await attach();
    const referenced = count();
    for (let i = 0; i < 501; i++) await storage.put(someBytes());
    world.clock.advance(dayMs);
    assert.equal(await run(), 501);
    assert.equal(count(), referenced);
  });

  test('the sweep deletes the files of a purged ticket', async () => {
    const { ticketId } = await attach();
    const before = count();
    await ada.delete(`/api/tickets/${ticketId}`);
    world.clock.advance(31 * dayMs);
    await sweep(world.db, world.clock.now());
    assert.equal(await run(), 1);
    assert.equal(count(), before - 1);
  });
});
