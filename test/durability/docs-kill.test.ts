import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createApiKey, insertAccount } from '../../src/auth/index.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { openDatabase, statement } from '../../src/platform/db/index.ts';
import { newDatabase, onEveryEngine, type TestDatabase } from '../support/engines.ts';
import { startFakeHost } from '../support/fake-code-host.ts';
import { newRepositories } from '../support/git-history.ts';
import { gitObjects } from '../support/git-objects.ts';
import { type RunningServer, startServer } from './running-server.ts';

type Fake = Awaited<ReturnType<typeof startFakeHost>>;

// The minute that passes until a worker that says nothing is given up, without waiting for it.
const letLeasesRunOut = statement<object>("update docs_jobs set leased_until = 0 where state = 'running'");
const range = { repo: 'acme/site', base: 'main', head: 'next' };
const never = new Promise<void>(() => {});

onEveryEngine('a server that is killed while it drafts', (engine) => {
  const repositories = newRepositories();
  let fake: Fake;
  let home: TestDatabase;
  let headers: Record<string, string>;
  let environment: NodeJS.ProcessEnv;

  before(async () => {
    repositories.add('acme/site', [
      { message: 'feat: one', files: { 'a.ts': 'export const a = 1;\n' } },
      { message: 'feat: two', branch: 'next', parents: [1], files: { 'b.ts': 'export const b = 2;\n' } },
    ]);
    fake = await startFakeHost('github', repositories.root);
    environment = { GITHUB_TOKEN: 'good-token', GITHUB_API_URL: fake.origin };
    home = await newDatabase(engine);
    const db = await openDatabase(home.address);
    const now = systemClock.now();
    const { key } = await db.transaction(async (tx) => {
      const { id } = await insertAccount(tx, now, { name: 'Ada', email: 'ada@example.org' }, 'no password');
      return createApiKey(tx, id, { name: 'k' }, now);
    });
    headers = {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      prefer: 'respond-async',
    };
    await db.close();
  });
  after(async () => {
    await fake.close();
    await home.remove();
    repositories.remove();
  });

  const ask = async ({ url }: RunningServer, path: string, body?: object) => {
    const response = await fetch(`${url}${path}`, {
      method: body ? 'POST' : 'GET',
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: a job on the wire
    return ((await response.json()) as { data: any }).data;
  };

  test('leaves a job that another process shows as it is, takes up and ends, with one pull request', async () => {
    let reached = () => {};
    const isPublishing = new Promise<void>((resolve) => {
      reached = resolve;
    });
    fake.state.hold = ({ method, path }) => {
      if (method !== 'POST' || !path.endsWith('/pulls')) return undefined;
      reached();
      return never;
    };
    const first = await startServer(home.address, environment);
    const job = await ask(first, '/api/docs/generate', { ...range, openPr: true });
    await isPublishing;
    await first.end('SIGKILL');
    fake.state.hold = undefined;

    const second = await startServer(home.address, environment);
    const seen = await ask(second, job.url);
    assert.deepEqual([seen.state, seen.progress?.step], ['running', 'publishing']);
    const db = await openDatabase(home.address);
    await db.transaction((tx) => tx.run(letLeasesRunOut, {})).finally(() => db.close());
    const followed = await fetch(`${second.url}${job.eventsUrl}`, { headers });
    await followed.text();
    const ended = await ask(second, job.url);
    await second.end('SIGKILL');
    assert.equal(ended.state, 'done', JSON.stringify(ended));
    assert.deepEqual([ended.result.pr.number, fake.pulls.length], [101, 1]);
  });

  if (engine === 'postgres')
    test('two servers that are asked for the same at once make one pull request and one run', async () => {
      const servers = await Promise.all([1, 2].map(() => startServer(home.address, environment)));
      const isBoth = Promise.withResolvers<void>();
      let asking = 0;
      // Both have looked and found nothing before either writes.
      fake.state.hold = ({ method, path }) => {
        if (method !== 'POST' || !path.endsWith('/git/refs')) return undefined;
        if (++asking === 2) isBoth.resolve();
        return isBoth.promise;
      };
      const before = fake.pulls.length;
      const wish = { ...range, openPr: true, prNumber: 9, triggerWorkflow: true };
      const answers = await Promise.all(
        servers.map(async ({ url }) => {
          const { prefer: _, ...plain } = headers;
          const response = await fetch(`${url}/api/docs/generate`, {
            method: 'POST',
            headers: plain,
            body: JSON.stringify(wish),
          });
          return response.json() as Promise<{ pr?: { number: number }; workflow?: { id: string } }>;
        }),
      );
      for (const server of servers) await server.end('SIGKILL');
      fake.state.hold = undefined;
      assert.equal(asking, 2);
      assert.equal(fake.pulls.length, before + 1, JSON.stringify(answers));
      assert.equal(fake.runs.length, 1);
      const objects = gitObjects(`${repositories.root}/acme/site.git`);
      assert.equal(objects.list('docs/pr-9', '^main').length, 1);
      const number = fake.pulls[before]?.number;
      assert.deepEqual(
        answers.map(({ pr, workflow }) => [pr?.number, workflow?.id]),
        [
          [number, '9001'],
          [number, '9001'],
        ],
      );
    });
});
