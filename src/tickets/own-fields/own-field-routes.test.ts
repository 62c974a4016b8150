import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../../test/support/engines.ts';
import { openWorld, type Person, type World } from '../../../test/support/world.ts';

onEveryEngine('own fields of a project', (engine) => {
  let world: World;
  let ada: Person;
  let ben: Person;
  let keys = 0;

  before(async () => {
    world = await openWorld(engine);
    ada = await world.person('Ada');
    ben = await world.person('Ben');
  });
  after(() => world.close());

  /** A project with one field of each type. */
  async function openProject() {
    const key = `F${++keys}`;
    const { id } = (await ada.post('/api/projects', { name: `Project ${key}`, key })).body.data;
    await ada.post(`/api/project/${key}/members`, { userId: ben.id });
    const add = async (input: object) => {
      const { status, body } = await ada.post(`/api/project/${key}/fields`, input);
      assert.equal(status, 201, JSON.stringify(body));
      return body.data;
    };
    const fields = {
      customer: await add({ name: 'Customer', type: 'text' }),
      cost: await add({ name: 'Cost', type: 'number' }),
      start: await add({ name: 'Start', type: 'date' }),
      team: await add({
        name: 'Team',
        type: 'select',
        options: [{ name: 'Blue', color: '#0000ff' }, { name: 'Red' }],
      }),
      areas: await add({ name: 'Areas', type: 'multi_select', options: [{ name: 'API' }, { name: 'Web' }] }),
      tester: await add({ name: 'Tester', type: 'person' }),
      link: await add({ name: 'Link', type: 'url' }),
      billable: await add({ name: 'Billable', type: 'checkbox' }),
    };
    return { key, id, fields, url: `/api/project/${key}/fields` };
  }

  const create = (projectId: string, fields: object, person = ada) =>
    person.post('/api/tickets', { title: 'T', projectId, fields });

  test('a ticket takes a value of each type by the name or id of the field and shows them with their names', async () => {
    const { key, fields } = await openProject();
    const { status, body } = await create(key, {
      customer: ' ACME ',
      [fields.cost.id]: 12.5,
      Start: '2026-03-31',
      Team: 'blue',
      Areas: ['Web', fields.areas.options[0].id],
      Tester: 'me',
      Link: 'https://example.org/a?b=1',
      Billable: false,
    });
    assert.equal(status, 201, JSON.stringify(body));
    const stored = {
      [fields.customer.id]: 'ACME',
      [fields.cost.id]: 12.5,
      [fields.start.id]: '2026-03-31',
      [fields.team.id]: fields.team.options[0].id,
      [fields.areas.id]: fields.areas.options.map(({ id }: { id: string }) => id),
      [fields.tester.id]: ada.id,
      [fields.link.id]: 'https://example.org/a?b=1',
      [fields.billable.id]: false,
    };
    assert.deepEqual(body.data.fields, stored);
    const { data } = (await ben.get(`/api/tickets/${body.data.id}`)).body;
    assert.deepEqual(
      data.fieldValues.map(({ name, text }: { name: string; text: string }) => [name, text]),
      [
        ['Customer', 'ACME'],
        ['Cost', '12.5'],
        ['Start', '2026-03-31'],
        ['Team', 'Blue'],
        ['Areas', 'API, Web'],
        ['Tester', 'Ada'],
        ['Link', 'https://example.org/a?b=1'],
        ['Billable', 'no'],
      ],
    );
    const listed = (await ben.get(`/api/tickets?project=${key}&fields=row`)).body.data;
    assert.deepEqual(listed[0].fields, stored);
    const plain = (await ada.post('/api/tickets', { title: 'Plain', projectId: key })).body.data;
    assert.ok(!('fields' in plain), 'a ticket without values has no object of them');
    assert.equal((await ada.get(`/api/tickets?ids=${plain.id}&fields=row`)).body.data[0].fields, null);
  });

  test('a value of the wrong form is refused, and the message names the field', async () => {
    const { key } = await openProject();
    const wrong: Record<string, unknown> = {
      Customer: 5,
      Cost: '12',
      Start: '2026-02-30',
      Team: 'Green',
      Areas: 'API',
      Tester: 'nobody@example.org',
      Link: 'javascript:alert(1)',
      Billable: 'yes',
      Colour: 'red',
    };
    const { status, body } = await create(key, wrong);
    assert.equal(status, 400);
    const names = Object.keys(body.error.details);
    assert.deepEqual(
      names.sort(),
      Object.keys(wrong)
        .map((name) => `fields.${name}`)
        .sort(),
    );
    assert.match(body.error.details['fields.Team'][0], /Team must be one of Blue, Red/);
    assert.match(body.error.details['fields.Colour'][0], /no field “Colour”; its fields are Customer, Cost/);
    const long = await create(key, { Customer: 'x'.repeat(2_001) });
    assert.deepEqual(Object.keys(long.body.error.details), ['fields.Customer']);
  });

  test('null clears a value, absent fields stay, and the history names what changed', async () => {
    const { key, fields } = await openProject();
    const { id } = (await create(key, { Customer: 'ACME', Team: 'Red', Cost: 3 })).body.data;
    const changed = await ben.put(`/api/tickets/${id}`, { fields: { Customer: null, Team: 'Blue' } });
    assert.equal(changed.status, 200, JSON.stringify(changed.body));
    assert.deepEqual(changed.body.data.fields, {
      [fields.team.id]: fields.team.options[0].id,
      [fields.cost.id]: 3,
    });
    const [entry] = (await ada.get(`/api/tickets/${id}/history`)).body.data;
    assert.match(entry.description, /^changed Customer, Team of /);
    assert.deepEqual(
      entry.changes.fields.described.map(({ name, from, to }: Record<string, string>) => [name, from, to]),
      [
        ['Customer', 'ACME', null],
        ['Team', 'Red', 'Blue'],
      ],
    );
    const same = await ben.put(`/api/tickets/${id}`, { fields: { Cost: 3 } });
    assert.equal(same.body.data.version, changed.body.data.version, 'nothing changed');
  });

  test('a bulk change sets values, and its former values undo it', async () => {
    const { key, fields } = await openProject();
    const { id } = (await create(key, { Customer: 'ACME' })).body.data;
    const bulk = await ada.post('/api/tickets/bulk', {
      tickets: [
        { id, fields: { Customer: 'Initech', Cost: 1 } },
        { title: 'New', projectId: key, fields: { Cost: 2 } },
      ],
    });
    assert.equal(bulk.status, 201, JSON.stringify(bulk.body));
    assert.deepEqual(bulk.body.data[1].fields, { [fields.cost.id]: 2 });
    await ada.post('/api/tickets/bulk', { tickets: [{ id, ...bulk.body.former[0] }] });
    assert.deepEqual((await ada.get(`/api/tickets/${id}`)).body.data.fields, {
      [fields.customer.id]: 'ACME',
    });
  });

  test('a required field is enforced on new tickets and cannot be cleared; a default fills it', async () => {
    const { key, url, fields } = await openProject();
    await ada.put(`${url}/${fields.customer.id}`, { required: true });
    const missing = await ada.post('/api/tickets', { title: 'T', projectId: key });
    assert.deepEqual(
      [missing.status, missing.body.error.details],
      [400, { 'fields.Customer': ['Customer is required'] }],
    );
    const { id } = (await create(key, { Customer: 'ACME' })).body.data;
    const cleared = await ada.put(`/api/tickets/${id}`, { fields: { Customer: null } });
    assert.deepEqual(Object.keys(cleared.body.error.details), ['fields.Customer']);
    await ada.put(`${url}/${fields.customer.id}`, { default: 'Somebody' });
    const filled = (await ada.post('/api/tickets', { title: 'T', projectId: key })).body.data;
    assert.equal(filled.fields[fields.customer.id], 'Somebody');
    // The field of another ticket that never had a value does not keep others from being changed.
    assert.equal((await ada.put(`/api/tickets/${id}`, { title: 'Other' })).status, 200);
  });

  test('an archived field keeps its values and takes none until it is restored', async () => {
    const { key, url, fields } = await openProject();
    const { id } = (await create(key, { Customer: 'ACME' })).body.data;
    assert.equal((await ada.delete(`${url}/${fields.customer.id}`)).status, 200);
    const archived = (await ada.get(`/api/tickets/${id}`)).body.data;
    assert.deepEqual([archived.fieldValues, archived.fields[fields.customer.id]], [[], 'ACME']);
    const refused = await ada.put(`/api/tickets/${id}`, { fields: { [fields.customer.id]: 'Initech' } });
    assert.match(refused.body.error.details[`fields.${fields.customer.id}`][0], /archived/);
    assert.equal((await ada.get(url)).body.data.length, 7);
    assert.equal((await ada.get(`${url}?archived=true`)).body.data.length, 8);
    const twin = await ada.post(url, { name: 'customer', type: 'text' });
    assert.equal(twin.status, 201, 'the name of an archived field is free');
    const clash = await ada.put(`${url}/${fields.customer.id}`, { archived: false });
    assert.deepEqual(Object.keys(clash.body.error.details), ['name']);
    await ada.put(`${url}/${fields.customer.id}`, { archived: false, name: 'Client' });
    assert.equal((await ada.get(`/api/tickets/${id}`)).body.data.fieldValues[0].text, 'ACME');
  });

  test('options keep their ids when renamed and are archived when left out', async () => {
    const { key, url, fields } = await openProject();
    const { id } = (await create(key, { Team: 'Red' })).body.data;
    const [blue, red] = fields.team.options;
    const { data } = (await ada.put(`${url}/${fields.team.id}`, { options: [{ id: blue.id, name: 'Navy' }] }))
      .body;
    assert.deepEqual(
      data.options.map(({ id, name, color, archived }: Record<string, unknown>) => [
        id,
        name,
        color,
        archived,
      ]),
      [
        [blue.id, 'Navy', '#0000ff', false],
        [red.id, 'Red', '#8b949e', true],
      ],
    );
    assert.equal((await ada.get(`/api/tickets/${id}`)).body.data.fieldValues[0].text, 'Red');
    assert.equal((await create(key, { Team: 'Red' })).status, 400);
    assert.equal((await create(key, { Team: 'navy' })).status, 201);
  });

  test('fields are put into another order', async () => {
    const { url, fields } = await openProject();
    await ada.put(`${url}/${fields.billable.id}`, { position: 0 });
    await ada.delete(`${url}/${fields.cost.id}`);
    const names = (await ada.get(url)).body.data.map(({ name }: { name: string }) => name);
    assert.deepEqual(names, ['Billable', 'Customer', 'Start', 'Team', 'Areas', 'Tester', 'Link']);
    const positions = (await ada.get(`${url}?archived=true`)).body.data.map(
      (f: { position: number }) => f.position,
    );
    assert.deepEqual(positions, [0, 1, 2, 3, 4, 5, 6, 7]);
  });

  test('a ticket that moves keeps values of fields with the same name and type; the history names the rest', async () => {
    const from = await openProject();
    const to = (await ada.post('/api/projects', { name: 'Other', key: `TO${keys}` })).body.data;
    const url = `/api/project/${to.id}/fields`;
    const customer = (await ada.post(url, { name: 'CUSTOMER', type: 'text' })).body.data;
    const team = (await ada.post(url, { name: 'Team', type: 'select', options: [{ name: 'red' }] })).body
      .data;
    await ada.post(url, { name: 'Cost', type: 'text' });
    const { id } = (await create(from.key, { Customer: 'ACME', Team: 'Red', Cost: 7 })).body.data;
    const moved = await ada.put(`/api/tickets/${id}`, { projectId: to.id });
    assert.deepEqual(moved.body.data.fields, { [customer.id]: 'ACME', [team.id]: team.options[0].id });
    const [entry] = (await ada.get(`/api/tickets/${id}/history`)).body.data;
    const named = entry.changes.fields.described.map(({ name, from, to }: Record<string, string>) => [
      name,
      from,
      to,
    ]);
    assert.deepEqual(named, [
      ['Cost', '7', null],
      ['Team', 'Red', 'red'],
    ]);
    const back = await ada.put(`/api/tickets/${id}`, {
      projectId: from.id,
      fields: entry.changes.fields.from,
    });
    assert.equal(back.status, 200, JSON.stringify(back.body));
    assert.deepEqual(
      back.body.data.fieldValues.map(({ text }: { text: string }) => text),
      ['ACME', '7', 'Red'],
    );
  });

  test('exports have a column for each field', async () => {
    const { key } = await openProject();
    await create(key, { Customer: '=1+1', Cost: -3, Team: 'Blue', Tester: ben.email });
    const csv = (await ada.get(`/api/tickets/export?project=${key}`)).body as string;
    const [header = '', row = ''] = csv.split('\r\n');
    const cells = row.split(',');
    const cell = (name: string) => cells[header.split(',').indexOf(`field.${name}`)];
    assert.deepEqual(
      [cell('Customer'), cell('Cost'), cell('Team'), cell('Tester')],
      ["'=1+1", '-3', 'Blue', 'Ben'],
    );
    const [ticket] = (await ada.get(`/api/tickets/export?format=json&project=${key}`)).body.data;
    assert.equal(ticket.fieldValues[0].text, '=1+1');
  });

  test('project admins define fields, members set values, others see neither', async () => {
    const { key, url, fields } = await openProject();
    const eve = await world.person(`Eve ${keys}`);
    assert.equal((await ben.post(url, { name: 'Mine', type: 'text' })).status, 403);
    assert.equal((await ben.put(`${url}/${fields.cost.id}`, { name: 5 })).status, 403);
    assert.equal((await ben.delete(`${url}/${fields.cost.id}`)).status, 403);
    assert.equal((await create(key, { Cost: 1 }, ben)).status, 201);
    assert.equal((await eve.get(url)).status, 404, 'a key of others');
    const { id } = (await ada.get(`/api/project/${key}`)).body.data;
    assert.equal((await eve.get(`/api/project/${id}/fields`)).status, 403);
    assert.equal((await ada.put(`${url}/none`, { name: 'X' })).status, 404);
    const other = await openProject();
    assert.equal((await ada.put(`${url}/${other.fields.cost.id}`, { name: 'X' })).status, 404);
  });

  test('a project has at most 50 fields in use, and a ticket 16,000 characters of values', async () => {
    const { key, url } = await openProject();
    for (let i = 0; i < 42; i++)
      assert.equal((await ada.post(url, { name: `N${i}`, type: 'text' })).status, 201);
    const over = await ada.post(url, { name: 'One more', type: 'text' });
    assert.deepEqual([over.status, over.body.error.code], [409, 'CONFLICT']);
    const many = Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`N${i}`, 'x'.repeat(1_900)]));
    assert.deepEqual(Object.keys((await create(key, many)).body.error.details), ['fields']);
  });
});
