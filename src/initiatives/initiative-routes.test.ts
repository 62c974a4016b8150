import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../test/support/engines.ts';
import { openWorld, type Person, type World } from '../../test/support/world.ts';
import { dayMs } from '../platform/clock.ts';

onEveryEngine('initiatives', (engine) => {
  let world: World;
  let ada: Person;
  let ben: Person;
  let eve: Person;
  let workspaceId: string;
  const projects: Record<string, string> = {};
  before(async () => {
    world = await openWorld(engine, { RATE_LIMIT: 'off' });
    ada = await world.person('Ada');
    ben = await world.person('Ben');
    eve = await world.person('Eve');
    workspaceId = (await ada.post('/api/workspaces', { name: 'Team' })).body.data.id;
    await ada.post(`/api/workspaces/${workspaceId}/members`, { userId: ben.id });
    for (const [key, visibility] of [
      ['PAY', 'public'],
      ['SECRET', 'private'],
    ] as const) {
      const body = { name: `Project ${key}`, key, workspaceId, visibility };
      projects[key] = (await ada.post('/api/projects', body)).body.data.id;
    }
  });
  after(() => world.close());

  const create = async (fields: object = {}) =>
    (await ada.post('/api/initiatives', { workspaceId, name: 'Pay everywhere', ...fields })).body.data;
  const read = async (person: Person, id: string) => (await person.get(`/api/initiatives/${id}`)).body.data;

  test('an initiative groups projects with their health, progress and newest update', async () => {
    const { id, owner, may } = await create({ description: 'All **cards**', targetDate: '2027-06-30' });
    assert.deepEqual([owner, may], [{ id: ada.id, name: 'Ada' }, { edit: true }]);
    await ada.put(`/api/initiatives/${id}/projects/PAY`, {});
    await ada.put(`/api/initiatives/${id}/projects/${projects.SECRET}`, {});
    await ada.put(`/api/initiatives/${id}/projects/PAY`, {});
    for (const status of ['todo', 'done', 'done', 'cancelled'])
      await ada.post('/api/tickets', { title: 'Work', projectId: projects.PAY, status });
    await ada.post('/api/tickets', { title: 'Hidden work', projectId: projects.SECRET });
    await ada.post('/api/project/PAY/updates', { health: 'on_track', text: 'Fine' });
    world.clock.advance(1);
    await ada.post('/api/project/PAY/updates', { health: 'at_risk', text: 'Audit' });
    await ada.post('/api/project/SECRET/updates', { health: 'off_track' });
    const whole = await read(ada, id);
    assert.deepEqual([whole.health, whole.open, whole.done], ['off_track', 2, 2]);
    assert.equal(whole.version, 3, 'a repeated project changes nothing');
    const [pay] = whole.projects;
    assert.deepEqual([pay.key, pay.health, pay.open, pay.done], ['PAY', 'at_risk', 1, 2]);
    assert.deepEqual([pay.update.text, pay.update.author.name], ['Audit', 'Ada']);

    const seen = await read(ben, id);
    assert.deepEqual([seen.health, seen.open, seen.done, seen.may], ['at_risk', 1, 2, { edit: false }]);
    assert.doesNotMatch(JSON.stringify(seen), /SECRET/, 'a project that Ben cannot read');
    const list = (await ben.get('/api/initiatives?project=PAY')).body;
    assert.deepEqual([list.data.length, list.data[0].projects.length], [1, 1]);
    assert.deepEqual((await ben.get('/api/initiatives?project=SECRET')).body.data, []);
    assert.equal((await eve.get(`/api/initiatives/${id}`)).status, 403);
    assert.deepEqual((await eve.get('/api/initiatives')).body.data, []);
  });

  test('its forecast is that of the projects together that the reader may see', async () => {
    const { id } = await create({ name: 'Forecast' });
    for (const key of ['FORE', 'CAST']) {
      const body = { name: key, key, workspaceId, visibility: key === 'FORE' ? 'public' : 'private' };
      const projectId = (await ada.post('/api/projects', body)).body.data.id;
      await ada.put(`/api/initiatives/${id}/projects/${projectId}`, {});
      for (let ticket = 0; ticket < 20; ticket++)
        await ada.post('/api/tickets', { title: `${key} ${ticket}`, projectId });
    }
    const move = async (key: string) => {
      const { data } = (await ada.get(`/api/tickets?project=${key}&status=backlog&limit=1`)).body;
      await ada.put(`/api/tickets/${data[0].id}/status`, { status: 'done' });
    };
    for (let day = 0; day < 15; day++) {
      world.clock.advance(dayMs);
      for (const key of ['FORE', 'CAST']) await move(key);
    }
    world.clock.advance(dayMs);
    const forecast = async (person: Person) =>
      (await person.get(`/api/initiatives/${id}/forecast?period=week&timezone=UTC`)).body.data;
    const both = await forecast(ada);
    assert.deepEqual([both.remaining, both.flow.verdict], [10, 'ends']);
    assert.deepEqual([both.flow.history.arrived, both.flow.history.completed], [0, 14]);
    const seen = await forecast(ben);
    assert.deepEqual([seen.remaining, seen.flow.history.completed], [5, 7]);
    const { id: empty } = await create({ name: 'Nothing yet' });
    const none = (await ada.get(`/api/initiatives/${empty}/forecast`)).body.data;
    assert.deepEqual([none.remaining, none.flow.verdict], [0, 'nothing_open']);
  });

  test('admins of the workspace and the owner change it, other members only read', async () => {
    const { id } = await create({ name: 'Owned', ownerId: null });
    assert.equal((await ben.put(`/api/initiatives/${id}`, { name: 'Mine' })).status, 403);
    assert.equal((await ben.post('/api/initiatives', { workspaceId, name: 'Mine' })).status, 403);
    assert.equal((await ben.put('/api/initiatives/order', { workspaceId, ids: [id] })).status, 403);
    assert.equal((await eve.post('/api/initiatives', { workspaceId, name: 'Mine' })).status, 403);
    const refused = await ada.put(`/api/initiatives/${id}`, { ownerId: eve.id });
    assert.deepEqual(refused.body.error.details, { ownerId: ['Owner must be a member of the workspace'] });
    await ada.put(`/api/initiatives/${id}`, { ownerId: ben.id });
    const renamed = await ben.put(`/api/initiatives/${id}`, { name: 'Mine', targetDate: null });
    assert.equal(renamed.body.data.name, 'Mine');
    const hidden = await ben.put(`/api/initiatives/${id}/projects/${projects.SECRET}`, {});
    assert.equal(hidden.status, 403, 'a project that Ben cannot read');
    const { body } = await ada.post('/api/projects', { name: 'Elsewhere', key: 'ELSE' });
    assert.equal((await ada.put(`/api/initiatives/${id}/projects/${body.data.id}`, {})).status, 409);
    const stale = await ada.put(`/api/initiatives/${id}`, { name: 'Late' }, { 'if-match': '"1"' });
    assert.equal(stale.status, 412);
    assert.equal((await ben.delete(`/api/initiatives/${id}`)).status, 200);
    assert.equal((await ada.get(`/api/initiatives/${id}`)).status, 404);
  });

  test('initiatives have an order, archived ones leave the list, and deleted projects leave theirs', async () => {
    const other = (await ada.post('/api/workspaces', { name: 'Ordered' })).body.data.id;
    const ids: string[] = [];
    for (const name of ['First', 'Second', 'Third'])
      ids.push((await ada.post('/api/initiatives', { workspaceId: other, name })).body.data.id);
    const names = async (query = '') =>
      (await ada.get(`/api/initiatives?workspace=${other}${query}`)).body.data.map(
        ({ name }: { name: string }) => name,
      );
    assert.deepEqual(await names(), ['First', 'Second', 'Third']);
    await ada.put('/api/initiatives/order', { workspaceId: other, ids: ids.toReversed() });
    assert.deepEqual(await names(), ['Third', 'Second', 'First']);
    const foreign = await ada.put('/api/initiatives/order', { workspaceId, ids });
    assert.deepEqual(foreign.body.error.details.ids, [
      `Initiative ${ids[0]} does not exist in this workspace`,
    ]);
    await ada.put(`/api/initiatives/${ids[1]}`, { archived: true });
    assert.deepEqual(await names(), ['Third', 'First']);
    assert.deepEqual(await names('&archived=true'), ['Third', 'Second', 'First']);
    const { body } = await ada.post('/api/projects', { name: 'Short', key: 'SHORT', workspaceId: other });
    await ada.put(`/api/initiatives/${ids[0]}/projects/SHORT`, {});
    assert.equal((await read(ada, ids[0] ?? '')).projects.length, 1);
    await ada.delete(`/api/initiatives/${ids[0]}/projects/SHORT`);
    assert.equal((await read(ada, ids[0] ?? '')).projects.length, 0);
    await ada.put(`/api/initiatives/${ids[0]}/projects/SHORT`, {});
    await ada.delete(`/api/project/${body.data.id}`);
    assert.equal((await read(ada, ids[0] ?? '')).projects.length, 0);
    const events = (await world.events()).filter(({ type }) => type.startsWith('initiative.'));
    assert.doesNotMatch(events.map(({ data }) => data).join(), /SHORT|Project PAY/);
  });
});
