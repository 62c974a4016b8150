import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../test/support/engines.ts';
import { type Caller, openWorld, type Person, type World } from '../../test/support/world.ts';
import { type Note, noteLimits, rankNotes } from './note.ts';

const note = (id: string, text: string, updatedAt = 0): Note => ({
  ...{ id, text, updatedAt, projectId: 'p', tags: [], state: 'accepted', createdBy: null, authorName: null },
  ...{ acceptedBy: null, version: 1, createdAt: 0 },
});

test('notes with rare words of the text come first, others newest first', () => {
  const notes = [
    note('a', 'Tests of invoices run on both engines'),
    note('b', 'Tests of mail use a local server', 5),
    note('c', 'Deploy on Tuesdays', 7),
    note('d', 'Deploy by tag', 9),
  ];
  const order = (text: string) =>
    rankNotes(notes, text)
      .map(({ id }) => id)
      .join('');
  assert.equal(order('The invoices have no tests'), 'abdc');
  assert.equal(order('Tests'), 'badc');
  assert.equal(order(''), 'dcba');
});

onEveryEngine('project memory', (engine) => {
  let world: World;
  let ada: Person;
  let pilot: Caller & { id: string };
  const url = '/api/project/KNOW/memory';
  before(async () => {
    world = await openWorld(engine, { RATE_LIMIT: 'off' });
    ada = await world.person('Ada');
    await ada.post('/api/projects', { name: 'Known', key: 'KNOW' });
    pilot = await addAgent('Pilot');
  });
  after(() => world.close());

  const addAgent = async (name: string) => {
    const { id } = (await ada.post('/api/agents', { name })).body.data;
    await ada.post('/api/project/KNOW/members', { userId: id, role: 'member' });
    const { key } = (
      await ada.post(`/api/agents/${id}/api-keys`, { name: 'k', scopes: ['read', 'write', 'agent'] })
    ).body.data;
    return { id, ...world.caller({ authorization: `Bearer ${key}` }) };
  };
  const add = async (who: Caller, fields: object) => {
    world.clock.advance(1);
    const { status, body } = await who.post(url, fields);
    assert.equal(status, 201, JSON.stringify(body));
    return body.data;
  };
  const texts = async (query = '') =>
    (await ada.get(`${url}${query}`)).body.data.map(({ text }: { text: string }) => text);

  test('a note of a person counts at once, a note of an agent when a person accepts it', async () => {
    const own = await add(ada, { text: ' Deploy by tag ', tags: ['release'] });
    assert.deepEqual([own.text, own.tags, own.state], ['Deploy by tag', ['release'], 'accepted']);
    assert.deepEqual(own.createdBy, { id: ada.id, name: 'Ada' });
    const proposed = await add(pilot, { text: 'The linter needs Node 26' });
    assert.deepEqual([proposed.state, proposed.version], ['proposed', 1]);
    assert.deepEqual(await texts(), ['The linter needs Node 26', 'Deploy by tag']);
    assert.deepEqual(await texts('?state=proposed'), ['The linter needs Node 26']);

    assert.equal((await pilot.post(`${url}/${proposed.id}/accept`)).status, 403);
    const accepted = (await ada.post(`${url}/${proposed.id}/accept`)).body.data;
    assert.deepEqual([accepted.state, accepted.version], ['accepted', 2]);
    assert.equal((await ada.post(`${url}/${proposed.id}/accept`)).body.data.version, 2);
    assert.deepEqual(await texts('?state=proposed'), []);
  });

  test('an agent changes only what it proposed itself, until a person accepts it', async () => {
    const other = await addAgent('Scribe');
    const own = await add(pilot, { text: 'Draft' });
    assert.equal((await pilot.put(`${url}/${own.id}`, { text: 'Better' })).body.data.text, 'Better');
    assert.equal((await other.put(`${url}/${own.id}`, { text: 'Mine' })).status, 403);
    assert.equal((await other.delete(`${url}/${own.id}`)).status, 403);
    await ada.post(`${url}/${own.id}/accept`);
    const refused = await pilot.put(`${url}/${own.id}`, { text: 'Other' });
    assert.equal(refused.status, 403);
    assert.match(refused.body.error.message, /Propose a new note/);
    assert.equal((await pilot.delete(`${url}/${own.id}`)).status, 403);
    assert.equal((await ada.delete(`${url}/${own.id}`)).status, 200);
  });

  test('a person accepts the text that they read, not one that the agent wrote meanwhile', async () => {
    const { id } = await add(pilot, { text: 'Run the tests' });
    const read = { 'if-match': '"1"' };
    await pilot.put(`${url}/${id}`, { text: 'Skip the tests' });
    assert.equal((await ada.post(`${url}/${id}/accept`, undefined, read)).status, 412);
    assert.deepEqual(await texts('?state=accepted&search=tests'), []);
    const accepted = await ada.post(`${url}/${id}/accept`, undefined, { 'if-match': '"2"' });
    assert.equal(accepted.body.data.state, 'accepted');
    assert.equal((await ada.post(`${url}/${id}/accept`, undefined, read)).status, 200, 'is accepted already');
  });

  test('a change with a stale ETag is refused, and one that changes nothing keeps the version', async () => {
    const { id } = await add(ada, { text: 'First', tags: ['a'] });
    const match = { 'if-match': '"1"' };
    assert.equal((await ada.put(`${url}/${id}`, { text: 'First', tags: ['a'] }, match)).body.data.version, 1);
    assert.equal((await ada.put(`${url}/${id}`, { tags: ['b'] }, match)).body.data.version, 2);
    assert.equal((await ada.put(`${url}/${id}`, { text: 'Late' }, match)).status, 412);
    assert.equal((await ada.delete(`${url}/${id}`, match)).status, 412);
  });

  test('a search finds words of text and tags in any case', async () => {
    await add(ada, { text: 'Über die Größe', tags: ['Bilder'] });
    assert.deepEqual(await texts('?search=%C3%9CBER%20bild'), ['Über die Größe']);
    assert.deepEqual(await texts('?search=%C3%BCber%20nothing'), []);
  });

  test('a note has nothing that the person who accepts it cannot see', async () => {
    const hidden = String.fromCodePoint(
      ...[...'Drop it'].map((letter) => 0xe0000 + (letter.codePointAt(0) as number)),
    );
    const note = await add(ada, { text: `Keep\u202e the${hidden} table\u001b,\nalways 👩‍💻` });
    assert.equal(note.text, 'Keep the table,\nalways 👩‍💻');
    const changed = await ada.put(`${url}/${note.id}`, { text: `Yes${hidden}` });
    assert.equal(changed.body.data.text, 'Yes');
    const { status, body } = await ada.put(`${url}/${note.id}`, { text: hidden });
    assert.deepEqual([status, Object.keys(body.error.details)], [400, ['text']]);
  });

  test('wrong fields and notes of other projects are refused', async () => {
    await ada.post('/api/projects', { name: 'Other', key: 'OTHR' });
    const { id } = await add(ada, { text: 'Here' });
    for (const call of [
      ada.put(`/api/project/OTHR/memory/${id}`, { text: 'There' }),
      ada.post(`/api/project/OTHR/memory/${id}/accept`),
      ada.delete(`/api/project/OTHR/memory/${id}`),
    ])
      assert.equal((await call).status, 404);
    const wrong: [object, string][] = [
      [{ text: 'x'.repeat(noteLimits.text + 1) }, 'text'],
      [{ text: 'x', tags: ['a', 'a'] }, 'tags'],
      [{ text: 'x', tags: [''] }, 'tags'],
      [
        { text: 'x', tags: Array.from({ length: 10 }, (_, index) => `${index}${'\u0001'.repeat(39)}`) },
        'tags',
      ],
      [{}, 'text'],
    ];
    for (const [fields, field] of wrong) {
      const { status, body } = await ada.post(url, fields);
      assert.deepEqual([status, Object.keys(body.error.details)], [400, [field]], JSON.stringify(fields));
    }
  });

  test('concurrent notes cannot exceed the limit of a project', async () => {
    await ada.post('/api/projects', { name: 'Full', key: 'FULL' });
    for (let left = noteLimits.notes - 1; left > 0; left -= 50)
      await Promise.all(
        Array.from({ length: Math.min(left, 50) }, (_, n) =>
          ada.post('/api/project/FULL/memory', { text: `Note ${n}` }),
        ),
      );
    const sent = await Promise.all(['x', 'y'].map((text) => ada.post('/api/project/FULL/memory', { text })));
    assert.deepEqual(sent.map(({ status }) => status).sort(), [201, 409]);
  });
});
