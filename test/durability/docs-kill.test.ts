import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createApiKey, insertAccount } from '../../src/auth/index.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { openDatabase, statement } from '../../src/platform/db/index.ts';
import { newDatabase, onEveryEngine, type TestDatabase } from '../support/engines.ts';
import { startFakeHost } from '../support/fake-code-host.ts';
import { newRepositories } from '../support/git-history.ts';
import { type RunningServer, startServer } from './running-server.ts';

type Fake = Awaited<ReturnType<typeof startFakeHost>>;

// The minute that passes until a worker that says nothing is given up, without waiting for it.
const letLeasesRunOut = statement<object>("update docs_jobs set leased_until = 0 where state = 'running'");
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
    const job = await ask(first, '/api/docs/generate', {
      repo: 'acme/site',
      base: 'main',
      head: 'next',
      openPr: true,
    });
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
});
