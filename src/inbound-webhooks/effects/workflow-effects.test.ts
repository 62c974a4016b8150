import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../../test/support/engines.ts';
import { sendGithub, signedHosts } from '../../../test/support/webhooks.ts';
import { openWorld, type Person, type World } from '../../../test/support/world.ts';

const mona = { login: 'mona', email: 'mona@elsewhere.example' };
const repository = { full_name: 'acme/app' };

const mergedPull = (number: number, body: string) => ({
  action: 'closed',
  number,
  pull_request: {
    ...{ id: number, number, body, title: 'Change', state: 'closed', draft: false, merged: true, user: mona },
    html_url: `https://github.com/acme/app/pull/${number}`,
    head: { ref: 'change', sha: 'a'.repeat(40) },
    base: { ref: 'main', repo: repository },
    updated_at: '2026-11-01T10:00:00Z',
  },
  repository,
  sender: mona,
});

onEveryEngine('pull requests and the workflow of a project', (engine) => {
  let world: World;
  let ada: Person;

  before(async () => {
    world = await openWorld(engine, { ...signedHosts, RATE_LIMIT: 'off' });
    ada = await world.person('Ada');
    await ada.post('/api/projects', { name: 'App', key: 'APP', repositories: ['acme/app'] });
  });
  after(() => world.close());

  test('a merged pull request moves a ticket against the workflow only if automation is exempt', async () => {
    const url = '/api/project/APP/workflow';
    const workflow = { transitions: { backlog: ['todo'] } };
    assert.equal((await ada.put(url, workflow)).status, 200);
    const { key } = (await ada.post('/api/tickets', { title: 'T', projectId: 'APP' })).body.data;
    const statusOf = async () => (await ada.get(`/api/tickets/${key}`)).body.data.status;
    const { body } = await sendGithub(world, 'pull_request', mergedPull(1, `Fixes ${key}`));
    const { effects } = (await ada.get(`/v1/inbound/${body.data.id}`)).body.data;
    assert.ok(
      effects.some(({ type }: { type: string }) => type === 'not_moved'),
      JSON.stringify(effects),
    );
    assert.equal(await statusOf(), 'backlog');
    await ada.put(url, { ...workflow, exempt: ['automation'] });
    await sendGithub(world, 'pull_request', mergedPull(2, `Fixes ${key}`));
    assert.equal(await statusOf(), 'done');
  });
});
