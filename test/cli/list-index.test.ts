import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type DatabaseAddress, openPrepared, statement } from '../../src/platform/db/index.ts';
import { rebuildSearch } from '../../src/search/index.ts';
import { engineDialect } from '../../src/search/indexing/engine-dialect.ts';
import { findIndexLag } from '../../src/search/indexing/index-store.ts';
import { newDatabase, onEveryEngine } from '../support/engines.ts';
import { docket, newFolder } from './docket.ts';

const tickets = 60;
const countDocuments = statement<object, { count: number }>('select count(*) as count from search_documents');

/** How many tickets lists find in their index, and how many they read from the tickets table instead. */
async function readIndex(address: DatabaseAddress) {
  const db = await openPrepared(address);
  try {
    const lag = await findIndexLag(db.reads, engineDialect(db).eventOrder, 1_000);
    return { indexed: (await db.reads.find(countDocuments, {}))?.count, waiting: lag?.tickets.length };
  } finally {
    await db.close();
  }
}

onEveryEngine('the index of lists', (engine) => {
  const newHome = async () => {
    const folder = newFolder();
    const { address, remove } = await newDatabase(engine);
    if (address.engine === 'postgres')
      return { address, remove, settings: { DATA_DIR: folder, DATABASE_URL: address.url } };
    const file: DatabaseAddress = { engine: 'sqlite', file: `${folder}/docket.db` };
    return { address: file, remove, settings: { DATA_DIR: folder } };
  };

  test('is complete after docket seed and after docket restore, without a server', async (t) => {
    const [first, second] = [await newHome(), await newHome()];
    t.after(() => Promise.all([first.remove(), second.remove()]));
    const seeded = await docket(['seed', '--tickets', String(tickets), '--json'], first.settings);
    assert.equal(seeded.code, 0, seeded.stderr);
    const complete = { indexed: tickets, waiting: 0 };
    assert.deepEqual(await readIndex(first.address), complete);

    const db = await openPrepared(first.address);
    await rebuildSearch(db, 'all');
    await db.close();
    assert.deepEqual(await readIndex(first.address), { indexed: 0, waiting: tickets });
    const backups = `${newFolder()}/`;
    const backup = await docket(['backup', backups], first.settings);
    assert.equal(backup.code, 0, backup.stderr);
    const restored = await docket(['restore', backups], second.settings);
    assert.equal(restored.code, 0, restored.stderr);
    assert.deepEqual(await readIndex(second.address), complete);
  });
});
