import assert from 'node:assert/strict';
import http from 'node:http';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { onEveryEngine } from '../../../test/support/engines.ts';
import { startFakeHost } from '../../../test/support/fake-code-host.ts';
import { newRepositories } from '../../../test/support/git-history.ts';
import { listen } from '../../../test/support/live-stream.ts';
import { openWorld, type Person, type World } from '../../../test/support/world.ts';
import { changeAccountByEmail } from '../../auth/index.ts';
import { docsSettings } from '../../composition/docs-settings.ts';
import { minuteMs } from '../../platform/clock.ts';
import { statement } from '../../platform/db/index.ts';
import { newLogger } from '../../platform/logger.ts';
import { newOutboundClients } from '../../platform/outbound-http/index.ts';
import { newSecretBox } from '../../platform/secret-box/index.ts';
import { newDocsGenerationContext, startDocsJobWorker } from '../index.ts';
import { claimJob } from './docs-job-store.ts';

const outcomes = statement<{ userId: string }, { state: string; error: string | null }>(
  'select state, error from docs_jobs where user_id = :userId',
);

onEveryEngine('documentation jobs', (engine) => {
  const repositories = newRepositories();
  const remote = newRepositories();
  const async = { prefer: 'respond-async' };
  const range = { repo: 'acme/site', base: 'v1', head: 'main' };
  const outbound = newOutboundClients();
  let fake: Awaited<ReturnType<typeof startFakeHost>>;
  let world: World;
  let origin: string;
  let ada: Person;

  before(async () => {
    repositories.add(
      'acme/site',
      [
        { message: 'feat: one', files: { 'a.ts': 'export const a = 1;' } },
        { message: 'feat: two', files: { 'b.ts': 'export const b = 1;' } },
      ],
      { v1: 1 },
    );
    remote.add('acme/far', [
      { message: 'feat: one', files: { 'a.ts': 'export const a = 1;' } },
      { message: 'feat: two', branch: 'next', files: { 'b.ts': 'export const b = 1;' }, parents: [1] },
    ]);
    fake = await startFakeHost('github', remote.root);
    world = await openWorld(engine, {
      RATE_LIMIT: 'off',
      LOCAL_REPOSITORIES: repositories.root,
      GITHUB_TOKEN: 'good-token',
      GITHUB_API_URL: fake.origin,
    });
    origin = await listen(world.app);
    ada = await world.person('Ada');
  });
  after(async () => {
    await world.close();
    await outbound.close();
    await fake.close();
    repositories.remove();
    remote.remove();
  });

  const startWorker = () =>
    startDocsJobWorker({
      db: world.db,
      clock: world.clock,
      logger: newLogger('silent'),
      context: newDocsGenerationContext(
        docsSettings(world.config),
        newSecretBox(world.config.secretKeys),
        outbound,
      ),
    });
  const enqueue = async (more: object = {}) => {
    const { status, body, headers } = await ada.post('/api/docs/generate', { ...range, ...more }, async);
    assert.equal(status, 202, JSON.stringify(body));
    assert.equal(headers.location, body.data.url);
    return body.data;
  };
  /** Every message of a job's stream until it ends. */
  const follow = async (url: string, onFirst = () => {}) => {
    const response = await new Promise<http.IncomingMessage>((resolve, reject) =>
      http
        .get(`${origin}${url}`, { headers: { cookie: ada.cookie }, agent: false }, resolve)
        .once('error', reject),
    );
    let text = '';
    for await (const chunk of response.setEncoding('utf8')) {
      if (text === '') onFirst();
      text += chunk;
    }
    return {
      type: response.headers['content-type'],
      jobs: [...text.matchAll(/^data: (.*)$/gm)].map(([, json]) => JSON.parse(json as string)),
    };
  };

  interface Job {
    url: string;
    eventsUrl: string;
  }
  const stateOf = async ({ url }: Job) => (await ada.get(url)).body.data;
  const claim = () => {
    const now = world.clock.now();
    return world.db.transaction((tx) => claimJob(tx, 'a worker', now, now + minuteMs));
  };

  let expiredThreeTimes: Job;
  let expiredOnce: Job;
  let unknownRef: Job;

  test('a claimed documentation job cannot be claimed again until its lease expires, and each claim counts as an attempt', async () => {
    expiredThreeTimes = await enqueue();
    for (let attempt = 1; attempt <= 3; attempt++) {
      world.clock.advance(2 * minuteMs);
      assert.equal((await claim())?.attempts, attempt);
    }
    expiredOnce = await enqueue();
    assert.equal((await claim())?.state, 'running');
    assert.equal(await claim(), undefined, 'both leases are still valid');
    world.clock.advance(2 * minuteMs);
    unknownRef = await enqueue({ head: 'none' });
  });

  test('a documentation job streams its progress and ends with the result of the synchronous request', async () => {
    const queued = await enqueue();
    assert.equal(queued.state, 'queued');
    let worker: ReturnType<typeof startWorker> | undefined;
    const { type, jobs } = await follow(queued.eventsUrl, () => {
      worker = startWorker();
    });
    for (const { eventsUrl } of [expiredThreeTimes, expiredOnce, unknownRef]) await follow(eventsUrl);
    await worker?.stop();
    assert.equal(type, 'text/event-stream; charset=utf-8');
    assert.equal(jobs[0].state, 'queued');
    const last = jobs.at(-1);
    assert.equal(last.state, 'done', JSON.stringify(last));
    assert.deepEqual(last.result, (await ada.post('/api/docs/generate', range)).body);
    assert.deepEqual(await stateOf(queued), last);
    assert.ok(jobs.every(({ state }) => ['queued', 'running', 'done'].includes(state)));
    assert.deepEqual(
      (await follow(queued.eventsUrl)).jobs,
      [last],
      'a stream of a finished job has its final state',
    );
  });

  test('users list their own documentation jobs with the requests, newest first', async () => {
    const person = await world.person('Lister');
    const make = async (head: string) => {
      world.clock.advance(1);
      return (await person.post('/api/docs/generate', { ...range, head }, async)).body.data.id;
    };
    const [first, second] = [await make('main'), await make('v1')];
    const { data } = (await person.get('/api/docs/jobs')).body;
    assert.deepEqual(
      data.map(({ id, request }: { id: string; request: { head: string } }) => [id, request.head]),
      [
        [second, 'v1'],
        [first, 'main'],
      ],
    );
    assert.equal((await (await world.person('Other')).get('/api/docs/jobs')).body.pagination.total, 0);
  });

  test('a failed documentation job has the error of the synchronous request', async () => {
    const { state, error } = await stateOf(unknownRef);
    assert.deepEqual(
      [state, error],
      ['failed', { code: 'NOT_FOUND', message: 'Ref none of acme/site not found' }],
    );
  });

  test('an invalid request for a documentation job is refused at once', async () => {
    assert.equal((await ada.post('/api/docs/generate', { ...range, openPr: true }, async)).status, 400);
    assert.equal((await ada.post('/api/docs/generate', { ...range, repo: 'acme/none' }, async)).status, 404);
  });

  test('only the user who requested a documentation job can see it', async () => {
    const ben = await world.person('Ben');
    assert.equal((await ben.get(unknownRef.url)).status, 404);
    assert.equal((await ben.get(unknownRef.eventsUrl)).status, 404);
    assert.equal((await world.anonymous.get(unknownRef.url)).status, 401);
  });

  test('a documentation job whose worker died is claimed again and ends', async () => {
    assert.equal((await stateOf(expiredOnce)).state, 'done');
  });

  test('a documentation job whose worker died three times fails with advice', async () => {
    const { state, error } = await stateOf(expiredThreeTimes);
    assert.deepEqual([state, error.code], ['failed', 'UNAVAILABLE']);
    assert.match(error.message, /Choose a smaller range, or repeat the request/);
  });

  test('a documentation job of a disabled account, or of an agent of one, does not run', async () => {
    const leaver = await world.person('Leaver');
    const agent = (await leaver.post('/api/agents', { name: 'Writer' })).body.data;
    const { key } = (await leaver.post(`/api/agents/${agent.id}/api-keys`, { name: 'k' })).body.data;
    const byAgent = world.caller({ authorization: `Bearer ${key}` });
    for (const caller of [leaver, byAgent])
      assert.equal((await caller.post('/api/docs/generate', range, async)).status, 202);
    await changeAccountByEmail(world.db, { clock: world.clock }, leaver.email, { active: false });
    const worker = startWorker();
    for (const userId of [leaver.id, agent.id]) {
      const outcome = () => world.db.reads.find(outcomes, { userId });
      while (['queued', 'running'].includes((await outcome())?.state ?? 'queued')) await setTimeout(20);
      const { state, error } = (await outcome()) ?? {};
      assert.deepEqual([state, JSON.parse(error ?? '{}').code], ['failed', 'FORBIDDEN']);
    }
    await worker.stop();
  });

  test('a worker that stops returns its documentation job to the queue, and the next worker runs it at once', async () => {
    let reached = () => {};
    const isComparing = new Promise<void>((resolve) => {
      reached = resolve;
    });
    fake.state.hold = ({ path }) => {
      if (!path.includes('/compare/')) return undefined;
      reached();
      return new Promise(() => {});
    };
    const { url, eventsUrl } = await enqueue({ repo: 'acme/far', base: 'main', head: 'next' });
    const first = startWorker();
    await isComparing;
    await first.stop();
    fake.state.hold = undefined;
    assert.equal((await ada.get(url)).body.data.state, 'queued');
    const second = startWorker();
    await follow(eventsUrl);
    await second.stop();
    assert.equal((await ada.get(url)).body.data.state, 'done');
  });

  test('one Idempotency-Key makes one documentation job, and a user can have at most 20 unfinished ones', async () => {
    const key = { ...async, 'idempotency-key': 'once' };
    const first = await ada.post('/api/docs/generate', range, key);
    const second = await ada.post('/api/docs/generate', range, key);
    assert.equal(second.body.data.id, first.body.data.id);
    const statuses: number[] = [];
    for (let i = 0; i < 21; i++) statuses.push((await ada.post('/api/docs/generate', range, async)).status);
    assert.deepEqual([statuses[0], statuses.at(-1)], [202, 429]);
  });
});
