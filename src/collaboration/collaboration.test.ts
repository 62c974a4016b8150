import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startServer } from '../../test/durability/running-server.ts';
import { onEveryEngine } from '../../test/support/engines.ts';
import { listen, openStream, untilSettled } from '../../test/support/live-stream.ts';
import { openWorld, type Person, type World } from '../../test/support/world.ts';
import { sweep } from '../composition/worker.ts';
import { minuteMs, secondMs } from '../platform/clock.ts';
import { sql, statement } from '../platform/db/index.ts';

const countRows = sql.count<object, { total: number }>(
  'select (select count(*) from presences) + (select count(*) from text_sessions) + (select count(*) from live_messages) as total',
);

const countEditBytes = statement<object, { bytes: number }>(
  'select sum(octet_length(edits)) as bytes from text_edits',
);

const findSeen = sql.findValue<{ userId: string }, { seenAt: number }>(
  'select seen_at as "seenAt" from presences where user_id = :userId',
);

onEveryEngine('collaboration', (engine) => {
  let world: World;
  let origin: string;
  let ada: Person;
  let ben: Person;
  let cid: Person;
  let project: string;
  before(async () => {
    world = await openWorld(engine, { RATE_LIMIT: 'off' });
    origin = await listen(world.app);
    [ada, ben, cid] = [await world.person('Ada'), await world.person('Ben'), await world.person('Cid')];
    project = (await ada.post('/api/projects', { name: 'Pay', key: 'PAY' })).body.data.id;
    for (const [{ id: userId }, role] of [
      [ben, 'member'],
      [cid, 'viewer'],
    ] as const)
      await ada.post(`/api/project/${project}/members`, { userId, role });
  });
  after(() => world.close());

  const newTicket = async (fields: object = {}): Promise<string> =>
    (await ada.post('/api/tickets', { title: 'Pay', projectId: project, ...fields })).body.data.id;
  const tabOf = ({ name }: Person, number = 1) => `tab-${number}-of-${name.replace(/\W/g, '')}`;
  const look = async (person: Person, ticket: string, more: object = {}) =>
    (await person.put(`/api/tickets/${ticket}/presence`, { tab: tabOf(person), ...more })).body.data;
  const follow = async (person: Person, query = '?presence=true') => {
    await untilSettled(world.db.reads);
    return openStream(origin, { cookie: person.cookie }, query);
  };
  const names = (people: { name: string; writing?: string }[]) =>
    people.map(({ name, writing }) => (writing ? `${name} writes ${writing}` : name));

  test('whoever opens a ticket sees who is there, and those hear of it and of where they write', async () => {
    const ticket = await newTicket();
    assert.deepEqual(await look(ada, ticket), []);
    const stream = await follow(ada);
    assert.deepEqual(names(await look(cid, ticket)), [ada.name]);
    await look(cid, ticket, { writing: 'comment' });
    await look(cid, ticket, { writing: 'comment' });
    await cid.delete(`/api/user/presence/${tabOf(cid)}`);
    const heard = await stream.until(3);
    stream.close();
    assert.deepEqual(
      heard.map(({ event, data }) => [
        event,
        data.data.ticket.id,
        data.data.person.writing,
        data.data.isHere,
      ]),
      [
        ['presence.changed', ticket, undefined, true],
        ['presence.changed', ticket, 'comment', true],
        ['presence.changed', ticket, undefined, false],
      ],
    );
    assert.equal(heard[0]?.data.data.person.name, cid.name);
    assert.deepEqual(await look(ada, ticket), []);
    const recorded = await world.events();
    assert.ok(recorded.every(({ type }) => !/^(?:presence|text)\./.test(type)));
  });

  test('only people who are at a ticket and may read it hear of it, on streams that ask for it', async () => {
    const ticket = await newTicket();
    const removed = await world.person('Dan');
    await ada.post(`/api/project/${project}/members`, { userId: removed.id, role: 'member' });
    for (const person of [ada, ben, removed]) await look(person, ticket);
    await ada.delete(`/api/project/${project}/members/${removed.id}`);
    assert.equal((await removed.put(`/api/tickets/${ticket}/presence`, { tab: tabOf(removed) })).status, 403);
    // Ada is at the ticket; Ben did not ask, Cid is elsewhere, Dan lost access.
    const streams = await Promise.all([follow(ada), follow(ben, ''), follow(cid), follow(removed)]);
    const [hers, ...others] = streams;
    await look(ada, ticket);
    await ben.put(`/api/tickets/${ticket}/presence`, { tab: tabOf(ben), writing: 'comment' });
    await hers?.until(1);
    // Whatever was sent before this event has arrived with it.
    const mark = await newTicket();
    await look(cid, mark);
    for (const stream of [streams[0], streams[1], streams[2]])
      while (!stream?.messages.some(({ data }) => data.data.ticket?.id === mark))
        await stream?.until(stream.messages.length + 1);
    for (const stream of streams) stream?.close();
    for (const stream of others)
      assert.ok(stream?.messages.every(({ event }) => event !== 'presence.changed'));
  });

  test('an entry expires by itself, and is written again only after ten seconds', async () => {
    const ticket = await newTicket();
    await look(ada, ticket);
    await look(ben, ticket);
    const seenAt = async () => findSeen(world.db.reads, { userId: ben.id });
    const first = await seenAt();
    world.clock.advance(9 * secondMs);
    await look(ben, ticket);
    assert.equal(await seenAt(), first);
    world.clock.advance(secondMs);
    await look(ben, ticket);
    assert.equal(await seenAt(), Number(first) + 10 * secondMs);
    world.clock.advance(74 * secondMs);
    assert.deepEqual(names(await look(ada, ticket)), [ben.name]);
    world.clock.advance(secondMs);
    assert.deepEqual(await look(ada, ticket), []);
  });

  test('who does not want to be shown sees the others without being seen', async () => {
    const ticket = await newTicket();
    await look(ada, ticket, { shown: false });
    assert.deepEqual(await look(ben, ticket), []);
    assert.deepEqual(names(await look(ada, ticket, { shown: false })), [ben.name]);
  });

  test('a project shows who is at its overview, and a person has at most 20 tabs', async () => {
    const at = (person: Person, tab = tabOf(person)) => person.put(`/api/project/PAY/presence`, { tab });
    await at(cid);
    assert.deepEqual(names((await at(ada)).body.data), [cid.name]);
    for (let number = 2; number <= 20; number++)
      assert.equal((await at(cid, tabOf(cid, number))).status, 200);
    const refused = await at(cid, tabOf(cid, 21));
    assert.equal(refused.status, 409);
    world.clock.advance(2 * minuteMs);
    assert.equal((await at(cid, tabOf(cid, 21))).status, 200);
  });

  const text = (ticket: string, what: 'session' | 'edits') =>
    `/api/tickets/${ticket}/texts/description/${what}`;
  const join = async (person: Person, ticket: string) => {
    await look(person, ticket, { writing: 'description' });
    return (await person.post(text(ticket, 'session'), {})).body.data;
  };
  const send = (
    person: Person,
    ticket: string,
    session: { id: string; stored: { version: number } },
    body: object,
  ) =>
    person.post(text(ticket, 'edits'), {
      ...{ session: session.id, client: tabOf(person), number: 1, storedVersion: session.stored.version },
      ...body,
    });
  const add = (from: number, insert: string) => ({ from, to: from, insert });

  test('the edit of the newest version is accepted, the other gets what is missing, a repeat counts once', async () => {
    const ticket = await newTicket({ description: 'one two' });
    const session = await join(ada, ticket);
    assert.deepEqual(session, {
      ...session,
      version: 0,
      text: 'one two',
      stored: { version: 1, text: 'one two' },
    });
    assert.equal((await join(ben, ticket)).id, session.id);
    const stream = await follow(ben);
    const hers = { base: 0, edits: [add(0, 'A')] };
    assert.deepEqual((await send(ada, ticket, session, hers)).body.data, {
      ...{ isAccepted: true, version: 1, missing: [] },
    });
    assert.equal((await send(ada, ticket, session, hers)).body.data.isAccepted, true);
    const late = (await send(ben, ticket, session, { base: 0, edits: [add(7, 'B')] })).body.data;
    assert.equal(late.isAccepted, false);
    assert.deepEqual(
      late.missing.map((edit: object) => ({ ...edit })),
      [{ version: 1, client: tabOf(ada), number: 1, userId: ada.id, edits: [add(0, 'A')] }],
    );
    assert.equal((await send(ben, ticket, session, { base: 1, edits: [add(8, 'B')] })).body.data.version, 2);
    const heard = await stream.until(2);
    stream.close();
    assert.deepEqual(
      heard.map(({ event, data }) => [event, data.data.session, data.data.edit.version]),
      [
        ['text.edited', session.id, 1],
        ['text.edited', session.id, 2],
      ],
    );
    const { text: shared, version } = (await ben.post(text(ticket, 'session'), {})).body.data;
    assert.deepEqual([shared, version], ['Aone twoB', 2]);
    assert.equal(
      (await ada.get(`/api/tickets/${ticket}`)).body.data.description,
      'one two',
      'nothing is saved',
    );
  });

  test('edits that do not fit, are too long or of another session are refused with a reason', async () => {
    const ticket = await newTicket({ description: 'short 😀' });
    const session = await join(ada, ticket);
    const refused = async (body: object) => {
      const { status, body: answer } = await send(ada, ticket, session, {
        base: 0,
        edits: [add(0, 'x')],
        ...body,
      });
      return [status, Object.keys(answer.error.details ?? {})[0] ?? answer.error.code];
    };
    assert.deepEqual(await refused({ edits: [add(9, 'x')] }), [400, 'edits']);
    assert.deepEqual(await refused({ edits: [add(3, 'x'), add(1, 'y')] }), [400, 'edits']);
    assert.deepEqual(await refused({ edits: [add(7, 'x')] }), [400, 'edits']);
    assert.deepEqual(await refused({ edits: [add(0, 'x'.repeat(99_999))] }), [400, 'edits']);
    assert.deepEqual(await refused({ base: 1 }), [400, 'base']);
    assert.deepEqual(await refused({ session: ticket }), [409, 'CONFLICT']);
  });

  test('who asks for all edits gets a bounded answer, however large the edits were', async () => {
    const ticket = await newTicket({ description: 'x' });
    const session = await join(ada, ticket);
    let to = 1;
    for (let base = 0; base < 30; base++) {
      const edits = [{ from: 0, to, insert: '😀'.repeat(50_000 + (base % 2)) }];
      assert.equal((await send(ada, ticket, session, { base, number: base + 1, edits })).status, 200);
      to = 2 * (50_000 + (base % 2));
    }
    const behind = (base: number) => send(ben, ticket, session, { base, edits: [] });
    assert.equal((await behind(0)).status, 409, 'opens the text again instead');
    assert.equal((await behind(25)).body.data.missing.length, 5);
    const kept = await world.db.reads.find(countEditBytes, {});
    assert.ok((kept?.bytes ?? 0) <= 2_000_000, String(kept?.bytes));
    assert.equal((await ben.post(text(ticket, 'session'), {})).body.data.version, 30);
  });

  test('a saved version leaves the open text as it is, any other change is merged into it', async () => {
    const ticket = await newTicket({ description: 'alpha beta gamma' });
    const session = await join(ada, ticket);
    await join(ben, ticket);
    await send(ada, ticket, session, { base: 0, edits: [add(0, 'A new ')] });
    await send(ben, ticket, session, { base: 1, edits: [add(3, 'B')] });
    await ada.put(`/api/tickets/${ticket}`, { description: 'A new alpha beta gamma' });
    const saved = (await send(ben, ticket, session, { base: 2, edits: [] })).body.data;
    assert.deepEqual(saved.stored, { version: 2, text: 'A new alpha beta gamma' });
    assert.equal(saved.version, 2, 'what Ada saved is a version of the session');
    // An agent or a script that has no editor open.
    await ben.put(`/api/tickets/${ticket}`, { description: 'A new alpha BETA gamma' });
    const merged = (await send(ben, ticket, session, { base: 2, edits: [] })).body.data;
    assert.deepEqual(merged.missing[0].edits, [{ from: 13, to: 17, insert: 'BETA' }]);
    const open = (await ben.post(text(ticket, 'session'), {})).body.data;
    assert.equal(open.text, 'A nBew alpha BETA gamma');
    assert.deepEqual(open.stored, { version: 3, text: 'A new alpha BETA gamma' });
  });

  test('the session ends with its last writer, and one that nobody left is swept', async () => {
    const ticket = await newTicket({ description: 'kept' });
    const session = await join(ada, ticket);
    await join(ben, ticket);
    await send(ada, ticket, session, { base: 0, edits: [add(4, '!')] });
    await look(ada, ticket, { writing: null });
    assert.equal((await ben.post(text(ticket, 'session'), {})).body.data.text, 'kept!');
    await ben.delete(`/api/user/presence/${tabOf(ben)}`);
    assert.equal((await send(ben, ticket, session, { base: 1, edits: [] })).status, 409);
    const next = await join(ada, ticket);
    assert.deepEqual([next.version, next.text], [0, 'kept']);
    world.clock.advance(5 * minuteMs);
    await sweep(world.db, world.clock.now());
    assert.equal((await send(ada, ticket, next, { base: 0, edits: [] })).status, 200, 'Ada may come back');
    world.clock.advance(11 * minuteMs);
    await sweep(world.db, world.clock.now());
    assert.equal((await send(ada, ticket, next, { base: 0, edits: [] })).status, 409);
    assert.equal(await countRows(world.db.reads), 0);
  });

  // Another process on the same database; one of SQLite has it alone.
  if (engine === 'postgres')
    test('people of two processes write one text, and a killed process takes nothing with it', async () => {
      const ticket = await newTicket({ description: 'start' });
      const session = await join(ada, ticket);
      await join(ben, ticket);
      const other = await startServer(world.config.database);
      const stream = await openStream(other.url, { cookie: ben.cookie }, '?presence=true');
      for (let base = 0; base < 3; base++)
        await send(ada, ticket, session, { base, number: base + 1, edits: [add(0, String(base))] });
      await stream.until(3);
      const answer = await fetch(`${other.url}${text(ticket, 'edits')}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie: ben.cookie },
        body: JSON.stringify({
          ...{ session: session.id, client: tabOf(ben), number: 1, base: 3, storedVersion: 1 },
          edits: [add(8, '!')],
        }),
      });
      assert.equal(answer.status, 200);
      await other.end('SIGKILL');
      await stream.ended;
      // The answer of the killed process may be lost: the repeat of the edit is recognised here.
      const again = { base: 3, number: 1, edits: [add(8, '!')] };
      const repeated = (await send(ben, ticket, session, again)).body.data;
      assert.deepEqual([repeated.isAccepted, repeated.version], [true, 4]);
      assert.equal((await ada.post(text(ticket, 'session'), {})).body.data.text, '210start!');
    });

  test('a text is edited at most a thousand times in ten seconds', async () => {
    const ticket = await newTicket();
    const session = await join(ada, ticket);
    const type = (base: number) =>
      send(ada, ticket, session, { base, number: base + 1, edits: [add(0, 'x')] });
    for (let base = 0; base < 1_000; base++) assert.equal((await type(base)).status, 200);
    const refused = await type(1_000);
    assert.equal(refused.status, 429);
    world.clock.advance(10 * secondMs);
    assert.equal((await type(1_000)).status, 200);
  });
});
