import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../../test/support/engines.ts';
import { openWorld, type Person, type World } from '../../../test/support/world.ts';

onEveryEngine('own fields in the query language', (engine) => {
  let world: World;
  let ada: Person;
  let stranger: Person;
  const url = '/api/project/PAY/fields';

  before(async () => {
    world = await openWorld(engine);
    [ada, stranger] = [await world.person('Ada'), await world.person('Stella')];
    await ada.post('/api/projects', { name: 'Payments', key: 'PAY' });
    await ada.post(url, { name: 'Customer', type: 'text' });
    await ada.post(url, { name: 'Cost of it', type: 'number' });
    await ada.post(url, { name: 'Team', type: 'select', options: [{ name: 'Blue' }, { name: 'Dark red' }] });
    const make = (title: string, fields: object) =>
      ada.post('/api/tickets', { title, projectId: 'PAY', fields });
    await make('one', { Customer: 'ACME', 'Cost of it': 3, Team: 'Dark red' });
    await make('two', { Customer: 'Initech', 'Cost of it': 0.5 });
  });
  after(() => world.close());

  const ask = (person: Person, filter: string) =>
    person.get(`/api/tickets?sort=title&order=asc&filter=${encodeURIComponent(filter)}`);
  const titlesOf = async (filter: string) => {
    const { status, body } = await ask(ada, filter);
    assert.equal(status, 200, JSON.stringify(body));
    return body.data.map(({ title }: { title: string }) => title);
  };
  const problemOf = async (filter: string, person = ada) => {
    const { status, body } = await ask(person, filter);
    assert.equal(status, 400, filter);
    return body.error.details.filter[0];
  };
  const complete = async (person: Person, filter: string) =>
    (
      await person.get(`/api/tickets/filter/completions?filter=${encodeURIComponent(filter)}`)
    ).body.data.items.map(({ text }: { text: string }) => text);

  test('a name with spaces is quoted, and values compare by their type', async () => {
    assert.deepEqual(await titlesOf('field.Customer = acme'), ['one']);
    assert.deepEqual(await titlesOf('field."cost of it" >= 0.5 and field."Cost of it" < 3'), ['two']);
    assert.deepEqual(await titlesOf('field.team = none'), ['two']);
    assert.deepEqual(await titlesOf('field.\'Team\' in ("dark red", blue)'), ['one']);
  });

  test('a text is found by words in it, long ones too, and the opposite includes tickets without one', async () => {
    const long = `${'A very long story. '.repeat(20)}ÜBERMUT 100%_sure`;
    const made = await ada.post('/api/tickets', {
      title: 'three',
      projectId: 'PAY',
      fields: { Customer: long },
    });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    assert.deepEqual(await titlesOf('field.Customer ~ "tech"'), ['two']);
    assert.deepEqual(await titlesOf('field.Customer ~ "sure übermut"'), ['three']);
    assert.deepEqual(await titlesOf('field.Customer ~ "0%_s"'), ['three']);
    assert.deepEqual(await titlesOf('field.Customer ~ "0__s"'), []);
    assert.deepEqual(await titlesOf('field.Customer ~ sha256'), []);
    assert.deepEqual(await titlesOf('field.Customer !~ story'), ['one', 'two']);
    assert.deepEqual(await titlesOf('not (field.Customer ~ acme or field.Customer ~ story)'), ['two']);
    assert.match(await problemOf('field.Team ~ Blue'), /takes =, !=, in, not in, not ~/);
    assert.match(await problemOf('field.Customer ~ " "'), /Expected words/);
    assert.match(await problemOf('field.Customer ~ none'), /none can be compared/);
    await ada.delete(`/api/tickets/${made.body.data.id}`);
  });

  test('a problem points at its column, and nobody learns of fields that they cannot see', async () => {
    assert.match(
      await problemOf('ready and field.Custmer = x'),
      /^Column 11: There is no own field “Custmer”/,
    );
    assert.match(
      await problemOf('field.Team = Drk'),
      /^Column 14: “Drk” is no value of Team; expected Blue, Dark red/,
    );
    assert.match(await problemOf('field."Cost of it" = cheap'), /expected a number/);
    assert.match(await problemOf('field.Team > Blue'), /takes =, !=, in, not in, not >/);
    assert.match(
      await problemOf('field.Customer = ACME', stranger),
      /no own field “Customer” that you can see/,
    );
    assert.match(await problemOf('field. = x'), /no own field/);
    assert.match(await problemOf('field."Customer = x'), /closing " is missing/);
    assert.match(await problemOf('field.__proto__ = x'), /no own field/);
  });

  test('completions know the names of fields and their values', async () => {
    assert.deepEqual(await complete(ada, 'field.c'), ['field.Customer', 'field."Cost of it"']);
    assert.deepEqual(await complete(ada, 'cust'), ['field.Customer']);
    assert.deepEqual(await complete(ada, 'field."cost'), ['field."Cost of it"']);
    assert.deepEqual(await complete(ada, 'field.Team = '), ['none', 'Blue', '"Dark red"']);
    assert.deepEqual(await complete(ada, 'field.Customer in (ini'), ['initech']);
    assert.deepEqual(await complete(ada, 'field."Cost of it" >'), ['none']);
    assert.deepEqual(await complete(stranger, 'field.'), []);
  });

  test('a view keeps working when its field is archived: it then matches nothing', async () => {
    const { id } = (await ada.post(url, { name: 'Short', type: 'number' })).body.data;
    const view = await ada.post('/api/views', { name: 'V', query: { filter: 'field.Short > 1' } });
    assert.equal(view.status, 201, JSON.stringify(view.body));
    await ada.delete(`${url}/${id}`);
    const listed = await ada.get('/api/views');
    assert.equal(listed.status, 200, JSON.stringify(listed.body));
    assert.match(await problemOf('field.Short > 1'), /no own field “Short”/);
  });
});
