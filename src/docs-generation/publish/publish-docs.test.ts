import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../../test/support/engines.ts';
import { startFakeHost } from '../../../test/support/fake-code-host.ts';
import { newRepositories } from '../../../test/support/git-history.ts';
import { gitObjects } from '../../../test/support/git-objects.ts';
import { openWorld, type Person, type World } from '../../../test/support/world.ts';
import { listEventsBy } from '../../events/index.ts';

type Fake = Awaited<ReturnType<typeof startFakeHost>>;

onEveryEngine('a pull request with drafts', (engine) => {
  const repositories = newRepositories();
  let fake: Fake;
  let world: World;
  let ada: Person;

  before(async () => {
    fake = await startFakeHost('github', repositories.root);
    world = await openWorld(engine, {
      RATE_LIMIT: 'off',
      GITHUB_TOKEN: 'good-token',
      GITHUB_API_URL: fake.origin,
    });
    ada = await world.person('Ada');
  });
  after(async () => {
    await world.close();
    await fake.close();
    repositories.remove();
  });

  let count = 0;
  /** A new repository for one test. */
  const newRepository = () => {
    const repo = `acme/site${++count}`;
    repositories.add(repo, [
      { message: 'feat: one', files: { 'src/a.ts': 'export const a = 1;\n' } },
      {
        message: 'feat(b): two (#5)',
        branch: 'feature',
        parents: [1],
        files: { 'src/b.ts': 'export const b = 2;\n' },
      },
    ]);
    fake.pulls.length = 0;
    fake.runs.length = 0;
    return { repo, objects: gitObjects(`${repositories.root}/${repo}.git`) };
  };
  const open = (person: Person, repo: string, more: object = {}) =>
    person.post('/api/docs/generate', { repo, base: 'main', head: 'feature', openPr: true, ...more });

  test('openPr publishes one branch with one commit and labels, and a repeated request writes no commit', async () => {
    const { repo, objects } = newRepository();
    const { status, body } = await open(ada, repo, { labels: ['docs', 'auto'] });
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(Object.keys(body), ['summary', 'pr', 'verdict', 'falseNow', 'mayBeFalse']);
    assert.deepEqual(body.pr, {
      url: `${fake.origin}/${repo}/pull/101`,
      number: 101,
      branch: 'docs/auto/main-to-feature',
    });
    assert.match(body.summary, /Pull request #101 was opened\.$/);
    assert.equal(objects.list('docs/auto/main-to-feature', '^main').length, 1);
    const page =
      objects.git(['show', 'docs/auto/main-to-feature:content/docs/changelog/main-to-feature.mdx']) ?? '';
    assert.match(
      page,
      /### Added\n\n- \*\*b:\*\* Two \(\[pull request #5\]\(.*\/pull\/5\), \[[0-9a-f]{7}\]\(.*\/commit\//,
    );
    assert.deepEqual([fake.pulls[0]?.labels, fake.pulls[0]?.target], [['docs', 'auto'], 'main']);

    const before = fake.calls.length;
    const again = await open(ada, repo, { labels: ['docs'] });
    assert.deepEqual(again.body.pr, body.pr);
    assert.match(again.body.summary, /already has these drafts\.$/);
    const writes = fake.calls.slice(before).filter(({ method }) => method !== 'GET');
    assert.deepEqual(
      writes.map(({ path }) => path),
      [`/repos/${repo}/issues/101/labels`],
    );
  });

  test('concurrent identical requests open one pull request', async () => {
    const { repo, objects } = newRepository();
    const answers = await Promise.all(Array.from({ length: 4 }, () => open(ada, repo, { prNumber: 7 })));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200, 200],
    );
    assert.deepEqual(new Set(answers.map(({ body }) => body.pr.number)), new Set([101]));
    assert.deepEqual([fake.pulls.length, objects.list('docs/pr-7', '^main').length], [1, 1]);
  });

  test('a pull request with drafts is updated when the change grows, and commits of people stay', async () => {
    const { repo, objects } = newRepository();
    await open(ada, repo, { prNumber: 8 });
    const grow = (branch: string, path: string, message: string) => {
      const tip = objects.commit(branch) as { sha: string; tree: string };
      const sha = objects.commitTree(
        objects.treeWith(tip.tree, [{ path, content: 'export const c = 3;\n' }]),
        [tip.sha],
        message,
        '2026-10-01T00:00:00Z',
      );
      objects.setBranch(branch, sha);
      return sha;
    };
    const edited = grow('docs/pr-8', 'content/docs/user/pr-8.mdx', 'docs: better words');
    assert.match((await open(ada, repo, { prNumber: 8 })).body.summary, /already has/);
    assert.equal(objects.resolve('docs/pr-8'), edited, 'a repeated request keeps an edit');

    grow('feature', 'src/c.ts', 'feat: three');
    const { body } = await open(ada, repo, { prNumber: 8 });
    assert.match(body.summary, /Pull request #101 was updated/);
    assert.ok(
      objects.list('docs/pr-8').some(({ sha }) => sha === edited),
      'an update keeps commits of people',
    );
    assert.match(objects.git(['show', 'docs/pr-8:content/docs/changelog/pr-8.mdx']) ?? '', /Three/);

    const own = newRepository();
    await open(ada, own.repo);
    const tip = own.objects.commit('feature') as { sha: string; tree: string };
    own.objects.setBranch(
      'feature',
      own.objects.commitTree(
        own.objects.treeWith(tip.tree, [{ path: 'x.ts', content: 'export const x = 1;' }]),
        [tip.sha],
        'feat: x',
        '2026-10-01T00:00:00Z',
      ),
    );
    await open(ada, own.repo);
    assert.equal(
      own.objects.list('docs/auto/main-to-feature', '^main').length,
      1,
      'the commit of Docket is replaced',
    );
  });

  test('a merged pull request is returned again as long as the drafts are the same', async () => {
    const { repo, objects } = newRepository();
    await open(ada, repo);
    const docs = objects.commit('docs/auto/main-to-feature') as { sha: string };
    objects.setBranch('main', docs.sha);
    objects.git(['update-ref', '-d', 'refs/heads/docs/auto/main-to-feature']);
    Object.assign(fake.pulls[0] ?? {}, { state: 'merged' });
    const { body } = await open(ada, repo);
    assert.deepEqual([body.pr.number, fake.pulls.length], [101, 1]);
    assert.equal(
      objects.resolve('docs/auto/main-to-feature'),
      undefined,
      'the deleted branch is not created again',
    );
  });

  test('the workflow starts once per commit of the branch', async () => {
    const { repo } = newRepository();
    const request = { triggerWorkflow: true, workflowIdOrFile: 'docs.yml' };
    const first = await open(ada, repo, request);
    assert.deepEqual(first.body.workflow, { url: `${fake.origin}/${repo}/actions/runs/9001`, id: '9001' });
    assert.deepEqual((await open(ada, repo, request)).body.workflow, first.body.workflow);
    assert.deepEqual(
      fake.runs.map(({ ref }) => ref),
      ['docs/auto/main-to-feature'],
    );
    const unknown = await open(ada, repo, { ...request, workflowIdOrFile: 'none.yml' });
    assert.deepEqual([unknown.status, Object.keys(unknown.body.error.details)], [400, ['workflowIdOrFile']]);
    const elsewhere = await open(ada, repo, { ...request, workflowRef: 'main' });
    assert.equal(elsewhere.body.workflow.id, '9002');
    assert.equal(fake.runs[1]?.ref, 'main');
  });

  test('a workflow that another request claimed but did not start is started after a minute', async () => {
    const { repo } = newRepository();
    const request = { triggerWorkflow: true, workflowIdOrFile: 'docs.yml' };
    fake.state.hold = ({ path }) => {
      fake.state.fail = path.endsWith('/dispatches') ? [503, { message: 'down' }] : undefined;
      return undefined;
    };
    assert.equal((await open(ada, repo, request)).status, 502);
    Object.assign(fake.state, { hold: undefined, fail: undefined });
    world.clock.advance(61_000);
    const { status, body } = await open(ada, repo, request);
    assert.deepEqual([status, body.workflow?.id, fake.runs.length], [200, '9001', 1]);
  });

  test('a project publishes to its own code host, and its token never appears in responses or events', async () => {
    const { repo } = newRepository();
    const plain = await openWorld(engine, { RATE_LIMIT: 'off' });
    try {
      const kim = await plain.person('Kim');
      const project = (await kim.post('/api/projects', { name: 'Own host', repositories: [repo] })).body.data;
      assert.equal((await open(kim, repo)).status, 404);
      const host = { kind: 'github', apiUrl: `${fake.origin}/`, token: 'good-token' };
      const set = await kim.put(`/api/project/${project.id}/code-host`, host);
      assert.deepEqual(
        [set.status, set.body.data.kind, set.body.data.apiUrl, set.body.data.token],
        [200, 'github', fake.origin, undefined],
      );
      assert.doesNotMatch(
        JSON.stringify((await kim.get(`/api/project/${project.id}/code-host`)).body),
        /good-token/,
      );
      assert.equal((await open(kim, repo)).body.pr?.number, 101);
      await kim.put(`/api/project/${project.id}/code-host`, { ...host, token: 'wrong' });
      const refused = await open(kim, repo);
      assert.deepEqual([refused.status, refused.body.error.code], [403, 'FORBIDDEN']);
      assert.equal((await kim.delete(`/api/project/${project.id}/code-host`)).status, 200);
      assert.equal((await kim.get(`/api/project/${project.id}/code-host`)).body.data, null);
      const { rows } = await listEventsBy(plain.db.reads, kim.id, ['code_host.set', 'code_host.deleted'], {
        page: 1,
        limit: 9,
        offset: 0,
      });
      assert.deepEqual(
        rows.map(({ type }) => type),
        ['code_host.deleted', 'code_host.set', 'code_host.set'],
      );
      assert.doesNotMatch(JSON.stringify(rows), /good-token|wrong/);
    } finally {
      await plain.close();
    }
  });

  test('a pull request needs a non-empty range and write permission in the project', async () => {
    const { repo } = newRepository();
    const empty = await open(ada, repo, { base: 'feature' });
    assert.deepEqual([empty.status, Object.keys(empty.body.error.details)], [400, ['head']]);
    const viewer = await world.person('Vera', 'VIEWER');
    assert.equal((await open(viewer, repo)).status, 403);
    const kim = await world.person('Kim');
    const project = (await ada.post('/api/projects', { name: 'Linked', repositories: [repo] })).body.data;
    assert.equal((await open(kim, repo)).status, 403);
    await ada.post(`/api/project/${project.id}/members`, { userId: kim.id, role: 'viewer' });
    assert.equal((await open(kim, repo)).status, 403);
    assert.equal((await open(kim, repo, { openPr: false })).status, 200);
    assert.equal(fake.pulls.length, 0);
  });

  test('a failing code host gives 502 with its message, and an unknown repository or ref 404', async () => {
    const { repo } = newRepository();
    assert.equal((await open(ada, 'acme/none')).status, 404);
    assert.equal((await open(ada, repo, { head: 'none' })).status, 404);
    fake.state.fail = [503, { message: 'down for maintenance' }, { 'retry-after': '42' }];
    const { status, body, headers } = await open(ada, repo);
    fake.state.fail = undefined;
    assert.deepEqual(
      [status, body.error.code, headers['retry-after']],
      [502, 'UPSTREAM_ERROR', 42].map((value, i) => (i === 2 ? String(value) : value)),
    );
    assert.match(body.error.message, /GitHub returned 503: down for maintenance/);
  });
});
