import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../../test/support/engines.ts';
import { githubExamples as examples, type GithubExample } from '../../../test/support/github-payloads.ts';
import { githubHeaders, sendHook, signedHosts } from '../../../test/support/webhooks.ts';
import { openWorld, type Person, type World } from '../../../test/support/world.ts';

const bytesOf = examples.map(({ payload }) => Buffer.from(JSON.stringify(payload)));

/** Which events must enqueue a task, stated independently of Docket's code. */
const mustEnqueue = ({ event, payload }: GithubExample) =>
  (event === 'issues' && payload.action === 'opened') ||
  (event === 'pull_request' && payload.action === 'opened') ||
  (event === 'push' && (payload.commits?.length ?? 0) > 0 && payload.deleted !== true);

onEveryEngine('GitHub’s example payloads', (engine) => {
  let world: World;
  let root: Person;
  before(async () => {
    world = await openWorld(engine, {
      ...signedHosts,
      NODE_ENV: 'production',
      RATE_LIMIT: 'off',
      REPOSITORIES_ALLOWED: '**',
    });
    root = await world.person('Root', 'ADMIN');
  });
  after(() => world.close());

  test('of GitHub’s 329 example payloads exactly 10 enqueue a task, and none fails', async () => {
    assert.equal(examples.length, 329);
    assert.equal(examples.filter(mustEnqueue).length, 10);
    let enqueued = 0;
    for (const [index, example] of examples.entries()) {
      const name = `${example.event} ${example.payload.action ?? ''} (${index})`;
      const bytes = bytesOf[index] as Buffer;
      // All from one hook: payloads that differ are different events.
      const headers = {
        ...githubHeaders(example.event, bytes, `delivery ${index}`),
        'x-github-hook-id': '1',
      };
      const { status, body } = await sendHook(world, '/webhooks/vcs', bytes, headers);
      const expected = mustEnqueue(example) ? 1 : 0;
      assert.equal(body.data.tasks.length, expected, name);
      assert.equal(status, expected === 1 || body.data.reason === undefined ? 202 : 200, name);
      assert.deepEqual(
        [body.data.accepted, body.data.verified, body.data.event],
        [true, true, example.event],
      );
      enqueued += body.data.tasks.length;
    }
    assert.equal(enqueued, 10);
    // Five examples occur twice, byte for byte; none of them enqueues a task.
    const distinct = new Set(examples.map(({ event }, index) => `${event} ${bytesOf[index]}`));
    const { pagination } = (await root.get('/v1/inbound?limit=1')).body;
    assert.deepEqual([pagination.total, distinct.size], [324, 324]);
  });

  test('sending all examples again concurrently, forged or unsigned, has no further effect', async () => {
    const events = (await world.events()).length;
    const answers = await Promise.all(
      examples.flatMap((example, index) => {
        const bytes = bytesOf[index] as Buffer;
        const headers = githubHeaders(example.event, bytes, `delivery ${index}`);
        const { 'x-hub-signature-256': signature, ...unsigned } = headers;
        return [
          sendHook(world, '/webhooks/github', bytes, headers),
          index % 2 === 0
            ? sendHook(world, '/webhooks/vcs', `${bytes} `, headers)
            : sendHook(world, '/webhooks/vcs', bytes, unsigned),
        ];
      }),
    );
    const counted = Map.groupBy(answers, ({ status, body }) => `${status} ${body.data?.duplicate ?? ''}`);
    assert.deepEqual([...counted].map(([kind, list]) => [kind, list.length]).sort(), [
      ['200 true', 329],
      ['401 ', 329],
    ]);
    assert.equal((await world.events()).length, events);
  });
});
