import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { onEveryEngine } from '../../../test/support/engines.ts';
import { formWith } from '../../../test/support/form.ts';
import { type Caller, openWorld, type Person, type World } from '../../../test/support/world.ts';
import { statement } from '../../platform/db/index.ts';
import { forgetEvents, sealNextEvents, verifyDatabase } from '../../sealed-history/index.ts';
import type { SignedDocument } from './evidence-document.ts';
import { dataClosing, dataOpening, renderPage } from './render-page.ts';
import { verifyPage } from './verify-page.ts';

const commit = '1a2b3c4d5e6f7a8b9c0d1e2f3a4b5c6d7e8f9a0b';
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
const hostile = '</script><script>alert(1)</script><!-- &amp; \u202eevil\u202c שלום';

const readData = (page: string): SignedDocument => {
  const from = page.lastIndexOf(dataOpening) + dataOpening.length;
  return JSON.parse(page.slice(from, page.indexOf(dataClosing, from)));
};
const problemOf = (page: string | Buffer, keyIds: string[] = []) => {
  const result = verifyPage(Buffer.from(page), keyIds);
  return 'problem' in result ? result.problem : undefined;
};
const verdictOf = (page: string) => {
  const result = verifyPage(Buffer.from(page), []);
  assert.ok('verdict' in result, JSON.stringify(result));
  return result.verdict;
};

/** Every way to a value in the data that is neither an object nor a list. */
function* leavesOf(value: unknown, path: (string | number)[] = []): Generator<(string | number)[]> {
  if (typeof value !== 'object' || value === null) yield path;
  else for (const [name, part] of Object.entries(value)) yield* leavesOf(part, [...path, name]);
}

function changeLeaf(document: SignedDocument, path: (string | number)[]): SignedDocument {
  const changed = structuredClone(document);
  // biome-ignore lint/suspicious/noExplicitAny: walks over data of any shape
  let parent: any = changed;
  for (const name of path.slice(0, -1)) parent = parent[name];
  const name = path.at(-1) as string;
  const value = parent[name];
  if (typeof value === 'number') parent[name] = value + 1;
  else if (typeof value === 'boolean') parent[name] = !value;
  else if (value === null) parent[name] = 'x';
  else parent[name] = value.startsWith('a') ? `b${value.slice(1)}` : `a${value.slice(1)}`;
  return changed;
}

/** The change as somebody makes it who also draws the page again. */
function redraw(document: SignedDocument): string | undefined {
  try {
    return renderPage(document);
  } catch {
    return undefined;
  }
}

onEveryEngine('the page of evidence', (engine) => {
  let world: World;
  let ada: Person;
  let ben: Person;
  let pilot: Caller & { id: string };
  let workspaceId: string;
  let full: { id: string; key: string };
  let page: string;

  before(async () => {
    world = await openWorld(engine, { RATE_LIMIT: 'off' });
    ada = await world.person('Ada', 'ADMIN');
    ben = await world.person('Ben');
    workspaceId = await world.sharedWorkspace(ada.id, [ben.id]);
    await ada.post('/api/projects', { name: 'Harbor', key: 'HAR', workspaceId });
    await ada.post('/api/project/HAR/members', { userId: ben.id, role: 'admin' });
    const { id } = (await ada.post('/api/agents', { name: 'Pilot' })).body.data;
    await ada.post('/api/project/HAR/members', { userId: id, role: 'member' });
    const { key } = (
      await ada.post(`/api/agents/${id}/api-keys`, { name: 'k', scopes: ['read', 'write', 'agent'] })
    ).body.data;
    pilot = { id, ...world.caller({ authorization: `Bearer ${key}` }) };
    full = await makeFullTicket();
    await seal();
    page = await pageOf(full.key);
  });
  after(() => world.close());

  /** Other transactions on the PostgreSQL server can delay when an event settles. */
  async function seal(): Promise<void> {
    const { length } = await world.events();
    while ((await verifyDatabase(world.db.reads)).sealed < length)
      await sealNextEvents({ db: world.db, clock: world.clock, box: world.context.secretBox });
  }
  const pageOf = async (ref: string, who: Caller = ada, query = ''): Promise<string> => {
    const { status, body } = await who.get(`/api/tickets/${ref}/evidence.html${query}`);
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  };
  const run = <P extends object>(text: string, params: P) =>
    world.db.transaction((tx) => tx.run(statement<P>(text), params));

  /** Criteria in all states, every kind of file, reviews that count and that do not, and a forced gate. */
  async function makeFullTicket() {
    const criteria = ['Shown', 'Failed', 'Open', hostile].map((text) => ({
      text,
      check: { type: 'tests', value: 'rates *' },
    }));
    const input = { title: `Rates ${hostile}`, projectId: 'HAR', assigneeId: ada.id, criteria };
    const ticket = (await ada.post('/api/tickets', input)).body.data;
    const ids = (await ada.get(`/api/tickets/${ticket.key}/criteria`)).body.data.map(
      (one: { id: string }) => one.id,
    );
    const report = async (fields: Record<string, unknown>, ...files: Parameters<typeof formWith>[1][]) => {
      const url = `/api/tickets/${ticket.key}/evidence`;
      const [body, headers] = formWith({ commit, ...fields }, ...files);
      const { status, body: answer } =
        files.length > 0 ? await ada.post(url, body, headers) : await ada.post(url, { commit, ...fields });
      assert.equal(status, 201, JSON.stringify(answer));
    };
    const junit = (failure: string) =>
      `<testsuite><testcase name="rates a"/><testcase name="rates b">${failure}</testcase></testsuite>`;
    const summary = { kind: 'test_report', summary: 'npm test' };
    await report({ ...summary, criterionId: ids[0] }, { name: 'ok.xml', content: junit('') });
    await report({ ...summary, criterionId: ids[1] }, { name: 'bad.xml', content: junit('<failure/>') });
    await report({ kind: 'log', passed: true, summary: hostile, criterionId: ids[3], exitCode: 0 });
    const image = { kind: 'image', passed: true, summary: 'Picture' };
    await report(image, { name: 'a<img>&.png', content: png, type: 'image/png' });
    const log = { kind: 'log', passed: true, summary: 'Log' };
    await report(log, { name: 'short.log', content: `one\ntwo ${hostile}` });
    await report(log, { name: 'long.log', content: `begin\n${'x'.repeat(20_000)}\nend` });
    await report(log, { name: 'picture.svg', content: svg, type: 'image/svg+xml' });
    await ada.post(`/api/tickets/${ticket.key}/reviews`, { verdict: 'approve', commit });
    await ben.post(`/api/tickets/${ticket.key}/reviews`, { verdict: 'changes', comment: hostile, commit });
    await ben.post(`/api/tickets/${ticket.key}/reviews`, { verdict: 'approve', commit });
    await pilot.post(`/api/tickets/${ticket.key}/reviews`, { verdict: 'approve', commit });
    await ada.put('/api/project/HAR/gates', { criteria: true });
    const done = { status: 'done', force: true, reason: `Hotfix ${hostile}` };
    assert.equal((await ben.put(`/api/tickets/${ticket.key}/status`, done)).status, 200);
    return ticket;
  }

  test('shows everything of a ticket, verifies without a server, and runs nothing', async () => {
    const { verdict, data } = { verdict: verdictOf(page), data: readData(page) };
    assert.equal(verdict.ticket, full.key);
    assert.equal(verdict.sealed, verdict.events);
    assert.ok(verdict.seals >= 1 && verdict.files === 2, JSON.stringify(verdict));
    assert.deepEqual([verdict.unsealed, verdict.forgotten], [0, 0]);
    assert.deepEqual(
      data.criteria.map(({ state }) => state),
      ['shown', 'failed', 'open', 'shown'],
    );
    assert.deepEqual(
      data.reviews.map(({ author, counts, reason }) => [author, counts, reason]),
      [
        ['Pilot', true, null],
        ['Ben', true, null],
        ['Ben', false, 'superseded'],
        ['Ada', false, 'assignee'],
      ],
    );
    assert.deepEqual(
      data.forced.map(({ by }) => by),
      ['Ben'],
    );
    for (const shown of [
      '1 passed, 1 failed, 0 skipped',
      'rates b',
      commit,
      'bytes left out',
      'Ben',
      'Hotfix',
    ])
      assert.ok(page.includes(shown), shown);
    const drawn = page.slice(0, page.lastIndexOf(dataOpening));
    assert.ok(!/<script|<svg|<!--|javascript:|style=|\son\w+=/i.test(drawn));
    assert.equal(page.match(/<script/g)?.length, 1);
    assert.equal(page.match(/<img/g)?.length, 1);
    assert.ok(
      !page.includes('alert(1)</script>') && drawn.includes('\\u{202e}evil') && !drawn.includes('\u202e'),
    );
    assert.ok(/default-src &#39;none&#39;; style-src &#39;sha256-[^']+&#39;; img-src data:;/.test(drawn));
  });

  test('has the same steps as the app, in both languages', async () => {
    const stepsIn = async (language: string) =>
      (await ben.get(`/api/tickets/${full.key}/proof-steps?language=${language}`)).body.data;
    const [english, german] = [await stepsIn('en'), await stepsIn('de')];
    assert.deepEqual(
      english.map(({ name, level, detail }: Record<string, string>) => `${name} ${level} ${detail}`),
      [
        'criteria bad 2 of 4 shown',
        'evidence bad 6 passed, 1 failed',
        'checks none ',
        'review good 2 approvals',
        'seal good 15 of 15 events sealed',
      ],
    );
    for (const { title, state, detail } of english)
      assert.ok(
        page.includes(`<b>${title}</b>`) && page.includes(` ${state}</span>`) && page.includes(detail),
      );
    assert.equal(german[0].detail, '2 von 4 belegt');
  });

  test('is sent with a policy that runs nothing, to whoever may read the ticket, in both languages', async () => {
    const { headers } = await ada.get(`/api/tickets/${full.key}/evidence.html`);
    assert.match(String(headers['content-security-policy']), /^default-src 'none'; style-src 'sha256-/);
    assert.equal(headers['content-disposition'], `inline; filename="${full.key}-evidence.html"`);
    const eve = await world.person('Eve');
    assert.equal((await eve.get(`/api/tickets/${full.key}/evidence.html`)).status, 404);
    const german = await pageOf(full.key, ben, '?language=de');
    assert.ok(german.includes('<html lang="de">') && german.includes('Fehlgeschlagene Tests'));
    verdictOf(german);
    assert.equal((await ada.get(`/api/tickets/${full.key}/evidence.html?language=xx`)).status, 400);
  });

  test('does not fit after any value of its data was changed, also if the page is drawn again', () => {
    const document = readData(page);
    const leaves = [...leavesOf(document)];
    assert.ok(leaves.length > 900, String(leaves.length));
    for (const path of leaves) {
      const changed = changeLeaf(document, path);
      const drawn = redraw(changed);
      if (drawn !== undefined) assert.ok(problemOf(drawn), path.join('.'));
    }
  });

  test('does not fit after one byte anywhere in the file was changed', () => {
    const bytes = Buffer.from(page);
    // A step that shares no factor with the length of a line reaches every part of the page.
    for (let at = 0; at < bytes.length; at += 997) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] as number) ^ 1;
      assert.ok(problemOf(changed), `byte ${at}`);
    }
    assert.ok(problemOf(bytes.subarray(0, -1)));
    assert.ok(problemOf(Buffer.concat([bytes, Buffer.from('\n')])));
    assert.equal(problemOf('Hello'), 'The file is not a page of evidence: it has no data.');
  });

  test('names what does not fit: an event, a seal, a file, a key', () => {
    const document = readData(page);
    const after = (change: (changed: SignedDocument) => void) => {
      const changed = structuredClone(document);
      change(changed);
      return String(problemOf(renderPage(changed)));
    };
    const event = document.events[0]?.event.id;
    assert.match(
      after(({ events }) => events.shift()),
      new RegExp(`names event ${event}, which was removed`),
    );
    assert.match(
      after(({ events }) => Object.assign(events[0]?.event ?? {}, { type: 'ticket.updated' })),
      new RegExp(`Event ${event} is not the one that seal 1 of .* has`),
    );
    assert.match(
      after(({ events }) => {
        (events[0]?.inclusion ?? { path: [] }).path = [];
      }),
      /does not lead to the root of seal/,
    );
    assert.match(
      after(({ seals }) => Object.assign(seals[0] ?? {}, { root: '00' })),
      /Seal 1 of .* has a signature that is not valid/,
    );
    assert.match(
      after(({ seals }) => seals.shift()),
      /names seal 1 of .*, which is missing/,
    );
    assert.match(
      after(({ evidence }) => {
        const file = evidence.flatMap(({ files }) => files).find(({ image }) => image);
        Object.assign(file?.image ?? {}, { bytes: 'AAAA' });
      }),
      /The file a<img>&\.png is not the one with the SHA-256/,
    );
    assert.match(
      after(({ criteria }) => Object.assign(criteria[1] ?? {}, { state: 'shown' })),
      /Criterion \S+ is not what event \S+ says/,
    );
    assert.match(
      after(({ evidence }) => {
        for (const one of evidence) one.passed = true;
      }),
      /Evidence \S+ is not what event \S+ says/,
    );
    assert.match(
      after(({ ticket }) => Object.assign(ticket, { title: 'Another' })),
      /not as the instance made it/,
    );
    const keyId = document.signature.keyId;
    assert.equal(problemOf(page, [keyId]), undefined);
    assert.match(String(problemOf(page, ['0'.repeat(32)])), /is signed with the key .*, not with 000/);
  });

  test('shows a state that somebody wrote past the history, and then does not fit', async () => {
    const input = { title: 'Forged', projectId: 'HAR', criteria: [{ text: 'Tested' }] };
    const ticket = (await ada.post('/api/tickets', input)).body.data;
    const [criterion] = (await ada.get(`/api/tickets/${ticket.key}/criteria`)).body.data;
    const failing = { criterionId: criterion.id, kind: 'command', passed: false, summary: 'Exit 1' };
    await ada.post(`/api/tickets/${ticket.key}/evidence`, failing);
    await seal();
    assert.equal(problemOf(await pageOf(ticket.key)), undefined);
    await run("update ticket_criteria set state = 'shown' where id = :id", { id: criterion.id });
    assert.match(String(problemOf(await pageOf(ticket.key))), /Criterion \S+ is not what event/);
    await run('update evidence set passed = 1 where ticket_id = :id', { id: ticket.id });
    await run("update ticket_criteria set state = 'failed' where id = :id", { id: criterion.id });
    assert.match(String(problemOf(await pageOf(ticket.key))), /Evidence \S+ is not what event/);
  });

  test('says which events are newer than the last seal, and of which the content was deleted', async () => {
    const input = { title: 'New', projectId: 'HAR', criteria: [{ text: 'Tested' }] };
    const ticket = (await ada.post('/api/tickets', input)).body.data;
    const [criterion] = (await ada.get(`/api/tickets/${ticket.key}/criteria`)).body.data;
    const passing = { criterionId: criterion.id, kind: 'command', passed: true, summary: 'Exit 0' };
    await ada.post(`/api/tickets/${ticket.key}/evidence`, passing);
    const unsealed = await pageOf(ticket.key);
    assert.deepEqual([verdictOf(unsealed).unsealed, verdictOf(unsealed).sealed], [2, 0]);
    assert.ok(unsealed.includes('2 events are newer than the last seal.'));
    await seal();
    assert.deepEqual([verdictOf(await pageOf(ticket.key)).unsealed], [0]);
    const added = (await world.events()).find(
      ({ ticketId, type }) => ticketId === ticket.id && type === 'evidence.added',
    );
    await forgetEvents(world.db, world.clock, [added?.id ?? '']);
    const forgotten = await pageOf(ticket.key);
    assert.ok(forgotten.includes('content deleted, hash sealed'));
    assert.deepEqual([verdictOf(forgotten).forgotten, verdictOf(forgotten).sealed], [1, 2]);
    assert.equal(verdictOf(unsealed).events, 2);
  });

  test('verifies on after the history went on, and proves events of old seals', async () => {
    for (let round = 0; round < 5; round++) {
      await ada.post('/api/tickets', { title: `Later ${round}`, projectId: 'HAR' });
      await seal();
    }
    assert.equal(problemOf(page), undefined);
    const now = verdictOf(await pageOf(full.key));
    assert.deepEqual([now.sealed, now.unsealed], [verdictOf(page).sealed, 0]);
  });

  test('of a ticket without anything says so, on the page and in the verdict', async () => {
    const ticket = (await ada.post('/api/tickets', { title: 'Nothing' })).body.data;
    const empty = await pageOf(ticket.id);
    for (const text of ['This ticket has no criteria.', 'No evidence.', 'No reviews.'])
      assert.ok(empty.includes(text));
    const { ticket: name, events, seals } = verdictOf(empty);
    assert.deepEqual([name, events, seals], ['Nothing', 0, 0]);
  });

  test('shows no event of the project that the ticket was in before', async () => {
    await ada.post('/api/projects', { name: 'Secret', key: 'SEC', workspaceId });
    const ticket = (await ada.post('/api/tickets', { title: 'Moved', projectId: 'SEC' })).body.data;
    const passing = { kind: 'command', passed: true, summary: 'Exit 0' };
    await ada.post(`/api/tickets/${ticket.id}/evidence`, passing);
    await ada.put(`/api/tickets/${ticket.id}`, { projectId: 'HAR' });
    await seal();
    const moved = await pageOf(ticket.id, ben);
    assert.ok(!moved.includes('Secret') && !moved.includes('SEC-'));
    assert.deepEqual([verdictOf(moved).events, verdictOf(moved).unrecorded], [0, 1]);
  });
});

describe('the format of pages', () => {
  const event = 'e1';
  const of = { event, commit, authorId: 'u1', author: 'Ada', at: 0 };
  const test1 = { passed: 1, failed: 1, skipped: 0, failing: ['a'] };
  const file = { name: 'a.txt', size: 1, sha256: '00' };
  const evidence = (more: object) =>
    ({
      ...{
        id: 'v1',
        criterionId: null,
        kind: 'log',
        passed: true,
        summary: 'S',
        ...of,
        host: null,
        byTask: true,
      },
      ...{ exitCode: 0, url: 'https://ci.example.com', tests: null, check: null, files: [], ...more },
    }) as SignedDocument['evidence'][number];
  const document: SignedDocument = {
    ...{
      format: 'docket evidence 1',
      language: 'en',
      madeAt: 0,
      origin: 'https://docket.example.com',
      head: commit,
    },
    ticket: { id: 't1', key: 'HAR-1', title: 'T', status: 'done', project: 'P' },
    criteria: (['open', 'shown', 'stale', 'failed'] as const).map((state) => ({
      ...{ id: state, text: state, state, check: { type: 'tests', value: 'a' }, event },
      evidence: state === 'shown' ? 'v1' : null,
    })),
    evidence: [
      evidence({ criterionId: 'shown', tests: test1 }),
      evidence({ id: 'v2', files: [{ ...file, text: { start: 'a', end: 'b', leftOut: 2 } }] }),
      evidence({ id: 'v3', files: [{ ...file, image: { type: 'image/png', bytes: 'AA' } }], event: null }),
      evidence({ id: 'v4', kind: 'host_check', host: 'github', check: { name: 'c', conclusion: 'success' } }),
    ],
    links: [{ kind: 'commit', repository: 'a/b', reference: 'c', title: 'd', state: null }],
    reviews: (['assignee', 'author', 'agent_owner', 'stale', 'superseded', null] as const).map((reason) => ({
      ...{
        id: 'r',
        isAgent: true,
        verdict: 'approve' as const,
        comment: 'c',
        counts: reason === null,
        reason,
        ...of,
      },
    })),
    forced: [{ by: 'Ada', at: 0, reason: 'R', missing: ['m'], event }],
    leftOut: { evidence: 1, reviews: 2 },
    events: [null, { workspaceId: 'w', number: 1, index: 0, leaf: '00', path: [] }].map((inclusion) => ({
      event: {
        id: event,
        type: 'x',
        occurredAt: 0,
        actorId: null,
        workspaceId: 'w',
        projectId: null,
        ticketId: 't1',
        data: {},
      },
      inclusion,
    })),
    seals: [
      {
        ...{ workspaceId: 'w', number: 1, from: 'a', to: 'b', count: 1, root: '00', previous: null, at: 0 },
        ...{ keyId: 'k', signature: 's' },
      },
    ],
    keys: [],
    signature: { keyId: 'k', publicKey: 'p', signature: 's' },
  };

  // Files that people keep are verified by drawing them again. Another picture or other words need another format, beside this one.
  test('never changes: the same data is drawn as the same bytes by every version', () => {
    const drawn = (language: 'en' | 'de') => hash('sha256', renderPage({ ...document, language }));
    assert.deepEqual(
      [drawn('en'), drawn('de')],
      [
        '5176414ef1fdab1fe3a0f6088f91e23aec8daa2899bd86ee11628ad868debf14',
        '07c706712127f3db8f518cccbbfe3bc28fa47d53c503a507e77203eef244df5f',
      ],
    );
  });
});
