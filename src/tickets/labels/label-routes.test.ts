import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../../test/support/engines.ts';
import { openWorld, type Person, type World } from '../../../test/support/world.ts';

onEveryEngine('labels and groups', (engine) => {
  let world: World;
  let ada: Person;
  let ben: Person;
  let outsider: Person;

  before(async () => {
    world = await openWorld(engine);
    [ada, ben, outsider] = (await Promise.all(['Ada', 'Ben', 'Eve'].map((name) => world.person(name)))) as [
      Person,
      Person,
      Person,
    ];
    await ada.post('/api/projects', { name: 'Marks', key: 'MARK' });
    await ada.post('/api/project/MARK/members', { userId: ben.id, role: 'member' });
  });
  after(() => world.close());

  const makeLabel = async (name: string) =>
    (await ada.post('/api/labels', { name, color: '#d73a4a' })).body.data;

  test('a label name is unique in its workspace, ignoring case', async () => {
    const label = await makeLabel(' Regression ');
    assert.deepEqual([label.name, label.color], ['Regression', '#d73a4a']);
    const again = await ada.post('/api/labels', { name: 'REGRESSION' });
    assert.deepEqual([again.status, Object.keys(again.body.error.details)], [400, ['name']]);
    const changed = await ada.put(`/api/labels/${label.id}`, { name: 'Bug again' });
    assert.deepEqual([changed.body.data.name, changed.body.data.color], ['Bug again', '#d73a4a']);
    assert.equal((await ada.get(`/api/labels/${label.id}`)).body.data.name, 'Bug again');
    const grey = await ada.put(`/api/labels/${label.id}`, { color: null });
    assert.deepEqual([grey.body.data.name, grey.body.data.color], ['Bug again', '#8b949e']);
    assert.deepEqual(
      Object.keys((await ada.post('/api/labels', { name: 'x', color: 'red' })).body.error.details),
      ['color'],
    );
    assert.deepEqual(
      Object.keys((await ada.post('/api/labels', { name: 'x', workspaceId: 'no' })).body.error.details),
      ['workspaceId'],
    );
  });

  /** By ticket: the labels of compact rows, and those of the ticket itself. */
  const labelsInRowsAndDetails = async () => {
    const rows = (await ada.get('/api/tickets?project=MARK&fields=row&limit=100')).body.data;
    return Promise.all(
      rows.map(async ({ id, labelIds }: { id: string; labelIds: string[] }) => ({
        inRow: labelIds,
        inDetails: (await ada.get(`/api/tickets/${id}`)).body.data.labels
          .map((l: { id: string }) => l.id)
          .sort(),
      })),
    );
  };
  const assertRowsAgree = async () => {
    for (const { inRow, inDetails } of await labelsInRowsAndDetails()) assert.deepEqual(inRow, inDetails);
  };

  test('rows have the labels of the ticket after every kind of change', async () => {
    const [a, b, c] = [await makeLabel('row a'), await makeLabel('row b'), await makeLabel('row c')];
    const ticket = (await ada.post('/api/tickets', { title: 'T', projectId: 'MARK', labelIds: [c.id, a.id] }))
      .body.data;
    const rowOf = async () =>
      (await ada.get(`/api/tickets?ids=${ticket.id}&fields=row`)).body.data[0].labelIds as string[];
    assert.deepEqual(await rowOf(), [a.id, c.id].sort());
    await ada.put(`/api/tickets/${ticket.id}`, { labelIds: [b.id, a.id] });
    assert.deepEqual(await rowOf(), [a.id, b.id].sort());
    const tickets = [{ id: ticket.id, addLabels: [c.id], removeLabels: [b.id] }];
    assert.equal((await ada.post('/api/tickets/bulk', { tickets })).status, 200);
    assert.deepEqual(await rowOf(), [a.id, c.id].sort());
    await ada.put(`/api/tickets/${ticket.id}/rank`, { status: 'todo' });
    assert.deepEqual(await rowOf(), [a.id, c.id].sort());
    await ada.delete(`/api/labels/${a.id}`);
    assert.deepEqual(await rowOf(), [c.id]);
    await ada.put(`/api/tickets/${ticket.id}`, { labelIds: [] });
    assert.deepEqual(await rowOf(), []);
    await assertRowsAgree();
  });

  test('deleting a label removes it from its tickets and keeps them', async () => {
    const [kept, gone] = [await makeLabel('kept'), await makeLabel('gone')];
    const ticket = (
      await ada.post('/api/tickets', { title: 'T', projectId: 'MARK', labelIds: [kept.id, gone.id] })
    ).body.data;
    assert.equal((await ada.delete(`/api/labels/${gone.id}`)).status, 200);
    const after = (await ada.get(`/api/tickets/${ticket.id}`)).body.data;
    assert.deepEqual(
      after.labels.map((label: { name: string }) => label.name),
      ['kept'],
    );
    await ada.delete(`/api/labels/${kept.id}`);
    assert.deepEqual((await ada.get(`/api/tickets/${ticket.id}`)).body.data.labels, []);
    assert.equal((await ada.delete(`/api/labels/${gone.id}`)).status, 404);
  });

  test('project members use labels, workspace admins manage them, others see none', async () => {
    const label = await makeLabel('team');
    assert.ok(
      (await ben.get('/api/labels?limit=100')).body.data.some(
        (entry: { id: string }) => entry.id === label.id,
      ),
    );
    assert.equal((await ben.get(`/api/labels/${label.id}`)).status, 200);
    assert.equal((await ben.put(`/api/labels/${label.id}`, { name: 5 })).status, 403);
    assert.equal(
      (await ben.post('/api/labels', { name: 'mine', workspaceId: label.workspaceId })).status,
      403,
    );
    await ada.post('/api/project/MARK/members', { userId: ben.id, role: 'admin' });
    assert.equal(
      (await ben.post('/api/labels', { name: 'mine', workspaceId: label.workspaceId })).status,
      201,
    );
    await ada.post('/api/project/MARK/members', { userId: ben.id, role: 'member' });
    for (const call of [
      outsider.get(`/api/labels/${label.id}`),
      outsider.delete(`/api/labels/${label.id}`),
    ]) {
      assert.equal((await call).status, 403);
    }
    assert.equal((await outsider.get('/api/labels')).body.pagination.total, 0);
    assert.equal((await outsider.put('/api/labels/none', { name: 5 })).status, 404);
  });

  test('a group has a kind and a start before its end, and only project admins change it', async () => {
    const input = {
      name: 'Sprint 1',
      projectId: 'MARK',
      kind: 'cycle',
      startsAt: '2026-11-01',
      endsAt: '2026-11-14',
    };
    const { status, body } = await ada.post('/api/groups', input);
    const { kind, startsAt, endsAt } = body.data;
    assert.deepEqual(
      [status, kind, startsAt, endsAt],
      [201, 'cycle', '2026-11-01T00:00:00.000Z', '2026-11-14T23:59:59.999Z'],
    );
    const url = `/api/groups/${body.data.id}`;
    const backwards = await ada.put(url, { endsAt: '2026-10-01' });
    assert.deepEqual(Object.keys(backwards.body.error.details), ['endsAt']);
    const open = (await ada.put(url, { endsAt: null, name: 'Sprint one' })).body.data;
    assert.deepEqual([open.name, 'endsAt' in open, open.startsAt], ['Sprint one', false, body.data.startsAt]);
    assert.equal((await ben.get(url)).status, 200);
    assert.equal((await ben.put(url, { name: 5 })).status, 403);
    assert.equal((await ben.post('/api/groups', input)).status, 403);
    assert.equal((await outsider.get(url)).status, 403);
    assert.equal((await ben.get('/api/groups?project=MARK')).body.pagination.total, 1);
    assert.equal((await outsider.get('/api/groups?project=MARK')).body.pagination.total, 0);
    assert.deepEqual(
      Object.keys((await ada.post('/api/groups', { name: 'x', projectId: 'NO' })).body.error.details),
      ['projectId'],
    );
  });

  test('a label or group that is deleted while it is set on a ticket is refused or removed', async () => {
    for (const round of [1, 2, 3]) {
      const label = await makeLabel(`Fleeting ${round}`);
      const group = (await ada.post('/api/groups', { name: 'Fleeting', projectId: 'MARK' })).body.data;
      const given = { projectId: 'MARK', labelIds: [label.id], groupId: group.id };
      const [alone, listed] = await Promise.all([
        ada.post('/api/tickets', { title: 'Alone', ...given }),
        ada.post('/api/tickets/bulk', { tickets: [{ title: 'Listed', ...given }] }),
        ada.delete(`/api/labels/${label.id}`),
        ada.delete(`/api/groups/${group.id}`),
      ]);
      for (const { status } of [alone, listed]) assert.ok([201, 400].includes(status), String(status));
    }
    await assertRowsAgree();
  });

  test('deleting a label or group of hundreds of tickets takes all of them out of it', async () => {
    const label = await makeLabel('everywhere');
    const group = (await ada.post('/api/groups', { name: 'Large', projectId: 'MARK' })).body.data;
    const entry = (_: unknown, n: number) => ({
      title: `T ${n}`,
      projectId: 'MARK',
      labelIds: [label.id],
      groupId: group.id,
    });
    const made = await ada.post('/api/tickets/bulk', { tickets: Array.from({ length: 300 }, entry) });
    assert.equal(made.status, 201);
    assert.equal((await ada.delete(`/api/labels/${label.id}`)).status, 200);
    assert.equal((await ada.delete(`/api/groups/${group.id}`)).status, 200);
    const exported = (await ada.get('/api/tickets/export?format=json&project=MARK')).body.data;
    const mine = exported.filter(({ title }: { title: string }) => /^T \d/.test(title));
    assert.equal(mine.length, 300);
    assert.ok(mine.every((t: { labels: object[]; groupId?: string }) => t.labels.length === 0 && !t.groupId));
  });

  test('deleting a group keeps its tickets', async () => {
    const group = (await ada.post('/api/groups', { name: 'Doomed', projectId: 'MARK' })).body.data;
    const ticket = (await ada.post('/api/tickets', { title: 'T', projectId: 'MARK', groupId: group.id })).body
      .data;
    assert.equal((await ada.delete(`/api/groups/${group.id}`)).status, 200);
    assert.equal((await ada.get(`/api/tickets/${ticket.id}`)).body.data.group, null);
    assert.equal((await ada.get(`/api/groups/${group.id}`)).status, 404);
  });
});
