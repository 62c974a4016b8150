import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../../test/support/engines.ts';
import { openWorld, type Person, type World } from '../../../test/support/world.ts';
import { statement } from '../../platform/db/index.ts';
import { foldCase } from '../../platform/fold-case.ts';
import { similarityMin, similarityTo } from './similarity.ts';
import { titleWords } from './title-words.ts';

test('titles that say the same in other words are similar, others are not', () => {
  const same: [string, string][] = [
    ['The invoice shows yesterday’s rate', 'Invoice shows yesterdays rate'],
    ['Login page is slow', 'LOGIN PAGE IS SLOW!'],
    ['Cannot upload attachments over 10 MB', 'Upload of attachments over 10 MB fails'],
    ['Crash when saving a draft', 'Saving a draft: crash'],
    ['Über die Größe', 'über die grösse'],
    ['日本語の検索が壊れている', '日本語の検索が壊れた'],
    ['!!!', '!!!'],
  ];
  const different: [string, string][] = [
    ['Fix the invoice', 'Fix the export'],
    ['Add dark mode', 'Remove dark passwords from the log'],
    ['The invoice shows yesterday’s rate', 'The calendar shows the wrong week'],
    ['asdf qwer', 'zxcv hjkl'],
    ['Login', 'Logout of all devices'],
  ];
  const similarity = (a: string, b: string) => similarityTo(a)(foldCase(b));
  for (const [a, b] of same) assert.ok(similarity(a, b) >= similarityMin, `${a} | ${b}`);
  for (const [a, b] of different) assert.ok(similarity(a, b) < similarityMin, `${a} | ${b}`);
  for (const [a, b] of [...same, ...different]) assert.equal(similarity(a, b), similarity(b, a));
});

test('the indexed words of a title are its three longest, without punctuation', () => {
  assert.deepEqual(titleWords('The (invoice) shows "yesterday’s" rate!'), [
    'yesterday’s',
    'invoice',
    'shows',
  ]);
  assert.deepEqual(titleWords('a a b'), ['a', 'b']);
  assert.deepEqual(titleWords('... !'), []);
  assert.equal([...(titleWords('😀'.repeat(200))[0] as string)].length, 64);
});

onEveryEngine('possible duplicates', (engine) => {
  let world: World;
  let ada: Person;
  let count = 0;
  before(async () => {
    world = await openWorld(engine, { RATE_LIMIT: 'off' });
    ada = await world.person('Ada');
  });
  after(() => world.close());

  const newProject = async (person = ada) =>
    (await person.post('/api/projects', { name: 'Guarded', key: `D${++count}` })).body.data;
  const create = async (title: string, fields: object = {}, person = ada) => {
    const { status, body } = await person.post('/api/tickets', { title, ...fields });
    assert.equal(status, 201);
    return body.data;
  };
  const keysOf = (ticket: { possibleDuplicates: { key: string }[] }) =>
    ticket.possibleDuplicates.map(({ key }) => key);

  test('creating a ticket succeeds and lists similar open tickets of its project', async () => {
    const { id: projectId, key } = await newProject();
    const first = await create('The invoice shows yesterday’s rate', { projectId });
    assert.deepEqual(first.possibleDuplicates, []);
    await create('The calendar shows the wrong week', { projectId });
    const again = await create('Invoice shows yesterday’s rate.', { projectId, status: 'todo' });
    assert.equal(again.key, `${key}-3`);
    const [like] = again.possibleDuplicates;
    assert.deepEqual(
      { ...like, similarity: undefined },
      { id: first.id, key: `${key}-1`, title: first.title, status: 'backlog', similarity: undefined },
    );
    assert.ok(like.similarity >= similarityMin && like.similarity <= 1);
    assert.equal(again.possibleDuplicates.length, 1);
    assert.deepEqual((await create('asdfgh qwertz', { projectId })).possibleDuplicates, []);
    assert.deepEqual((await create('??', { projectId })).possibleDuplicates, []);
    const { data } = (await ada.get(`/api/tickets/${again.id}`)).body;
    assert.equal('possibleDuplicates' in data, false);
  });

  test('at most five possible duplicates are listed, the most similar first', async () => {
    const { id: projectId } = await newProject();
    const titles = [
      'Crash on saving a draft',
      ...Array.from({ length: 7 }, (_, i) => `Crash on saving ${i}`),
    ];
    for (const title of titles) await create(title, { projectId });
    const { possibleDuplicates } = await create('Crash on saving a draft', { projectId });
    assert.equal(possibleDuplicates.length, 5);
    assert.equal(possibleDuplicates[0].similarity, 1);
    const similarities = possibleDuplicates.map(({ similarity }: { similarity: number }) => similarity);
    assert.deepEqual(
      similarities,
      [...similarities].sort((a, b) => b - a),
    );
  });

  test('possible duplicates follow changes of title, status and project, and deletion', async () => {
    const here = await newProject();
    const there = await newProject();
    const ticket = await create('Exports lose their header line', { projectId: here.id });
    const look = async (projectId = here.id) => {
      const made = await create('Exports lose their header line', { projectId });
      await ada.delete(`/api/tickets/${made.id}`);
      return keysOf(made);
    };
    assert.deepEqual(await look(), [ticket.key]);
    await ada.put(`/api/tickets/${ticket.id}/status`, { status: 'done' });
    assert.deepEqual(await look(), []);
    await ada.put(`/api/tickets/${ticket.id}/status`, { status: 'in_review' });
    assert.deepEqual(await look(), [ticket.key]);
    await ada.delete(`/api/tickets/${ticket.id}`);
    assert.deepEqual(await look(), []);
    await ada.post(`/api/tickets/${ticket.id}/restore`);
    assert.deepEqual(await look(), [ticket.key]);
    await ada.put(`/api/tickets/${ticket.id}`, { title: 'Something else entirely' });
    assert.deepEqual(await look(), []);
    await ada.post('/api/tickets/bulk', {
      tickets: [{ id: ticket.id, title: 'Export loses the header line', projectId: there.id }],
    });
    assert.deepEqual(await look(), []);
    assert.deepEqual(await look(there.id), [`${there.key}-1`]);
  });

  test('possible duplicates come only from the same project, or from the workspace for a ticket without one', async () => {
    const ben = await world.person('Ben');
    const { id: secret } = await newProject(ben);
    const title = 'Acquire the competitor quietly';
    await create(title, { projectId: secret }, ben);
    await create(title, {}, ben);
    const { id: projectId } = await newProject();
    assert.deepEqual((await create(title, { projectId })).possibleDuplicates, []);
    const loose = await create(title);
    assert.deepEqual(loose.possibleDuplicates, []);
    const [like] = (await create(`${title}!`)).possibleDuplicates;
    assert.deepEqual([like.id, 'key' in like], [loose.id, false]);
  });

  test('the migration extracts the same title words as the code', async () => {
    const folder = new URL('../../../migrations/', import.meta.url);
    const file = readdirSync(folder).find((name) => name.endsWith(`-title-words.${engine}.sql`)) as string;
    const text = readFileSync(new URL(file, folder), 'utf8');
    const rows = statement<object, { word: string }>(
      'select home_id as home, word, ticket_id as ticket from ticket_title_words order by ticket_id, word',
    );
    for (const title of ['(One) two, "three" four-five', 'ÄÖÜ äöü ß straße', 'x', 'same same same longer'])
      await create(title);
    const written = await world.db.reads.list(rows, {});
    await world.db.transaction(async (tx) => {
      await tx.run(statement<object>('delete from ticket_title_words'), {});
      await tx.run(statement<object>(text.slice(text.indexOf('insert into')).replace(/;\s*$/, '')), {});
    });
    assert.deepEqual(await world.db.reads.list(rows, {}), written);
  });
});
