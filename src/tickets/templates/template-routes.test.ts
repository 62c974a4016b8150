import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../../test/support/engines.ts';
import { openWorld, type Person, type World } from '../../../test/support/world.ts';

onEveryEngine('ticket templates', (engine) => {
  let world: World;
  let ada: Person;
  let ben: Person;
  let workspaceId: string;

  before(async () => {
    world = await openWorld(engine);
    ada = await world.person('Ada', 'ADMIN');
    ben = await world.person('Ben');
    workspaceId = (await ada.post('/api/projects', { name: 'Forms', key: 'FORM' })).body.data.workspaceId;
    await ada.post('/api/project/FORM/members', { userId: ben.id, role: 'member' });
  });
  after(() => world.close());

  const makeTemplate = async (name: string, ticket: object) => {
    const answer = await ada.post('/api/project/FORM/templates', { name, ticket });
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    return answer.body.data;
  };

  test('a new ticket has what its template says, and what its creator says wins', async () => {
    const [bug, urgent] = await Promise.all(
      ['bug', 'urgent'].map(
        async (name) => (await ada.post('/api/labels', { name, workspaceId })).body.data.id,
      ),
    );
    const field = (await ada.post('/api/project/FORM/fields', { name: 'Customer', type: 'text' })).body.data;
    const template = await makeTemplate('Bug report', {
      title: 'Something is broken',
      description: '## Steps',
      type: 'BUG',
      priority: 'high',
      assigneeId: 'me',
      estimate: 2,
      labelIds: ['bug'],
      fields: { Customer: 'ACME' },
      checklist: [' Reproduce ', 'Fix'],
    });
    assert.deepEqual(template.ticket, {
      title: 'Something is broken',
      description: '## Steps',
      type: 'BUG',
      priority: 'high',
      assigneeId: ada.id,
      estimate: 2,
      labelIds: [bug],
      fields: { [field.id]: 'ACME' },
      checklist: ['Reproduce', 'Fix'],
    });
    const plain = (await ben.post('/api/tickets', { template: template.id })).body.data;
    assert.deepEqual(
      [plain.title, plain.type, plain.assigneeId, plain.estimate, plain.reporterId, plain.fields],
      ['Something is broken', 'BUG', ada.id, 2, ben.id, { [field.id]: 'ACME' }],
    );
    assert.deepEqual([plain.labels.map(({ id }: { id: string }) => id), plain.checklist.total], [[bug], 2]);
    const own = {
      template: 'bug REPORT',
      projectId: 'FORM',
      title: 'Own',
      priority: null,
      assigneeId: null,
      labelIds: [urgent],
      fields: { customer: 'Initech' },
      checklist: ['Only this'],
    };
    const changed = (await ben.post('/api/tickets', own)).body.data;
    assert.deepEqual(
      [changed.title, changed.description, changed.priority, changed.assignee, changed.fields],
      ['Own', '## Steps', 'medium', null, { [field.id]: 'Initech' }],
    );
    assert.deepEqual(
      [
        changed.labels.map(({ id }: { id: string }) => id),
        changed.checklist.items.map(({ text }: { text: string }) => text),
      ],
      [[urgent], ['Only this']],
    );
  });

  test('a title is required unless the template has one', async () => {
    const template = await makeTemplate('Untitled', { priority: 'low' });
    for (const body of [{}, { projectId: 'FORM' }, { template: template.id }, { projectId: 'none such' }]) {
      const { status, body: answer } = await ben.post('/api/tickets', body);
      assert.deepEqual(
        [status, answer.error.details?.title],
        [400, ['Title is required']],
        JSON.stringify(body),
      );
    }
    const unknown = await ben.post('/api/tickets', { title: 'T', projectId: 'FORM', template: 'none such' });
    assert.deepEqual([unknown.status, Object.keys(unknown.body.error.details)], [400, ['template']]);
  });

  test('a template of another project is no template of this one', async () => {
    await ada.post('/api/projects', { name: 'Other', key: 'OTHER' });
    const other = (await ada.post('/api/project/OTHER/templates', { name: 'X', ticket: { title: 'X' } })).body
      .data;
    const wrong = await ada.post('/api/tickets', { projectId: 'FORM', template: other.id });
    assert.deepEqual([wrong.status, Object.keys(wrong.body.error.details)], [400, ['template']]);
    assert.equal((await ben.post('/api/tickets', { template: other.id })).status, 403);
    assert.equal((await ada.get(`/api/project/FORM/templates/${other.id}`)).status, 404);
  });

  test('what no longer exists is left out of a template', async () => {
    const eve = await world.person('Eve');
    const label = (await ada.post('/api/labels', { name: 'fleeting', workspaceId })).body.data;
    const field = (await ada.post('/api/project/FORM/fields', { name: 'Gone', type: 'number' })).body.data;
    const template = await makeTemplate('Stale', {
      title: 'T',
      assigneeId: eve.id,
      labelIds: [label.id],
      fields: { Gone: 5 },
    });
    await ada.put(`/api/instance/users/${eve.id}`, { active: false });
    await ada.delete(`/api/labels/${label.id}`);
    await ada.delete(`/api/project/FORM/fields/${field.id}`);
    const listed = (await ben.get('/api/project/FORM/templates')).body.data;
    assert.deepEqual(listed.find(({ id }: { id: string }) => id === template.id).ticket, { title: 'T' });
    const made = await ben.post('/api/tickets', { template: template.id });
    assert.deepEqual([made.status, made.body.data.assignee, made.body.data.labels], [201, null, []]);
  });

  test('names are unique in a project, and changes replace the whole ticket', async () => {
    const template = await makeTemplate('Once', { title: 'T', priority: 'low' });
    const again = await ada.post('/api/project/FORM/templates', { name: ' ONCE ' });
    assert.deepEqual([again.status, Object.keys(again.body.error.details)], [400, ['name']]);
    const url = `/api/project/FORM/templates/${template.id}`;
    assert.equal((await ben.put(url, { name: 'Mine' })).status, 403);
    const changed = (await ada.put(url, { name: 'Twice', ticket: { title: 'U' } })).body.data;
    assert.deepEqual([changed.name, changed.ticket], ['Twice', { title: 'U' }]);
    const wrong = await ada.put(url, { ticket: { labelIds: ['none such'], fields: { Nothing: 1 } } });
    assert.deepEqual(Object.keys(wrong.body.error.details).sort(), [
      'ticket.fields.Nothing',
      'ticket.labelIds',
    ]);
    assert.equal((await ada.delete(url)).status, 200);
    assert.equal((await ada.get(url)).status, 404);
  });
});
