import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { onEveryEngine } from '../../test/support/engines.ts';
import { openWorld, type Person, type World } from '../../test/support/world.ts';
import { dayMs } from '../platform/clock.ts';
import { statement } from '../platform/db/index.ts';
import { findVisibleHomes, purgeDeletedTickets } from '../tickets/index.ts';
import type { Actor } from '../users/index.ts';
import { indexNextTickets } from './indexing/index-tickets.ts';
import { adoptIndex, rebuildIndex, rebuildTexts } from './indexing/rebuild-index.ts';
import { listIdsByIndex } from './query/list-by-index.ts';
import { planSearch } from './query/plan-search.ts';
import { findExactMatches } from './query/rank-matches.ts';
import { buildSearchScope, buildWordQuery } from './query/search-query.ts';
import { ticketPageInput } from './query/ticket-index.ts';

/** Indexes all settled events; on PostgreSQL, other transactions of the cluster can delay when an event settles. */
async function indexAll(world: World): Promise<void> {
  while ((await indexNextTickets(world.db, 7)) > 0);
}

/** The word with one character replaced, inserted, missing, or swapped with the next. Shorter words may have no typo. */
function misspellingsOf(word: string): string[] {
  const misspellings = [...word].flatMap((character, at) => {
    const [before, after] = [word.slice(0, at), word.slice(at + 1)];
    const swapped = before + after.slice(0, 1) + character + after.slice(1);
    return [`${before}q${after}`, `${before}q${character}${after}`, before + after, swapped];
  });
  return misspellings.filter((misspelt) => misspelt.length >= 4 && misspelt !== word);
}

onEveryEngine('search index', (engine) => {
  let world: World;
  let ada: Person;

  before(async () => {
    world = await openWorld(engine);
    ada = await world.person('Ada');
    await ada.post('/api/projects', { name: 'Find', key: 'FIND' });
  });
  after(() => world.close());

  const create = async (title: string, more: object = {}) => {
    world.clock.advance(1000);
    const { status, body } = await ada.post('/api/tickets', { title, projectId: 'FIND', ...more });
    assert.equal(status, 201, JSON.stringify(body));
    return body.data;
  };
  const find = async (text: string, person = ada): Promise<string[]> => {
    const { body } = await person.get(`/api/tickets/search?q=${encodeURIComponent(text)}&limit=100`);
    assert.equal(body.pagination.total, body.data.length);
    return body.data.map((hit: { title: string }) => hit.title);
  };
  const list = async (text: string): Promise<string[]> => {
    const { body } = await ada.get(`/api/tickets?search=${encodeURIComponent(text)}&limit=100`);
    assert.equal(body.pagination.total, body.data.length);
    return body.data.map((item: { title: string }) => item.title);
  };
  const bothFind = async (text: string, titles: string[]) => {
    assert.deepEqual([await find(text), await list(text)], [titles, titles], text);
  };

  for (const isIndexed of [false, true]) {
    const state = isIndexed ? 'after indexing' : 'before indexing';
    const settle = () => (isIndexed ? indexAll(world) : Promise.resolve());

    test(`a ticket is found by its current text and not by its old text, ${state}`, async () => {
      const ticket = await create('Marmalade', { description: 'orange peel' });
      await settle();
      await bothFind('marmalade peel', ['Marmalade']);

      await ada.put(`/api/tickets/${ticket.id}`, { title: 'Jam', description: null });
      await settle();
      await bothFind('marmalade', []);
      await bothFind('peel', []);
      await bothFind('jam', ['Jam']);

      const { body } = await ada.post(`/api/tickets/${ticket.id}/comments`, { content: 'needs sugar' });
      await settle();
      await bothFind('sugar jam', ['Jam']);
      await ada.delete(`/api/tickets/${ticket.id}/comments/${body.data.id}`);
      await settle();
      await bothFind('sugar', []);

      const url = `/api/tickets/${ticket.id}/criteria`;
      const criterion = (await ada.post(url, { text: 'Tastes of ÄPFEL' })).body.data;
      await settle();
      await bothFind('äpfel jam', ['Jam']);
      await ada.put(`${url}/${criterion.id}`, { text: 'Tastes of plums' });
      await settle();
      await bothFind('äpfel', []);
      await bothFind('plums', ['Jam']);
      await ada.delete(`${url}/${criterion.id}`);
      await settle();
      await bothFind('plums', []);

      await ada.delete(`/api/tickets/${ticket.id}`);
      await settle();
      await bothFind('jam', []);
      await ada.post(`/api/tickets/${ticket.id}/restore`);
      await settle();
      await bothFind('jam', ['Jam']);
      await ada.delete(`/api/tickets/${ticket.id}`);
    });

    test(`words of any length and script are found, ${state}`, async () => {
      const long = `${'x'.repeat(200)}needle${'y'.repeat(200)}`;
      await create('日本のお客様からも報告', { description: `deployed 🚀 to q ${long}` });
      await settle();
      for (const text of [
        '客',
        '客様',
        'お客様から',
        '🚀',
        '日本 🚀',
        'needle',
        `xneedley`,
        'xx'.repeat(70),
      ]) {
        await bothFind(text, ['日本のお客様からも報告']);
      }
      await bothFind('客日', []);
      await bothFind(`${'x'.repeat(201)}needle`, []);
      await ada.delete(`/api/tickets/${(await ada.get('/api/tickets?search=needle')).body.data[0].id}`);
    });

    test(`operators of full-text query syntax are searched as plain text, ${state}`, async () => {
      const title = `w1 OR t1* "quoted" ^caret (a AND b) {x}: -minus it's NEAR(y)`;
      const { id } = await create(title);
      await settle();
      for (const text of ['or t1*', '"quoted"', '^caret', '(a and b)', '{x}:', '-minus', "it's", 'near(y)']) {
        await bothFind(text, [title]);
      }
      for (const text of ['w1 OR zzz', 'quo*', 'NOT quoted', 'title:quoted', '"quoted caret"']) {
        await bothFind(text, []);
      }
      await ada.delete(`/api/tickets/${id}`);
    });

    test(`a misspelt word matches similar words only where nothing contains it as typed, ${state}`, async () => {
      const { id } = await create('Internationalisation of invoices');
      await create('Harbour');
      await settle();
      const expected = ['Internationalisation of invoices'];
      for (const text of [
        'invocies',
        'invoises',
        'invioces',
        'internatonalization',
        'of invoices internationalisatoin',
      ]) {
        assert.deepEqual(await find(text), expected, text);
      }
      assert.deepEqual(await find('harbor'), ['Harbour']);
      assert.deepEqual(await find('ahrbour'), ['Harbour']);
      for (const text of ['ivce', 'hbr', 'harbro', 'internatonlizaton', 'invoices harbor', 'qwertzuiop']) {
        assert.deepEqual(await find(text), [], text);
      }
      assert.deepEqual(await list('harbor'), [], 'lists do not correct typos');
      await ada.delete(`/api/tickets/${id}`);
      await ada.delete(`/api/tickets/${(await ada.get('/api/tickets?search=harbour')).body.data[0].id}`);
    });

    test(`a short word is found whichever of its characters is wrong, ${state}`, async () => {
      const words = ['lynx', 'fjord', 'rhapsody'];
      const ids: string[] = [];
      for (const word of words) ids.push((await create(`Seen ${word}`)).id);
      await settle();
      for (const word of words) {
        for (const misspelt of misspellingsOf(word)) {
          assert.deepEqual(await find(misspelt), [`Seen ${word}`], misspelt);
          assert.deepEqual(await find(`seen ${misspelt}`), [`Seen ${word}`], `seen ${misspelt}`);
        }
      }
      for (const id of ids) await ada.delete(`/api/tickets/${id}`);
    });

    test(`a renamed project's tickets are found by the new key, ${state}`, async () => {
      const key = isIndexed ? 'LATER' : 'SOONER';
      const project = (await ada.post('/api/projects', { name: 'Renamed', key: `OLD${key}` })).body.data;
      await create('In a renamed project', { projectId: project.id });
      await settle();
      await bothFind(`old${key}-1`, ['In a renamed project']);
      assert.equal((await ada.put(`/api/project/${project.id}`, { key })).status, 200);
      await settle();
      await bothFind(`${key}-1`, ['In a renamed project']);
      await bothFind(`old${key}-1`, []);
    });
  }

  test('a search never returns a hidden ticket, neither by exact words nor by typos', async () => {
    const bob = await world.person('Bob');
    await create('Confidential memorandum');
    assert.deepEqual(await find('memorandum', bob), []);
    await indexAll(world);
    assert.deepEqual(await find('memorandum', bob), []);
    assert.deepEqual(await find('memorandun', bob), []);
    assert.deepEqual(await find('memorandun'), ['Confidential memorandum']);
    const { id: projectId } = (await bob.post('/api/projects', { name: 'Bob', key: 'BOB' })).body.data;
    await bob.post('/api/tickets', { title: 'Confidential pamphlet', projectId });
    await indexAll(world);
    assert.deepEqual(await find('confidential memorandum', bob), []);
    assert.deepEqual(await find('confidental memorandum', bob), []);
    assert.deepEqual(await find('confidental pamphlet', bob), ['Confidential pamphlet']);
    assert.deepEqual(await find('confidental memorandum'), ['Confidential memorandum']);
  });

  test('a search that remembers the homes of the caller finds what they see now, and nothing else', async () => {
    const carol = await world.person('Carol');
    const { id: projectId } = (await carol.post('/api/projects', { name: 'Carol', key: 'CAROL' })).body.data;
    const query = buildWordQuery(['zanzibar']);
    const countFound = async (sortedMax?: number) => {
      const homes = await findVisibleHomes(world.db.reads, { userId: carol.id } as Actor);
      const plan = await planSearch(world.db, query.words);
      const scope = buildSearchScope(homes, undefined);
      return (
        await findExactMatches(
          world.db,
          scope,
          query,
          plan,
          { offset: 0, limit: 9 },
          { ...(sortedMax !== undefined && { sortedMax }) },
        )
      ).total;
    };
    const readsHomes = 0;
    await create('Zanzibar');
    await indexAll(world);
    assert.deepEqual([await countFound(readsHomes), await countFound()], [0, 0]);
    const { body } = await carol.post('/api/tickets', { title: 'To Zanzibar', projectId });
    await indexAll(world);
    assert.deepEqual([await countFound(), await countFound(readsHomes), await countFound()], [1, 1, 1]);
    await carol.delete(`/api/tickets/${body.data.id}`);
    await indexAll(world);
    assert.deepEqual([await countFound(), await countFound(readsHomes), await countFound()], [0, 0, 0]);
  });

  test('a ticket whose only label was deleted or removed counts as one without labels at once', async () => {
    const workspaceId = (await ada.get('/api/projects/FIND')).body.data.workspaceId;
    const label = async (name: string) =>
      (await ada.post('/api/labels', { name, color: '#ff0000', workspaceId })).body.data.id as string;
    const [kept, deleted] = [await label('kept'), await label('deleted')];
    const first = await create('Unlabelled quince', { labelIds: [kept] });
    await create('Unlabelled medlar', { labelIds: [deleted] });
    await indexAll(world);
    const listWithoutLabels = async () => {
      const { body } = await ada.get('/api/tickets?label=none&search=unlabelled&sort=title&order=asc');
      return body.data.map((item: { title: string }) => item.title);
    };
    assert.deepEqual(await listWithoutLabels(), []);
    await ada.delete(`/api/labels/${deleted}`);
    assert.deepEqual(await listWithoutLabels(), ['Unlabelled medlar']);
    await ada.put(`/api/tickets/${first.id}`, { labelIds: [] });
    assert.deepEqual(await listWithoutLabels(), ['Unlabelled medlar', 'Unlabelled quince']);
    await indexAll(world);
    assert.deepEqual(await listWithoutLabels(), ['Unlabelled medlar', 'Unlabelled quince']);
  });

  test('an index with other facets answers no list and is built again when a server starts', async () => {
    const { id } = await create('Damson jelly');
    await indexAll(world);
    const homes = await findVisibleHomes(world.db.reads, { userId: ada.id } as Actor);
    const listing = { homes, filter: {}, sort: 'createdAt', order: 'desc' } as const;
    const first = { page: 1, offset: 0, limit: 1 };
    const listed = () => listIdsByIndex.run(world.db, ticketPageInput({ ...listing, page: first }));
    assert.deepEqual((await listed())?.ids, [id]);
    await world.db.transaction((tx) =>
      tx.run(statement<object>("update search_cursor set format = 'older'"), {}),
    );
    assert.equal(await listed(), undefined);
    await create('Damson jam');
    assert.equal(
      await indexNextTickets(world.db, 10),
      0,
      'a server that runs leaves it to the one that started last',
    );
    await bothFind('damson', ['Damson jam', 'Damson jelly']);
    await adoptIndex(world.db);
    await indexAll(world);
    assert.notDeepEqual((await listed())?.ids, [id]);
    assert.equal((await listed())?.ids.length, 1);
    await bothFind('damson', ['Damson jam', 'Damson jelly']);
  });

  test('a purged ticket is not found by its old document', async () => {
    const { id } = await create('Ephemeral');
    await indexAll(world);
    await ada.delete(`/api/tickets/${id}`);
    assert.equal(
      (await world.db.transaction((tx) => purgeDeletedTickets(tx, world.clock.now() + 31 * dayMs))) > 0,
      true,
    );
    await create('Successor');
    await bothFind('ephemeral', []);
    await indexAll(world);
    await bothFind('ephemeral', []);
    await bothFind('successor', ['Successor']);
  });

  if (engine === 'postgres')
    test('no GIN index has a pending list, which every search would have to scan', async () => {
      const pending = statement<object, { name: string }>(`
        select c.relname as name from pg_class c join pg_am a on a.oid = c.relam
        where a.amname = 'gin' and not coalesce(c.reloptions @> '{fastupdate=off}', false)`);
      assert.deepEqual(await world.db.reads.list(pending, {}), []);
    });

  for (const [part, rebuild] of Object.entries({ 'text index': rebuildTexts, 'whole index': rebuildIndex })) {
    test(`a search finds everything while the ${part} is rebuilt and afterwards`, async () => {
      const title = `Rebuilt ${part}`;
      await create(title);
      await indexAll(world);
      const before = await find('e');
      await rebuild(world.db);
      assert.deepEqual([await find('e'), await find(title)], [before, [title]]);
      await indexAll(world);
      assert.deepEqual([await find('e'), await find(title)], [before, [title]]);
    });
  }

  test('new tickets are found while three indexers run at once', async () => {
    let isDone = false;
    const indexers = Array.from({ length: 3 }, async () => {
      while (!isDone) {
        await indexNextTickets(world.db, 3);
        // An idle step awaits nothing, so it has to yield to the other tasks.
        await nextTurn();
      }
    });
    const titles = Array.from({ length: 24 }, (_, i) => `Crowd ${'abcdefghijklmnopqrstuvwx'[i]}qq`);
    await Promise.all(
      titles.map(async (title) => {
        await create(title);
        assert.deepEqual(await find(title), [title]);
      }),
    );
    isDone = true;
    await Promise.all(indexers);
    assert.deepEqual((await find('crowd')).sort(), titles);
  });
});
