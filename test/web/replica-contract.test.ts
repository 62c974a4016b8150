import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { createClient, type TicketRow } from '../../sdk/index.ts';
import { newId } from '../../web/replica/ids.ts';
import { Replica } from '../../web/replica/replica.ts';
import { newApiTransport } from '../../web/replica/transport/api-transport.ts';
import { followStream } from '../../web/replica/transport/follow-stream.ts';
import type { Clock } from '../../web/replica/transport/transport.ts';
import type { TicketPatch } from '../../web/replica/types.ts';
import { onEveryEngine } from '../support/engines.ts';
import { eventually } from '../support/eventually.ts';
import { listen } from '../support/live-stream.ts';
import { openWorld, type Person, type World } from '../support/world.ts';

/** Numbers that look random and are the same in every run. */
function newDice(seed: number) {
  let state = seed;
  return (sides: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * sides);
  };
}

onEveryEngine('the replica and the server', (engine) => {
  let world: World;
  let origin: string;
  let ada: Person;
  let ben: Person;
  let labels: string[];
  let projects: string[];

  before(async () => {
    world = await openWorld(engine, { RATE_LIMIT: 'off' });
    origin = await listen(world.app);
    [ada, ben] = [await world.person('Ada'), await world.person('Ben')];
    projects = [];
    for (const key of ['ONE', 'TWO']) {
      const { id } = (await ben.post('/api/projects', { name: key, key })).body.data;
      await ben.post(`/api/project/${id}/members`, { userId: ada.id, role: 'member' });
      projects.push(id);
    }
    const { workspaceId } = (await ben.get(`/api/project/${projects[0]}`)).body.data;
    labels = [await world.label(workspaceId, 'red'), await world.label(workspaceId, 'green')];
  });
  const ends: AbortController[] = [];
  after(async () => {
    for (const end of ends) end.abort();
    // A connection that was opened for a request that is aborted would be waited for until its timeout, a minute.
    world.app.server.closeAllConnections();
    await world.close();
  });

  async function openReplica() {
    const transport = newApiTransport({
      client: createClient({ baseUrl: origin, cookie: ada.cookie }),
      fetch: (path, { headers, signal }) =>
        fetch(`${origin}${path}`, { headers: { ...headers, cookie: ada.cookie }, signal }),
    });
    const end = new AbortController();
    ends.push(end);
    const clock: Clock = {
      now: () => world.clock.now(),
      after: (ms, run) => {
        // Repeated requests and refreshes come at once; waiting proves nothing here.
        const timer = setTimeout(
          () => {
            // A replica that nobody closed would ask the stopped server for ever.
            if (!end.signal.aborted) run();
          },
          Math.min(ms, 20),
        );
        timer.unref();
        return () => clearTimeout(timer);
      },
    };
    const boot = await transport.boot();
    const replica = new Replica({ boot, transport, clock, newId: () => newId(world.clock.now()) });
    void followStream(replica, transport, clock, end.signal);
    for (const project of projects) replica.view({ project }).subscribe(() => {});
    return { replica, close: () => end.abort() };
  }

  const listed = async (): Promise<TicketRow[]> => {
    const url = `/api/tickets?fields=row&limit=100&sort=createdAt&project=${projects.join()}`;
    return (await ada.get(url)).body.data;
  };
  const byId = (rows: Iterable<TicketRow>) => [...rows].sort((a, b) => (a.id < b.id ? -1 : 1));

  for (const seed of [1, 2, 3]) {
    test(`a replica agrees with the lists after many changes by both sides (${seed})`, async () => {
      const { replica, close } = await openReplica();
      const dice = newDice(seed);
      const one = <T>(list: readonly T[]): T => list[dice(list.length)] as T;
      const ticket = async () => one((await listed()).map(({ id }) => id));
      const anyPatch = (): TicketPatch =>
        one<TicketPatch>([
          { status: one(['todo', 'in_progress', 'done', 'cancelled']) },
          { priority: one(['low', 'high']), dueDate: '2026-12-24' },
          { labelIds: labels.slice(0, dice(3)) },
          { assigneeId: one([ada.id, ben.id, null]) },
          { projectId: one(projects) },
          { title: `Title ${dice(100)}` },
        ]);
      const theirs: (() => Promise<unknown>)[] = [
        () => ben.post('/api/tickets', { title: 'Theirs', projectId: one(projects) }),
        async () => ben.put(`/api/tickets/${await ticket()}`, anyPatch()),
        async () => ben.post(`/api/tickets/${await ticket()}/comments`, { content: 'Hello' }),
        async () => ben.delete(`/api/tickets/${await ticket()}`),
        () => ben.put(`/api/project/${projects[0]}`, { key: `ONE${dice(1000)}` }),
      ];
      const own: (() => Promise<unknown>)[] = [
        async () => replica.verbs.createTicket({ title: `Mine ${dice(100)}`, projectId: one(projects) }, ''),
        async () => replica.verbs.changeTickets([await ticket()], anyPatch(), ''),
        async () => replica.verbs.changeTickets([await ticket(), await ticket()], { priority: 'low' }, ''),
        async () => replica.verbs.placeTicket(await ticket(), { after: await ticket() }, ''),
        async () => replica.verbs.deleteTickets([await ticket()], ''),
        async () => replica.verbs.undo(),
      ];
      for (let count = 0; count < 4; count++) await theirs[0]?.();
      for (let count = 0; count < 60; count++) {
        world.clock.advance(1 + dice(1_000));
        await one(dice(3) === 0 ? theirs : own)();
        if (dice(4) === 0) await delay(dice(10));
      }
      await eventually(async () => {
        assert.equal(replica.entries.length, 0);
        assert.deepEqual(byId(replica.rows()), byId(await listed()));
      });
      close();
    });
  }

  test('labels, projects and memberships that go are gone in the replica, and come back', async () => {
    const { replica, close } = await openReplica();
    const [project] = projects as [string, string];
    const label = await world.label((await ben.get(`/api/project/${project}`)).body.data.workspaceId, 'gone');
    const create = { title: 'Labelled', projectId: project, labelIds: [label] };
    const { id } = (await ben.post('/api/tickets', create)).body.data;
    await eventually(async () => assert.deepEqual(replica.row(id)?.labelIds, [label]));
    await ben.delete(`/api/labels/${label}`);
    await eventually(async () => assert.deepEqual(replica.row(id)?.labelIds, []));
    await ben.delete(`/api/project/${project}/members/${ada.id}`);
    await eventually(async () => assert.equal(replica.row(id), undefined));
    await ben.post(`/api/project/${project}/members`, { userId: ada.id, role: 'member' });
    await eventually(async () => assert.deepEqual(byId(replica.rows()), byId(await listed())));
    assert.ok(replica.row(id));
    close();
  });
});
