import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../../test/support/engines.ts';
import { openWorld, type Person, type World } from '../../../test/support/world.ts';
import { newId } from '../../platform/ids.ts';
import { insertLink } from '../links/link-store.ts';

onEveryEngine('a list of tickets by ids', (engine) => {
  let world: World;
  let ada: Person;
  let eve: Person;
  let tickets: { id: string; key: string }[];

  before(async () => {
    world = await openWorld(engine);
    ada = await world.person('Ada');
    eve = await world.person('Eve');
    await ada.post('/api/projects', { name: 'Refs', key: 'REF' });
    const entries = Array.from({ length: 110 }, (_, i) => ({ title: `T ${i}`, projectId: 'REF' }));
    tickets = (await ada.post('/api/tickets/bulk', { tickets: entries })).body.data;
  });
  after(() => world.close());

  const ticket = (index: number) => tickets[index] as { id: string; key: string };
  const get = async (refs: string[], person = ada, more = '') => {
    const { status, body } = await person.get(`/api/tickets?ids=${refs.join()}${more}`);
    assert.equal(status, 200, JSON.stringify(body));
    const ids: string[] = body.data.map(({ id }: { id: string }) => id);
    return { ids, missing: body.missing, pagination: body.pagination };
  };

  test('tickets come in the order of their ids and keys, each once, on one page', async () => {
    const refs = [ticket(7).key.toLowerCase(), ticket(3).id, ticket(7).id, ticket(3).id, ticket(50).key];
    const { ids, missing, pagination } = await get(refs);
    assert.deepEqual(ids, [ticket(7).id, ticket(3).id, ticket(50).id]);
    assert.deepEqual(missing, []);
    assert.deepEqual(pagination, { page: 1, limit: 3, total: 3, totalPages: 1, nextCursor: null });
    const hundred = tickets.slice(0, 100).map(({ id }) => id);
    assert.deepEqual((await get(hundred)).ids, hundred);
    assert.deepEqual((await get(hundred, ada, '&fields=row')).ids, hundred);
  });

  test('deleted, forbidden and unknown tickets are named in missing, without a difference', async () => {
    const own = (await eve.post('/api/tickets', { title: 'Own' })).body.data;
    await ada.delete(`/api/tickets/${ticket(0).id}`);
    await ada.put(`/api/tickets/${ticket(1).id}/assignee`, { assigneeId: eve.id });
    const unknown = [newId(), 'REF-999999', 'NOPE-1', 'neither', '00000000-0000-0000-0000-000000000000'];
    const refs = [ticket(0).id, ticket(0).key, ticket(1).id, ticket(2).id, ticket(2).key, own.id, ...unknown];
    const ofEve = await get(refs, eve);
    assert.deepEqual(ofEve.ids, [ticket(1).id, own.id]);
    assert.deepEqual(ofEve.missing, [ticket(0).id, ticket(0).key, ticket(2).id, ticket(2).key, ...unknown]);
    const ofAda = await get(refs);
    assert.deepEqual(ofAda.ids, [ticket(1).id, ticket(2).id]);
    assert.deepEqual(ofAda.missing, [ticket(0).id, ticket(0).key, own.id, ...unknown]);
  });

  test('a linked commit or pull request finds its tickets, as far as the caller may read them', async () => {
    const own = (await eve.post('/api/tickets', { title: 'Own' })).body.data;
    const link = async (
      ticketId: string,
      kind: 'commit' | 'pull_request',
      repository: string,
      reference: string,
    ) => {
      const [id, now] = [newId(), world.clock.now()];
      const rest = { url: null, state: null, author: null, authorId: null, closes: 0, title: 'Fix' };
      const at = { createdAt: now, updatedAt: now };
      await world.db.transaction((tx) =>
        insertLink(tx, { id, ticketId, kind, provider: 'github', repository, reference, ...rest, ...at }),
      );
    };
    const hash = 'c0ffee'.padEnd(40, '1');
    await link(own.id, 'commit', 'acme/site', hash);
    await link(ticket(9).id, 'commit', 'acme/site', hash);
    await link(ticket(10).id, 'pull_request', 'Acme/site', '7');
    await link(own.id, 'pull_request', 'acme/other', '7');
    const refs = [`commit:${hash}`, 'pull_request:acme/site%237', `commit:${hash.slice(1)}0`, 'commit:main'];
    const ofAda = await get(refs);
    assert.deepEqual(ofAda.ids, [ticket(9).id, ticket(10).id]);
    assert.deepEqual(ofAda.missing, [`commit:${hash.slice(1)}0`, 'commit:main']);
    const ofEve = await get(refs, eve);
    assert.deepEqual(ofEve.ids, [own.id]);
    assert.deepEqual(ofEve.missing, ['pull_request:acme/site#7', ...ofAda.missing]);
  });

  test('an API key for another project finds none of them', async () => {
    await ada.post('/api/projects', { name: 'Other', key: 'OTH' });
    const { key } = (await ada.post('/api/user/api-keys', { name: 'K', projectIds: ['OTH'] })).body.data;
    const caller = world.caller({ authorization: `Bearer ${key}` });
    const { body } = await caller.get(`/api/tickets?ids=${ticket(5).id}`);
    assert.deepEqual([body.data, body.missing], [[], [ticket(5).id]]);
  });

  test('more than 100 ids, filters, sorts and pages beside ids are refused by name', async () => {
    const refused = async (query: string) => {
      const { status, body } = await ada.get(`/api/tickets?${query}`);
      assert.deepEqual([status, Object.keys(body.error.details)], [400, ['ids']], query.slice(0, 40));
    };
    await refused(`ids=${tickets.slice(0, 101).map(({ id }) => id)}`);
    await refused(`ids=${Array.from({ length: 4_900 }, () => 'a')}`);
    await refused(`ids=${Array.from({ length: 7_000 }, () => 'a')}`);
    await refused(`ids=${'a'.repeat(12_000)}`);
    for (const other of [
      'status=todo',
      'sort=title',
      'order=asc',
      'page=1',
      'limit=5',
      'search=x',
      'overdue=true',
    ])
      await refused(`ids=${ticket(1).id}&${other}`);
  });

  test('an empty list of ids finds nothing, and an absent one lists everything', async () => {
    const { ids, missing, pagination } = await get([',', ' ']);
    assert.deepEqual([ids, missing, pagination.total], [[], [], 0]);
    assert.equal((await ada.get('/api/tickets?ids=')).body.pagination.total, 109);
  });
});
