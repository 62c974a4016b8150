import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../../test/support/engines.ts';
import { formOf } from '../../../test/support/form.ts';
import { openWorld, type Person, type World } from '../../../test/support/world.ts';
import { attachLink, lockTicketInProjects, moveTicketByCode } from '../links/links.ts';
import { withTicketRow } from './event-row.ts';

onEveryEngine('rows in events', (engine) => {
  let world: World;
  let ada: Person;
  let ben: Person;
  let project: { id: string; workspaceId: string };
  before(async () => {
    world = await openWorld(engine);
    ada = await world.person('Ada');
    ben = await world.person('Ben');
    project = (await ada.post('/api/projects', { name: 'Engine', key: 'ENG' })).body.data;
  });
  after(() => world.close());

  /** The rows of the events of a ticket, as webhooks and streams present them. */
  const eventsOf = async (ticketId: string) =>
    (await world.events())
      .filter((event) => event.ticketId === ticketId)
      .map(({ type, data }) => ({ type, ...JSON.parse(withTicketRow(data)) }));
  const listedRow = async (id: string) =>
    (await ada.get('/api/tickets?fields=row&limit=100')).body.data.find(
      (row: { id: string }) => row.id === id,
    );

  test('after every kind of change the last event has the row that the list has, and each row is newer', async () => {
    const other = (await ada.post('/api/projects', { name: 'Other' })).body.data;
    const labels = [
      await world.label(project.workspaceId, 'one'),
      await world.label(project.workspaceId, 'two'),
    ];
    const group = await world.group(project.id, 'Sprint');
    const parent = (await ada.post('/api/tickets', { title: 'Parent' })).body.data.id;
    const created = await ada.post('/api/tickets', {
      title: 'Child',
      description: 'Not in the row',
      projectId: project.id,
      assigneeId: ben.id,
      groupId: group,
      parentId: parent,
      dueDate: '2026-12-24T17:00:00.000Z',
      labelIds: labels,
    });
    const { id } = created.body.data;
    const url = `/api/tickets/${id}`;
    let known = 0;
    let updatedAt = '';
    const check = async (what: string, types: string[]) => {
      const events = (await eventsOf(id)).slice(known);
      known += events.length;
      assert.deepEqual(
        events.map(({ type }) => type),
        types,
        what,
      );
      const row = await listedRow(id);
      for (const event of events) assert.deepEqual(event.row, row, what);
      assert.ok(row.updatedAt > updatedAt, what);
      updatedAt = row.updatedAt;
      return row;
    };

    const first = await check('creation', ['ticket.created', 'ticket.assigned']);
    assert.deepEqual([first.labelIds, first.version], [labels.toSorted(), 1]);
    await ada.put(url, { labelIds: [labels[0]] });
    await check('labels', ['ticket.updated']);
    await ada.put(`${url}/status`, { status: 'done' });
    await check('status', ['ticket.updated', 'ticket.status_changed']);
    await ada.put(url, { assigneeId: null, groupId: null, parentId: null, dueDate: null, labelIds: null });
    const cleared = await check('cleared fields', ['ticket.updated']);
    assert.deepEqual(
      [cleared.assigneeId, cleared.groupId, cleared.parentId, cleared.dueDate, cleared.labelIds],
      [null, null, null, null, []],
    );
    await ada.put(url, { labelIds: labels });
    await check('labels again', ['ticket.updated']);
    await ada.put(`${url}/rank`, { position: 'first', status: 'todo' });
    world.clock.advance(1);
    await ada.post('/api/tickets', { title: 'Last', projectId: project.id });
    await ada.put(`${url}/rank`, {});
    known = (await eventsOf(id)).length - 1;
    await check('rank', ['ticket.updated']);

    const comment = (await ada.post(`${url}/comments`, { content: 'One' })).body.data.id;
    assert.equal((await check('comment', ['comment.created'])).counts.comments, 1);
    await ada.put(`${url}/comments/${comment}`, { content: 'Two' });
    await check('edited comment', ['comment.updated']);
    await ada.delete(`${url}/comments/${comment}`);
    assert.equal((await check('deleted comment', ['comment.deleted'])).counts.comments, 0);
    const log = (await ada.post(`${url}/time-logs`, { minutes: 5 })).body.data.id;
    await check('time', ['time_log.created']);
    await ada.put(`${url}/time-logs/${log}`, { minutes: 6 });
    await check('changed time', ['time_log.updated']);
    await ada.delete(`${url}/time-logs/${log}`);
    await check('deleted time', ['time_log.deleted']);
    const files = await ada.post(`${url}/attachments`, ...formOf({ content: 'a' }, { content: 'b' }));
    const [ofFirst] = (await eventsOf(id)).slice(known);
    assert.equal(ofFirst.row.counts.attachments, 1);
    known++;
    await check('attachments', ['attachment.created']);
    await ada.delete(`${url}/attachments/${files.body.data[0].id}`);
    assert.equal((await check('deleted attachment', ['attachment.deleted'])).counts.attachments, 1);
    await ada.post(`${url}/relations`, { kind: 'blocks', ticketId: parent });
    await check('relation', ['ticket.updated']);
    await ada.delete(`${url}/relations/blocks/${parent}`);
    await check('removed relation', ['ticket.updated']);

    await world.db.transaction(async (tx) => {
      const ticket = await lockTicketInProjects(tx, [project.id], id);
      assert.ok(ticket);
      const by = { userId: null, name: 'Somebody', provider: 'github' };
      const link = {
        kind: 'pull_request' as const,
        provider: 'github' as const,
        repository: 'acme/app',
        reference: '7',
        title: 'Fix',
        url: null,
        state: 'open' as const,
        author: null,
        authorId: null,
      };
      await attachLink(tx, by, ticket, { ...link, closes: true, asOf: world.clock.now() }, world.clock.now());
    });
    await check('link', ['ticket.linked']);
    await world.db.transaction(async (tx) => {
      const ticket = await lockTicketInProjects(tx, [project.id], id);
      assert.ok(ticket);
      const by = { userId: null, name: 'Somebody', provider: 'github' };
      await moveTicketByCode(tx, by, ticket, 'in_review', world.clock.now());
    });
    await check('move by code', ['ticket.updated', 'ticket.status_changed']);

    await ada.post('/api/tickets/bulk', { tickets: [{ id, title: 'Bulk', labelIds: [labels[1]] }] });
    await check('bulk', ['ticket.updated']);
    await ada.put(url, { projectId: other.id });
    const moved = await check('move', ['ticket.updated']);
    assert.equal(moved.projectId, other.id);
    await ada.put(url, { projectId: null });
    assert.deepEqual((await check('no project', ['ticket.updated'])).key, null);

    await ada.delete(url);
    const deletion = (await eventsOf(id)).at(-1);
    await ada.post(`${url}/restore`);
    known++;
    const restored = await check('restore', ['ticket.updated']);
    assert.deepEqual([deletion.type, deletion.row.version], ['ticket.deleted', restored.version - 1]);
  });

  test('the event log does not store the row, and events without labels and counts present none', async () => {
    await ada.post('/api/tickets', { title: 'Plain', projectId: project.id });
    const { data = '' } = (await world.events()).at(-1) ?? {};
    assert.equal('row' in JSON.parse(data), false);
    const { labelIds: _, ...old } = JSON.parse(data).ticket;
    const stored = JSON.stringify({ ticket: old, project: null, user: { id: ada.id, name: 'Ada' } });
    assert.equal(withTicketRow(stored), stored);
    assert.equal(withTicketRow('{"project":{}}'), '{"project":{}}');
  });
});
