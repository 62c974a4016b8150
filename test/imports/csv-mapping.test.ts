import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../support/engines.ts';
import { openWorld, type Person, type World } from '../support/world.ts';
import { finishImport, prepareImport, runImport } from './import-scene.ts';

const csv = (content: string | Buffer, more: object = {}) => ({
  product: 'csv',
  files: [{ name: 'tickets.csv', content }],
  ...more,
});

onEveryEngine('the mapping of a CSV file', (engine) => {
  let world: World;
  let ada: Person;
  let projects = 0;
  before(async () => {
    world = await openWorld(engine, { RATE_LIMIT: 'off' });
    ada = await world.person('Ada');
  });
  after(() => world.close());

  const newProject = async () => {
    const key = `MAP${++projects}`;
    await ada.post('/api/projects', { name: key, key });
    return key;
  };
  const preview = async (content: string | Buffer, mapping?: object) => {
    const id = await prepareImport(ada, await newProject(), csv(content));
    const answer = await ada.post(`/api/imports/${id}/preview`, { ...(mapping && { mapping }) });
    await ada.delete(`/api/imports/${id}`);
    return answer;
  };
  const getTicket = async (key: string, number: number) =>
    (await ada.get(`/api/tickets/${key}-${number}`)).body.data;

  test('a preview names encoding, separator, columns with their fields and the first rows', async () => {
    const text = '\ufeffBetreff;Zuständig;Fällig am;Farbe\r\n"a; b";Grace;31.12.2026;=1+1\r\n';
    const { data } = (await preview(text)).body;
    assert.deepEqual(data.columns, [
      { name: 'Betreff', field: 'title' },
      { name: 'Zuständig', field: 'assignee' },
      { name: 'Fällig am', field: 'dueDate' },
      { name: 'Farbe', field: null },
    ]);
    assert.deepEqual([data.encoding, data.separator], ['utf-8', ';']);
    assert.deepEqual(data.rows, [{ line: 2, cells: ['a; b', 'Grace', '31.12.2026', '=1+1'] }]);
    const latin = (await preview(Buffer.from('title\nGrüße', 'latin1'))).body.data;
    assert.deepEqual([latin.encoding, latin.rows[0].cells], ['windows-1252', ['Grüße']]);
    const wide = (await preview(Buffer.from('\ufefftitle\tx\nGrüße\t1', 'utf16le'))).body.data;
    assert.deepEqual([wide.encoding, wide.separator, wide.rows[0].cells], ['utf-16le', '\t', ['Grüße', '1']]);
    const other = (await preview('a|b\n1|2', { separator: '|', columns: { title: 'b' } })).body.data;
    assert.deepEqual(other.columns, [
      { name: 'a', field: null },
      { name: 'b', field: 'title' },
    ]);
  });

  test('a preview of hostile files is bounded or refused in words', async () => {
    const long = (await preview(`title,${'x'.repeat(300)}\n${'y'.repeat(1_000_000)},a\u0000b\n`)).body.data;
    assert.deepEqual(
      [long.columns[1].name.length, long.rows[0].cells[0].length, long.rows[0].cells[1]],
      [200, 200, 'a b'],
    );
    for (const [content, message] of [
      ['', /the file is empty/],
      ['title\n"no end', /a quoted cell has no end/],
    ] as const)
      assert.match((await preview(content)).body.error.message, message);
    const many = `title\n${'row\n'.repeat(100_000)}`;
    assert.equal((await preview(many)).body.data.rows.length, 10);
    const refused = await preview('a,b\n1,2', { columns: { title: 'missing' } });
    assert.match(refused.body.error.message, /the column "missing" of the field title does not exist/);
  });

  test('several columns feed one field, and a field that is left out is not found by its name', async () => {
    const key = await newProject();
    const mapping = { columns: { labels: ['Tags', 'Team'], status: '' } };
    const done = await runImport(world, ada, key, csv('title,status,Tags,Team\nA,done,x,y\n', { mapping }));
    assert.deepEqual([done.state, done.mapping], ['done', mapping]);
    const ticket = await getTicket(key, 1);
    assert.equal(ticket.status, 'backlog');
    assert.deepEqual(ticket.labels.map(({ name }: { name: string }) => name).sort(), ['x', 'y']);
    assert.deepEqual(
      done.report.lost.find(({ what }: { what: string }) => what === 'column "status"')?.count,
      1,
    );
  });

  test('rows without a title and values that nobody knows are named with their lines', async () => {
    const key = await newProject();
    const text = 'title,status,due date\nA,done,2026-01-31\n,done,\n"B\nB",Fancy,soon\n';
    const done = await runImport(world, ada, key, csv(text, { dryRun: true }));
    assert.deepEqual(done.report.tickets, { total: 2, created: 2, existing: 0 });
    assert.equal(done.report.problems.total, 3);
    assert.deepEqual(
      done.report.problems.first.map(({ line, what }: { line: number; what: string }) => [
        line,
        what.slice(0, 22),
      ]),
      [
        [3, 'rows without a title a'],
        [4, 'unknown status "Fancy"'],
        [4, 'due dates that could n'],
      ],
    );
  });

  test('dates in an order that no row decides are read as the mapping says', async () => {
    const [due, mapping] = ['title,due date\nA,03/04/2026\n', { dates: 'month_first' }];
    const key = await newProject();
    const done = await runImport(world, ada, key, csv(due, { mapping }));
    assert.equal(done.report.problems.total, 0);
    assert.match((await getTicket(key, 1)).dueDate, /^2026-03-04/);
  });

  test('a person of the file is mapped to a member, left out, or becomes a placeholder', async () => {
    const key = await newProject();
    const text = 'title,assignee\nA,Gracie\nB,Nobody\nC,Unknown <u@example.org>\n';
    const people = { gracie: ada.email, nobody: null };
    const id = await prepareImport(ada, key, csv(text, { people, dryRun: true }));
    const { report } = await finishImport(world, ada, id);
    assert.deepEqual(report.people.named, [
      { name: 'Nobody', login: 'Nobody', isLeftOut: true },
      { name: 'Unknown', email: 'u@example.org' },
      { name: 'Gracie', login: 'Gracie', account: { id: ada.id, name: 'Ada' } },
    ]);
    await ada.post(`/api/imports/${id}/start`, { dryRun: false });
    await finishImport(world, ada, id);
    const assignees = [1, 2, 3].map(async (number) => (await getTicket(key, number)).assignee?.name);
    assert.deepEqual(await Promise.all(assignees), ['Ada', undefined, 'Unknown']);
    const again = await runImport(world, ada, key, csv(text, { people }));
    assert.deepEqual(again.report.tickets, { total: 3, created: 0, existing: 3 });
  });
});
