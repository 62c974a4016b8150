import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../../test/support/engines.ts';
import { openWorld, type Person, type World } from '../../../test/support/world.ts';
import { buildApp } from '../../composition/app.ts';
import { type Database, statement } from '../../platform/db/index.ts';
import type { Scope } from '../../users/index.ts';
import { writeCell } from './export-formats.ts';
import { exportTickets } from './export-tickets.ts';

/** A parser for RFC 4180, independent of the code under test. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let i = 0; i < text.length; i++) {
    const letter = text[i] as string;
    if (isQuoted) {
      if (letter === '"' && text[i + 1] === '"') cell += text[++i];
      else if (letter === '"') isQuoted = false;
      else cell += letter;
    } else if (letter === '"') isQuoted = true;
    else if (letter === ',' || (letter === '\r' && text[i + 1] === '\n')) {
      row.push(cell);
      cell = '';
      if (letter === ',') continue;
      i++;
      rows.push(row);
      row = [];
    } else cell += letter;
  }
  assert.deepEqual([row, cell, isQuoted], [[], '', false], 'the file ends with a complete line');
  return rows;
}

test('a CSV cell that a spreadsheet would run as a formula is written as text', () => {
  for (const cell of ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '  =1', '＝1', '-']) {
    assert.match(writeCell(cell), /^"?'/, JSON.stringify(cell));
  }
  assert.deepEqual(['1-1', 'a=b', 'Ünï', '', null, 7].map(writeCell), ['1-1', 'a=b', 'Ünï', '', '', '7']);
  assert.equal(writeCell('say "hi", twice\r\nthen go'), '"say ""hi"", twice\r\nthen go"');
  assert.equal(writeCell('=HYPERLINK("http://x")'), `"'=HYPERLINK(""http://x"")"`);
});

onEveryEngine('exports', (engine) => {
  let world: World;
  let ada: Person;
  let project: { id: string; key: string; workspaceId: string };

  before(async () => {
    world = await openWorld(engine, { RATE_LIMIT: 'off' });
    ada = await world.person('Ada');
    project = (await ada.post('/api/projects', { name: 'Export', key: 'EXP' })).body.data;
  });
  after(() => world.close());

  const bulk = async (tickets: object[]) =>
    (await ada.post('/api/tickets/bulk', { tickets })).body.data as { id: string; key: string }[];
  const scopeOf = (person: Person): Scope => ({
    actor: { ...person, userId: person.id, role: 'USER', credential: { kind: 'session', id: 'none' } },
    db: world.db,
    clock: world.clock,
    acceptedVersions: undefined,
    write: (work) => world.db.transaction(work),
  });
  const collect = async (pages: AsyncIterable<{ id: string }[]>, between: () => Promise<unknown>) => {
    const ids: string[] = [];
    for await (const page of pages) {
      ids.push(...page.map(({ id }) => id));
      await between();
    }
    return ids;
  };
  const noEvidence = async () => new Map();
  const setDescriptions = statement<{ text: string; projectId: string }>(
    'update tickets set description = :text where project_id = :projectId',
  );

  test('the three export formats contain the same tickets, oldest first, with every field', async () => {
    const own = (await ada.post('/api/projects', { name: 'Formats', key: '-F' })).body.data;
    const label = await world.label(own.workspaceId, 'a; "b"');
    const odd = { title: '=cmd|"/c calc"!A1', description: 'Line 1\r\nLine "2", end\n', labelIds: [label] };
    await bulk([
      { ...odd, projectId: own.id, assigneeId: ada.id, dueDate: '2026-12-24' },
      { title: 'Zweites – ß😀', projectId: own.id, status: 'done' },
    ]);
    const url = `/api/tickets/export?project=${own.id}`;
    const json = await ada.get(`${url}&format=json`);
    assert.equal(json.headers['content-type'], 'application/json; charset=utf-8');
    const tickets = json.body.data;
    assert.deepEqual(
      tickets.map(({ title }: { title: string }) => title),
      [odd.title, 'Zweites – ß😀'],
    );
    assert.equal(tickets[0].labels[0].name, 'a; "b"');

    const lines = await ada.get(`${url}&format=ndjson`);
    assert.equal(lines.headers['content-type'], 'application/x-ndjson; charset=utf-8');
    assert.deepEqual(
      lines.body
        .trimEnd()
        .split('\n')
        .map((line: string) => JSON.parse(line)),
      tickets,
    );

    const csv = await ada.get(url);
    assert.equal(csv.headers['content-type'], 'text/csv; charset=utf-8; header=present');
    assert.equal(csv.headers['content-disposition'], 'attachment; filename="docket-tickets-2026-11-01.csv"');
    const [head, first, second, ...more] = readCsv(csv.body) as [string[], string[], string[]];
    assert.deepEqual(more, []);
    const cell = (row: string[], name: string) => row[head.indexOf(name)];
    assert.equal(
      cell(first, 'key'),
      `'${tickets[0].key}`,
      'a key that starts with a minus sign is escaped too',
    );
    assert.equal(cell(first, 'title'), `'${odd.title}`);
    assert.equal(cell(first, 'description'), odd.description);
    assert.equal(cell(first, 'labels'), 'a; "b"');
    assert.equal(cell(first, 'assigneeEmail'), ada.email);
    assert.equal(cell(first, 'dueDate'), '2026-12-24T23:59:59.999Z');
    assert.equal(cell(second, 'title'), 'Zweites – ß😀');
    assert.equal(cell(second, 'status'), 'done');
    assert.equal(cell(second, 'id'), tickets[1].id);
    for (const row of [first, second]) assert.equal(row.length, head.length);

    const none = '/api/tickets/export?project=none';
    assert.equal((await ada.get(none)).body, `${head.join()}\r\n`);
    assert.deepEqual((await ada.get(`${none}&format=json`)).body, { data: [] });
    assert.equal((await ada.get(`${none}&format=ndjson`)).body, '');
  });

  test('exports contain the criteria in order, each with the evidence that decides it', async () => {
    const own = (await ada.post('/api/projects', { name: 'Proven', key: 'PRV' })).body.data;
    const criteria = [
      { text: '=cmd|"/c calc"!A1', check: { type: 'command', value: 'npm test' } },
      { text: 'Somebody looked', check: { type: 'person' } },
      { text: 'It is fast' },
    ];
    const [made] = await bulk([
      { title: 'Proven', projectId: own.id },
      { title: 'Bare', projectId: own.id },
    ]);
    const id = made?.id as string;
    for (const criterion of criteria)
      assert.equal((await ada.post(`/api/tickets/${id}/criteria`, criterion)).status, 201);
    const [first, , last] = (await ada.get(`/api/tickets/${id}/criteria`)).body.data;
    const passing = { kind: 'command', passed: true, summary: 'Exit 0', commit: '1a2b3c4d5e' };
    const report = (fields: object) => ada.post(`/api/tickets/${id}/evidence`, { ...passing, ...fields });
    await report({ criterionId: first.id, passed: false, summary: 'Replaced' });
    await report({ criterionId: first.id });
    await report({ criterionId: last.id, kind: 'link', url: 'https://ci.example.com/7', commit: null });
    await report({ summary: 'About the whole ticket' });
    // Its text is another one now, so what was shown no longer counts.
    await ada.put(`/api/tickets/${id}/criteria/${last.id}`, { text: 'It is faster' });

    const url = `/api/tickets/export?project=${own.id}`;
    const [proven, bare] = (await ada.get(`${url}&format=json`)).body.data;
    const { createdAt } = (await ada.get(`/api/tickets/${id}/criteria`)).body.data[0].evidence;
    assert.deepEqual(proven.criteria, [
      {
        ...criteria[0],
        state: 'shown',
        evidence: { ...passing, url: null, author: ada.name, createdAt },
      },
      { ...criteria[1], state: 'open', evidence: null },
      { text: 'It is faster', check: null, state: 'open', evidence: null },
    ]);
    assert.deepEqual(bare.criteria, []);
    const [line] = (await ada.get(`${url}&format=ndjson`)).body.split('\n');
    assert.deepEqual(JSON.parse(line).criteria, proven.criteria);
    const [head, row] = readCsv((await ada.get(url)).body) as [string[], string[]];
    assert.equal(
      row[head.indexOf('criteria')],
      'shown: =cmd|"/c calc"!A1 (command at 1a2b3c4: Exit 0)\nopen: Somebody looked\nopen: It is faster',
    );
  });

  test('an export takes the filters of the list and refuses invalid ones before it starts', async () => {
    await bulk(
      Array.from({ length: 240 }, (_, i) => ({
        title: i % 3 ? `Plain ${i}` : `Searchable ${i}`,
        projectId: project.id,
        status: i % 2 ? 'todo' : 'done',
        assigneeId: i % 5 ? null : ada.id,
      })),
    );
    const filters = [
      '',
      '&status=todo',
      '&search=searchable',
      '&search=searchable&status=done',
      '&search=e',
      '&assignee=me',
      '&assignee=none',
      '&ready=true',
    ];
    for (const filter of filters) {
      const listed: string[] = [];
      const list = (page: number) =>
        ada.get(`/api/tickets?project=EXP&sort=createdAt&order=asc&limit=100&page=${page}${filter}`);
      for (let page = 1; page <= 3; page++) {
        listed.push(...(await list(page)).body.data.map(({ id }: { id: string }) => id));
      }
      const url = `/api/tickets/export?format=json&project=EXP${filter}`;
      const exported = (await ada.get(url)).body.data.map(({ id }: { id: string }) => id);
      assert.deepEqual(exported, listed, filter);
    }
    const wrong = await ada.get('/api/tickets/export?status=x');
    assert.deepEqual([wrong.status, Object.keys(wrong.body.error.details)], [400, ['status']]);
    assert.equal((await ada.get('/api/tickets/export?format=xml')).status, 400);
    assert.equal((await ada.put('/api/tickets/export', { title: 'x' })).status, 405);
    const head = await world.app.inject({
      method: 'HEAD',
      url: '/api/tickets/export',
      headers: { cookie: ada.cookie },
    });
    assert.deepEqual([head.statusCode, head.body], [200, '']);
  });

  test('a ticket that exists during a whole export occurs exactly once, whatever changes meanwhile', async () => {
    const own = (await ada.post('/api/projects', { name: 'Moving', key: 'MOV' })).body.data;
    const made: { id: string }[] = [];
    for (let i = 0; i < 3; i++) {
      const entry = (_: unknown, n: number) => ({ title: `T ${n}`, projectId: own.id });
      made.push(...(await bulk(Array.from({ length: 130 }, entry))));
      world.clock.advance(1);
    }
    for (const order of ['asc', 'desc'] as const) {
      const listing = { projects: ['MOV'], filter: {}, order };
      const gone = made[order === 'asc' ? 389 : 0] as { id: string };
      let turns = 0;
      const exported = await collect(exportTickets(scopeOf(ada), listing, noEvidence), async () => {
        turns++;
        const touched = made.filter((_, i) => i % 12 === turns && made[i] !== gone);
        await bulk(touched.map(({ id }) => ({ id, title: `Changed ${turns} ${order}`, status: 'todo' })));
        if (turns === 1) await ada.delete(`/api/tickets/${gone.id}`);
        await ada.post('/api/tickets', { title: 'Newer', projectId: own.id });
      });
      await ada.post(`/api/tickets/${gone.id}/restore`);
      const expected = made.map(({ id }) => id).filter((id) => id !== gone.id);
      const known = new Set(made.map(({ id }) => id));
      assert.equal(new Set(exported).size, exported.length, 'no ticket twice');
      assert.deepEqual(exported.filter((id) => known.has(id)).sort(), expected.sort(), 'none missing');
      assert.ok(turns >= 4);
      world.clock.advance(1);
    }
  });

  test('an export contains only what the caller may read, even if they lose access during it', async () => {
    const own = (await ada.post('/api/projects', { name: 'Secret', key: 'SEC' })).body.data;
    const eve = await world.person('Eve');
    const made = await bulk(Array.from({ length: 150 }, (_, i) => ({ title: `S ${i}`, projectId: own.id })));
    const url = '/api/tickets/export?format=json&project=SEC';
    assert.deepEqual((await eve.get(url)).body.data, []);
    await ada.put(`/api/tickets/${made[3]?.id}/assignee`, { assigneeId: eve.id });
    const asGuest = (await eve.get(url)).body.data;
    assert.deepEqual(
      asGuest.map(({ id }: { id: string }) => id),
      [made[3]?.id],
    );
    await ada.put(`/api/tickets/${made[3]?.id}/assignee`, { assigneeId: null });
    await ada.post('/api/project/SEC/members', { userId: eve.id, role: 'viewer' });
    assert.equal((await eve.get(url)).body.data.length, 150);
    const listing = { projects: ['SEC'], filter: {}, order: 'asc' as const };
    const seen = await collect(exportTickets(scopeOf(eve), listing, noEvidence), () =>
      ada.delete(`/api/project/SEC/members/${eve.id}`),
    );
    assert.equal(seen.length, 100, 'only the page that was already read');
  });

  test('a person has at most three exports at a time, and those that nobody reads end', async (t) => {
    const own = (await ada.post('/api/projects', { name: 'Large', key: 'LRG' })).body.data;
    await bulk(Array.from({ length: 300 }, (_, n) => ({ title: `L ${n}`, projectId: own.id })));
    const text = 'x'.repeat(60_000);
    await world.db.transaction((tx) => tx.run(setDescriptions, { text, projectId: own.id }));
    const app = buildApp(world.context, { unreadMs: 1_000 });
    t.after(() => app.close());
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as AddressInfo;
    const address = `http://127.0.0.1:${port}/api/tickets/export?project=LRG`;
    const start = async () => {
      const request = http.get(address, { headers: { cookie: ada.cookie } });
      const [response] = (await once(request, 'response')) as [http.IncomingMessage];
      return { request, response };
    };
    const startedAtMs = performance.now();
    const started = await Promise.all(Array.from({ length: 5 }, start));
    const isRefused = ({ response }: { response: http.IncomingMessage }) => response.statusCode === 503;
    const [refused] = started.filter(isRefused);
    assert.equal(started.filter(isRefused).length, 2);
    assert.equal(refused?.response.headers['retry-after'], '5');
    assert.match(await readText(refused.response), /3 of your exports are still running/);
    const eve = await world.person('Eve');
    const ofEve = await fetch(address, { headers: { cookie: eve.cookie } });
    assert.equal(ofEve.status, 200);
    // An unread answer would keep its connection, and the server waits for it when it closes.
    await ofEve.body?.cancel();
    const running = started.filter((export_) => !isRefused(export_));
    const ended = Promise.all(running.map(({ request }) => once(request, 'close')));
    for (const { response } of running) response.on('error', () => {});
    let again = await start();
    while (isRefused(again)) again = await start();
    assert.ok(performance.now() - startedAtMs > 900);
    again.request.destroy();
    for (const { response } of running) response.resume();
    await ended;
  });

  test('an export waits for a slow client and stops when the client disconnects', async (t) => {
    const own = (await ada.post('/api/projects', { name: 'Heavy', key: 'HVY' })).body.data;
    await bulk(Array.from({ length: 500 }, (_, n) => ({ title: `H ${n}`, projectId: own.id })));
    const text = 'x'.repeat(60_000);
    await world.db.transaction((tx) => tx.run(setDescriptions, { text, projectId: own.id }));
    let pagesRead = 0;
    const readsFor: Database['readsFor'] = (caller) => {
      const reads = world.db.readsFor(caller);
      const list: Database['workerReads']['list'] = (shape, params) => {
        pagesRead++;
        return reads.workerReads.list(shape, params);
      };
      return { ...reads, workerReads: { ...reads.workerReads, list } };
    };
    const context = { ...world.context, db: { ...world.db, readsFor } };
    const app = buildApp(context);
    t.after(() => app.close());
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as AddressInfo;
    const address = `http://127.0.0.1:${port}/api/tickets/export?format=ndjson&project=HVY`;
    const ended = new Promise((resolve) => {
      app.server.once('request', (_, response) => response.once('close', resolve));
    });
    const request = http.get(address, { headers: { cookie: ada.cookie } });
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
    await once(response, 'readable');
    request.destroy();
    await ended;

    const before = pagesRead;
    const whole = await fetch(address, { headers: { cookie: ada.cookie } });
    assert.equal((await whole.text()).trimEnd().split('\n').length, 500);
    const wholePages = 6;
    // The page that was being read when the client disconnected may still be counted.
    assert.ok(pagesRead - before <= wholePages + 1, 'no page is read after the disconnect');
    assert.ok(before < wholePages, `${before} pages were read for a client that took nothing`);
  });
});
