import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../test/support/engines.ts';
import { formOf } from '../../test/support/form.ts';
import { openWorld, type Person, type World } from '../../test/support/world.ts';
import { dayMs } from '../platform/clock.ts';
import { newFileStorage, type Storage } from '../platform/storage/index.ts';
import { sweep } from '../worker.ts';
import { sweepFiles } from './sweep-files.ts';

async function* someBytes() {
  yield Buffer.from('nobody knows me');
}

onEveryEngine('the sweep of files', (engine) => {
  let world: World;
  let storage: Storage;
  let ada: Person;

  before(async () => {
    world = await openWorld(engine);
    storage = newFileStorage(world.config.filesFolder, world.clock);
  });
  after(() => world.close());

  // Sessions end while the clock runs ahead.
  const attach = async () => {
    ada = await world.person('Ada');
    const { id } = (await ada.post('/api/tickets', { title: 'Holds a file' })).body.data;
    const { body } = await ada.post(`/api/tickets/${id}/attachments`, ...formOf({ content: 'kept' }));
    return { ticketId: id as string, url: body.data[0].url as string };
  };
  const run = () => sweepFiles(world.db, storage, world.clock.now());
  const count = () => globSync('*/*', { cwd: world.config.filesFolder }).length;

  test('a database that knows no file removes none: it may be the wrong one', async () => {
    await storage.put(someBytes());
    world.clock.advance(2 * dayMs);
    assert.equal(await run(), 0);
    assert.equal(count(), 1);
  });

  test('what no row leads to is removed after a day, and nothing else', async () => {
    const { url } = await attach();
    await ada.put('/api/user/avatar', ...formOf({ content: Buffer.from('GIF89a') }));
    assert.equal(await run(), 1);
    await storage.put(someBytes());
    assert.equal(await run(), 0, 'its row may still be on the way');
    world.clock.advance(dayMs);
    assert.equal(await run(), 1);
    assert.equal(await run(), 0);
    assert.equal(count(), 2);
    assert.equal((await ada.get(url)).body, 'kept');
  });

  test('more than one look-up’s worth is removed to the last', async () => {
    await attach();
    const known = count();
    for (let i = 0; i < 501; i++) await storage.put(someBytes());
    world.clock.advance(dayMs);
    assert.equal(await run(), 501);
    assert.equal(count(), known);
  });

  test('the files of a purged ticket go with it', async () => {
    const { ticketId } = await attach();
    const before = count();
    await ada.delete(`/api/tickets/${ticketId}`);
    world.clock.advance(31 * dayMs);
    await sweep(world.db, world.clock.now());
    assert.equal(await run(), 1);
    assert.equal(count(), before - 1);
  });
});
