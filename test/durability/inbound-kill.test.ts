import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDatabase, statement } from '../../src/platform/db/index.ts';
import { newDatabase, onEveryEngine } from '../support/engines.ts';
import { githubHeaders, signedHosts } from '../support/webhooks.ts';
import { type RunningServer, startServer } from './running-server.ts';

const deliveries = 200;
const atOnce = 10;
// After so many answers the power goes; what is under way then is done wholly or not at all.
const answersBeforeTheEnd = 60;

const countRows = statement<object, { ledger: number; bodies: number; tasks: number; told: number }>(`
  select (select count(*) from inbound_deliveries) as ledger, (select count(*) from inbound_bodies) as bodies,
    (select count(*) from agent_tasks) as tasks,
    (select count(*) from events where type in ('agent_task.queued', 'agent_task.held')) as told`);

onEveryEngine('a code host whose receiver loses power', (engine) => {
  test('sends everything again, and each delivery has caused its task once', async () => {
    const home = await newDatabase(engine);
    try {
      const server = await startServer(home.address, signedHosts);
      const taken = new Set<number>();
      let ending: Promise<unknown> | undefined;
      await sendAll(server, (index) => {
        taken.add(index);
        if (taken.size === answersBeforeTheEnd) ending = server.end('SIGKILL');
      });
      await ending;
      assert.ok(taken.size >= answersBeforeTheEnd && taken.size < deliveries);

      const again = await startServer(home.address, signedHosts);
      const repeated = new Set<number>();
      await sendAll(again, (index, isDuplicate) => {
        if (isDuplicate) repeated.add(index);
      });
      await again.end('SIGTERM');
      assert.deepEqual(
        [...taken].filter((index) => !repeated.has(index)),
        [],
        'what was answered is remembered',
      );

      const db = await openDatabase(home.address);
      const counted = await db.reads.find(countRows, {}).finally(() => db.close());
      assert.deepEqual(counted, {
        ledger: deliveries,
        bodies: deliveries,
        tasks: deliveries,
        told: deliveries,
      });
    } finally {
      await home.remove();
    }
  });
});

/** Several senders, each one delivery after another until all are sent or nobody answers any more. */
async function sendAll(
  { url }: RunningServer,
  note: (index: number, isDuplicate: boolean) => void,
): Promise<void> {
  let next = 0;
  const sendOnAndOn = async () => {
    for (let index = next++; index < deliveries; index = next++) {
      const body = JSON.stringify({
        action: 'opened',
        issue: { id: index, number: index, title: `Issue ${index}` },
        repository: { full_name: 'acme/app' },
      });
      const headers = githubHeaders('issues', body, `delivery ${index}`);
      const response = await fetch(`${url}/webhooks/vcs`, { method: 'POST', headers, body }).catch(
        () => undefined,
      );
      const said = await response?.json().catch(() => undefined);
      if (!response || !said) return;
      assert.ok(response.ok, JSON.stringify(said));
      note(index, (said as { data: { duplicate?: boolean } }).data.duplicate === true);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, sendOnAndOn));
}
