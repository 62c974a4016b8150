import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../support/engines.ts';
import { openWorld, type Person, type World } from '../support/world.ts';

onEveryEngine('administrators', (engine) => {
  let world: World;
  let root: Person;
  let ada: Person;
  before(async () => {
    world = await openWorld(engine, { RATE_LIMIT: 'off', ALLOW_UNSIGNED_WEBHOOKS: '1' });
    root = await world.person('Root', 'ADMIN');
    ada = await world.person('Ada');
  });
  after(() => world.close());

  const actionsOf = async (actor: Person): Promise<string[]> => {
    const { body } = await root.get(`/api/admin/audit?actor=${actor.id}&limit=100`);
    return body.data.map(({ action }: { action: string }) => action);
  };
  const newAgentOf = async (owner: Person) => (await owner.post('/api/agents', { name: 'Fixer' })).body.data;

  test('an administrator creates no keys for the agents of others, and can disable them', async () => {
    const agent = await newAgentOf(ada);
    const keys = `/api/agents/${agent.id}/api-keys`;
    const refused = await root.post(keys, { name: 'Mine' });
    assert.deepEqual(
      [refused.status, refused.body.error.message],
      [403, 'Only the owner of an agent can create API keys for it'],
    );
    assert.equal((await root.post(keys, { name: 7 })).status, 403);
    assert.equal((await ada.get(keys)).body.pagination.total, 0);
    assert.equal((await ada.post(keys, { name: 'Hers' })).status, 201);
    assert.equal((await root.delete(`/api/agents/${agent.id}`)).status, 200);
    assert.equal((await ada.get(keys)).body.pagination.total, 0);
  });

  test('an administrator creates no keys for the agent of another administrator', async () => {
    const agent = await newAgentOf(root);
    const other = await world.person('Other', 'ADMIN');
    assert.equal((await other.post(`/api/agents/${agent.id}/api-keys`, { name: 'Mine' })).status, 403);
  });

  test('whatever an administrator reads because of that role is in the audit log', async () => {
    const agent = await newAgentOf(ada);
    const webhook = (
      await ada.post('/v1/webhooks', { url: 'http://127.0.0.1:9/hook', events: ['ticket.created'] })
    ).body.data;
    const inbound = await world.anonymous.post('/webhooks/generic', { event: 'deploy', projectId: 'none' });
    const boss = await world.person('Boss', 'ADMIN');
    await boss.post('/api/invitations', { email: 'new@example.org' });
    const task = (await boss.post('/v1/agent-tasks', { title: 'Instance', instructions: 'Do.' })).body.data;
    const reads: [string, string][] = [
      ['/api/instance/users', 'users.read'],
      ['/api/instance/status', 'instance.read'],
      ['/api/agents', 'agents.read'],
      [`/api/agents/${agent.id}`, 'agents.read'],
      [`/api/agents/${agent.id}/api-keys`, 'agents.read'],
      ['/api/instance/repositories', 'repositories.read'],
      ['/api/admin/webhook-targets', 'webhook_targets.read'],
      ['/v1/webhooks?all=true', 'webhooks.read'],
      [`/v1/webhooks/${webhook.id}`, 'webhooks.read'],
      ['/v1/inbound', 'inbound_deliveries.read'],
      [`/v1/inbound/${inbound.body.data.id}`, 'inbound_deliveries.read'],
      ['/api/invitations', 'invitations.read'],
      ['/v1/agent-tasks', 'agent_tasks.read'],
      [`/v1/agent-tasks/${task.id}`, 'agent_tasks.read'],
      [`/v1/agent-tasks/${task.id}/activities`, 'agent_tasks.read'],
      ['/api/admin/audit', 'audit.read'],
    ];
    for (const [url, action] of reads) {
      const eve = await world.person('Eve', 'ADMIN');
      const { status, body } = await eve.get(url);
      assert.equal(status, 200, `${url}: ${JSON.stringify(body)}`);
      assert.deepEqual(await actionsOf(eve), [action], url);
    }
  });

  test('what an administrator reads as everybody can is not in the audit log', async () => {
    const eve = await world.person('Eve', 'ADMIN');
    await eve.post('/api/projects', { name: 'Own' });
    for (const url of ['/api/projects', '/api/tickets', '/api/user/profile', '/v1/webhooks', '/api/users'])
      assert.equal((await eve.get(url)).status, 200, url);
    assert.deepEqual(await actionsOf(eve), []);
  });

  test('an administrator who joins a private project uninvited leaves an entry that says so', async () => {
    const { id, key } = (await ada.post('/api/projects', { name: 'Secret' })).body.data;
    assert.equal((await root.get(`/api/project/${id}`)).status, 403);
    await root.post(`/api/project/${id}/members`, { userId: root.id, role: 'viewer' });
    const { body } = await root.get(`/api/admin/audit?subject=${root.id}&action=project_member.added`);
    const details = { projectId: id, project: key, from: null, to: 'viewer', uninvited: true };
    assert.deepEqual(body.data[0].details, details);
  });

  test('the approval of a repository and its withdrawal leave an entry of who decided', async () => {
    await ada.post('/api/projects', { name: 'Linked', repositories: ['corp/site'] });
    const [link] = (await root.get('/api/instance/repositories')).body.data;
    for (const state of ['approved', 'refused'])
      assert.equal((await root.put(`/api/instance/repositories/${link.id}`, { state })).status, 200);
    const { body } = await root.get(`/api/admin/audit?subject=${link.id}`);
    assert.deepEqual(
      body.data.map(({ action, actor }: { action: string; actor: Person }) => [action, actor.id]).sort(),
      [
        ['repository.approved', root.id],
        ['repository.refused', root.id],
      ],
    );
  });

  test('members, exports, tokens and stopped webhooks leave an entry of who did it', async () => {
    const ben = await world.person('Ben');
    const cal = await world.person('Cal');
    const { id } = (await ben.post('/api/projects', { name: 'Shop' })).body.data;
    await ben.post(`/api/project/${id}/members`, { userId: cal.id, role: 'member' });
    await ben.post(`/api/project/${id}/members`, { userId: cal.id, role: 'admin' });
    await ben.delete(`/api/project/${id}/members/${cal.id}`);
    const workspace = (await ben.post('/api/workspaces', { name: 'Shared' })).body.data;
    const members = `/api/workspaces/${workspace.id}/members`;
    await ben.post(members, { userId: cal.id, role: 'member' });
    await ben.post(members, { userId: cal.id, role: 'admin' });
    await ben.delete(`${members}/${cal.id}`);
    const token = (await ben.post(`/api/project/${id}/access-tokens`, { name: 'CI' })).body.data;
    await ben.delete(`/api/project/${id}/access-tokens/${token.id}`);
    await ben.put(`/api/project/${id}/code-host`, { kind: 'github', token: 'ghp_a-hidden-token' });
    await ben.delete(`/api/project/${id}/code-host`);
    const secrets = `/api/project/${id}/inbound-secrets`;
    const { secret } = (await ben.post(secrets, { provider: 'github' })).body.data;
    await ben.delete(`${secrets}/github`);
    await ben.post('/api/tickets', { title: 'Text that only members see', projectId: id });
    assert.equal((await ben.get(`/api/tickets/export?project=${id}`)).status, 200);
    assert.deepEqual((await actionsOf(ben)).sort(), [
      'access_token.created',
      'access_token.deleted',
      'code_host.deleted',
      'code_host.set',
      'inbound_secret.deleted',
      'inbound_secret.set',
      'project_member.added',
      'project_member.removed',
      'project_member.role_changed',
      'tickets.exported',
      'workspace_member.added',
      'workspace_member.removed',
      'workspace_member.role_changed',
    ]);
    const all = JSON.stringify((await root.get('/api/admin/audit?limit=100')).body.data);
    assert.ok(
      ['Text that only members see', token.token, secret, 'ghp_'].every((text) => !all.includes(text)),
    );
    const webhook = (
      await ben.post('/v1/webhooks', { url: 'http://127.0.0.1:9/hook?token=hidden', events: ['*'] })
    ).body.data;
    await root.put(`/v1/webhooks/${webhook.id}`, { active: false });
    const stopped = await root.get(`/api/admin/audit?subject=${webhook.id}`);
    assert.deepEqual(
      stopped.body.data.map(({ action, actor }: { action: string; actor: Person }) => [action, actor.id]),
      [['webhook.stopped', root.id]],
    );
    assert.ok(!JSON.stringify(stopped.body).includes('hidden'));
  });
});
