import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../../test/support/engines.ts';
import { openWorld, type Person, type World } from '../../../test/support/world.ts';

onEveryEngine('the query language over HTTP', (engine) => {
  let world: World;
  let ada: Person;
  let bob: Person;
  let stranger: Person;
  let workspaceId: string;

  before(async () => {
    world = await openWorld(engine);
    ada = await world.person('Ada');
    bob = await world.person('Bob');
    stranger = await world.person('Stella');
    workspaceId = await world.sharedWorkspace(ada.id, [bob.id]);
    for (const key of ['PAY', 'OPS'])
      await ada.post('/api/projects', { name: `Team ${key}`, key, workspaceId, visibility: 'private' });
    const wontfix = await world.label(workspaceId, 'wontfix');
    const tickets = [
      { title: 'Login fails', projectId: 'PAY', status: 'todo', assigneeId: ada.id, priority: 'high' },
      {
        title: 'Login is slow',
        projectId: 'PAY',
        status: 'in_progress',
        assigneeId: ada.id,
        labelIds: [wontfix],
      },
      { title: 'Rotate keys', projectId: 'OPS', status: 'todo', priority: 'low' },
      { title: 'Login page', projectId: 'OPS', status: 'done', assigneeId: ada.id, priority: 'highest' },
    ];
    for (const ticket of tickets) {
      world.clock.advance(1);
      assert.equal((await ada.post('/api/tickets', ticket)).status, 201);
    }
  });
  after(() => world.close());

  const query = (path: string, filter: string, more = '') =>
    `${path}?filter=${encodeURIComponent(filter)}${more}`;
  const titlesOf = async (person: Person, filter: string, more = '') => {
    const { status, body } = await person.get(query('/api/tickets', filter, more));
    assert.equal(status, 200, JSON.stringify(body));
    return body.data.map(({ title }: { title: string }) => title);
  };
  const problemOf = async (filter: string, person = ada) => {
    const { status, body } = await person.get(query('/api/tickets', filter));
    assert.deepEqual([status, body.error?.code], [400, 'VALIDATION_ERROR'], filter);
    return body.error.details.filter[0];
  };

  const example =
    'status in (todo, in_progress) and assignee = me and (due < 7d or priority >= high) and label != wontfix and text ~ "login"';

  test('a filter combines with other parameters, counts, exports and cursors', async () => {
    assert.deepEqual(await titlesOf(ada, example), ['Login fails']);
    assert.deepEqual(await titlesOf(ada, 'text ~ login', '&status=done'), ['Login page']);
    assert.deepEqual(await titlesOf(ada, 'status = todo or status = done', '&status=done'), ['Login page']);
    assert.deepEqual(await titlesOf(ada, '  '), await titlesOf(ada, 'priority >= lowest'));
    assert.deepEqual(await titlesOf(ada, 'priority < lowest'), []);
    const counts = await ada.get(
      query('/api/tickets/counts', 'text ~ login or priority = low', '&by=status'),
    );
    assert.equal(counts.body.data.total, 4);
    assert.equal(counts.body.data.by.status.todo, 2);
    const csv = await ada.get(query('/api/tickets/export', 'not text ~ login', '&format=json'));
    assert.deepEqual(
      csv.body.data.map(({ title }: { title: string }) => title),
      ['Rotate keys'],
    );
    const first = (await ada.get(query('/api/tickets', 'text ~ login or ready', '&limit=3&sort=priority')))
      .body;
    assert.equal(first.pagination.total, 4);
    const rest = await titlesOf(
      ada,
      'text ~ login or ready',
      `&limit=3&sort=priority&cursor=${first.pagination.nextCursor}`,
    );
    assert.deepEqual(rest, ['Rotate keys']);
    const foreign = query(
      '/api/tickets',
      'ready',
      `&limit=3&sort=priority&cursor=${first.pagination.nextCursor}`,
    );
    assert.equal((await ada.get(foreign)).status, 400);
  });

  test('a problem names its column, what was expected and what was probably meant', async () => {
    assert.match(
      await problemOf('statsu = todo'),
      /^Column 1: There is no field “statsu”.* Did you mean status\?$/,
    );
    assert.match(
      await problemOf('ready and status = tood'),
      /^Column 20: “tood” is no status; expected backlog, todo, .* Did you mean todo\?$/,
    );
    assert.match(
      await problemOf('label = wontfx'),
      /^Column 9: There is no label “wontfx” that you can see\. Did you mean wontfix\?$/,
    );
    assert.match(await problemOf('project = "Team PYA"'), /^Column 11: .* no project “Team PYA”/);
    assert.equal(await problemOf('text = login'), 'Column 6: text takes ~, !~, not =.');
    assert.equal(
      await problemOf('overdue = true'),
      'Column 9: overdue stands alone, without an operator such as =.',
    );
    assert.match(await problemOf('due < soon'), /^Column 7: “soon” is no date; expected one such as/);
    assert.match(
      await problemOf('status'),
      /^Column 7: Expected an operator after status: =, !=, in, not in\.$/,
    );
    assert.match(await problemOf('reporter = none'), /^Column 12: Every ticket has reporter/);
    assert.match(
      await problemOf(Array.from({ length: 11 }, () => 'text ~ a').join(' or ')),
      /^Column 121: .* 10 conditions on text/,
    );
    assert.match(await problemOf('x'.repeat(4_001)), /4,?000/);
  });

  test('hostile filters are refused or answered, and nothing stalls', async () => {
    for (const filter of [
      '__proto__ = 1',
      'constructor',
      'toString in (a)',
      'label = "\'; drop table tickets; --"',
    ])
      await problemOf(filter);
    await problemOf(`${'('.repeat(1_900)}ready${')'.repeat(1_900)}`);
    await problemOf(`status in (${'todo,'.repeat(300)}todo)`);
    const wide = Array.from({ length: 100 }, (_, i) => (i % 2 ? 'not label = none' : 'due < -9999y')).join(
      ' or ',
    );
    assert.deepEqual(await titlesOf(ada, wide), ['Login is slow']);
    assert.deepEqual(await titlesOf(ada, `assignee not in (${ada.id}, none) or text ~ "%_!\\\\"`), []);
  });

  test('a filter shows nobody what they may not see', async () => {
    assert.deepEqual(await titlesOf(stranger, 'not ready or ready'), []);
    assert.match(await problemOf('project = PAY', stranger), /no project “PAY” that you can see\.$/);
    assert.match(await problemOf('label = wontfix', stranger), /no label “wontfix” that you can see\.$/);
    assert.match(await problemOf(`assignee = ${ada.email}`, stranger), /no person .* that you can see\.$/);
    assert.match(await problemOf('assignee = ada', stranger), /no person “ada” that you can see\.$/);
    assert.match(await problemOf('parent = PAY-1', stranger), /no ticket “PAY-1” that you can see\.$/);
    assert.match(
      await problemOf('workspace = Shared', stranger),
      /no workspace “Shared” that you can see\.$/,
    );
  });

  test('a view stores a valid filter, and refuses another', async () => {
    const refused = await ada.post('/api/views', { name: 'Bad', query: { filter: 'statsu = todo' } });
    assert.match(refused.body.error.details.query[0], /^Query \(filter\): Column 1: There is no field/);
    const label = await ada.post('/api/labels', { name: 'soon', workspaceId });
    const { status, body } = await ada.post('/api/views', {
      name: 'Good',
      query: { filter: 'label = soon' },
    });
    assert.equal(status, 201, JSON.stringify(body));
    assert.equal((await ada.get(body.data.ticketsUrl)).status, 200);
    assert.equal((await ada.delete(`/api/labels/${label.body.data.id}`)).status, 200);
    assert.match((await ada.get(body.data.ticketsUrl)).body.error.details.filter[0], /no label “soon”/);
  });

  const complete = async (person: Person, filter: string, more = `&position=${filter.length}`) => {
    const { status, body } = await person.get(query('/api/tickets/filter/completions', filter, more));
    assert.equal(status, 200, JSON.stringify(body));
    return body.data;
  };
  const textsOf = async (person: Person, filter: string, more?: string) =>
    (await complete(person, filter, more)).items.map(({ text }: { text: string }) => text);

  test('completions follow the grammar', async () => {
    assert.deepEqual(await textsOf(ada, 'sta'), ['status', 'stage']);
    assert.deepEqual((await textsOf(ada, '')).slice(0, 2), ['status', 'priority']);
    assert.deepEqual(await textsOf(ada, 'status '), ['=', '!=', 'in', 'not in']);
    assert.deepEqual(await textsOf(ada, 'status !'), ['!=']);
    assert.deepEqual(await textsOf(ada, 'status in (in'), ['in_progress', 'in_review']);
    assert.deepEqual(await textsOf(ada, 'status in (todo '), [',', ')']);
    assert.deepEqual(await textsOf(ada, 'status in (todo) '), ['and', 'or']);
    assert.deepEqual(await textsOf(ada, '(ready '), ['and', 'or', ')']);
    assert.deepEqual(await textsOf(ada, 'due < end of '), ['week', 'month', 'quarter', 'year']);
    assert.deepEqual(await textsOf(ada, 'not overd'), ['overdue']);
    assert.deepEqual(await textsOf(ada, 'nofield = '), []);
    const middle = await complete(ada, 'stat = todo and ready', '&position=4');
    assert.deepEqual([middle.from, middle.to, middle.items[0].text], [0, 4, 'status']);
    assert.deepEqual([middle.problem.from, middle.problem.to, middle.problem.suggestion], [0, 4, 'status']);
    assert.equal((await complete(ada, 'ready')).problem, undefined);
  });

  test('completions offer the names that the caller can see, and no others', async () => {
    assert.deepEqual(await textsOf(ada, 'label = wo'), ['wontfix']);
    assert.deepEqual(await textsOf(ada, 'project = '), ['none', 'OPS', 'PAY']);
    assert.deepEqual(await textsOf(ada, 'project = "team p'), ['PAY']);
    assert.deepEqual(await textsOf(ada, 'assignee = b'), ['Bob']);
    assert.deepEqual(await textsOf(ada, 'workspace = sha'), ['Shared']);
    assert.deepEqual(await textsOf(stranger, 'label = wo'), []);
    assert.deepEqual(await textsOf(stranger, 'project = '), ['none']);
    assert.deepEqual(await textsOf(stranger, 'assignee = '), ['me', 'none', 'Stella']);
    assert.deepEqual(await textsOf(ada, 'assignee = ', '&limit=2'), ['me', 'none']);
    assert.equal((await world.anonymous.get('/api/tickets/filter/completions')).status, 401);
  });

  test('an API key for one project resolves and completes only its names', async () => {
    const { body } = await ada.get('/api/project/PAY');
    const key = await ada.post('/api/user/api-keys', {
      name: 'pay',
      scopes: ['read'],
      projectIds: [body.data.id],
    });
    assert.equal(key.status, 201, JSON.stringify(key.body));
    const limited = world.caller({ authorization: `Bearer ${key.body.data.key}` });
    const answer = await limited.get(query('/api/tickets', 'project = OPS'));
    assert.match(answer.body.error.details.filter[0], /no project “OPS” that you can see/);
    const items = (await limited.get(query('/api/tickets/filter/completions', 'project = '))).body.data.items;
    assert.deepEqual(
      items.map(({ text }: { text: string }) => text),
      ['none', 'PAY'],
    );
  });
});
