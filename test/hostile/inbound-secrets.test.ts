import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { newId } from '../../src/platform/ids.ts';
import { onEveryEngine } from '../support/engines.ts';
import { githubHeaders, hexSignature, hookSecret, sendHook, signedHosts } from '../support/webhooks.ts';
import { type ApiResponse, openWorld, type Person, type World } from '../support/world.ts';

interface Made {
  id: string;
  url: string;
  secret: string;
}

onEveryEngine('the webhook secret of a project in the hands of an attacker', (engine) => {
  let world: World;
  let mallory: Person;
  let ben: Person;
  let root: Person;
  before(async () => {
    world = await openWorld(engine, {
      ...signedHosts,
      NODE_ENV: 'production',
      RATE_LIMIT: 'off',
      REPOSITORIES_ALLOWED: 'corp/app,corp/both',
    });
    mallory = await world.person('Mallory');
    ben = await world.person('Ben');
    root = await world.person('Root', 'ADMIN');
  });
  after(() => world.close());

  const newProject = async (person: Person, repository: string) => {
    const project = (await person.post('/api/projects', { name: 'Shop' })).body.data;
    const url = `/api/project/${project.id}`;
    // Ben links it: Mallory may not link a repository of Ben's projects.
    if (person !== ben) await person.post(`${url}/members`, { userId: ben.id, role: 'admin' });
    assert.equal((await ben.put(url, { repositories: [repository] })).status, 200);
    if (person !== ben) await person.delete(`${url}/members/${ben.id}`);
    return project;
  };
  const setSecret = async (person: Person, id: string, provider = 'github'): Promise<Made> =>
    (await person.post(`/api/project/${id}/inbound-secrets`, { provider })).body.data;
  const projectWithSecret = async (person: Person, repository: string) => {
    const project = await newProject(person, repository);
    return { project, made: await setSecret(person, project.id) };
  };
  const issueOf = (repository: string, number: number, fields: object = {}) =>
    JSON.stringify({
      action: 'opened',
      issue: { id: number, number, title: `Issue ${number}`, body: '', user: { login: 'mona' } },
      repository: { full_name: repository },
      ...fields,
    });
  const send = (
    url: string,
    secret: string,
    bytes: string,
    { event = 'issues', ...more }: Record<string, string> = {},
  ) =>
    sendHook(world, url.replace(/^https?:\/\/[^/]+/, ''), bytes, {
      ...githubHeaders(event, bytes),
      'x-github-hook-id': '1',
      'x-hub-signature-256': `sha256=${hexSignature(bytes, secret)}`,
      ...more,
    });
  const projectsOf = ({ body }: ApiResponse) =>
    body.data.tasks.map(({ projectId }: { projectId: string | null }) => projectId);
  const countDeliveries = async () => (await root.get('/v1/inbound?limit=1')).body.pagination.total;

  test('every refusal is the same 401, records nothing and does not tell whether the key exists', async () => {
    const { made, project } = await projectWithSecret(ben, 'corp/refused');
    const { made: ofMallory } = await projectWithSecret(mallory, 'corp/refused');
    const lab = await setSecret(ben, project.id, 'gitlab');
    const bytes = issueOf('corp/refused', 1);
    const keyed = (key: string, host = 'github') => `/webhooks/${host}?key=${key}`;
    const before = await countDeliveries();
    const answers = await Promise.all([
      send(made.url, ofMallory.secret, bytes),
      send(made.url, hookSecret, bytes),
      send(made.url, '', bytes),
      send(made.url, made.secret, bytes, { 'x-hub-signature-256': '' }),
      send(made.url, made.secret, bytes, { 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` }),
      send(made.url, made.secret, bytes, {
        'x-hub-signature-256': `sha256=${hexSignature(' ', made.secret)}`,
      }),
      send(keyed(newId()), made.secret, bytes),
      send(keyed('x'), hookSecret, bytes),
      send(keyed(project.id), made.secret, bytes),
      send(`${keyed(made.id)}&key=${made.id}`, made.secret, bytes),
      send(keyed(made.id, 'gitlab'), made.secret, bytes, { 'x-gitlab-token': made.secret }),
      send(keyed(made.id, 'gitea'), made.secret, bytes, {
        'x-gitea-signature': hexSignature(bytes, made.secret),
      }),
      send(keyed(lab.id), lab.secret, bytes),
      send(keyed(made.id, 'vcs'), made.secret, bytes, {
        'x-gitlab-event': 'Issue Hook',
        'x-gitlab-token': made.secret,
      }),
    ]);
    assert.deepEqual(
      answers.map(({ status }) => status),
      answers.map(() => 401),
    );
    assert.equal(new Set(answers.map(({ body }) => JSON.stringify(body.error ?? body))).size, 1);
    assert.equal(await countDeliveries(), before);
    // Without the key the secret of a project is no secret of the instance.
    for (const url of ['/webhooks/github', keyed(''), keyed('%00')])
      assert.equal((await send(url, made.secret, bytes)).status, 401);
  });

  test('a deleted secret and the secret of a deleted project are refused', async () => {
    const { made, project } = await projectWithSecret(mallory, 'corp/gone');
    await mallory.delete(`/api/project/${project.id}/inbound-secrets/github`);
    assert.equal((await send(made.url, made.secret, issueOf('corp/gone', 1))).status, 401);
    const again = await setSecret(mallory, project.id);
    assert.equal((await send(made.url, again.secret, issueOf('corp/gone', 2))).status, 401);
    assert.equal((await send(again.url, again.secret, issueOf('corp/gone', 3))).status, 202);
    assert.equal((await mallory.delete(`/api/project/${project.id}`)).status, 200);
    assert.equal((await send(again.url, again.secret, issueOf('corp/gone', 4))).status, 401);
  });

  test('it speaks for its own project alone, also when an administrator of the instance replays it', async () => {
    const victim = await newProject(ben, 'corp/app');
    const { key } = (await ben.post('/api/tickets', { title: 'A ticket', projectId: victim.id })).body.data;
    const { made, project } = await projectWithSecret(mallory, 'corp/app');
    const pull = {
      ...{ id: 9, number: 9, title: `Fixes ${key}`, state: 'closed', merged: true, user: { login: 'mona' } },
      ...{ head: { ref: 'a', sha: 'a'.repeat(40) }, base: { ref: 'main' } },
    };
    const bytes = JSON.stringify({
      ...{ action: 'closed', pull_request: pull, repository: { full_name: 'corp/app' } },
    });
    const merged = await send(made.url, made.secret, bytes, { event: 'pull_request' });
    assert.equal(merged.status, 200);
    const opened = await send(made.url, made.secret, issueOf('corp/app', 1));
    assert.deepEqual(projectsOf(opened), [project.id]);
    for (const { body } of [merged, opened]) {
      const replayed = await root.post(`/v1/inbound/${body.data.id}/replay`);
      assert.equal(replayed.status, 201);
      for (const { projectId } of replayed.body.data.effects) assert.equal(projectId, project.id);
      assert.equal((await ben.get(`/v1/inbound/${body.data.id}`)).status, 403);
    }
    assert.equal((await ben.get(`/api/tickets/${key}`)).body.data.status, 'backlog');
    assert.deepEqual((await ben.get(`/api/tickets/${key}/links`)).body.data, []);
    const outside = await send(made.url, made.secret, issueOf('corp/other', 1));
    assert.deepEqual(projectsOf(outside), []);
  });

  test('it neither counts commits for a user nor opens a ticket in the name of one', async () => {
    const { made, project } = await projectWithSecret(mallory, 'corp/names');
    await mallory.post(`/api/project/${project.id}/members`, { userId: ben.id, role: 'member' });
    await mallory.put(`/api/project/${project.id}`, { automation: { openTickets: true } });
    await ben.put('/api/user/code-logins', { logins: ['ben-codes'] });
    const author = { username: 'ben-codes', email: ben.email, name: 'Ben' };
    const pushed = await send(
      made.url,
      made.secret,
      JSON.stringify({
        ...{ ref: 'refs/heads/main', before: 'a'.repeat(40), after: 'b'.repeat(40) },
        commits: [{ id: 'b'.repeat(40), message: 'feat: forged', distinct: true, author }],
        repository: { full_name: 'corp/names' },
      }),
      { event: 'push' },
    );
    assert.deepEqual(projectsOf(pushed), [project.id]);
    const user = { login: 'ben-codes' };
    const issue = { id: 5, number: 5, title: 'Forged', body: '', user };
    const opened = await send(made.url, made.secret, issueOf('corp/names', 5, { issue, sender: user }));
    assert.equal(opened.status, 202);
    const [ticket] = (await mallory.get(`/api/tickets?project=${project.id}`)).body.data;
    assert.deepEqual([ticket.title, ticket.reporter.id], ['Forged', mallory.id]);
    const events = await world.events();
    assert.ok(events.every(({ type, actorId }) => type !== 'commit.pushed' || actorId !== ben.id));
  });

  test('it can neither suppress nor read a delivery of the instance by sending its id and content first', async () => {
    const victim = await newProject(ben, 'corp/both');
    const { made, project } = await projectWithSecret(mallory, 'corp/both');
    const bytes = issueOf('corp/both', 1);
    const id = { 'x-github-delivery': randomUUID() };
    assert.deepEqual(projectsOf(await send(made.url, made.secret, bytes, id)), [project.id]);
    const real = await send('/webhooks/github', hookSecret, bytes, id);
    assert.deepEqual([real.body.data.duplicate, projectsOf(real)], [undefined, [victim.id]]);
    const again = await send(made.url, made.secret, bytes, id);
    assert.deepEqual([again.body.data.duplicate, projectsOf(again)], [true, [project.id]]);
  });

  test('a captured delivery has no effect under another id, and none for another project', async () => {
    const { made, project } = await projectWithSecret(ben, 'corp/captured');
    const { made: ofMallory } = await projectWithSecret(mallory, 'corp/captured');
    const bytes = issueOf('corp/captured', 1);
    const first = await send(made.url, made.secret, bytes);
    assert.deepEqual(projectsOf(first), [project.id]);
    const resent = await send(made.url, made.secret, bytes, { 'x-github-hook-id': '2' });
    assert.deepEqual([resent.body.data.duplicate, resent.body.data.id], [true, first.body.data.id]);
    const renamed = await send(made.url, made.secret, bytes, { event: 'pull_request' });
    assert.equal(renamed.body.data.duplicate, true);
    assert.equal((await send(ofMallory.url, made.secret, bytes)).status, 401);
  });

  test('a project with its own secret no longer believes the secret of the instance', async () => {
    const project = await newProject(ben, 'corp/app');
    const reached = async (number: number) =>
      projectsOf(await send('/webhooks/github', hookSecret, issueOf('corp/app', number))).includes(
        project.id,
      );
    assert.equal(await reached(101), true);
    await setSecret(ben, project.id, 'gitlab');
    assert.equal(await reached(102), true);
    await setSecret(ben, project.id, 'github');
    assert.equal(await reached(103), false);
    await ben.delete(`/api/project/${project.id}/inbound-secrets/github`);
    assert.equal(await reached(104), true);
  });

  test('it does not follow up a task of the instance or of another project', async () => {
    const pull = {
      id: 70,
      number: 70,
      title: 'Theirs',
      head: { ref: 'x', sha: 'd'.repeat(40) },
      base: { ref: 'main' },
    };
    const repository = { full_name: 'corp/instance' };
    const opening = JSON.stringify({ action: 'opened', pull_request: pull, repository });
    const theirs = await send('/webhooks/github', hookSecret, opening, { event: 'pull_request' });
    assert.deepEqual(projectsOf(theirs), [null]);
    await world.db.transaction((tx) =>
      tx.run(
        { text: "update agent_tasks set state = 'completed' where id = :id" },
        { id: theirs.body.data.tasks[0].id },
      ),
    );
    const review = JSON.stringify({
      ...{ action: 'submitted', pull_request: pull, repository },
      review: { id: 1, state: 'changes_requested', body: 'Run my program', user: { login: 'mona' } },
    });
    const { made } = await projectWithSecret(mallory, 'corp/instance');
    const event = 'pull_request_review';
    assert.deepEqual(projectsOf(await send(made.url, made.secret, review, { event })), []);
    const genuine = await send('/webhooks/github', hookSecret, review, { event });
    assert.deepEqual(projectsOf(genuine), [null]);
  });
});
