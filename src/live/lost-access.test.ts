import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../test/support/engines.ts';
import { type LiveStream, listen, openStream, untilSettled } from '../../test/support/live-stream.ts';
import { openWorld, type Person, type World } from '../../test/support/world.ts';

onEveryEngine('streams of people who lose access', (engine) => {
  let world: World;
  let origin: string;
  let ada: Person;
  let ben: Person;
  let eve: Person;
  before(async () => {
    world = await openWorld(engine, { RATE_LIMIT: 'off' });
    origin = await listen(world.app);
    ada = await world.person('Ada');
    ben = await world.person('Ben');
    eve = await world.person('Eve');
  });
  after(() => world.close());

  let count = 0;
  const newProject = async (fields: object = {}): Promise<string> =>
    (await ada.post('/api/projects', { name: 'Gone', key: `G${++count}`, ...fields })).body.data.id;
  const newTicket = async (projectId: string | null, fields: object = {}): Promise<string> =>
    (await ada.post('/api/tickets', { title: 'Gone', projectId, ...fields })).body.data.id;
  const addBen = (id: string, role = 'member') =>
    ada.post(`/api/project/${id}/members`, { userId: ben.id, role });
  const removeBen = (id: string) => ada.delete(`/api/project/${id}/members/${ben.id}`);
  const follow = async (person: Person, query = '', headers: object = {}) => {
    await untilSettled(world.db.reads);
    return openStream(origin, { cookie: person.cookie, ...headers }, query);
  };
  const followWithKey = async (person: Person, projectIds: string[]) => {
    const input = { name: 'k', scopes: ['read', 'write'], projectIds };
    const { key } = (await person.post('/api/user/api-keys', input)).body.data;
    await untilSettled(world.db.reads);
    return openStream(origin, { authorization: `Bearer ${key}` });
  };
  /** Ends with a ticket that the person sees; when its event arrives, every earlier event has arrived or never will. */
  async function heard(stream: LiveStream, person: Person, mark: object = {}) {
    const input = { title: 'mark', ...mark };
    const { id } = (await person.post('/api/tickets', input)).body.data;
    for (let seen = 1; stream.messages.at(-1)?.data.data.ticket?.id !== id; seen++) await stream.until(seen);
    stream.close();
    return stream.messages
      .filter(({ data }) => data.data.ticket?.title !== 'mark')
      .map(({ event, data: { data } }) => [event, data.id ?? data.ticket?.id ?? data.project?.id]);
  }
  /** The stream of a client that was away since the message with this id. */
  const resume = (person: Person, since: string | undefined) =>
    follow(person, '', { 'last-event-id': since as string });

  test('who cannot see the new project of a ticket learns its id and nothing else, live and after a pause', async () => {
    const [from, to] = [await newProject(), await newProject()];
    await addBen(from);
    const id = await newTicket(from);
    const [hers, his] = [await follow(ada), await follow(ben)];
    const since = his.lastEventId();
    await ada.put(`/api/tickets/${id}`, { projectId: to, title: 'Secret title' });
    await ada.put(`/api/tickets/${id}`, { title: 'Secret title again' });
    const expected = [['ticket.gone', id]];
    assert.deepEqual(await heard(his, ben), expected);
    assert.deepEqual(his.messages[0]?.data.data, { id });
    assert.ok(!JSON.stringify(his.messages).includes('Secret'));
    assert.deepEqual(await heard(await resume(ben, since), ben), expected);
    assert.deepEqual(await heard(hers, ada), [
      ['ticket.updated', id],
      ['ticket.updated', id],
    ]);
  });

  test('a stranger to both projects hears nothing of a moved ticket', async () => {
    const [from, to] = [await newProject(), await newProject()];
    const id = await newTicket(from);
    const stream = await follow(eve);
    await ada.put(`/api/tickets/${id}`, { projectId: to });
    assert.deepEqual(await heard(stream, eve), []);
  });

  test('who joins a project later does not hear of the tickets that left it before, after a pause', async () => {
    const [from, to] = [await newProject(), await newProject()];
    const id = await newTicket(from);
    const stream = await follow(ben);
    const since = stream.lastEventId();
    await ada.put(`/api/tickets/${id}`, { projectId: to });
    assert.deepEqual(await heard(stream, ben), []);
    world.clock.advance(1_000);
    await addBen(from);
    const types = (await heard(await resume(ben, since), ben)).map(([type]) => type);
    assert.deepEqual(types, ['member.changed', 'member.added']);
  });

  test('a person who is removed before a ticket moves hears of the project, one who is removed later of both', async () => {
    const [from, to] = [await newProject(), await newProject()];
    await addBen(from);
    const id = await newTicket(from);
    let stream = await follow(ben);
    await removeBen(from);
    await stream.until(3);
    await ada.put(`/api/tickets/${id}`, { projectId: to });
    const removal = [
      ['member.changed', from],
      ['project.gone', from],
      ['member.removed', from],
    ];
    assert.deepEqual(await heard(stream, ben), removal);

    await addBen(from);
    const other = await newTicket(from);
    stream = await follow(ben);
    await ada.put(`/api/tickets/${other}`, { projectId: to });
    await stream.until(1);
    await removeBen(from);
    assert.deepEqual(await heard(stream, ben), [['ticket.gone', other], ...removal]);
  });

  test('a guest who is no longer the assignee hears that the ticket is gone, and a member that it changed', async () => {
    const project = await newProject();
    const id = await newTicket(project, { assigneeId: ben.id });
    const [his, hers] = [await follow(ben), await follow(ada)];
    await ada.put(`/api/tickets/${id}/assignee`, { assigneeId: eve.id });
    assert.deepEqual(await heard(his, ben), [['ticket.gone', id]]);
    assert.deepEqual(
      (await heard(hers, ada)).map(([type]) => type),
      ['ticket.updated', 'ticket.assigned'],
    );
  });

  test('members of a workspace hear that a ticket without a project left it', async () => {
    const shared = await world.sharedWorkspace(ada.id, [ben.id]);
    const id = await newTicket(null, { workspaceId: shared });
    const stream = await follow(ben);
    await ada.put(`/api/tickets/${id}`, { projectId: await newProject() });
    assert.deepEqual(await heard(stream, ben), [['ticket.gone', id]]);
  });

  test('who sees a ticket before and after a move hears of the move, on a stream of the old project that it is gone', async () => {
    const [from, to] = [await newProject(), await newProject()];
    const id = await newTicket(from);
    const [all, ofOld, ofNew] = [
      await follow(ada),
      await follow(ada, `?project=${from}`),
      await follow(ada, `?project=${to}`),
    ];
    await ada.put(`/api/tickets/${id}`, { projectId: to });
    assert.deepEqual(await heard(all, ada), [['ticket.updated', id]]);
    assert.deepEqual(await heard(ofOld, ada, { projectId: from }), [['ticket.gone', id]]);
    assert.deepEqual(await heard(ofNew, ada, { projectId: to }), [['ticket.updated', id]]);
  });

  test('an API key limited to a project hears of the tickets that leave it, and of no other project', async () => {
    const [from, to, other] = [await newProject(), await newProject(), await newProject()];
    const id = await newTicket(from);
    const [ofOld, ofNew, ofOther] = [
      await followWithKey(ada, [from]),
      await followWithKey(ada, [to]),
      await followWithKey(ada, [other]),
    ];
    await ada.put(`/api/tickets/${id}`, { projectId: to });
    assert.deepEqual(await heard(ofOld, ada, { projectId: from }), [['ticket.gone', id]]);
    assert.deepEqual(await heard(ofNew, ada, { projectId: to }), [['ticket.updated', id]]);
    assert.deepEqual(await heard(ofOther, ada, { projectId: other }), []);
  });

  test('an API key of a removed member hears of the removal if it is limited to that project, else nothing', async () => {
    const [left, kept] = [await newProject(), await newProject()];
    for (const project of [left, kept]) await addBen(project);
    const [ofLeft, ofKept] = [await followWithKey(ben, [left]), await followWithKey(ben, [kept])];
    await removeBen(left);
    await ofLeft.until(3);
    ofLeft.close();
    assert.deepEqual(
      ofLeft.messages.map(({ event }) => event),
      ['member.changed', 'project.gone', 'member.removed'],
    );
    assert.deepEqual(await heard(ofKept, ada, { projectId: kept }), []);
  });

  test('a reader of a public project that turns private hears that it is gone, a member that it changed', async () => {
    const project = await newProject({ visibility: 'public' });
    await addBen(project);
    const [his, hers] = [await follow(ben), await follow(eve)];
    await ada.put(`/api/project/${project}`, { visibility: 'private', name: 'Secret' });
    assert.deepEqual(await heard(hers, eve), [['project.gone', project]]);
    assert.deepEqual(hers.messages[0]?.data.data, { id: project });
    assert.deepEqual(await heard(his, ben), [['project.updated', project]]);
  });

  test('a private project that changes is not mentioned to strangers', async () => {
    const project = await newProject();
    const shared = await world.sharedWorkspace(ada.id, [ben.id]);
    const stream = await follow(eve);
    await ada.put(`/api/project/${project}`, { visibility: 'public' });
    await stream.until(1);
    await ada.put(`/api/project/${project}`, { workspaceId: shared });
    assert.deepEqual(await heard(stream, eve), [
      ['project.updated', project],
      ['project.gone', project],
    ]);
    const quiet = await follow(eve);
    await ada.put(`/api/project/${project}`, { visibility: 'private' });
    assert.deepEqual(await heard(quiet, eve), []);
  });

  test('the deletion of a project reaches members as such, and guests as the loss of the project', async () => {
    const project = await newProject();
    await addBen(project);
    await newTicket(project, { assigneeId: eve.id });
    const [his, guests] = [await follow(ben), await follow(eve)];
    await ada.delete(`/api/project/${project}`);
    assert.deepEqual(await heard(his, ben), [['project.deleted', project]]);
    assert.deepEqual(await heard(guests, eve), [['project.gone', project]]);
  });

  test('member.changed tells of every granted, changed and removed role, in projects and workspaces', async () => {
    const project = await newProject();
    const { id: shared } = (await ada.post('/api/workspaces', { name: 'Shared' })).body.data;
    const [hers, his] = [
      await follow(ada, '?types=member.changed,ticket.created'),
      await follow(ben, '?types=member.changed,ticket.created'),
    ];
    await addBen(project);
    await addBen(project, 'viewer');
    await his.until(2);
    await removeBen(project);
    await ada.post(`/api/workspaces/${shared}/members`, { userId: ben.id, role: 'member' });
    await his.until(4);
    await ada.delete(`/api/workspaces/${shared}/members/${ben.id}`);
    for (const [stream, person] of [
      [hers, ada],
      [his, ben],
    ] as const) {
      await heard(stream, person);
      assert.deepEqual(
        stream.messages
          .slice(0, -1)
          .map(({ data: { data } }) => [
            data.project?.id ?? data.workspace.id,
            data.member.id,
            data.member.role,
          ]),
        [
          [project, ben.id, 'member'],
          [project, ben.id, 'viewer'],
          [project, ben.id, null],
          [shared, ben.id, 'member'],
          [shared, ben.id, null],
        ],
      );
    }
  });

  test('the deletion of a label reaches the members of projects that use it', async () => {
    const { id: shared } = (await ada.post('/api/workspaces', { name: 'Labels' })).body.data;
    const project = await newProject({ workspaceId: shared });
    await addBen(project);
    const label = (await ada.post('/api/labels', { name: 'old', workspaceId: shared })).body.data.id;
    const [his, strangers] = [await follow(ben), await follow(eve)];
    await ada.delete(`/api/labels/${label}`);
    assert.deepEqual(
      (await heard(his, ben)).map(([type]) => type),
      ['label.deleted'],
    );
    assert.deepEqual(await heard(strangers, eve), []);
  });
});
