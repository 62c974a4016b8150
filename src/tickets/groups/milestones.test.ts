import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../../test/support/engines.ts';
import { openWorld, type Person, type World } from '../../../test/support/world.ts';

onEveryEngine('milestones', (engine) => {
  let world: World;
  let ada: Person;
  let project: string;
  let count = 0;

  before(async () => {
    world = await openWorld(engine, { RATE_LIMIT: 'off' });
    ada = await world.person('Ada');
  });
  after(() => world.close());

  const newProject = async () => {
    project = (await ada.post('/api/projects', { name: 'Fair', key: `M${++count}` })).body.data.id;
  };
  const newGroup = async (kind: string, fields: object = {}) =>
    (await ada.post('/api/groups', { name: `A ${kind}`, kind, projectId: project, ...fields })).body.data
      .id as string;
  const make = async (fields: object) => {
    const { status, body } = await ada.post('/api/tickets', { title: 'Part', projectId: project, ...fields });
    assert.equal(status, 201, JSON.stringify(body));
    return body.data as { id: string; groupId?: string; milestoneId?: string };
  };
  const idsBy = async (query: string) =>
    (await ada.get(`/api/tickets?project=${project}&${query}`)).body.data.map(({ id }: { id: string }) => id);

  test('a ticket is in a cycle and has a milestone', async () => {
    await newProject();
    const [cycle, milestone] = [await newGroup('cycle'), await newGroup('milestone')];
    const ticket = await make({ groupId: cycle, milestoneId: milestone });
    assert.deepEqual([ticket.groupId, ticket.milestoneId], [cycle, milestone]);
    const { body } = await ada.put(`/api/tickets/${ticket.id}`, { groupId: null });
    assert.deepEqual([body.data.groupId, body.data.milestoneId], [undefined, milestone]);
    const changed = (await world.events()).at(-1);
    assert.equal(JSON.parse(changed?.data ?? '').ticket.milestoneId, milestone);
  });

  test('lists, counts and the filter language find tickets by milestone', async () => {
    await newProject();
    const milestone = await newGroup('milestone', { name: 'Spring fair' });
    const [inIt, other] = [await make({ milestoneId: milestone }), await make({})];
    assert.deepEqual(await idsBy(`milestone=${milestone}`), [inIt.id]);
    assert.deepEqual(await idsBy('milestone=none'), [other.id]);
    assert.deepEqual(await idsBy(`filter=${encodeURIComponent('milestone = "spring fair"')}`), [inIt.id]);
    const counted = await ada.get(`/api/tickets/counts?by=status&project=${project}&milestone=${milestone}`);
    assert.equal(counted.body.data.total, 1);
    const completed = await ada.get(
      `/api/tickets/filter/completions?filter=${encodeURIComponent('milestone = Spr')}`,
    );
    assert.ok(JSON.stringify(completed.body).includes('Spring fair'), JSON.stringify(completed.body));
  });

  test('a milestone has a description, a date and the progress of its tickets', async () => {
    await newProject();
    const milestone = await newGroup('milestone', { description: 'What we show.', endsAt: '2026-12-24' });
    await make({ milestoneId: milestone, status: 'done', estimate: 2 });
    await make({ milestoneId: milestone, estimate: 1.5 });
    const gone = await make({ milestoneId: milestone });
    await ada.delete(`/api/tickets/${gone.id}`);
    const progress = {
      total: 2,
      open: 1,
      done: 1,
      cancelled: 0,
      estimate: { total: 3.5, open: 1.5, done: 2 },
    };
    const { body } = await ada.get(`/api/groups/${milestone}`);
    assert.deepEqual([body.data.description, body.data.progress], ['What we show.', progress]);
    const listed = (await ada.get(`/api/groups?project=${project}&progress=true`)).body.data;
    assert.deepEqual(listed[0].progress, progress);
    await ada.put(`/api/groups/${milestone}`, { description: '' });
    assert.equal((await ada.get(`/api/groups/${milestone}`)).body.data.description, undefined);
  });

  test('the report and the series of a milestone count the tickets that have it', async () => {
    await newProject();
    const [cycle, milestone] = [await newGroup('cycle'), await newGroup('milestone')];
    const planned = await make({ groupId: cycle, milestoneId: milestone });
    const late = await make({ groupId: cycle });
    world.clock.advance(1000);
    await ada.put(`/api/tickets/${late.id}`, { milestoneId: milestone });
    world.clock.advance(1000);
    await ada.put(`/api/tickets/${planned.id}`, { milestoneId: null, groupId: null });
    const { body } = await ada.get(`/api/groups/${milestone}/report?timezone=UTC`);
    assert.deepEqual(
      [body.data.atStart.tickets, body.data.added.tickets, body.data.removed.tickets, body.data.now.tickets],
      [1, 1, 1, 1],
    );
    const { days } = (await ada.get(`/api/groups/${milestone}/stats/series?timezone=UTC`)).body.data;
    assert.equal(days.at(-1).total, 1);
  });

  test('a ticket whose group is a milestone has that milestone, and loses it with the group', async () => {
    await newProject();
    const [cycle, milestone] = [await newGroup('cycle'), await newGroup('milestone')];
    const ticket = await make({ groupId: milestone });
    assert.equal(ticket.milestoneId, milestone);
    const { body } = await ada.put(`/api/tickets/${ticket.id}`, { groupId: cycle });
    assert.deepEqual([body.data.groupId, body.data.milestoneId], [cycle, undefined]);
    const again = await ada.put(`/api/tickets/${ticket.id}`, { groupId: milestone });
    assert.equal(again.body.data.milestoneId, milestone);
    const report = (await ada.get(`/api/groups/${milestone}/report?timezone=UTC`)).body.data;
    assert.equal(report.now.tickets, 1);
  });

  test('a milestone must be one, and of the project of the ticket', async () => {
    await newProject();
    const foreign = await newGroup('milestone');
    await newProject();
    const cycle = await newGroup('cycle');
    for (const milestoneId of [foreign, cycle]) {
      const { status, body } = await ada.post('/api/tickets', {
        title: 'x',
        projectId: project,
        milestoneId,
      });
      assert.deepEqual([status, Object.keys(body.error.details)], [400, ['milestoneId']]);
    }
  });

  test('a ticket that moves to another project leaves its milestone, and a deleted milestone leaves its tickets', async () => {
    await newProject();
    const [moved, kept] = [await newGroup('milestone'), await newGroup('milestone')];
    const [one, two] = [await make({ milestoneId: moved }), await make({ milestoneId: kept })];
    const other = (await ada.post('/api/projects', { name: 'Other', key: `M${++count}` })).body.data.id;
    const { body } = await ada.put(`/api/tickets/${one.id}`, { projectId: other });
    assert.equal(body.data.milestoneId, undefined);
    await ada.delete(`/api/groups/${kept}`);
    assert.equal((await ada.get(`/api/tickets/${two.id}`)).body.data.milestoneId, undefined);
  });

  test('a milestone with tickets cannot become a cycle', async () => {
    await newProject();
    const milestone = await newGroup('milestone');
    const ticket = await make({ milestoneId: milestone });
    assert.equal((await ada.put(`/api/groups/${milestone}`, { kind: 'cycle' })).status, 409);
    await ada.put(`/api/tickets/${ticket.id}`, { milestoneId: null });
    assert.equal((await ada.put(`/api/groups/${milestone}`, { kind: 'cycle' })).status, 200);
  });
});
