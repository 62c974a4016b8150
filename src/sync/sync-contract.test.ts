import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { decodeSync, type SyncPart, type TicketRow } from '../../sdk/index.ts';
import { onEveryEngine } from '../../test/support/engines.ts';
import { listen, openStream, type StreamMessage } from '../../test/support/live-stream.ts';
import { openWorld, type Person, type World } from '../../test/support/world.ts';
import { type SyncSelection, syncTickets } from './sync-tickets.ts';

/** Numbers from 0 to `below`, the same in every run. */
function newDice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

onEveryEngine('a copy that follows the events', (engine) => {
  let world: World;
  let origin: string;
  let ada: Person;
  let labels: string[];
  const known: string[] = [];

  before(async () => {
    world = await openWorld(engine, { RATE_LIMIT: 'off' });
    origin = await listen(world.app);
    ada = await world.person('Ada');
    for (const key of ['AA', 'BB', 'CC']) await ada.post('/api/projects', { name: key, key });
    const { workspaceId } = (await ada.get('/api/project/AA')).body.data;
    labels = [await world.label(workspaceId, 'x'), await world.label(workspaceId, 'y')];
    const tickets = Array.from({ length: 90 }, (_, i) => ({
      title: `Ticket ${i}`,
      projectId: ['AA', 'BB', 'CC'][i % 3],
      status: i % 4 ? 'todo' : 'done',
    }));
    const made = (await ada.post('/api/tickets/bulk', { tickets })).body.data as { id: string }[];
    known.push(...made.map(({ id }) => id));
  });
  after(() => world.close());

  /** One random change through the API. */
  async function change(dice: (below: number) => number): Promise<void> {
    world.clock.advance(1_000);
    const id = known[dice(known.length)] as string;
    const projectId = ['AA', 'BB', 'CC'][dice(3)];
    const changes: (() => Promise<{ status: number; body: { data: { id: string } } }>)[] = [
      () => ada.post('/api/tickets', { title: 'New', projectId }),
      () => ada.put(`/api/tickets/${id}`, { title: `Renamed ${dice(1_000)}` }),
      () => ada.put(`/api/tickets/${id}`, { status: ['todo', 'in_review', 'done', 'cancelled'][dice(4)] }),
      () => ada.put(`/api/tickets/${id}`, { projectId }),
      () => ada.put(`/api/tickets/${id}`, { labelIds: labels.slice(dice(3)), priority: 'high' }),
      () => ada.post(`/api/tickets/${id}/comments`, { content: 'Hello' }),
      () => ada.delete(`/api/tickets/${id}`),
    ];
    const index = dice(changes.length);
    const { status, body } = await (changes[index] as (typeof changes)[number])();
    assert.ok([200, 201, 404].includes(status), JSON.stringify(body));
    if (index === 0) known.push(body.data.id);
    if (index === 6) known.splice(known.indexOf(id), 1);
  }

  /** Loads in small chunks, with changes between and beside them. */
  async function load(selection: SyncSelection, dice: (below: number) => number) {
    const copy = new Map<string, TicketRow>();
    let cursor = '';
    const lines: (Uint8Array | string)[] = [];
    for await (const line of syncTickets(scope(), selection, 7)) {
      lines.push(line);
      await Promise.all([change(dice), change(dice), change(dice)]);
    }
    const bytes = lines.map((line) => Buffer.from(line as string));
    for await (const part of decodeSync(new Blob([Buffer.concat(bytes)]).stream())) {
      if ('cursor' in part) cursor = part.cursor;
      for (const ticket of ticketsOf(part)) copy.set(ticket.id, ticket);
    }
    return { copy, cursor };
  }

  /** Every message after the cursor, up to a ticket that is created now. */
  async function followFrom(cursor: string): Promise<StreamMessage[]> {
    const stream = await openStream(origin, { cookie: ada.cookie, 'last-event-id': cursor });
    const mark = (await ada.post('/api/tickets', { title: 'Mark', projectId: 'AA' })).body.data.id;
    known.push(mark);
    for (let seen = 1; stream.messages.at(-1)?.data.data.ticket?.id !== mark; seen++)
      await stream.until(seen);
    stream.close();
    assert.ok(!stream.messages.some(({ event }) => event === 'reset'));
    return stream.messages;
  }

  async function listRows(selection: SyncSelection): Promise<Map<string, TicketRow>> {
    const rows: TicketRow[] = [];
    let after = '';
    do {
      const { data, pagination } = (await ada.get(`/api/tickets?fields=row&limit=100&sort=createdAt${after}`))
        .body;
      rows.push(...data);
      after = pagination.nextCursor ? `&cursor=${encodeURIComponent(pagination.nextCursor)}` : '';
    } while (after !== '');
    return new Map(rows.filter((row) => belongs(row, selection)).map((row) => [row.id, row]));
  }

  /** Applies the rows of the events as a client does: never an older version over a newer one. */
  function follow(copy: Map<string, TicketRow>, messages: StreamMessage[], selection: SyncSelection) {
    const next = new Map(copy);
    for (const { event, data } of messages) {
      const row: TicketRow | undefined = data.data.row;
      if (!row || (next.get(row.id)?.version ?? 0) > row.version) continue;
      if (event === 'ticket.deleted' || !belongs(row, selection)) next.delete(row.id);
      else next.set(row.id, row);
    }
    return next;
  }

  function sumUp(copy: Map<string, TicketRow>) {
    const sums: Record<string, { homeId: string; rows: number; versions: number }> = {};
    for (const { projectId, workspaceId, version } of copy.values()) {
      const homeId = projectId ?? workspaceId;
      const sum = sums[homeId] ?? { homeId, rows: 0, versions: 0 };
      sums[homeId] = { homeId, rows: sum.rows + 1, versions: sum.versions + version };
    }
    return Object.values(sums).sort((a, b) => (a.homeId < b.homeId ? -1 : 1));
  }

  const urlOf = ({ state, closedSince }: SyncSelection) =>
    `/api/sync/checksum?state=${state}${closedSince ? `&closedSince=${new Date(closedSince).toISOString()}` : ''}`;

  for (const [index, name] of ['all', 'open', 'open and recently closed'].entries()) {
    test(`a load of ${name} tickets during changes, and the events from its cursor, lead to the lists`, async () => {
      const dice = newDice(index + 1);
      const closedSince = index === 2 ? world.clock.now() - 60_000 : undefined;
      const selection: SyncSelection = { state: index === 0 ? 'all' : 'open', closedSince };
      const { copy, cursor } = await load(selection, dice);
      for (let i = 0; i < 10; i++) await change(dice);
      const messages = await followFrom(cursor);
      const current = await listRows(selection);
      const followed = follow(copy, messages, selection);
      assert.ok(messages.length > 10);
      assert.deepEqual(sorted(followed), sorted(current));

      const check = (await ada.get(urlOf(selection))).body.data;
      assert.deepEqual(sumUp(followed), check.checksums);
      const missed = [...current.values()].find(({ id, version }) => copy.get(id)?.version !== version);
      assert.ok(missed !== undefined);
      const others = messages.filter(({ data }) => data.data.row?.id !== missed.id);
      assert.notDeepEqual(
        sumUp(follow(copy, others, selection)),
        check.checksums,
        'a missed event is noticed',
      );
    });
  }

  const scope = () => ({
    actor: {
      ...ada,
      userId: ada.id,
      role: 'USER' as const,
      credential: { kind: 'session' as const, id: 'none' },
    },
    db: world.db,
    clock: world.clock,
    acceptedVersions: undefined,
    write: world.db.transaction,
  });
});

const ticketsOf = (part: SyncPart) => ('tickets' in part ? part.tickets : []);
const sorted = (copy: Map<string, TicketRow>) => [...copy.values()].sort((a, b) => (a.id < b.id ? -1 : 1));

function belongs(
  { status, completedAt, updatedAt }: TicketRow,
  { state, closedSince }: SyncSelection,
): boolean {
  if (state === 'all' || !['done', 'cancelled'].includes(status)) return true;
  const closedAt = status === 'done' ? completedAt : updatedAt;
  return closedSince !== undefined && closedAt !== null && Date.parse(closedAt) >= closedSince;
}
