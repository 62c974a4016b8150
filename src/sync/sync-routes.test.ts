import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { decodeSync, type TicketRow } from '../../sdk/index.ts';
import { onEveryEngine } from '../../test/support/engines.ts';
import { untilSettled } from '../../test/support/live-stream.ts';
import { type Caller, openWorld, type Person, type World } from '../../test/support/world.ts';
import { dayMs } from '../platform/clock.ts';
import { syncTickets } from './sync-tickets.ts';

onEveryEngine('GET /api/sync', (engine) => {
  let world: World;
  let ada: Person;
  let ben: Person;
  let eve: Person;
  let hidden: { id: string };

  before(async () => {
    world = await openWorld(engine, { RATE_LIMIT: 'off' });
    [ada, ben, eve] = (await Promise.all(['Ada', 'Ben', 'Eve'].map((name) => world.person(name)))) as [
      Person,
      Person,
      Person,
    ];
    const project = (await ada.post('/api/projects', { name: 'One', key: 'ONE' })).body.data;
    await ada.post('/api/projects', { name: 'Two', key: 'TWO', visibility: 'public' });
    hidden = (await ben.post('/api/projects', { name: 'Hidden', key: 'HID' })).body.data;
    await ben.post('/api/project/HID/members', { userId: ada.id, role: 'member' });
    await ada.post('/api/project/ONE/members', { userId: ben.id, role: 'member' });
    const labels = [
      await world.label(project.workspaceId, 'red'),
      await world.label(project.workspaceId, 'green'),
    ];
    const group = await world.group(project.id, 'Sprint');
    const add = async (fields: object) => (await ada.post('/api/tickets', fields)).body.data;
    const parent = await add({ title: 'Parent “ß😀” \n line \u001f\u001e1', projectId: 'ONE', type: 'EPIC' });
    world.clock.advance(5_000);
    await add({ title: 'Without a project' });
    for (let i = 0; i < 12; i++) {
      world.clock.advance(1_000 * i);
      const { id } = await add({
        title: `Ticket ${i}`,
        projectId: i % 3 ? 'ONE' : 'TWO',
        priority: ['low', 'highest'][i % 2],
        ...(i % 3 && { labelIds: labels.slice(0, i % 3), groupId: group, parentId: parent.id }),
        ...(i % 4 && { assigneeId: 'me', dueDate: '2026-12-24' }),
      });
      if (i % 5 === 0) await ada.put(`/api/tickets/${id}`, { status: i % 2 ? 'cancelled' : 'done' });
      if (i % 4 === 0) await ada.post(`/api/tickets/${id}/comments`, { content: 'Hello' });
      if (i === 7) await ada.put(`/api/tickets/${id}/rank`, { before: parent.id });
    }
    await ada.post('/api/tickets', { title: 'Hers among his', projectId: 'HID' });
    await ben.post('/api/tickets', { title: 'His own', projectId: 'HID' });
    await ben.delete(`/api/project/HID/members/${ada.id}`);
    const gone = await add({ title: 'Deleted', projectId: 'ONE' });
    await ada.delete(`/api/tickets/${gone.id}`);
  });
  after(() => world.close());

  async function load(caller: Caller, query = '') {
    const { status, headers, body } = await caller.get(`/api/sync${query}`);
    assert.equal(status, 200);
    assert.equal(headers['content-type'], 'application/x-ndjson; charset=utf-8');
    return decodeAll(new Blob([body]).stream());
  }
  async function decodeAll(stream: ReadableStream<Uint8Array>) {
    const tickets: TicketRow[] = [];
    const others: object[] = [];
    for await (const part of decodeSync(stream)) {
      if ('tickets' in part) tickets.push(...part.tickets);
      else others.push(part);
    }
    // biome-ignore lint/suspicious/noExplicitAny: the parts are asserted on
    return { tickets, head: others[0] as any, end: others.at(-1) as any };
  }
  async function list(caller: Caller, query = ''): Promise<TicketRow[]> {
    const url = `/api/tickets?fields=row&limit=100&sort=createdAt${query}`;
    return (await caller.get(url)).body.data;
  }
  const byId = (rows: TicketRow[]) => rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const isOpen = ({ status }: TicketRow) => status !== 'done' && status !== 'cancelled';

  test('a load has exactly the rows of the lists, for members, guests, strangers and readers of public projects', async () => {
    for (const person of [ada, ben, eve]) {
      const rows = await list(person);
      const { tickets } = await load(person, '?state=all');
      assert.deepEqual(byId(tickets), byId(rows), person.name);
      assert.deepEqual(byId((await load(person)).tickets), byId(rows.filter(isOpen)), person.name);
    }
    const titles = (await load(ada, '?project=HID')).tickets.map(({ title }) => title);
    assert.deepEqual(titles, ['Hers among his'], 'a guest gets only their own tickets');
    assert.ok((await list(eve)).length > 0);
    assert.deepEqual((await load(eve, '?project=ONE,HID,none')).tickets, []);
  });

  test('the tickets of a project come newest first, and several projects can be asked for', async () => {
    const { tickets } = await load(ada, '?project=one,TWO&state=all');
    assert.deepEqual(byId(tickets), byId(await list(ada, '&project=ONE,TWO')));
    for (const key of ['ONE', 'TWO']) {
      const ids = tickets.filter((ticket) => ticket.key?.startsWith(key)).map(({ id }) => id);
      assert.ok(ids.length > 2);
      assert.deepEqual(ids, ids.toSorted().reverse());
    }
  });

  test('closedSince adds the tickets that were closed since, and no others', async () => {
    const old = (await ada.post('/api/tickets', { title: 'Old', projectId: 'TWO', status: 'done' })).body
      .data;
    world.clock.advance(10 * dayMs);
    const since = new Date(world.clock.now()).toISOString();
    const close = async (status: string) =>
      (await ada.post('/api/tickets', { title: status, projectId: 'TWO', status })).body.data.id as string;
    const closed = [await close('done'), await close('cancelled')];
    await ada.put(`/api/tickets/${old.id}`, { title: 'Renamed after its end' });
    // A change that is not settled yet follows as an event instead.
    await untilSettled(world.db.reads);
    const { tickets, end } = await load(ada, `?closedSince=${since}`);
    assert.deepEqual(
      byId(tickets),
      byId((await list(ada)).filter((row) => isOpen(row) || closed.includes(row.id))),
    );
    const check = await ada.get(`/api/sync/checksum?closedSince=${since}`);
    assert.deepEqual(check.body.data.checksums, end.checksums);
  });

  test('an API key that is limited to a project loads and checks that project alone', async () => {
    const key = { name: 'One', projectIds: ['ONE'] };
    const { body } = await ada.post('/api/user/api-keys', key);
    const caller = world.caller({ authorization: `Bearer ${body.data.key}` });
    const { tickets, end } = await load(caller, '?state=all');
    assert.deepEqual(byId(tickets), byId(await list(ada, '&project=ONE')));
    assert.deepEqual((await caller.get('/api/sync/checksum?state=all')).body.data.checksums, end.checksums);
    assert.deepEqual((await load(caller, '?project=TWO')).tickets, []);
  });

  test('the checksums of a load are those of its rows and those of the checksum route', async () => {
    for (const query of ['?state=all', '?state=open', `?state=open&project=ONE,${hidden.id}`]) {
      const { tickets, head, end } = await load(ada, query);
      const sums = new Map<string, { homeId: string; rows: number; versions: number }>();
      for (const { projectId, workspaceId, version } of tickets) {
        const homeId = projectId ?? workspaceId;
        const sum = sums.get(homeId) ?? { homeId, rows: 0, versions: 0 };
        sums.set(homeId, { homeId, rows: sum.rows + 1, versions: sum.versions + version });
      }
      const expected = [...sums.values()].sort((a, b) => (a.homeId < b.homeId ? -1 : 1));
      assert.deepEqual(end, { end: true, checksums: expected });
      const check = (await ada.get(`/api/sync/checksum${query}`)).body.data;
      assert.deepEqual(check.checksums, expected);
      assert.match(head.cursor, /^\d+-\d+$/);
      assert.match(check.cursor, /^\d+-\d+$/);
    }
  });

  test('a load in many small chunks has every ticket once', async () => {
    const chunks: Uint8Array[] = [];
    const lines = syncTickets(scopeOf(ada), { state: 'all', closedSince: 0 }, 2);
    for await (const line of lines) chunks.push(typeof line === 'string' ? Buffer.from(line) : line);
    assert.ok(chunks.length > 8);
    const { tickets } = await decodeAll(new Blob([Buffer.concat(chunks)]).stream());
    assert.deepEqual(byId(tickets), byId(await list(ada)));
  });

  test('a project that is taken from the caller during a load is not read further', async () => {
    await ada.post('/api/project/TWO/members', { userId: eve.id, role: 'member' });
    await ada.put('/api/project/TWO', { visibility: 'private' });
    const lines = syncTickets(scopeOf(eve), { projects: ['TWO'], state: 'all' }, 1);
    const read = [await lines.next(), await lines.next()];
    assert.match(Buffer.from(read[1]?.value as Uint8Array).toString(), /"rows":1/);
    await ada.delete(`/api/project/TWO/members/${eve.id}`);
    assert.ok((await list(ada, '&project=TWO')).length > 3);
    for (const readAhead of [await lines.next(), await lines.next()])
      assert.match(Buffer.from(readAhead.value as Uint8Array).toString(), /"rows":1/);
    assert.match(String((await lines.next()).value), /"end":true/);
    await ada.put('/api/project/TWO', { visibility: 'public' });
  });

  test('a cut-off answer is not taken for a complete one', async () => {
    const { body } = await ada.get('/api/sync');
    for (const cut of [body.length - 1, body.lastIndexOf('{"end"'), body.indexOf('\n') + 1, 0]) {
      await assert.rejects(decodeAll(new Blob([body.slice(0, cut)]).stream()), `cut at ${cut}`);
    }
  });

  test('an invalid state or date is refused', async () => {
    const { status, body } = await ada.get('/api/sync?state=closed&closedSince=yesterday');
    assert.deepEqual([status, Object.keys(body.error.details)], [400, ['state', 'closedSince']]);
    assert.equal((await ada.get('/api/sync/checksum?state=closed')).status, 400);
  });

  const scopeOf = (person: Person) => ({
    actor: {
      ...person,
      userId: person.id,
      role: 'USER' as const,
      credential: { kind: 'session' as const, id: 'none' },
    },
    db: world.db,
    clock: world.clock,
    acceptedVersions: undefined,
    write: world.db.transaction,
  });
});
