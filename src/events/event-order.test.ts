import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Ajv } from 'ajv';
import { engines, newMigratedDatabase, onEveryEngine } from '../../test/support/engines.ts';
import { openWorld, type Person, type World } from '../../test/support/world.ts';
import { eventReactions } from '../composition/event-reactions.ts';
import { type Database, openDatabase, statement } from '../platform/db/index.ts';
import { Type } from '../platform/schema.ts';
import * as projectEvents from '../projects/project-events.ts';
import * as ticketEvents from '../tickets/ticket-events.ts';
import { type EventCursor, type EventRow, listEventsAfter } from './event-store.ts';
import { type EventType, eventType } from './event-type.ts';
import { withReactions } from './index.ts';
import { recordEvent } from './record-event.ts';

const happened = eventType({
  name: 'test.happened',
  meaning: 'something happened in a test',
  payload: Type.Object({ name: Type.String() }),
  sentence: ({ name }) => name,
  isPublic: false,
});
const record = (db: Database, name: string) =>
  db.transaction((tx) => recordEvent(tx, happened, { at: 0, actorId: null, data: { name } }));

/** Reads the events page by page, like a background loop. */
function follow(db: Database, pageSize: number) {
  let cursor: EventCursor = { xid: -1, seq: -1 };
  const seen: EventRow[] = [];
  return {
    seen,
    names: () => seen.map(({ data }) => JSON.parse(data).name as string),
    /** Returns whether there were new events. */
    poll: async () => {
      // SQLite answers without a turn of the event loop; without this pause no other work would run.
      await new Promise((resolve) => setImmediate(resolve));
      const page = await listEventsAfter(db.reads, { ...cursor, limit: pageSize });
      seen.push(...page);
      const last = page.at(-1);
      if (last) cursor = { xid: last.xid, seq: last.seq };
      return page.length > 0;
    },
  };
}

if (engines.includes('postgres')) {
  test('a reader does not miss an event that commits after a later one', async (t) => {
    const home = await newMigratedDatabase('postgres');
    const db = withReactions(await openDatabase(home.address), eventReactions);
    t.after(() => db.close().then(home.remove));
    const reader = follow(db, 10);
    await record(db, 'before');
    await untilSeen(reader, 1);
    const mayCommit = Promise.withResolvers<void>();
    const isWritten = Promise.withResolvers<void>();
    const slow = db.transaction(async (tx) => {
      await recordEvent(tx, happened, { at: 0, actorId: null, data: { name: 'slow' } });
      isWritten.resolve();
      await mayCommit.promise;
    });
    await isWritten.promise;
    await record(db, 'quick');
    while (await reader.poll());
    assert.deepEqual(reader.names(), ['before'], 'events after an open transaction wait for it');
    mayCommit.resolve();
    await slow;
    await untilSeen(reader, 3);
    assert.deepEqual(reader.names(), ['before', 'slow', 'quick']);
  });

  test('after a restore into another PostgreSQL cluster, old events are settled and new ones come after every cursor', async (t) => {
    const home = await newMigratedDatabase('postgres');
    let db = withReactions(await openDatabase(home.address), eventReactions);
    t.after(() => db.close().then(home.remove));
    for (const name of ['one', 'two', 'three']) await record(db, name);
    // As if the old cluster had much higher transaction ids.
    for (const ahead of [2 ** 40, 2 ** 41]) {
      await db.transaction((tx) => tx.run(pretendOlder, { ahead }));
      assert.deepEqual(await listEventsAfter(db.reads, { ...{ xid: -1, seq: -1 }, limit: 10 }), []);
      await db.close();
      db = withReactions(await openDatabase(home.address), eventReactions);
      const reader = follow(db, 10);
      const count = await countEvents(db);
      await untilSeen(reader, count);
      await record(db, `after ${count}`);
      await untilSeen(reader, count + 1);
      assert.equal(reader.names().at(-1), `after ${count}`);
    }
    await db.close();
    db = withReactions(await openDatabase(home.address), eventReactions);
    const reader = follow(db, 10);
    await untilSeen(reader, 5);
    assert.deepEqual(reader.names(), ['one', 'two', 'three', 'after 3', 'after 4']);
  });
}

const pretendOlder = statement<{ ahead: number }>('update events set xid = xid + :ahead');
const total = statement<object, { total: number }>('select count(*) as total from events');
const countEvents = async (db: Database) => (await db.reads.find(total, {}))?.total as number;

/** Polls, because other transactions of the cluster, also those of other tests, delay when an event is settled. */
async function untilSeen(reader: ReturnType<typeof follow>, count: number): Promise<void> {
  const deadline = performance.now() + 120_000;
  while (reader.seen.length < count && performance.now() < deadline) await reader.poll();
  assert.equal(reader.seen.length, count);
}

onEveryEngine('events', (engine) => {
  let world: World;
  let ada: Person;
  let ben: Person;
  before(async () => {
    world = await openWorld(engine, { RATE_LIMIT: 'off' });
    ada = await world.person('Ada');
    ben = await world.person('Ben');
  });
  after(() => world.close());

  test('a reader sees each of 200 concurrent changes exactly once, in order for each ticket', async () => {
    const { id: projectId } = (await ada.post('/api/projects', { name: 'Busy' })).body.data;
    const reader = follow(world.db, 7);
    const known = await countEvents(world.db);
    await untilSeen(reader, known);

    let isOver = false;
    const work = Promise.all(
      Array.from({ length: 40 }, (_, i) => changeTicketFiveTimes(i, projectId)),
    ).finally(() => {
      isOver = true;
    });
    while (!isOver) await reader.poll();
    const tickets = await work;
    await untilSeen(reader, await countEvents(world.db));

    const seen = reader.seen.slice(known);
    assert.equal(new Set(seen.map(({ id }) => id)).size, seen.length);
    for (const id of tickets) {
      assert.deepEqual(
        seen.filter(({ ticketId }) => ticketId === id).map(({ type }) => type),
        [
          'ticket.created',
          'comment.created',
          'ticket.updated',
          'ticket.status_changed',
          'ticket.updated',
          'ticket.deleted',
        ],
      );
    }
  });

  /** Five changes, one after another. */
  async function changeTicketFiveTimes(index: number, projectId: string): Promise<string> {
    const { id } = (await ada.post('/api/tickets', { title: `Ticket ${index}`, projectId })).body.data;
    await ada.post(`/api/tickets/${id}/comments`, { content: 'Words' });
    await ada.put(`/api/tickets/${id}/status`, { status: 'done' });
    await ada.put(`/api/tickets/${id}`, { title: `Title ${index}` });
    await ada.delete(`/api/tickets/${id}`);
    return id;
  }

  test('every event type of projects and tickets occurs, and its payload matches its schema', async () => {
    await doEverything();
    const declared = [...Object.values(projectEvents), ...Object.values(ticketEvents)].flat();
    const types = new Map(
      declared.filter((value) => typeof value === 'object').map((type) => [type.name, type as EventType]),
    );
    const ajv = new Ajv({ strict: false, allErrors: true });
    const recorded = new Set<string>();
    const reader = follow(world.db, 100);
    await untilSeen(reader, await countEvents(world.db));
    for (const { type: name, data } of reader.seen) {
      const type = types.get(name);
      if (!type) continue;
      recorded.add(name);
      const payload = JSON.parse(data);
      assert.ok(ajv.validate(type.payload, payload), `${name}: ${ajv.errorsText()} in ${data}`);
      assert.ok(type.sentence(payload as never).length > 0);
    }
    assert.deepEqual([...recorded].sort(), [...types.keys()].sort());
  });

  async function doEverything(): Promise<void> {
    const project = (await ada.post('/api/projects', { name: 'Engine', description: 'Runs' })).body.data;
    const other = (await ada.post('/api/projects', { name: 'Other' })).body.data;
    const members = `/api/project/${project.id}/members`;
    await ada.put(`/api/project/${project.id}`, { name: 'Motor', description: null, visibility: 'public' });
    const { data: update } = (
      await ada.post(`/api/project/${project.id}/updates`, { health: 'at_risk', text: 'Late' })
    ).body;
    await ada.delete(`/api/project/${project.id}/updates/${update.id}`);
    await ada.post(members, { userId: ben.id, role: 'viewer' });
    await ada.post(members, { userId: ben.id, role: 'owner' });
    await ada.delete(`${members}/${ben.id}`);

    const label = await world.label(project.workspaceId, 'regression');
    const group = await world.group(project.id, 'Sprint');
    const parent = (await ada.post('/api/tickets', { title: 'Without a project' })).body.data;
    const full = {
      title: 'Everything',
      description: 'Long',
      projectId: project.id,
      assigneeId: ben.id,
      groupId: group,
      parentId: parent.id,
      dueDate: '2026-12-24',
      labelIds: [label],
      status: 'done',
    };
    const ticket = `/api/tickets/${(await ada.post('/api/tickets', full)).body.data.id}`;
    await ada.put(ticket, { labelIds: [], description: null, dueDate: null, groupId: null, parentId: null });
    await ada.put(ticket, { projectId: other.id });
    await ada.put(ticket, { projectId: null });
    await ada.put(`/api/project/${project.id}`, { triage: true });
    const sent = { title: 'From outside', projectId: project.id, triage: 'waiting' };
    const waiting = `/api/tickets/${(await ada.post('/api/tickets', sent)).body.data.id}`;
    await ada.post(`${waiting}/triage`, { decision: 'duplicate', duplicateOf: parent.id, reason: 'Known' });
    await ada.put(`${ticket}/status`, { status: 'todo' });
    await ada.put(`${ticket}/assignee`, { assigneeId: null });
    await ada.put(`${ticket}/assignee`, { assigneeId: ada.id });
    const comment = (await ada.post(`${ticket}/comments`, { content: 'Words' })).body.data.id;
    await ada.put(`${ticket}/comments/${comment}`, { content: 'Other words' });
    await ada.delete(`${ticket}/comments/${comment}`);
    await ada.delete(ticket);
    await ada.post(`${ticket}/restore`);
    await ada.delete(`/api/project/${other.id}`);
    await ada.post(`/api/project/${other.id}/restore`);
  }
});
