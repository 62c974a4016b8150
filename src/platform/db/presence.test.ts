import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { newMigratedDatabase, onEveryEngine } from '../../../test/support/engines.ts';
import { openPrepared } from './index.ts';
import { PostgresPresence } from './postgres/presence.ts';
import { newProcessId } from './presence.ts';

const script = `
  import { openPrepared } from ${JSON.stringify(import.meta.resolve('./index.ts'))};
  const { presence } = await openPrepared(JSON.parse(process.argv[1]));
  await presence.announce();
  console.log(presence.id);
  // Collected as garbage, it would release its lock.
  setInterval(() => presence, 1_000);`;

onEveryEngine('presence of processes', (engine) => {
  test('a process is listed as ended after it was killed, and not before', async (t) => {
    const home = await newMigratedDatabase(engine);
    const db = await openPrepared(home.address);
    t.after(() => db.close().then(home.remove));
    await db.presence.announce();
    const child = spawn(
      process.execPath,
      ['--input-type=module', '--eval', script, JSON.stringify(home.address)],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    // It holds standard error of the run, which would wait for it.
    t.after(() => child.kill('SIGKILL'));
    const id = String((await once(child.stdout, 'data'))[0]).trim();
    const holders = [id, `${id}.worker`, db.presence.id, 'a lease of an earlier version'];
    assert.deepEqual(await db.presence.listEnded(holders), []);
    child.kill('SIGKILL');
    await once(child, 'exit');
    if (home.address.engine === 'sqlite') {
      assert.deepEqual(await db.presence.listEnded(holders), [id, `${id}.worker`]);
      assert.deepEqual(readdirSync(`${home.address.file}-processes`), [db.presence.id]);
      return;
    }
    // A lost connection may be replaced within five seconds.
    let now = 0;
    const watching = new PostgresPresence(
      db.reads,
      async () => {},
      () => now,
    );
    const untilFree = async () => {
      while ((await watching.listEnded(holders)).length === 0) now += 1_000;
    };
    await untilFree();
    assert.ok(now >= 5_000);
    assert.deepEqual(await watching.listEnded(holders), [id, `${id}.worker`]);
    assert.deepEqual(await watching.listEnded([newProcessId()]), []);
  });
});
