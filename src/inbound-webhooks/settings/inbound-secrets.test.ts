import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../../test/support/engines.ts';
import { githubHeaders, hexSignature, sendHook } from '../../../test/support/webhooks.ts';
import { openWorld, type Person, type World } from '../../../test/support/world.ts';
import { secretHolders } from '../../composition/secret-holders.ts';
import { statement } from '../../platform/db/index.ts';
import { newSecretBox, resealAll } from '../../platform/secret-box/index.ts';

const allSealed = statement<object, { sealed: string }>(
  'select secret_sealed as sealed from project_inbound_secrets',
);

onEveryEngine('webhook secrets of a project', (engine) => {
  let world: World;
  let ada: Person;
  before(async () => {
    // In production and without a secret of the instance, which would refuse every delivery.
    world = await openWorld(engine, { NODE_ENV: 'production', RATE_LIMIT: 'off' });
    ada = await world.person('Ada');
  });
  after(() => world.close());

  const newProject = async (repository: string) =>
    (await ada.post('/api/projects', { name: 'Shop', repositories: [repository] })).body.data;
  const setSecret = async (projectId: string, provider = 'github') =>
    (await ada.post(`/api/project/${projectId}/inbound-secrets`, { provider })).body.data;
  const pathOf = (url: string) => url.slice(new URL(url).origin.length);
  const issueOf = (repository: string, number = 1) => ({
    action: 'opened',
    issue: { id: number, number, title: `Issue ${number}`, body: '', user: { login: 'mona' } },
    repository: { full_name: repository },
  });
  const send = (
    { url, secret }: { url: string; secret: string },
    event: string,
    payload: object,
    more: Record<string, string> = {},
  ) => {
    const bytes = JSON.stringify(payload);
    const signature = `sha256=${hexSignature(bytes, secret)}`;
    const headers = { ...githubHeaders(event, bytes), 'x-hub-signature-256': signature, ...more };
    return sendHook(world, pathOf(url), bytes, headers);
  };

  test('the secret is shown once, has 32 random bytes, and is listed and stored without its text', async () => {
    const { id } = await newProject('acme/once');
    const made = await setSecret(id);
    assert.equal(Buffer.from(made.secret, 'base64url').length, 32);
    assert.ok(made.url.endsWith(`/webhooks/github?key=${made.id}`));
    const { secret, ...listed } = made;
    assert.deepEqual((await ada.get(`/api/project/${id}/inbound-secrets`)).body.data, [listed]);
    assert.deepEqual(listed.setBy, { id: ada.id, name: 'Ada' });
    const rows = await world.db.reads.list(allSealed, {});
    assert.ok(rows.length > 0 && rows.every(({ sealed }) => !sealed.includes(secret)));
    const events = (await world.events()).filter(({ type }) => type === 'inbound_secret.set');
    assert.ok(events.length > 0 && !JSON.stringify(events).includes(secret));
  });

  test('a delivery signed with it reaches its project without approval and without a secret of the instance', async () => {
    const project = await newProject('acme/own');
    const neighbour = await newProject('acme/own');
    const made = await setSecret(project.id);
    const delivery = randomUUID();
    const { status, body } = await send(made, 'issues', issueOf('acme/own'), {
      'x-github-delivery': delivery,
    });
    assert.deepEqual([status, body.data.verified, body.data.deliveryId], [202, true, delivery]);
    assert.deepEqual(
      body.data.tasks.map(({ projectId }: { projectId: string }) => projectId),
      [project.id],
    );
    const log = async (id: string) => (await ada.get(`/v1/inbound?project=${id}`)).body.data;
    assert.deepEqual(
      (await log(project.id)).map(({ deliveryId }: { deliveryId: string }) => deliveryId),
      [delivery],
    );
    assert.deepEqual(await log(neighbour.id), []);
    const viaVcs = { ...made, url: made.url.replace('/github?', '/vcs?') };
    assert.equal((await send(viaVcs, 'issues', issueOf('acme/own', 2))).status, 202);
  });

  test('a ping and an event of a repository that the project does not link are shown to its admins', async () => {
    const { id } = await newProject('acme/linked');
    const made = await setSecret(id);
    assert.equal((await send(made, 'ping', { zen: 'Keep it simple', hook_id: 1 })).status, 200);
    const other = await send(made, 'issues', issueOf('acme/not-linked'));
    assert.deepEqual([other.status, other.body.data.tasks], [200, []]);
    assert.match(other.body.data.reason, /does not link the repository/);
    assert.equal((await ada.get(`/v1/inbound?project=${id}`)).body.pagination.total, 2);
  });

  test('a new secret keeps the address and invalidates the old secret; a deleted one is invalid', async () => {
    const { id } = await newProject('acme/rotated');
    const old = await setSecret(id);
    const made = await setSecret(id);
    assert.equal(made.url, old.url);
    assert.notEqual(made.secret, old.secret);
    assert.equal((await send(old, 'issues', issueOf('acme/rotated'))).status, 401);
    assert.equal((await send(made, 'issues', issueOf('acme/rotated'))).status, 202);
    assert.equal((await ada.delete(`/api/project/${id}/inbound-secrets/github`)).status, 200);
    assert.equal((await send(made, 'issues', issueOf('acme/rotated', 2))).status, 401);
    assert.equal((await ada.delete(`/api/project/${id}/inbound-secrets/github`)).status, 404);
  });

  test('the secret is valid for one code host; GitLab sends it as its token', async () => {
    const { id } = await newProject('acme/lab');
    const made = await setSecret(id, 'gitlab');
    const bytes = JSON.stringify({
      object_kind: 'issue',
      project: { path_with_namespace: 'acme/lab' },
      object_attributes: { action: 'open', iid: 3, id: 3, title: 'From GitLab' },
    });
    const headers = {
      'content-type': 'application/json',
      'x-gitlab-event': 'Issue Hook',
      'x-gitlab-token': made.secret,
    };
    assert.equal((await sendHook(world, pathOf(made.url), bytes, headers)).status, 202);
    assert.equal((await send(made, 'issues', issueOf('acme/lab'))).status, 401);
  });

  test('a failed check is followed up in the project, found by the commit that its own deliveries named', async () => {
    const { id } = await newProject('acme/checks');
    const made = await setSecret(id);
    const sha = 'c'.repeat(40);
    const pull = { id: 7, number: 7, title: 'A change', head: { ref: 'change', sha }, base: { ref: 'main' } };
    const repository = { full_name: 'acme/checks' };
    const opened = await send(made, 'pull_request', { action: 'opened', pull_request: pull, repository });
    const [task] = opened.body.data.tasks;
    await world.db.transaction((tx) =>
      tx.run({ text: "update agent_tasks set state = 'completed' where id = :id" }, { id: task.id }),
    );
    const failed = await send(made, 'status', {
      state: 'failure',
      sha,
      context: 'ci',
      branches: [],
      repository,
    });
    assert.deepEqual(
      failed.body.data.tasks.map(({ kind, projectId }: { kind: string; projectId: string }) => [
        kind,
        projectId,
      ]),
      [['pull_request.checks_failed', id]],
    );
  });

  test('a secret that a key rotation encrypted again still verifies', async () => {
    const { id } = await newProject('acme/resealed');
    const made = await setSecret(id);
    const secretBox = newSecretBox(world.config.secretKeys);
    secretBox.rotateKey();
    assert.ok((await resealAll(world.db, secretBox, secretHolders)) > 0);
    assert.equal((await send(made, 'issues', issueOf('acme/resealed'))).status, 202);
  });
});
