import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { statement } from '../../src/platform/db/index.ts';
import { onEveryEngine } from '../support/engines.ts';
import { listen, openStream, untilSettled } from '../support/live-stream.ts';
import { type Caller, openWorld, type Person, type World } from '../support/world.ts';

interface Member {
  project: string;
  id: string;
  role: string;
}
const roleOf = statement<Omit<Member, 'role'>, { role: string }>(
  'select role from project_members where project_id = :project and user_id = :id',
);
const setRole = statement<Member>(
  'update project_members set role = :role where project_id = :project and user_id = :id',
);
const removeMember = statement<Omit<Member, 'role'>>(
  'delete from project_members where project_id = :project and user_id = :id',
);
const addMember = statement<Member>(
  'insert into project_members (project_id, user_id, role, joined_at) values (:project, :id, :role, 0)',
);

onEveryEngine('an agent after its owner lost rights', (engine) => {
  let world: World;
  let boss: Person;
  let root: Person;
  let origin: string;

  before(async () => {
    world = await openWorld(engine, { RATE_LIMIT: 'off' });
    origin = await listen(world.app);
    boss = await world.person('Boss');
    root = await world.person('Root', 'ADMIN');
  });
  after(() => world.close());

  interface Team {
    owner: Person;
    agent: Caller;
    agentId: string;
    project: string;
    ticket: string;
    authorization: string;
  }

  /** A private project with an admin and their agent, who is admin, too, and has a ticket and a task. */
  const newTeam = async (): Promise<Team> => {
    const owner = await world.person('Mole');
    const agentId = (await owner.post('/api/agents', { name: 'Sleeper' })).body.data.id;
    const { key } = (await owner.post(`/api/agents/${agentId}/api-keys`, { name: 'k' })).body.data;
    const project = (await boss.post('/api/projects', { name: 'Secret' })).body.data.id;
    for (const userId of [owner.id, agentId])
      await boss.post(`/api/project/${project}/members`, { userId, role: 'admin' });
    const fields = { title: 'Secret plan', projectId: project, assigneeId: agentId };
    const ticket = (await boss.post('/api/tickets', fields)).body.data.id;
    const task = { ticketId: ticket, agentId, title: 'Secret task', instructions: 'Secret' };
    assert.equal((await owner.post('/v1/agent-tasks', task)).status, 201);
    const authorization = `Bearer ${key}`;
    return { owner, agentId, agent: world.caller({ authorization }), authorization, project, ticket };
  };

  const assertBlind = async ({ agent, project, ticket }: Team) => {
    const refused = [
      `/api/project/${project}`,
      `/api/project/${project}/members`,
      `/api/tickets/${ticket}`,
      `/api/tickets/${ticket}/comments`,
    ];
    for (const url of refused) assert.equal((await agent.get(url)).status, 403, url);
    const lists = [
      '/api/tickets',
      '/api/tickets?assignee=me',
      '/api/tickets/search?q=secret',
      '/api/projects',
      '/v1/agent-tasks',
      '/v1/agent-tasks?agent=me',
    ];
    for (const url of lists) assert.equal((await agent.get(url)).body.pagination.total, 0, url);
    assert.equal((await agent.get('/api/tickets/stats')).body.data.total, 0);
    assert.equal((await agent.get('/api/tickets/counts?by=status')).body.data.total, 0);
    assert.doesNotMatch(JSON.stringify((await agent.get('/api/boot')).body), /Secret/);
    assert.doesNotMatch(JSON.stringify((await agent.get('/api/sync')).body), /Secret/);
    assert.equal((await agent.post('/v1/agent-tasks/claim', { workerId: 'w' })).status, 204);
    assert.equal((await agent.post(`/api/tickets/${ticket}/comments`, { content: 'Hi' })).status, 403);
    assert.equal((await agent.post('/api/tickets', { title: 'T', projectId: project })).status, 403);
  };

  test('an agent has lost a project and its tickets and tasks as soon as its owner was removed', async () => {
    const team = await newTeam();
    assert.equal((await team.agent.get('/v1/agent-tasks?agent=me')).body.pagination.total, 1);
    assert.equal((await boss.delete(`/api/project/${team.project}/members/${team.owner.id}`)).status, 200);
    await assertBlind(team);
    const removed = (await world.events()).filter(
      ({ type, projectId }) => type === 'member.removed' && projectId === team.project,
    );
    assert.deepEqual(
      removed.map(({ data }) => JSON.parse(data).member.id),
      [team.agentId, team.owner.id],
    );
  });

  test('an agent cannot be added without its owner, nor above them, and is not back with their return', async () => {
    const team = await newTeam();
    const members = `/api/project/${team.project}/members`;
    await boss.delete(`${members}/${team.owner.id}`);
    const alone = await boss.post(members, { userId: team.agentId, role: 'viewer' });
    assert.deepEqual(alone.body.error.details.userId, [
      'Add the owner of this agent, Mole, to the project first',
    ]);
    await boss.post(members, { userId: team.owner.id, role: 'viewer' });
    assert.equal((await team.agent.get(`/api/project/${team.project}`)).status, 403);
    const above = await boss.post(members, { userId: team.agentId, role: 'member' });
    assert.deepEqual(above.body.error.details.role, ['An agent of Mole can be at most viewer here']);
    assert.equal((await boss.post(members, { userId: team.agentId, role: 'viewer' })).status, 201);
    assert.equal((await team.agent.get(`/api/tickets/${team.ticket}`)).status, 200);
    // The owner may not comment, so neither may the agent, though it is the assignee.
    const comment = { content: 'Hi' };
    assert.equal((await team.owner.post(`/api/tickets/${team.ticket}/comments`, comment)).status, 403);
    assert.equal((await team.agent.post(`/api/tickets/${team.ticket}/comments`, comment)).status, 403);
    assert.equal((await team.agent.post('/v1/agent-tasks/claim', { workerId: 'w' })).status, 204);
  });

  test('the database itself keeps an agent within its owner, also for statements that forget it', async () => {
    const { project, owner, agentId } = await newTeam();
    const roleOfAgent = async () => (await world.db.reads.find(roleOf, { project, id: agentId }))?.role;
    const write = (work: Parameters<typeof world.db.transaction>[0]) => world.db.transaction(work);
    await write((tx) => tx.run(setRole, { project, id: owner.id, role: 'viewer' }));
    assert.equal(await roleOfAgent(), 'viewer');
    await assert.rejects(write((tx) => tx.run(setRole, { project, id: agentId, role: 'member' })));
    await write((tx) => tx.run(removeMember, { project, id: owner.id }));
    assert.equal(await roleOfAgent(), undefined);
    await assert.rejects(write((tx) => tx.run(addMember, { project, id: agentId, role: 'viewer' })));
    assert.equal(await roleOfAgent(), undefined);
  });

  test('an agent is demoted with its owner', async () => {
    const team = await newTeam();
    const members = `/api/project/${team.project}/members`;
    await boss.post(members, { userId: team.owner.id, role: 'viewer' });
    assert.equal((await team.agent.put(`/api/tickets/${team.ticket}`, { title: 'Mine' })).status, 403);
    const list = (await boss.get(members)).body.data as { id: string; role: string }[];
    assert.equal(list.find(({ id }) => id === team.agentId)?.role, 'viewer');
  });

  test('an agent works for nobody while its owner is deactivated, and only reads for a VIEWER', async () => {
    const team = await newTeam();
    const account = `/api/instance/users/${team.owner.id}`;
    const change = (body: object) => root.put(account, body);
    assert.equal((await change({ role: 'VIEWER' })).status, 200);
    assert.equal((await team.agent.get(`/api/tickets/${team.ticket}`)).status, 200);
    assert.equal((await team.agent.put(`/api/tickets/${team.ticket}`, { title: 'Mine' })).status, 403);
    assert.equal((await change({ active: false })).status, 200);
    assert.equal((await team.agent.get(`/api/tickets/${team.ticket}`)).status, 401);
  });

  test('an agent has lost a workspace, its public projects and its tickets with its owner', async () => {
    const { owner, agent, agentId } = await newTeam();
    const workspaceId = (await boss.post('/api/workspaces', { name: 'Shared' })).body.data.id;
    const members = `/api/workspaces/${workspaceId}/members`;
    assert.equal((await boss.post(members, { userId: agentId, role: 'member' })).status, 400);
    for (const userId of [owner.id, agentId])
      assert.equal((await boss.post(members, { userId, role: 'member' })).status, 201);
    const fields = { name: 'Open', workspaceId, visibility: 'public' };
    const project = (await boss.post('/api/projects', fields)).body.data.id;
    const loose = { title: 'Loose', workspaceId, assigneeId: agentId };
    const ticket = (await boss.post('/api/tickets', loose)).body.data.id;
    assert.equal((await agent.get(`/api/project/${project}`)).status, 200);
    assert.equal((await agent.get(`/api/tickets/${ticket}`)).status, 200);
    assert.equal((await boss.delete(`${members}/${owner.id}`)).status, 200);
    assert.equal((await agent.get(`/api/project/${project}`)).status, 403);
    assert.equal((await agent.get(`/api/tickets/${ticket}`)).status, 403);
    assert.equal((await agent.get('/api/tickets?search=loose')).body.pagination.total, 0);
  });

  test('streams and webhooks of an agent carry nothing of what its owner has lost', async () => {
    const team = await newTeam();
    const hook = { url: 'http://127.0.0.1:9/', events: ['ticket.updated', 'ticket.created'] };
    const webhook = (await team.agent.post('/v1/webhooks', hook)).body.data.id;
    await untilSettled(world.db.reads);
    const stream = await openStream(origin, { authorization: team.authorization }, '?types=ticket.*');
    await boss.put(`/api/tickets/${team.ticket}`, { title: 'Seen' });
    // Access is checked when an event is sent, so this one has to arrive before it is lost.
    await stream.until(1);
    await boss.delete(`/api/project/${team.project}/members/${team.owner.id}`);
    await boss.put(`/api/tickets/${team.ticket}`, { title: 'Hidden' });
    const last = (await team.agent.post('/api/tickets', { title: 'Last' })).body.data.id;
    const isLast = () => stream.messages.at(-1)?.data.data.ticket?.id === last;
    for (let seen = 1; !isLast(); seen++) await stream.until(seen);
    stream.close();
    const titles = stream.messages.map(({ data }) => data.data.ticket?.title).filter(Boolean);
    assert.deepEqual(titles, ['Seen', 'Last']);
    const { total } = (await team.agent.get(`/v1/webhooks/${webhook}/deliveries`)).body.pagination;
    assert.equal(total, 2);
  });

  test('a project that an agent creates belongs to its owner', async () => {
    const { owner, agent, agentId } = await newTeam();
    const project = (await agent.post('/api/projects', { name: 'Made' })).body.data;
    assert.equal(project.ownerId, owner.id);
    assert.equal((await owner.get(`/api/project/${project.id}`)).status, 200);
    const { data } = (await owner.get(`/api/project/${project.id}/members`)).body;
    assert.deepEqual(
      data.map(({ id, role }: { id: string; role: string }) => [id, role]).sort(),
      [
        [owner.id, 'owner'],
        [agentId, 'admin'],
      ].sort(),
    );
  });

  test('a task is hidden from the person who created it once they lost its project', async () => {
    const { owner, project, agentId } = await newTeam();
    const tasks = (await owner.get(`/v1/agent-tasks?agent=${agentId}`)).body.data;
    await boss.delete(`/api/project/${project}/members/${owner.id}`);
    assert.equal((await owner.get(`/v1/agent-tasks/${tasks[0].id}`)).status, 403);
    assert.equal((await owner.post(`/v1/agent-tasks/${tasks[0].id}/cancel`)).status, 403);
    assert.equal((await owner.get(`/v1/agent-tasks?agent=${agentId}`)).body.pagination.total, 0);
  });
});
