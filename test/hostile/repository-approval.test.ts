import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../support/engines.ts';
import { startFakeHost } from '../support/fake-code-host.ts';
import { newRepositories } from '../support/git-history.ts';
import { openWorld, type Person, type World } from '../support/world.ts';

const secret = 'the-secret-of-the-instance';

onEveryEngine('repositories that nobody approved', (engine) => {
  const repositories = newRepositories();
  let fake: Awaited<ReturnType<typeof startFakeHost>>;
  let world: World;
  let mallory: Person;
  let root: Person;

  before(async () => {
    const commits = [
      { message: 'feat: one', files: { 'src/a.ts': 'export const a = 1;\n' } },
      { message: 'feat: two', files: { 'src/b.ts': 'export const b = 2;\n' } },
    ];
    for (const name of [
      'secret',
      'moved',
      'App',
      'app',
      'late',
      'own',
      'shared',
      'listed',
      'refused',
      'work',
    ])
      repositories.add(`corp/${name}`, commits);
    fake = await startFakeHost('github', repositories.root);
    world = await openWorld(engine, {
      NODE_ENV: 'production',
      RATE_LIMIT: 'off',
      GITHUB_TOKEN: 'good-token',
      GITHUB_API_URL: fake.origin,
      GITHUB_WEBHOOK_SECRET: secret,
      WEBHOOK_PRIVATE_TARGETS: '127.0.0.1',
      REPOSITORIES_ALLOWED: `${new URL(fake.origin).host}/corp/listed,other.example/corp/*`,
    });
    mallory = await world.person('Mallory');
    root = await world.person('Root', 'ADMIN');
  });
  after(async () => {
    await world.close();
    await fake.close();
    repositories.remove();
  });

  const link = async (person: Person, repository: string) =>
    (await person.post('/api/projects', { name: 'Link', repositories: [repository] })).body.data;
  const draft = (person: Person, repo: string, more: object = {}) =>
    person.post('/api/docs/generate', { repo, base: 'main~1', head: 'main', ...more });
  const callsOf = (repo: string) => fake.calls.filter(({ path }) => path.includes(repo)).length;
  const linkOf = async (project: { id: string }) =>
    (await mallory.get(`/api/project/${project.id}/repositories`)).body.data[0];
  const decide = (person: Person, id: string, state: string) =>
    person.put(`/api/instance/repositories/${id}`, { state });

  test('a link that no administrator approved does not reach the code host with the token of the instance', async () => {
    const project = await link(mallory, 'corp/secret');
    for (const request of [
      draft(mallory, 'corp/secret'),
      draft(mallory, 'CORP/secret', { openPr: true }),
      mallory.post('/api/docs/check', { repo: 'corp/secret' }),
      mallory.get('/api/docs/refs?repo=corp/secret'),
      mallory.post(
        '/api/docs/generate',
        { repo: 'corp/secret', base: 'main~1', head: 'main' },
        { prefer: 'respond-async' },
      ),
    ]) {
      const { status, body } = await request;
      assert.equal(status, 403);
      assert.match(
        body.error.message,
        /waits for approval by an administrator .*Administration, Repositories/,
      );
    }
    assert.equal(callsOf('corp/secret'), 0);
    const { state, trustedBecause } = await linkOf(project);
    assert.deepEqual([state, trustedBecause], ['waiting', null]);
  });

  test('only administrators decide, and an approval works until it is withdrawn', async () => {
    const project = await link(mallory, 'corp/late');
    const { id } = await linkOf(project);
    assert.equal((await decide(mallory, id, 'approved')).status, 403);
    assert.equal((await mallory.get('/api/instance/repositories')).status, 403);
    const key = (await root.post('/api/user/api-keys', { name: 'k', scopes: ['read', 'write'] })).body.data
      .key;
    const withKey = world.caller({ authorization: `Bearer ${key}` });
    assert.equal((await withKey.put(`/api/instance/repositories/${id}`, { state: 'approved' })).status, 403);

    assert.equal((await decide(root, id, 'approved')).body.data.trustedBecause, 'approved');
    assert.equal((await decide(root, id, 'approved')).status, 200);
    assert.equal((await draft(mallory, 'Corp/LATE')).status, 200);
    assert.equal((await decide(root, id, 'refused')).body.data.state, 'refused');
    const refused = await draft(mallory, 'corp/late');
    assert.match(refused.body.error.message, /An administrator of this instance refused corp\/late/);
    const events = (await world.events()).filter(({ type }) => type.startsWith('repository.'));
    assert.deepEqual(
      events.filter(({ projectId }) => projectId === project.id).map(({ type }) => type),
      ['repository.approved', 'repository.refused'],
    );
  });

  test('an approval ends with the link: another repository, spelling or a new link waits again', async () => {
    const project = await link(mallory, 'corp/App');
    await decide(root, (await linkOf(project)).id, 'approved');
    const relink = (repositories: string[]) => mallory.put(`/api/project/${project.id}`, { repositories });
    for (const [first, then] of [
      ['corp/App', 'corp/app'],
      ['corp/App', 'corp/App.git'],
      ['corp/App', 'corp/work'],
    ] as const) {
      await relink([first]);
      await decide(root, (await linkOf(project)).id, 'approved');
      assert.equal((await relink([then])).status, 200);
      assert.equal((await linkOf(project)).state, 'waiting', then);
    }
    await relink(['corp/App']);
    assert.equal((await linkOf(project)).state, 'waiting', 'linked anew');
    await decide(root, (await linkOf(project)).id, 'approved');
    await relink(['corp/App', 'corp/other']);
    const states = (await mallory.get(`/api/project/${project.id}/repositories`)).body.data;
    assert.deepEqual(
      Object.fromEntries(
        states.map((each: { repository: string; state: string }) => [each.repository, each.state]),
      ),
      { 'corp/App': 'approved', 'corp/other': 'waiting' },
    );
  });

  test('the redirect of a renamed repository does not carry an approval to its new name', async (t) => {
    const project = await link(mallory, 'corp/before');
    await decide(root, (await linkOf(project)).id, 'approved');
    fake.state.fail = [301, { message: 'Moved' }, { location: '/repos/corp/moved' }];
    t.after(() => {
      fake.state.fail = undefined;
    });
    const { status, body } = await draft(mallory, 'corp/before');
    assert.equal(status, 403);
    assert.match(body.error.message, /another name now/);
    assert.equal(callsOf('corp/moved'), 0);
  });

  test('the link of an administrator is approved at once, and one made by their API key waits', async () => {
    const project = await link(root, 'corp/own');
    const [own] = (await root.get(`/api/project/${project.id}/repositories`)).body.data;
    assert.deepEqual([own.state, own.decidedBy.id], ['approved', root.id]);
    assert.equal((await draft(root, 'corp/own')).status, 200);
    const key = (await root.post('/api/user/api-keys', { name: 'k', scopes: ['read', 'write'] })).body.data
      .key;
    const byKey = await world
      .caller({ authorization: `Bearer ${key}` })
      .post('/api/projects', { name: 'By key', repositories: ['corp/by-key'] });
    const [waiting] = (await root.get(`/api/project/${byKey.body.data.id}/repositories`)).body.data;
    assert.equal(waiting.state, 'waiting');
  });

  test('a link on REPOSITORIES_ALLOWED works on its host unless an administrator refused it', async () => {
    const project = await link(mallory, 'corp/listed');
    assert.equal((await linkOf(project)).trustedBecause, 'allowed');
    assert.equal((await draft(mallory, 'corp/listed')).status, 200);
    await decide(root, (await linkOf(project)).id, 'refused');
    assert.equal((await draft(mallory, 'corp/listed')).status, 403);
  });

  test('the token of a project serves its link without approval, and never a person who only reads there', async () => {
    const project = await link(mallory, 'corp/shared');
    const set = await mallory.put(`/api/project/${project.id}/code-host`, {
      kind: 'github',
      apiUrl: fake.origin,
      token: 'good-token',
    });
    assert.equal(set.status, 200);
    assert.equal((await draft(mallory, 'corp/shared')).status, 200);
    const viewer = await world.person('Viewer');
    await mallory.post(`/api/project/${project.id}/members`, { userId: viewer.id, role: 'viewer' });
    assert.equal((await draft(viewer, 'corp/shared')).status, 200);
    assert.equal((await draft(viewer, 'corp/shared', { openPr: true })).status, 403);
  });

  test('events signed with the secret of the instance reach a project only after approval', async () => {
    const project = await link(mallory, 'corp/work');
    const send = async (number: number) => {
      const issue = { id: number, number, title: 'Secret plan', body: 'x', user: { login: 'boss' } };
      const payload = JSON.stringify({ action: 'opened', issue, repository: { full_name: 'corp/work' } });
      const answer = await world.app.inject({
        method: 'POST',
        url: '/webhooks/vcs',
        headers: {
          'content-type': 'application/json',
          'x-github-event': 'issues',
          'x-github-delivery': `delivery-${number}`,
          'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(payload).digest('hex')}`,
        },
        payload,
      });
      assert.equal(answer.statusCode, 202, answer.body);
    };
    const tasks = async () => (await mallory.get('/v1/agent-tasks')).body.data.length;
    await send(1);
    assert.equal(await tasks(), 0);
    assert.equal((await mallory.get(`/v1/inbound?project=${project.id}`)).body.data.length, 0);
    await decide(root, (await linkOf(project)).id, 'approved');
    await send(2);
    assert.equal(await tasks(), 1);
  });
});
