import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ProjectRole } from '../../src/projects/index.ts';
import { onEveryEngine } from '../support/engines.ts';
import { formOf } from '../support/form.ts';
import { type Caller, openWorld, type Person, type World } from '../support/world.ts';

type Calls = Record<string, (caller: Caller) => Promise<{ status: number }>>;

/** For each permission of a ticket a request that needs it. The last one removes the ticket. */
const ticketCalls = (ticket: string, other: string, person: string): Calls => ({
  edit: (c) => c.put(`/api/tickets/${ticket}`, { priority: 'high' }),
  changeStatus: (c) => c.put(`/api/tickets/${ticket}/status`, { status: 'todo' }),
  assign: (c) => c.put(`/api/tickets/${ticket}/assignee`, { assigneeId: person }),
  rank: (c) => c.put(`/api/tickets/${ticket}/rank`, { after: other }),
  comment: (c) => c.post(`/api/tickets/${ticket}/comments`, { content: 'Hello' }),
  attach: (c) => c.post(`/api/tickets/${ticket}/attachments`, ...formOf({ content: 'text' })),
  logTime: (c) => c.post(`/api/tickets/${ticket}/time-logs`, { minutes: 5 }),
  relate: (c) => c.post(`/api/tickets/${ticket}/relations`, { kind: 'relates', ticketId: other }),
  watch: (c) => c.post(`/api/tickets/${ticket}/watchers`),
  addWatchers: (c) => c.post(`/api/tickets/${ticket}/watchers`, { userId: person }),
  createTask: (c) => c.post('/v1/agent-tasks', { ticketId: ticket, title: 'T', instructions: '' }),
  delete: (c) => c.delete(`/api/tickets/${ticket}`),
});

const projectCalls = (project: string, workspaceId: string, repo: string, person: string): Calls => ({
  createTicket: (c) => c.post('/api/tickets', { title: 'New', projectId: project }),
  createTask: (c) => c.post('/v1/agent-tasks', { projectId: project, title: 'T', instructions: '' }),
  shareViews: (c) => c.post('/api/views', { name: 'V', scope: 'project', projectId: project }),
  edit: (c) => c.put(`/api/project/${project}`, { name: 'Renamed' }),
  archive: (c) => c.put(`/api/project/${project}`, { status: 'archived' }),
  manageMembers: (c) => c.post(`/api/project/${project}/members`, { userId: person, role: 'viewer' }),
  grantOwner: (c) => c.post(`/api/project/${project}/members`, { userId: person, role: 'owner' }),
  invite: (c) => c.post('/api/invitations', { email: `${repo.slice(5)}@example.org`, projectId: project }),
  manageGroups: (c) => c.post('/api/groups', { name: 'G', kind: 'cycle', projectId: project }),
  manageLabels: (c) => c.post('/api/labels', { name: repo, workspaceId }),
  manageTriggers: (c) => c.put(`/api/project/${project}/triggers`, { triggers: [] }),
  manageAccessTokens: (c) => c.post(`/api/project/${project}/access-tokens`, { name: 'CI' }),
  createWebhook: (c) =>
    c.post('/v1/webhooks', { url: 'http://127.0.0.1:9/', events: ['*'], projectId: project }),
  generateDocs: (c) => c.post('/api/docs/generate', { repo, base: 'a', head: 'b' }),
  publishDocs: (c) => c.post('/api/docs/generate', { repo, base: 'a', head: 'b', openPr: true }),
  // After those for documentation, which then ask no code host.
  manageCodeHost: (c) => c.put(`/api/project/${project}/code-host`, { kind: 'github', token: 't' }),
  delete: (c) => c.delete(`/api/project/${project}`),
});

onEveryEngine('may', (engine) => {
  let world: World;
  let owner: Person;
  let somebody: Person;
  let count = 0;

  before(async () => {
    world = await openWorld(engine, { RATE_LIMIT: 'off' });
    owner = await world.person('Owner');
    somebody = await world.person('Somebody');
  });
  after(() => world.close());

  const create = async (person: Caller, url: string, body: object) => {
    const { status, body: answer } = await person.post(url, body);
    assert.ok(status < 300, JSON.stringify(answer));
    return answer.data;
  };

  interface Place {
    project: { id: string; workspaceId: string };
    repo: string;
  }
  const newPlace = async (fields: object = {}): Promise<Place> => {
    const repo = `acme/r${++count}`;
    const input = { name: `P${count}`, key: `M${count}`, repositories: [repo], ...fields };
    return { project: await create(owner, '/api/projects', input), repo };
  };
  const join = (person: Person, { project }: Place, role: ProjectRole) =>
    create(owner, `/api/project/${project.id}/members`, { userId: person.id, role });
  const keyOf = async (person: Person, fields: object): Promise<Caller> => {
    const { key } = await create(person, '/api/user/api-keys', { name: 'Key', ...fields });
    return world.caller({ authorization: `Bearer ${key}` });
  };

  /** Asserts that the permissions of an item are those that the requests get. */
  const assertTrue = async (who: string, caller: Caller, url: string, calls: Calls) => {
    const { status, body } = await caller.get(url);
    assert.equal(status, 200, who);
    const { may, mayNot } = body.data;
    assert.deepEqual(Object.keys(may).sort(), Object.keys(calls).sort(), 'a call for each permission');
    const refused = Object.keys(may).filter((name) => !may[name]);
    assert.deepEqual(Object.keys(mayNot), refused, `${who}: a reason for each refusal`);
    const answers: Record<string, number> = {};
    for (const [name, call] of Object.entries(calls)) answers[name] = (await call(caller)).status;
    for (const [name, answer] of Object.entries(answers)) {
      // No code host is configured, so whoever may use the repository is told that it is not found.
      const isGranted = answer < 300 || (name.endsWith('Docs') && answer === 404);
      assert.ok(isGranted || answer === 403, `${who} ${name}: ${answer}`);
    }
    const granted = Object.fromEntries(Object.keys(calls).map((name) => [name, answers[name] !== 403]));
    assert.deepEqual(granted, may, `${who} ${url}: ${JSON.stringify(answers)}`);
  };

  /** Everybody who may read a project: how they come to it, and what they send requests with. */
  const readers: Record<string, (place: Place) => Promise<Caller>> = {
    owner: async () => owner,
    'somebody else in a public project': async () => world.person('Outsider'),
    'an administrator of the instance in a public project': async () => world.person('Root', 'ADMIN'),
  };
  for (const role of ['viewer', 'member', 'admin'] as const) {
    readers[role] = async (place) => {
      const person = await world.person(role);
      await join(person, place, role);
      return person;
    };
  }
  readers['admin with a read-only account'] = async (place) => {
    const person = await world.person('Reader', 'VIEWER');
    await join(person, place, 'admin');
    return person;
  };
  readers['admin of another project of the workspace'] = async ({ project: { workspaceId } }) => {
    const person = await world.person('Neighbour');
    await join(person, await newPlace({ workspaceId }), 'admin');
    return person;
  };
  for (const scopes of [['read'], ['read', 'write'], ['read', 'agent'], ['read', 'webhooks']]) {
    readers[`owner with a key for ${scopes.join(' and ')}`] = () => keyOf(owner, { scopes });
  }
  readers['owner with a key for the project'] = ({ project }) => keyOf(owner, { projectIds: [project.id] });

  test('on a project agrees with what each request of each reader is answered', async () => {
    for (const [who, prepare] of Object.entries(readers)) {
      const place = await newPlace({ visibility: 'public' });
      const caller = await prepare(place);
      const { project, repo } = place;
      const calls = projectCalls(project.id, project.workspaceId, repo, somebody.id);
      await assertTrue(who, caller, `/api/project/${project.id}`, calls);
    }
  });

  test('on a ticket agrees with what each request of each reader is answered', async () => {
    for (const [who, prepare] of Object.entries(readers)) {
      const place = await newPlace({ visibility: 'public' });
      const caller = await prepare(place);
      const projectId = place.project.id;
      const [ticket, other] = [
        await create(owner, '/api/tickets', { title: 'Ticket', projectId }),
        await create(owner, '/api/tickets', { title: 'Other', projectId }),
      ];
      await assertTrue(
        who,
        caller,
        `/api/tickets/${ticket.id}`,
        ticketCalls(ticket.id, other.id, somebody.id),
      );
    }
  });

  test('on a ticket follows who reported it and who is assigned', async () => {
    const place = await newPlace();
    const projectId = place.project.id;
    const reporter = await world.person('Reporter');
    await join(reporter, place, 'member');
    const report = () => create(reporter, '/api/tickets', { title: 'Mine', projectId });
    const tickets = [await report(), await report(), await report()];
    const callsOf = (index: number) => ticketCalls(tickets[index].id, tickets[(index + 1) % 3].id, owner.id);
    const assigned = await create(owner, '/api/tickets', { title: 'A', projectId, assigneeId: somebody.id });
    const comments = ['comment', 'attach', 'watch'];

    await assertTrue('reporter and member', reporter, `/api/tickets/${tickets[0].id}`, callsOf(0));
    await owner.delete(`/api/project/${projectId}/members/${reporter.id}`);
    await assertTrue('reporter alone', reporter, `/api/tickets/${tickets[1].id}`, callsOf(1));
    const { may } = (await somebody.get(`/api/tickets/${assigned.id}`)).body.data;
    assert.deepEqual(
      Object.keys(may)
        .filter((name) => may[name])
        .sort(),
      comments.sort(),
    );
    const calls = ticketCalls(assigned.id, tickets[2].id, owner.id);
    await assertTrue('assignee alone', somebody, `/api/tickets/${assigned.id}`, calls);
  });

  test('on a ticket without a project follows the roles in the workspace', async () => {
    const member = await world.person('Member');
    const guest = await world.person('Guest');
    const workspaceId = await world.sharedWorkspace(owner.id, [member.id]);
    const report = () => create(owner, '/api/tickets', { title: 'Loose', workspaceId, assigneeId: guest.id });
    for (const [who, caller] of Object.entries({ member, guest, owner })) {
      const [ticket, other] = [await report(), await report()];
      await assertTrue(
        who,
        caller,
        `/api/tickets/${ticket.id}`,
        ticketCalls(ticket.id, other.id, caller === guest ? owner.id : guest.id),
      );
    }
    const { id } = await report();
    const { mayNot } = (await member.get(`/api/tickets/${id}`)).body.data;
    assert.deepEqual(mayNot, {
      delete:
        'Only admins and owners of the workspace, and the member who reported it, can delete this ticket.',
    });
  });
});
