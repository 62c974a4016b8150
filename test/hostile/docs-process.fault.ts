import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { newDocsProcessPool } from '../../src/docs-generation/drafting-process/docs-process-pool.ts';
import type { GenerateTask } from '../../src/docs-generation/drafting-process/process-messages.ts';
import { onEveryEngine } from '../support/engines.ts';
import { newRepositories } from '../support/git-history.ts';
import { openWorld, type Person, type World } from '../support/world.ts';

const options = (timeoutMs = 60_000) => ({ timeoutMs, report: () => {}, findTickets: async () => ({}) });
const taskFor = (name: string) => ({ kind: 'generate', repo: { owner: 'acme', name } }) as GenerateTask;
const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test('a process that exhausts its memory, is killed, exits or hangs fails its own task alone', async (t) => {
  const entry = new URL('../support/greedy-process.ts', import.meta.url);
  const pool = newDocsProcessPool({ environment: {}, entry });
  t.after(() => pool.close());
  const fails = async (name: string, reason: RegExp, timeoutMs?: number) => {
    const beside = pool.run(taskFor('fine'), options());
    await assert.rejects(pool.run(taskFor(name), options(timeoutMs)), (error: Error & { details?: object }) =>
      reason.test(`${error.message} ${JSON.stringify(error.details)}`),
    );
    await beside;
  };
  await fails('heap', /needs more than 256 MB of memory/);
  await fails('buffers', /needs more than 256 MB of memory/);
  await fails('killed', /ended unexpectedly \(SIGKILL\)/);
  await fails('exits', /ended unexpectedly \(exit code 7\)/);
  await fails('endless', /not ready within 1 seconds/, 1_000);

  const { docs, summary } = await pool.run(taskFor('fine'), options());
  assert.doesNotMatch(summary, /PATH|SECRET|TOKEN|HOME|DATABASE/);
  const pid = Number(docs[0]?.content);
  assert.ok(isAlive(pid), 'the process waits for the next task');
  await pool.close();
  assert.equal(isAlive(pid), false);
});

test('a session that waits longer than it may is refused, and the queue goes on without it', async (t) => {
  const entry = new URL('../support/greedy-process.ts', import.meta.url);
  const pool = newDocsProcessPool({ environment: {}, entry });
  t.after(() => pool.close());
  const release = Promise.withResolvers<void>();
  const busy = [1, 2].map(() => pool.use(options(), () => release.promise));
  await assert.rejects(
    pool.run(taskFor('fine'), { ...options(), waitMs: 20 }),
    /Too many documentation drafts are in progress/,
  );
  const next = pool.run(taskFor('fine'), { ...options(), waitMs: 30_000 });
  release.resolve();
  await Promise.all(busy);
  assert.ok((await next).docs.length > 0);
});

onEveryEngine('answers of a hostile code host', (engine) => {
  let answer: (path: string) => { status?: number; body: string | Buffer } = () => ({ body: '{}' });
  const server = http.createServer((request, response) => {
    const { status = 200, body } = answer(request.url as string);
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });
  const repositories = newRepositories();
  let world: World;
  let ada: Person;

  before(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    world = await openWorld(engine, { RATE_LIMIT: 'off', LOCAL_REPOSITORIES: repositories.root });
    ada = await world.person('Ada');
    const project = await ada.post('/api/projects', {
      name: 'Host',
      key: 'HOST',
      repositories: ['acme/evil'],
    });
    assert.equal(project.status, 201);
    const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const host = { kind: 'github', apiUrl, token: 'x' };
    assert.equal((await ada.put('/api/project/HOST/code-host', host)).status, 200);
    repositories.add('acme/good', [
      { message: 'feat: one', files: { 'a.ts': 'export const a = 1;\n' } },
      { message: 'feat: two', files: { 'b.ts': 'export const b = 1;\n' } },
    ]);
  });
  after(async () => {
    await world.close();
    server.closeAllConnections();
    server.close();
    repositories.remove();
  });

  const draft = (repo: string) => ada.post('/api/docs/generate', { repo, base: 'main~1', head: 'main' });
  const manyObjects = (megabytes: number) => `[${'{},'.repeat((megabytes * 1024 * 1024) / 3)}{}]`;
  const repository = '{"default_branch": "main", "html_url": "https://x.example/acme/evil"}';

  test('20 MB of empty objects, a deeply nested answer and a cut one fail as errors of the host', async () => {
    const rssBefore = process.memoryUsage.rss();
    for (const body of [
      manyObjects(20),
      manyObjects(7),
      '['.repeat(3_000_000),
      `${'{"a":'.repeat(500_000)}`,
    ]) {
      answer = (path) => ({ body: path === '/repos/acme/evil' ? repository : body });
      const { status, body: refused } = await draft('acme/evil');
      assert.equal(status, 502, JSON.stringify(refused).slice(0, 300));
      assert.match(
        refused.error.message,
        /returned (?:more than|a response that) .*Check the URL of the API/,
      );
      answer = () => ({ body });
      assert.equal((await draft('acme/evil')).status, 502);
    }
    const grownMb = (process.memoryUsage.rss() - rssBefore) / 1024 / 1024;
    assert.ok(grownMb < 150, `the server grew by ${grownMb.toFixed()} MB, with the host of this test in it`);
  });

  test('a process that is killed from outside fails its draft, and the next one works', async () => {
    const held = Promise.withResolvers<void>();
    let release = () => {};
    answer = (path) => {
      if (path !== '/repos/acme/evil') held.resolve();
      return { body: repository };
    };
    server.prependListener('request', (request, response) => {
      if (request.url === '/repos/acme/evil') return;
      // The answer to the child never comes.
      response.end = () => response;
      release = () => response.destroy();
    });
    const drafting = draft('acme/evil');
    await held.promise;
    for (const pid of draftingProcesses()) process.kill(pid, 'SIGKILL');
    const { status, body } = await drafting;
    release();
    assert.equal(status, 503);
    assert.match(body.error.message, /ended unexpectedly \(SIGKILL\)/);
    assert.equal((await draft('acme/good')).status, 200);
  });
});

/** The ids of the children of this process that draft. */
const draftingProcesses = (): number[] =>
  readdirSync('/proc/self/task')
    .flatMap((thread) => readFileSync(`/proc/self/task/${thread}/children`, 'utf8').split(' '))
    .map(Number)
    .filter((pid) => pid > 0 && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('docs-process.ts'));
