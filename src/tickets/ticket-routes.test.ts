import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../test/support/engines.ts';
import { openWorld, type Person, type World } from '../../test/support/world.ts';
import { dayMs } from '../platform/clock.ts';
import { statements } from '../platform/db/index.ts';

onEveryEngine('tickets', (engine) => {
  let world: World;
  let ada: Person;
  let ben: Person;
  let project: { id: string; key: string; workspaceId: string };

  before(async () => {
    world = await openWorld(engine);
    ada = await world.person('Ada');
    ben = await world.person('Ben');
    project = (await ada.post('/api/projects', { name: 'Engine', key: 'ENG' })).body.data;
  });
  after(() => world.close());

  const makeTicket = async (fields: object = {}) =>
    (await ada.post('/api/tickets', { title: 'A ticket', projectId: project.id, ...fields })).body.data;

  test('a new ticket gets default fields, a key and its reporter', async () => {
    const { status, body } = await ada.post('/api/tickets', { title: '  Fix it  ', projectId: project.id });
    assert.equal(status, 201);
    const { data } = body;
    assert.equal(data.title, 'Fix it');
    assert.deepEqual(
      [data.type, data.status, data.priority, data.stage],
      ['TASK', 'backlog', 'medium', 'PLANNING'],
    );
    assert.match(data.key, /^ENG-\d+$/);
    assert.equal(data.reporter.id, ada.id);
    assert.equal(data.assignee, null);
    assert.equal(data.project.id, project.id);
    assert.deepEqual([data.labels, data.comments], [[], []]);
    assert.deepEqual(data._count, { comments: 0, attachments: 0, timeLogs: 0 });
    assert.equal('assigneeId' in data, false);
    assert.equal('dueDate' in data, false);
  });

  test('reading a ticket takes one statement, and one more for each kind of part that it has', async () => {
    const { id } = await makeTicket();
    const listRead = async () => {
      const read: string[] = [];
      // Background loops ask about other tables in the meantime.
      const unsubscribe = statements.subscribe(({ statement }) => {
        if (
          /\bfrom (?:tickets|comments|ticket_labels|checklist_items|ticket_criteria|evidence|reactions)\b/.test(
            statement,
          )
        )
          read.push(statement);
      });
      assert.equal((await ada.get(`/api/tickets/${id}`)).status, 200);
      unsubscribe();
      return read;
    };
    assert.equal((await listRead()).length, 1);
    await ada.post(`/api/tickets/${id}/comments`, { content: 'A comment' });
    assert.equal((await listRead()).length, 2);
  });

  test('a ticket without a project has no key and belongs to the caller’s own workspace', async () => {
    const { data } = (await ada.post('/api/tickets', { title: 'Loose' })).body;
    assert.equal('key' in data, false);
    assert.equal(data.project, null);
    assert.equal(data.workspaceId, project.workspaceId);
    const list = await ada.get('/api/tickets?search=loose');
    assert.deepEqual(
      list.body.data.map((ticket: { id: string }) => ticket.id),
      [data.id],
    );
  });

  test('the answers to a creation and to a change are the ticket as it is then read', async () => {
    const label = await ada.post('/api/labels', { name: 'As read', workspaceId: project.workspaceId });
    assert.equal(label.status, 201);
    const group = await ada.post('/api/groups', { name: 'Sprint', projectId: project.id });
    assert.equal(group.status, 201);
    const parent = await makeTicket();
    const assertAsRead = async ({
      possibleDuplicates: _possibleDuplicates,
      ...answered
    }: { id: string } & Record<string, unknown>) => {
      const {
        may: _may,
        mayNot: _mayNot,
        ...read
      } = (await ada.get(`/api/tickets/${answered.id}`)).body.data;
      assert.deepEqual(answered, read);
    };
    const shapes = [
      {},
      {
        projectId: project.key,
        description: 'Half of a character: \ud83d',
        title: '\udc00 too',
        estimate: 1.15,
      },
      {
        labelIds: [label.body.data.id],
        checklist: ['First'],
        criteria: [{ text: 'It holds' }],
        parentId: parent.id,
      },
      { assigneeId: 'me', status: 'done', dueDate: '2030-01-01', priority: 'high' },
      { groupId: group.body.data.id },
      { projectId: undefined },
    ];
    for (const shape of shapes) {
      const created = await makeTicket(shape);
      await assertAsRead(created);
      await ada.post(`/api/tickets/${created.id}/comments`, { content: 'Moved on' });
      for (const status of ['in_progress', 'in_progress', 'cancelled'])
        await assertAsRead((await ada.put(`/api/tickets/${created.id}/status`, { status })).body.data);
      const changed = { assigneeId: ben.id, title: 'Half: \ud83d', type: 'BUG', stage: 'TESTING' };
      await assertAsRead((await ada.put(`/api/tickets/${created.id}`, changed)).body.data);
    }
    await assertAsRead((await ada.put(`/api/tickets/${parent.id}/status`, { status: 'todo' })).body.data);
  });

  test('an invalid ticket is refused with all invalid fields, and nothing is written', async () => {
    const before = (await ada.get('/api/tickets')).body.pagination.total;
    const { status, body } = await ada.post('/api/tickets', {
      title: ' ',
      type: 'NOPE',
      dueDate: '2026-02-30',
    });
    assert.equal(status, 400);
    assert.equal(body.error.code, 'VALIDATION_ERROR');
    assert.equal(body.error.message, 'Invalid input data');
    assert.deepEqual(Object.keys(body.error.details).sort(), ['dueDate', 'title', 'type']);
    assert.equal((await ada.get('/api/tickets')).body.pagination.total, before);
  });

  test('a missing title is reported for the field title, even without a body', async () => {
    assert.deepEqual((await ada.post('/api/tickets', {})).body.error.details, {
      title: ['Title is required'],
    });
    assert.deepEqual((await ada.post('/api/tickets')).body.error.details, { title: ['Title is required'] });
  });

  test('the project, assignee, group, parent and labels of a ticket must exist', async () => {
    const { body } = await ada.post('/api/tickets', {
      title: 'Lost',
      assigneeId: 'nobody',
      groupId: 'nothing',
      parentId: 'ENG-999999',
      labelIds: ['none'],
    });
    assert.deepEqual(Object.keys(body.error.details).sort(), [
      'assigneeId',
      'groupId',
      'labelIds',
      'parentId',
    ]);
    const unknownProject = await ada.post('/api/tickets', { title: 'Lost', projectId: 'nowhere' });
    assert.deepEqual(Object.keys(unknownProject.body.error.details), ['projectId']);
  });

  test('invalid references are reported with all other errors, before missing permissions', async () => {
    const lost = { assigneeId: 'nobody', projectId: 'nowhere', groupId: 'nothing', labelIds: ['none'] };
    const wrong = { ...lost, title: '', dueDate: 'soon' };
    const ticket = await makeTicket();
    for (const refuse of [
      (fields: object) => ada.post('/api/tickets', { title: 'Lost', ...fields }),
      (fields: object) => ada.put(`/api/tickets/${ticket.id}`, fields),
    ]) {
      for (const fields of [lost, wrong, { title: '', assigneeId: 'nobody' }]) {
        const { status, body } = await refuse(fields);
        assert.equal(status, 400);
        assert.deepEqual(Object.keys(body.error.details).sort(), Object.keys(fields).sort());
      }
    }
    const foreign = { title: 'Lost', projectId: project.id };
    assert.equal((await ben.post('/api/tickets', foreign)).status, 403);
    const both = await ben.post('/api/tickets', { ...foreign, assigneeId: 'nobody' });
    assert.deepEqual([both.status, Object.keys(both.body.error.details)], [400, ['assigneeId']]);
    const forbidden = await ben.put(`/api/tickets/${ticket.id}`, wrong);
    assert.deepEqual([forbidden.status, forbidden.body.error.details], [403, undefined]);
  });

  test('a title has 1 to 500 Unicode characters after trimming', async () => {
    assert.equal((await ada.post('/api/tickets', { title: ` ${'😀'.repeat(500)} ` })).status, 201);
    assert.equal((await ada.post('/api/tickets', { title: 'x'.repeat(501) })).status, 400);
  });

  test('a ticket contains its labels and its group', async () => {
    const label = await world.label(project.workspaceId, 'regression');
    const group = await world.group(project.id, 'Sprint 1');
    const ticket = await makeTicket({ labelIds: [label, label], groupId: group });
    assert.deepEqual(
      ticket.labels.map((entry: { name: string }) => entry.name),
      ['regression'],
    );
    assert.equal(ticket.group.name, 'Sprint 1');
    const found = await ada.get(`/api/tickets?group=${group}&label=${label}`);
    assert.equal(found.body.pagination.total, 1);
    const cleared = await ada.put(`/api/tickets/${ticket.id}`, { labelIds: [], groupId: null });
    assert.deepEqual([cleared.body.data.labels, cleared.body.data.group], [[], null]);
  });

  test('a ticket is found by its id and by its key in any case', async () => {
    const ticket = await makeTicket();
    for (const ref of [ticket.id, ticket.key, ticket.key.toLowerCase()]) {
      assert.equal((await ada.get(`/api/tickets/${ref}`)).body.data.id, ticket.id);
    }
    const missing = await ada.get('/api/tickets/ENG-99999');
    assert.deepEqual([missing.status, missing.body.error.message], [404, 'Ticket not found']);
  });

  test('absent fields keep their value, null clears them, and a PUT of a GET’s answer changes nothing', async () => {
    const ticket = await makeTicket({ description: 'Long', dueDate: '2026-12-01', assigneeId: ben.id });
    const same = await ada.put(`/api/tickets/${ticket.id}`, ticket);
    assert.equal(same.status, 200);
    assert.equal(same.body.data.updatedAt, ticket.updatedAt);
    const changed = await ada.patch(`/api/tickets/${ticket.id}`, {
      priority: 'high',
      description: null,
      dueDate: null,
      assigneeId: null,
      id: 'ignored',
      bogus: 1,
    });
    const { data } = changed.body;
    assert.equal(data.id, ticket.id);
    assert.equal(data.priority, 'high');
    assert.equal(data.title, ticket.title);
    assert.deepEqual(['description' in data, 'dueDate' in data, data.assignee], [false, false, null]);
  });

  test('updatedAt grows with every change, even within one millisecond', async () => {
    const ticket = await makeTicket();
    let last = ticket.updatedAt;
    for (const title of ['one', 'two', 'three']) {
      const { data } = (await ada.put(`/api/tickets/${ticket.id}`, { title })).body;
      assert.ok(data.updatedAt > last);
      last = data.updatedAt;
    }
  });

  test('the status done sets completedAt, and leaving it clears completedAt', async () => {
    const ticket = await makeTicket();
    const done = await ada.put(`/api/tickets/${ticket.id}/status`, { status: 'done' });
    assert.ok(done.body.data.completedAt);
    const again = await ada.put(`/api/tickets/${ticket.id}/status`, { status: 'in_review' });
    assert.equal('completedAt' in again.body.data, false);
    const wrong = await ada.put(`/api/tickets/${ticket.id}/status`, { status: 'finished' });
    assert.deepEqual(Object.keys(wrong.body.error.details), ['status']);
  });

  test('an assignee who is not a member may read, comment on and list the ticket', async () => {
    const cleo = await world.person('Cleo');
    const ticket = await makeTicket();
    assert.equal((await cleo.get(`/api/tickets/${ticket.id}`)).status, 403);
    const assigned = await ada.put(`/api/tickets/${ticket.id}/assignee`, { assigneeId: cleo.id });
    assert.equal(assigned.body.data.assignee.name, 'Cleo');
    assert.equal((await cleo.get(`/api/tickets/${ticket.id}`)).status, 200);
    assert.equal((await cleo.post(`/api/tickets/${ticket.id}/comments`, { content: 'On it' })).status, 201);
    assert.equal((await cleo.put(`/api/tickets/${ticket.id}`, { title: 'Mine' })).status, 403);
    for (const query of ['', '?assignee=me', `?project=${project.key}`, '?search=ticket', '?sort=title']) {
      const { data, pagination } = (await cleo.get(`/api/tickets${query}`)).body;
      assert.deepEqual([data.length, pagination.total], [1, 1], query);
    }
    await ada.put(`/api/tickets/${ticket.id}/assignee`, { assigneeId: null });
    assert.equal((await cleo.get('/api/tickets')).body.pagination.total, 0);
  });

  test('a deleted ticket is found nowhere until it is restored', async () => {
    const ticket = await makeTicket({ title: 'Vanishing act' });
    const answer = await ada.delete(`/api/tickets/${ticket.id}`);
    assert.deepEqual(answer.body, { data: { id: ticket.id, deleted: true } });
    assert.equal((await ada.get(`/api/tickets/${ticket.id}`)).status, 404);
    assert.equal((await ada.put(`/api/tickets/${ticket.id}`, { title: 'x' })).status, 404);
    assert.equal((await ada.get('/api/tickets/search?q=vanishing')).body.pagination.total, 0);
    assert.equal((await ada.get('/api/tickets?search=vanishing')).body.pagination.total, 0);
    const back = await ada.post(`/api/tickets/${ticket.id}/restore`);
    assert.equal(back.body.data.key, ticket.key);
    assert.equal((await ada.get(`/api/tickets/${ticket.id}`)).status, 200);
    const quiet = await ada.delete(`/api/tickets/${ticket.id}`, { prefer: 'return=minimal' });
    assert.equal(quiet.status, 204);
    world.clock.advance(31 * dayMs);
    const { cookie } = await world.person('Late');
    assert.equal((await world.caller({ cookie }).post(`/api/tickets/${ticket.id}/restore`)).status, 404);
    world.clock.advance(-31 * dayMs);
  });

  test('a moved ticket gets the next number of its new project and is still found by its old key', async () => {
    const other = (await ada.post('/api/projects', { name: 'Other', key: 'OTH' })).body.data;
    const ticket = await makeTicket({ title: 'Nomad' });
    const moved = (await ada.put(`/api/tickets/${ticket.id}`, { projectId: 'oth' })).body.data;
    assert.equal(moved.key, 'OTH-1');
    assert.equal((await ada.get(`/api/tickets/${ticket.key}`)).body.data.id, ticket.id);
    assert.equal((await ada.get(`/api/project/${other.id}`)).body.data._count.tickets, 1);
    await ada.put('/api/project/OTH', { key: 'NEW' });
    assert.equal((await ada.get('/api/tickets/oth-1')).body.data.key, 'NEW-1');
    const loose = (await ada.put(`/api/tickets/${ticket.id}`, { projectId: null })).body.data;
    assert.equal('key' in loose, false);
    assert.equal((await ada.get('/api/tickets/NEW-1')).body.data.id, ticket.id);
  });

  test('a ticket is never its own ancestor', async () => {
    const epic = await makeTicket({ type: 'EPIC' });
    const child = await makeTicket({ parentId: epic.key });
    assert.equal(child.parentId, epic.id);
    for (const parentId of [epic.id, child.id]) {
      const { status, body } = await ada.put(`/api/tickets/${epic.id}`, { parentId });
      assert.deepEqual([status, Object.keys(body.error.details)], [400, ['parentId']]);
    }
  });

  test('If-Match refuses an edit after another edit, but not after a comment', async () => {
    const ticket = await makeTicket();
    const read = await ada.get(`/api/tickets/${ticket.id}`);
    const etag = String(read.headers.etag);
    await ada.post(`/api/tickets/${ticket.id}/comments`, { content: 'Beside it' });
    const first = await ada.put(`/api/tickets/${ticket.id}`, { title: 'First' }, { 'if-match': etag });
    assert.equal(first.status, 200);
    const second = await ada.put(`/api/tickets/${ticket.id}`, { title: 'Second' }, { 'if-match': etag });
    assert.equal(second.body.error.code, 'PRECONDITION_FAILED');
    assert.equal(second.status, 412);
    assert.equal((await ada.delete(`/api/tickets/${ticket.id}`, { 'if-match': etag })).status, 412);
    assert.equal((await ada.get(`/api/tickets/${ticket.id}`)).body.data.title, 'First');
  });

  test('If-None-Match returns 304 until something in the response changes', async () => {
    const ticket = await makeTicket();
    const etag = String((await ada.get(`/api/tickets/${ticket.id}`)).headers.etag);
    const unchanged = await ada.get(`/api/tickets/${ticket.id}`, { 'if-none-match': etag });
    assert.deepEqual([unchanged.status, unchanged.body], [304, '']);
    await ada.post(`/api/tickets/${ticket.id}/comments`, { content: 'New' });
    assert.equal((await ada.get(`/api/tickets/${ticket.id}`, { 'if-none-match': etag })).status, 200);
  });
});
