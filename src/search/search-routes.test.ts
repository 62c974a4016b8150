import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../test/support/engines.ts';
import { openWorld, type Person, type World } from '../../test/support/world.ts';

onEveryEngine('search', (engine) => {
  let world: World;
  let ada: Person;

  before(async () => {
    world = await openWorld(engine);
    ada = await world.person('Ada');
    await ada.post('/api/projects', { name: 'Find', key: 'FIND' });
    await ada.post('/api/projects', { name: 'Else', key: 'ELSE' });
    const tickets = [
      { title: 'Login fails on Zürich server', description: 'Timeout 100% of the time' },
      { title: 'Logout button', description: 'mentions FIND-1 in passing', status: 'done' },
      { title: 'Wrong rate', description: 'login page shows it' },
      { title: 'snake_case names' },
    ];
    for (const ticket of tickets) {
      world.clock.advance(1000);
      await ada.post('/api/tickets', { ...ticket, projectId: 'FIND' });
    }
    await ada.post('/api/tickets', { title: 'Login elsewhere', projectId: 'ELSE' });
    await ada.post('/api/tickets/FIND-4/comments', { content: 'Reproduced by Øyvind' });
    await ada.post('/api/tickets/FIND-3/criteria', { text: 'The Écu has its own rate' });
  });
  after(() => world.close());

  const find = async (query: string) => {
    const { status, body } = await ada.get(`/api/tickets/search?${query}`);
    assert.equal(status, 200, JSON.stringify(body));
    return body.data.map((item: { key: string }) => item.key);
  };

  test('a ticket matches when every word occurs in any of its texts, whatever the case', async () => {
    assert.deepEqual(await find('q=LOG%20BUTTON'), ['FIND-2']);
    assert.deepEqual(await find('q=zürich'), ['FIND-1']);
    assert.deepEqual(await find('q=ZÜRICH%20timeout'), ['FIND-1']);
    assert.deepEqual(await find('q=øyvind%20snake'), ['FIND-4']);
    assert.deepEqual(await find('q=login%20nonsense'), []);
  });

  test('search ranks a full key first, then title matches, then the rest, newer first', async () => {
    assert.deepEqual(await find('q=find-1'), ['FIND-1', 'FIND-2']);
    assert.deepEqual(await find('q=login'), ['ELSE-1', 'FIND-1', 'FIND-3']);
  });

  test('wildcards and quotes of SQL are searched as plain text', async () => {
    assert.deepEqual(await find('q=100%25'), ['FIND-1']);
    assert.deepEqual(await find('q=snake_case'), ['FIND-4']);
    assert.deepEqual(await find('q=e_c'), ['FIND-4']);
    assert.deepEqual(await find("q='%20or%201=1--"), []);
    assert.deepEqual(await find('q=!'), []);
  });

  test('search filters by project and status, and reports the total beyond its limit', async () => {
    assert.deepEqual(await find('q=login&project=else'), ['ELSE-1']);
    assert.deepEqual(await find('q=log&status=done'), ['FIND-2']);
    const { body } = await ada.get('/api/tickets/search?q=log&limit=1');
    const { nextCursor, ...pagination } = body.pagination;
    assert.deepEqual([body.data.length, pagination], [1, { page: 1, limit: 1, total: 4, totalPages: 4 }]);
    assert.ok(nextCursor);
    assert.equal((await ada.get('/api/tickets/search?q=log&limit=500')).body.pagination.limit, 100);
    assert.equal((await ada.get('/api/tickets/search?q=log&limit=0')).status, 400);
    assert.equal((await ada.get('/api/tickets/search?q=log&status=open')).status, 400);
  });

  test('a snippet is plain text with the ranges of the words', async () => {
    const snippetOf = async (query: string) =>
      (await ada.get(`/api/tickets/search?${query}`)).body.data[0].snippet;
    assert.deepEqual(await snippetOf('q=ZÜRICH%20log'), {
      field: 'title',
      text: 'Login fails on Zürich server',
      ranges: [
        [0, 3],
        [15, 21],
      ],
    });
    const { field, text, ranges, comment } = await snippetOf('q=øyvind');
    assert.deepEqual([field, text.slice(...ranges[0])], ['comment', 'Øyvind']);
    assert.ok(comment.id);
    assert.deepEqual(comment.author, { id: ada.id, name: 'Ada' }, 'who wrote the comment');
    assert.deepEqual(await snippetOf('q=écu'), {
      field: 'criterion',
      text: 'The Écu has its own rate',
      ranges: [[4, 7]],
    });
    assert.equal((await snippetOf('q=find-4')).field, 'key');
  });

  test('each search is in the projects that the person sees then, whatever they saw in the last one', async () => {
    const ben = await world.person('Ben');
    const found = async () => {
      const { body } = await ben.get('/api/tickets/search?q=zürich');
      return [body.data.map((item: { key: string }) => item.key), body.pagination.total];
    };
    assert.deepEqual(await found(), [[], 0]);
    await ada.post('/api/project/FIND/members', { userId: ben.id, role: 'member' });
    assert.deepEqual(await found(), [['FIND-1'], 1]);
    assert.deepEqual(await found(), [['FIND-1'], 1]);
    assert.equal((await ada.delete(`/api/project/FIND/members/${ben.id}`)).status, 200);
    assert.deepEqual(await found(), [[], 0]);
  });

  test('a search without words in q is refused', async () => {
    for (const url of ['/api/tickets/search', '/api/tickets/search?q=', '/api/tickets/search?q=%20']) {
      const { status, body } = await ada.get(url);
      assert.deepEqual([status, Object.keys(body.error.details)], [400, ['q']]);
    }
  });

  test('a search of more than 100 hits is read page by page, by cursor and by number, in one order', async () => {
    await ada.post('/api/projects', { name: 'Paged', key: 'PAGED' });
    for (let n = 1; n <= 103; n++) {
      if (n % 4 > 0) world.clock.advance(1000);
      const text = n % 3 === 0 ? { title: `Gadget ${n}` } : { title: `Item ${n}`, description: 'a gadget' };
      await ada.post('/api/tickets', { ...text, projectId: 'PAGED' });
    }
    const readAll = async (query: string) => {
      const keys: string[] = [];
      let address = `/api/tickets/search?${query}&limit=9`;
      for (;;) {
        const { status, body } = await ada.get(address);
        assert.equal(status, 200, JSON.stringify(body));
        keys.push(...body.data.map(({ key }: { key: string }) => key));
        const { nextCursor, total } = body.pagination;
        if (nextCursor === null) return { keys, total };
        address = `/api/tickets/search?${query}&limit=9&cursor=${nextCursor}`;
      }
    };
    const byNumber = async (query: string) => {
      const pages = Array.from({ length: 13 }, (_, i) => find(`${query}&limit=9&page=${i + 1}`));
      return (await Promise.all(pages)).flat();
    };
    // As typed, with a typo, and with a key, whose ticket comes first and once.
    for (const query of ['q=gadget&project=PAGED', 'q=gadgte&project=PAGED', 'q=paged']) {
      const { keys, total } = await readAll(query);
      assert.deepEqual([total, new Set(keys).size, keys.length], [103, 103, 103], query);
      assert.deepEqual(await byNumber(query), keys, query);
    }
    const byKey = await readAll('q=paged-1');
    assert.equal(byKey.keys[0], 'PAGED-1');
    assert.deepEqual([byKey.total, new Set(byKey.keys).size], [byKey.keys.length, byKey.keys.length]);
    assert.ok(byKey.keys.length > 9);
    const beyond = await ada.get('/api/tickets/search?q=gadget&project=PAGED&page=99');
    assert.deepEqual([beyond.body.data, beyond.body.pagination.total], [[], 103]);
    const first = await ada.get('/api/tickets/search?q=gadget&limit=2');
    const { nextCursor } = first.body.pagination;
    assert.equal((await ada.get(`/api/tickets/search?q=other&cursor=${nextCursor}`)).status, 400);
  });
});
