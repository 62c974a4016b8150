import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../../test/support/engines.ts';
import { openWorld, type Person, type World } from '../../../test/support/world.ts';
import { ticketFacets } from '../fields/ticket-filters.ts';

onEveryEngine('counts of tickets', (engine) => {
  let world: World;
  let ada: Person;
  let ben: Person;
  let labels: string[];

  before(async () => {
    world = await openWorld(engine);
    ada = await world.person('Ada');
    ben = await world.person('Ben');
    const project = (await ada.post('/api/projects', { name: 'Counts', key: 'CNT' })).body.data;
    await ada.post('/api/projects', { name: 'Hidden', key: 'HID' });
    labels = [await world.label(project.workspaceId, 'a'), await world.label(project.workspaceId, 'b')];
    const group = await world.group(project.id, 'Sprint');
    const milestone = (
      await ada.post('/api/groups', { name: 'Big day', kind: 'milestone', projectId: project.id })
    ).body.data.id;
    const tickets = Array.from({ length: 40 }, (_, i) => ({
      title: i % 4 ? `Plain ${i}` : `Special ${i}`,
      projectId: i % 10 === 9 ? 'HID' : 'CNT',
      status: ['todo', 'done', 'in_progress'][i % 3],
      priority: i % 5 ? 'medium' : 'high',
      assigneeId: [ada.id, ben.id, null][i % 3],
      labelIds: labels.slice(0, i % 3),
      ...(i % 7 === 0 && i % 10 !== 9 && { groupId: group }),
      ...(i % 4 === 1 && i % 10 !== 9 && { milestoneId: milestone }),
      dueDate: i % 2 ? '2026-10-01' : null,
    }));
    assert.equal((await ada.post('/api/tickets/bulk', { tickets })).status, 201);
    await ada.post('/api/tickets', { title: 'Loose' });
  });
  after(() => world.close());

  const counts = async (query: string, person = ada) => {
    const { status, body } = await person.get(`/api/tickets/counts?${query}`);
    assert.equal(status, 200, JSON.stringify(body));
    return body.data;
  };
  /** The same counts from the list itself. */
  const countListed = async (query: string, person = ada) => {
    const { data, pagination } = (await person.get(`/api/tickets?fields=row&limit=100&${query}`)).body;
    const by: Record<string, Record<string, number>> = {};
    for (const facet of ticketFacets) {
      const map: Record<string, number> = (await counts(`by=${facet}&assignee=nobody`)).by[facet];
      by[facet] = map;
      for (const row of data) {
        const values = facet === 'label' ? row.labelIds : [facet in row ? row[facet] : row[`${facet}Id`]];
        for (const value of values.length > 0 ? values : [null]) {
          const name = value ?? 'none';
          map[name] = (map[name] ?? 0) + 1;
        }
      }
    }
    return { total: pagination.total, by };
  };

  test('counts by every facet are those of the list with the same filters', async () => {
    const filters = [
      ...[
        '',
        'project=CNT',
        'status=todo,done',
        'assignee=none',
        'assignee=me&priority=high',
        'search=special',
      ],
      ...[
        'overdue=true',
        'dueBefore=2026-10-02',
        `label=${labels[1]}`,
        'search=special&status=todo',
        'ready=true',
      ],
    ];
    for (const filter of filters) {
      const counted = await counts(`by=${ticketFacets}&${filter}`);
      const listed = await countListed(filter);
      assert.deepEqual(counted, listed, filter);
      const { project, status } = listed.by;
      assert.deepEqual((await counts(`by=project,status&${filter}`)).by, { project, status }, filter);
    }
  });

  test('counts cover only what the caller may see', async () => {
    assert.ok((await counts('', ben)).total > 0, 'tickets that are assigned to Ben');
    assert.deepEqual(await counts(`by=${ticketFacets}`, ben), await countListed('', ben));
    const eve = await world.person('Eve');
    assert.deepEqual(await counts('by=assignee,label', eve), { total: 0, by: { assignee: {}, label: {} } });
  });

  test('facets with fixed values list all of them', async () => {
    assert.deepEqual((await counts('by=status&search=loose')).by.status, {
      backlog: 1,
      todo: 0,
      in_progress: 0,
      in_review: 0,
      done: 0,
      cancelled: 0,
    });
  });

  test('without facets there is only the total; repeated facets count once', async () => {
    assert.deepEqual(await counts(''), { total: 41, by: {} });
    assert.deepEqual(Object.keys((await counts('by=type,type&by=type')).by), ['type']);
  });

  test('an unknown facet or filter value is refused by name', async () => {
    for (const [query, name] of [
      ['by=title', 'by'],
      ['by=status&status=x', 'status'],
      ['by=__proto__', 'by'],
    ] as const) {
      const { status, body } = await ada.get(`/api/tickets/counts?${query}`);
      assert.deepEqual([status, Object.keys(body.error.details)], [400, [name]], query);
    }
  });
});
