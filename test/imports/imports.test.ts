import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  claimImport,
  finishImport as finishImportRow,
  type ImportRow,
} from '../../src/imports/jobs/import-store.ts';
import { prepareMessages } from '../../src/live/prepare-messages.ts';
import { engineDialect } from '../../src/search/indexing/engine-dialect.ts';
import { findIndexLag } from '../../src/search/indexing/index-store.ts';
import { onEveryEngine } from '../support/engines.ts';
import { formOf } from '../support/form.ts';
import { notifyAll } from '../support/notifying.ts';
import { openWorld, type Person, type World } from '../support/world.ts';
import { finishImport, fixture, prepareImport, runImport } from './import-scene.ts';

onEveryEngine('imports of tickets from other products', (engine) => {
  let world: World;
  let ada: Person;
  let ben: Person;
  let projects = 0;

  before(async () => {
    world = await openWorld(engine, { RATE_LIMIT: 'off' });
    ada = await world.person('Ada');
    ben = await world.person('Ben');
  });
  after(() => world.close());

  const newProject = async () => {
    const key = `IMP${++projects}`;
    await ada.post('/api/projects', { name: `Imported ${projects}`, key });
    return key;
  };
  const github = {
    product: 'github',
    files: [fixture('github-issues.json'), fixture('github-comments.json')],
  };

  test('an import keeps texts, dates, numbers, labels, milestones, parents and comments', async () => {
    const key = await newProject();
    const done = await runImport(world, ada, key, github);
    assert.deepEqual([done.state, done.error], ['done', undefined]);
    assert.deepEqual(done.report.tickets, { total: 3, created: 3, existing: 0 });
    assert.deepEqual(done.report.comments, { total: 2, created: 2 });
    const lag = await findIndexLag(world.db.reads, engineDialect(world.db).eventOrder, 1_000);
    assert.deepEqual(lag?.tickets, [], 'lists read all tickets from their index');
    const { data } = (await ada.get(`/api/tickets/${key}-12`)).body;
    assert.deepEqual(
      [data.title, data.type, data.status, data.priority, data.createdAt, data.completedAt],
      [
        'Login fails after midnight',
        'BUG',
        'done',
        'high',
        '2026-01-05T10:00:00.000Z',
        '2026-02-01T12:00:00.000Z',
      ],
    );
    assert.equal(data.updatedAt.slice(0, 19), '2026-02-01T12:30:00');
    assert.match(data.description, /Wait until \*\*midnight\*\*[\s\S]*Also assigned: octo-cy/);
    assert.deepEqual(
      data.labels.map(({ name, color }: { name: string; color: string }) => [name, color]),
      [
        ['bug', '#d73a4a'],
        ['priority: high', '#b60205'],
      ],
    );
    assert.deepEqual([data.group.name, data.group.kind], ['v1.0', 'milestone']);
    assert.deepEqual(
      data.comments.map((comment: { content: string; author: { name: string }; createdAt: string }) => [
        comment.content,
        comment.author.name,
        comment.createdAt,
      ]),
      [
        ['I see it too, @octo-ada', 'octo-ben', '2026-01-05T11:00:00.000Z'],
        ['Fixed', 'Ada', '2026-02-01T12:00:00.000Z'],
      ],
    );
    const child = (await ada.get(`/api/tickets/${key}-14`)).body.data;
    const parent = (await ada.get(`/api/tickets/${key}-15`)).body.data;
    assert.deepEqual([child.parentId, child.status, child.type], [parent.id, 'cancelled', 'IMPROVEMENT']);
    const [link] = (await ada.get(`/api/tickets/${key}-12/links`)).body.data;
    assert.equal(link.url, 'https://github.com/acme/app/issues/12');
    const next = (await ada.post('/api/tickets', { title: 'New', projectId: key })).body.data;
    assert.equal(next.number, 16);
  });

  test('a ticket is found by the key that it had before, by reading and by searching', async () => {
    const key = await newProject();
    await runImport(world, ada, key, {
      product: 'csv',
      files: [{ name: 'a.csv', content: 'id,title\nOLD-77,Find me\nacme/x#5,And me\n' }],
    });
    assert.equal((await ada.get('/api/tickets/old-77')).body.data.title, 'Find me');
    assert.equal((await ada.get(`/api/tickets/${encodeURIComponent('acme/x#5')}`)).body.data.title, 'And me');
    assert.equal((await ben.get('/api/tickets/OLD-77')).status, 404);
    const found = (await ada.get('/api/tickets/search?q=OLD-77')).body;
    assert.deepEqual([found.data[0].title, found.pagination.total], ['Find me', 1]);
    assert.deepEqual((await ben.get('/api/tickets/search?q=OLD-77')).body.data, []);
    const other = await newProject();
    await runImport(world, ada, other, {
      product: 'csv',
      files: [{ name: 'a.csv', content: 'id,title\nOLD-77,The same key\n' }],
    });
    assert.equal((await ada.get('/api/tickets/OLD-77')).status, 404, 'two tickets had this key');
  });

  test('a repeated import creates nothing twice and leaves changed tickets alone', async () => {
    const key = await newProject();
    await runImport(world, ada, key, github);
    await ada.put(`/api/tickets/${key}-12`, { title: 'Renamed here' });
    const again = await runImport(world, ada, key, github);
    assert.deepEqual(again.report.tickets, { total: 3, created: 0, existing: 3 });
    const { data } = (await ada.get(`/api/tickets/${key}-12`)).body;
    assert.deepEqual([data.title, data.comments.length], ['Renamed here', 2]);
    assert.equal((await ada.get(`/api/tickets?project=${key}`)).body.pagination.total, 3);
  });

  test('the stream of an import has its progress in percent and ends with its report', async () => {
    const key = await newProject();
    const id = await prepareImport(ada, key, { ...github, dryRun: false });
    const stream = ada.get(`/api/imports/${id}/events`);
    await finishImport(world, ada, id);
    const { status, body } = await stream;
    assert.equal(status, 200);
    const events = [...body.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data));
    // The import may begin before the stream does.
    assert.match(events[0].state, /^(?:queued|running)$/);
    assert.equal(events.at(-1).state, 'done');
    assert.equal(events.at(-1).report.tickets.created, 3);
    const { percent } = events.at(-1).progress;
    assert.ok(percent > 20 && percent <= 100, String(percent));
  });

  test('a dry run reports what would happen and changes nothing', async () => {
    const dora = await world.person('Dora');
    await dora.post('/api/projects', { name: 'Dry', key: 'DRY' });
    const before = (await world.events()).length;
    const dry = await runImport(world, dora, 'DRY', { ...github, dryRun: true });
    assert.deepEqual([dry.state, dry.dryRun, dry.report.dryRun], ['done', true, true]);
    assert.deepEqual(dry.report.tickets, { total: 3, created: 3, existing: 0 });
    assert.deepEqual(dry.report.labels.created, ['bug', 'priority: high', 'enhancement']);
    assert.deepEqual(dry.report.people.placeholders.toSorted(), ['octo-ada', 'octo-ben', 'octo-cy']);
    const lost = dry.report.lost.map(
      ({ what, count }: { what: string; count: number }) => `${count} ${what}`,
    );
    assert.deepEqual(lost.toSorted(), [
      '1 comments on items that are not tickets, such as pull requests',
      '1 dates of completion of tickets that are not done',
      '1 reactions',
      '1 the lock of the conversation',
    ]);
    assert.deepEqual(
      dry.report.words.find(({ from }: { from: string }) => from === 'not planned').to,
      'cancelled',
    );
    assert.equal((await dora.get('/api/tickets?project=DRY')).body.pagination.total, 0);
    assert.equal((await world.events()).length, before);
    assert.equal((await dora.post(`/api/imports/${dry.id}/start`, { dryRun: false })).status, 200);
    const real = await finishImport(world, dora, dry.id);
    assert.deepEqual([real.report.tickets.created, real.files], [3, []]);
    assert.equal((await dora.post(`/api/imports/${dry.id}/start`, { dryRun: false })).status, 409);
  });

  test('people are found by mapping, verified address and login, only among members; others get placeholders', async () => {
    const key = await newProject();
    const outsider = await world.person('Outsider');
    await ada.post(`/api/project/${key}/members`, { userId: ben.id, role: 'member' });
    const rows = [`1,By address,${ben.email}`, '2,By mapping,benny', `3,Not a member,${outsider.email}`];
    const input = {
      product: 'csv',
      files: [{ name: 'a.csv', content: `id,title,reporter\n${rows.join('\n')}\n` }],
      people: { Benny: ben.id },
    };
    const { report } = await runImport(world, ada, key, input);
    assert.deepEqual([report.people.matched, report.people.placeholders], [2, [outsider.email]]);
    const reporterOf = async (number: number) =>
      (await ada.get(`/api/tickets/${key}-${number}`)).body.data.reporter;
    assert.deepEqual([(await reporterOf(1)).id, (await reporterOf(2)).id], [ben.id, ben.id]);
    const placeholder = await reporterOf(3);
    assert.match(placeholder.email, /^[0-9a-f]{24}@imported\.invalid$/);
    assert.notEqual(placeholder.id, outsider.id);
    const { people } = (await ada.get('/api/boot')).body.data;
    const known = people.find(({ id }: { id: string }) => id === placeholder.id);
    assert.deepEqual([known?.name, known?.isActive], [placeholder.name, false]);
    const signIn = { email: placeholder.email, password: 'anything at all' };
    assert.equal((await world.anonymous.post('/api/auth/sign-in/email', signIn)).status, 401);
    const refused = await ada.post(`/api/project/${key}/imports`, {
      product: 'csv',
      people: { x: outsider.email },
    });
    assert.deepEqual([refused.status, Object.keys(refused.body.error.details)], [400, ['people']]);
  });

  test('a member of a workspace imports nothing in the name of its other members, and every import is marked', async () => {
    const eve = await world.person('Eve');
    const workspaceId = await world.sharedWorkspace(ada.id, [eve.id]);
    await eve.post('/api/projects', { name: 'Forged', key: 'FORGED', workspaceId });
    const content = `id,title,reporter,assignee,comments\n1,Pay,${ada.email},${eve.email},I approve this payment.\n`;
    const input = { product: 'csv', files: [{ name: 'a.csv', content }] };
    await runImport(world, eve, 'FORGED', input);
    const ticket = (await eve.get('/api/tickets/FORGED-1')).body.data;
    assert.match(ticket.reporter.email, /@imported\.invalid$/);
    assert.deepEqual([ticket.assignee.id, ticket.importedBy], [eve.id, eve.id]);
    assert.deepEqual([ticket.comments[0].importedBy, ticket.comments[0].author.id], [eve.id, eve.id]);
    const mapped = await eve.post('/api/project/FORGED/imports', { product: 'csv', people: { x: ada.id } });
    assert.equal(mapped.status, 400);
    assert.match(mapped.body.error.details.people[0], /Add them to the project first/);
    const written = (await eve.post('/api/tickets', { title: 'By hand', projectId: 'FORGED' })).body.data;
    assert.equal(written.importedBy, undefined);
    const boss = await world.person('Boss', 'ADMIN');
    await boss.post('/api/projects', { name: 'Moved', key: 'MOVED' });
    await runImport(world, boss, 'MOVED', input);
    const moved = (await boss.get('/api/tickets/MOVED-1')).body.data;
    assert.deepEqual([moved.reporter.id, moved.importedBy], [ada.id, boss.id]);
  });

  test('imports run by person in turn, and nobody has two at once', async () => {
    const [eve, cy] = [await world.person('Eve'), await world.person('Cy')];
    const queue = async (person: Person, key: string) => {
      await person.post('/api/projects', { name: key, key });
      world.clock.advance(1000);
      return prepareImport(person, key, { ...github, dryRun: true });
    };
    const [first, second] = [await queue(eve, 'EVEA'), await queue(eve, 'EVEB')];
    const third = await queue(cy, 'CYA');
    const claim = () => {
      const now = world.clock.now();
      return world.db.transaction((tx) => claimImport(tx, 'test', now, now + 1000));
    };
    const finish = async (row: ImportRow) => {
      world.clock.advance(10);
      const ended = { state: 'done' as const, report: null, error: null };
      await world.db.transaction((tx) => finishImportRow(tx, row, ended, world.clock.now()));
    };
    const one = (await claim()) as ImportRow;
    const two = (await claim()) as ImportRow;
    assert.deepEqual([one.id, two.id, await claim()], [first, third, undefined]);
    await finish(one);
    await finish(two);
    const fourth = await queue(cy, 'CYB');
    // Cy's last import began after Eve's, so it is Eve's turn.
    const three = (await claim()) as ImportRow;
    assert.equal(three.id, second);
    const four = (await claim()) as ImportRow;
    assert.equal(four.id, fourth);
    await finish(three);
    await finish(four);
    // An import that is started again and again does not stay first because it is old.
    await eve.post(`/api/imports/${first}/start`, { dryRun: true });
    const fifth = await queue(await world.person('Dee'), 'DEE');
    const five = (await claim()) as ImportRow;
    assert.equal(five.id, fifth);
    const six = (await claim()) as ImportRow;
    assert.equal(six.id, first);
    for (const row of [five, six]) await finish(row);
  });

  test('a person has at most two unfinished imports, also by parallel requests', async () => {
    const eve = await world.person('Eve');
    for (const key of ['TWOA', 'TWOB', 'TWOC']) await eve.post('/api/projects', { name: key, key });
    const create = (key: string) => eve.post(`/api/project/${key}/imports`, { product: 'csv' });
    const answers = await Promise.all(['TWOA', 'TWOB', 'TWOC', 'TWOA'].map(create));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 201, 429, 429]);
    const refused = answers.find(({ status }) => status === 429);
    assert.match(refused?.body.error.message, /You have 2 unfinished imports, into TWO[A-C].*cancel one/);
    const made = answers.find(({ status }) => status === 201);
    await eve.delete(`/api/imports/${made?.body.data.id}`);
    assert.equal((await create('TWOC')).status, 201);
  });

  test('one event tells webhooks and streams of an import, and nobody is notified of its tickets', async () => {
    const key = await newProject();
    await ada.post(`/api/project/${key}/members`, { userId: ben.id, role: 'member' });
    const hook = { url: 'http://127.0.0.1:9/', events: ['*'], secret: 'swordfish' };
    const { id: hookId } = (await ada.post('/v1/webhooks', hook)).body.data;
    await notifyAll(world);
    const before = (await world.events()).length;
    const notifiedBefore = (await ben.get('/api/user/notifications')).body.pagination.total;
    const createdAt = new Date(world.clock.now()).toISOString();
    const content = `id,title,description,assignee,created\n1,Fresh,Hello @Ben,${ben.email},${createdAt}\n`;
    await runImport(world, ada, key, { product: 'csv', files: [{ name: 'a.csv', content }] });
    const recorded = (await world.events()).slice(before);
    const types = recorded.map(({ type }) => type);
    assert.deepEqual(types, ['ticket.created', 'project.imported']);
    await notifyAll(world);
    assert.equal((await ben.get('/api/user/notifications')).body.pagination.total, notifiedBefore);
    const deliveries = (await ada.get(`/v1/webhooks/${hookId}/deliveries`)).body.data;
    assert.deepEqual(
      deliveries.map(({ event }: { event: string }) => event),
      ['project.imported'],
    );
    const messagesFor = await prepareMessages(world.db.reads, new Set(types), recorded);
    const { id: userId, name, email } = ada;
    const session = { kind: 'session' as const, id: 'any' };
    const sent = messagesFor({ userId, name, email, role: 'USER', credential: session });
    assert.deepEqual(
      sent.map(({ event }) => event.type),
      ['project.imported'],
    );
  });

  test('only people who administer the project import into it', async () => {
    const key = await newProject();
    await ada.post(`/api/project/${key}/members`, { userId: ben.id, role: 'member' });
    assert.equal((await ben.post(`/api/project/${key}/imports`, { product: 'csv' })).status, 403);
    const id = await prepareImport(ada, key, {
      product: 'csv',
      files: [{ name: 'a.csv', content: 'title\nx\n' }],
    });
    for (const call of [
      () => ben.get(`/api/imports/${id}`),
      () => ben.post(`/api/imports/${id}/start`, { dryRun: true }),
      () => ben.post(`/api/imports/${id}/files`, ...formOf({ content: 'x' })),
      () => ben.delete(`/api/imports/${id}`),
    ])
      assert.equal((await call()).status, 403);
    await ada.post(`/api/project/${key}/members`, { userId: ben.id, role: 'admin' });
    assert.equal((await ben.post(`/api/imports/${id}/start`, { dryRun: false })).status, 200);
    await ada.post(`/api/project/${key}/members`, { userId: ben.id, role: 'member' });
    const failed = await finishImport(world, ada, id);
    assert.deepEqual([failed.state, failed.error.code], ['failed', 'FORBIDDEN']);
  });

  test('a file that is broken or too deep fails the import, names the place and changes nothing', async () => {
    const key = await newProject();
    const broken: [string, string, RegExp][] = [
      [
        'a.json',
        '[{"number": 1, "title": "One"}, {"number": 2, "tit',
        /a\.json, byte \d+: the file ends within a value/,
      ],
      ['b.json', `[${'['.repeat(70)}${']'.repeat(70)}]`, /nested more than 64 levels/],
      ['c.json', '[{"number": 1 "title"}]', /this is not JSON\.$/],
      ['d.csv', 'number,title\n1,First', /this is not JSON\. Was it exported from another product\?/],
    ];
    for (const [name, content, message] of broken) {
      const failed = await runImport(world, ada, key, { product: 'github', files: [{ name, content }] });
      assert.deepEqual([failed.state, failed.error.code], ['failed', 'VALIDATION_ERROR']);
      assert.match(failed.error.message, message);
    }
    const noTitle = await runImport(world, ada, key, {
      product: 'csv',
      files: [{ name: 'a.csv', content: 'a,b\n1,2\n' }],
    });
    assert.match(noTitle.error.message, /no column has the title/);
    assert.equal((await ada.get(`/api/tickets?project=${key}`)).body.pagination.total, 0);
  });

  test('a CSV file with a column mapping is imported; formulas stay text', async () => {
    const key = await newProject();
    const { report } = await runImport(world, ada, key, {
      product: 'csv',
      files: [fixture('tickets.csv')],
      mapping: { columns: { id: 'Nr', title: 'Betreff' }, statuses: { Whatever: 'todo' } },
    });
    assert.deepEqual(report.tickets, { total: 2, created: 2, existing: 0 });
    const one = (await ada.get('/api/tickets/T-1')).body.data;
    const two = (await ada.get(`/api/tickets/${key}-2`)).body.data;
    assert.equal(two.title, '=HYPERLINK("https://evil.example";"open")');
    assert.deepEqual(
      [one.description, one.dueDate],
      ['Several lines,\nwith "quotes"', '2026-02-01T23:59:59.999Z'],
    );
    assert.equal(two.parentId, one.id);
    assert.deepEqual(
      (await ada.get('/api/tickets/T-1/relations')).body.data.map(({ kind }: { kind: string }) => kind),
      ['blocks'],
    );
    assert.deepEqual(
      report.lost.map(({ what }: { what: string }) => what),
      ['column "Effort"'],
    );
  });

  test('an import that was started can be cancelled; its files go', async () => {
    const key = await newProject();
    const id = await prepareImport(ada, key, { ...github, dryRun: false });
    const { data } = (await ada.delete(`/api/imports/${id}`)).body;
    assert.deepEqual([data.state, data.files], ['cancelled', []]);
    assert.equal((await ada.delete(`/api/imports/${id}`)).status, 409);
    assert.deepEqual(
      (await ada.get(`/api/project/${key}/imports`)).body.data.map((item: { state: string }) => item.state),
      ['cancelled'],
    );
  });
});
