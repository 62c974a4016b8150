import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../../test/support/engines.ts';
import { openWorld, type Person, type World } from '../../../test/support/world.ts';
import { dayMs } from '../../platform/clock.ts';

onEveryEngine('project overview', (engine) => {
  let world: World;
  let ada: Person;
  let ben: Person;
  let eve: Person;
  before(async () => {
    world = await openWorld(engine);
    ada = await world.person('Ada');
    ben = await world.person('Ben');
    eve = await world.person('Eve');
    await ada.post('/api/projects', { name: 'Payments', key: 'PAY' });
    await ada.post('/api/project/PAY/members', { userId: ben.id, role: 'member' });
  });
  after(() => world.close());

  const read = async () => (await ada.get('/api/project/PAY')).body.data;

  test('lead and target date are set, recorded as changes and cleared', async () => {
    assert.equal((await read()).leadId, undefined);
    const put = await ada.put('/api/project/PAY', { leadId: ben.id, targetDate: '2026-12-24' });
    assert.deepEqual([put.body.data.leadId, put.body.data.targetDate], [ben.id, '2026-12-24']);
    const repeated = await ada.put('/api/project/PAY', { leadId: ben.id });
    assert.equal(repeated.headers.etag, put.headers.etag, 'a repeated value changes nothing');
    const changed = (await world.events()).filter(({ type }) => type === 'project.updated').at(-1);
    assert.deepEqual(JSON.parse(changed?.data ?? '').changes, {
      leadId: { from: null, to: ben.id },
      targetDate: { from: null, to: '2026-12-24' },
    });
    const { data } = (await ada.get('/api/projects')).body;
    assert.equal(data[0].leadId, ben.id);
    await ada.put('/api/project/PAY', { targetDate: null });
    assert.equal((await read()).targetDate, undefined);
    assert.equal((await read()).leadId, ben.id);
  });

  test('only a member can lead, and somebody who left does not lead any more', async () => {
    const refused = await ada.put('/api/project/PAY', { leadId: eve.id });
    assert.deepEqual(refused.body.error.details, { leadId: ['Lead must be a member of the project'] });
    assert.equal((await ada.put('/api/project/PAY', { targetDate: 'soon' })).status, 400);
    assert.equal((await ben.put('/api/project/PAY', { targetDate: '2027-01-01' })).status, 403);
    await ada.post('/api/project/PAY/members', { userId: eve.id, role: 'member' });
    await ada.put('/api/project/PAY', { leadId: eve.id });
    await ada.delete(`/api/project/PAY/members/${eve.id}`);
    assert.equal((await read()).leadId, undefined);
  });

  test('the newest update decides the health, and the history stays', async () => {
    const post = async (health: string, text?: string) => {
      world.clock.advance(dayMs);
      return (await ben.post('/api/project/PAY/updates', { health, ...(text && { text }) })).body.data;
    };
    const first = await post('on_track', 'All **well**.');
    assert.deepEqual(first.author, { id: ben.id, name: 'Ben' });
    const second = await post('off_track');
    assert.equal((await read()).health, 'off_track');
    assert.equal((await read()).healthAt, second.createdAt);
    const list = (await ada.get('/api/project/PAY/updates')).body.data;
    assert.deepEqual(
      list.map(({ health, text }: { health: string; text: string }) => [health, text]),
      [
        ['off_track', ''],
        ['on_track', 'All **well**.'],
      ],
    );
    const posted = (await world.events()).filter(({ type }) => type === 'project_update.posted');
    assert.equal(posted.length, 2);
    await ada.delete(`/api/project/PAY/updates/${second.id}`);
    assert.equal((await read()).health, 'on_track');
    const again = await ada.delete(`/api/project/PAY/updates/${second.id}`);
    assert.equal(again.status, 404);
  });

  test('the author and admins may delete an update, other members and strangers may not', async () => {
    const { id } = (await ada.post('/api/project/PAY/updates', { health: 'at_risk' })).body.data;
    const refused = await ben.delete(`/api/project/PAY/updates/${id}`);
    assert.equal(refused.status, 403);
    assert.equal((await eve.get('/api/project/PAY/updates')).status, 404);
    const own = (await ben.post('/api/project/PAY/updates', { health: 'at_risk' })).body.data;
    assert.equal((await ben.delete(`/api/project/PAY/updates/${own.id}`)).status, 200);
    const other = (await ada.post('/api/projects', { name: 'Other', key: 'OTHER' })).body.data;
    assert.equal((await ada.delete(`/api/project/${other.id}/updates/${id}`)).status, 404);
  });
});
