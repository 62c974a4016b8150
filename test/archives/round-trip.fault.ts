import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { finishImport, prepareImport, runImport } from '../imports/import-scene.ts';
import { engines, onEveryEngine } from '../support/engines.ts';
import { notifyAll } from '../support/notifying.ts';
import { openWorld, type Person, type World } from '../support/world.ts';
import { buildFullProject, download, type ReadArchive, readArchiveFile } from './archive-scene.ts';

/** What an import changes on purpose; docs/archive-format.md names the same. */
function comparable({ rows, files }: ReadArchive): Record<string, unknown> {
  const [project] = rows.projects ?? [];
  const emails = new Map(rows.people?.map(({ id, email }) => [id, email]));
  const labels = new Map(rows.labels?.map(({ id, name }) => [id, name]));
  const known = new Map<string, string>([
    ...emails,
    ...labels,
    [project.id, 'the project'],
    [project.workspaceId, 'the workspace'],
  ]);
  const own = (rows.events ?? []).filter(
    ({ type }) => !type.startsWith('project.') && !type.startsWith('member.') && !type.startsWith('label.'),
  );
  const text = JSON.stringify({
    ...rows,
    people: rows.people?.map(({ name, email }) => ({ name, email })),
    projects: rows.projects?.map(({ description, workflow, estimateUnit }) => ({
      description,
      workflow,
      estimateUnit,
    })),
    members: rows.members?.map(({ userId }) => userId),
    labels: rows.labels?.map(({ name, color }) => ({ name, color })),
    schedules: rows.schedules?.map(({ pausedAt: _, pauseReason: __, ...row }) => row),
    events: own.map(({ data: { imported: _, ...data }, ...event }) => ({ ...event, data })),
    tickets: rows.tickets?.map(({ importedBy: _, ...row }) => row),
    comments: rows.comments?.map(({ importedBy: _, ...row }) => row),
    attachments: rows.attachments?.map(({ fileKey, ...row }) => ({ ...row, content: files[fileKey] })),
  });
  const mapped = text.replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => known.get(id) ?? id);
  const sorted = Object.entries(JSON.parse(mapped)).map(([name, list]) => [
    name,
    name === 'events' ? list : (list as object[]).map((row) => JSON.stringify(row)).sort(),
  ]);
  return Object.fromEntries(sorted);
}

onEveryEngine('imports of archives', (engine) => {
  const other = engines.find((name) => name !== engine) ?? engine;
  let from: World;
  let to: World;
  let archive: Buffer;
  let ada: Person;
  let ben: Person;
  let scene: Awaited<ReturnType<typeof buildFullProject>>;
  const input = () => ({ product: 'docket', files: [{ name: 'eng.docket.tar', content: archive }] });

  before(async () => {
    from = await openWorld(engine, { RATE_LIMIT: 'off' });
    to = await openWorld(other, { RATE_LIMIT: 'off' });
    const source = { ada: await from.person('Ada'), ben: await from.person('Ben') };
    scene = await buildFullProject(source.ada, source.ben, 'ENG');
    archive = await download(from, source.ada, 'ENG');
    ada = await to.person('Ada', 'USER', source.ada.email);
    ben = await to.person('Ben', 'USER', source.ben.email);
    await ada.post('/api/projects', { name: 'Engine', key: 'ENG' });
    await ada.post('/api/project/ENG/members', { userId: ben.id, role: 'member' });
  });
  after(async () => {
    await from.close();
    await to.close();
  });

  test(`a project that is exported, imported on ${other} and exported again is the same`, async () => {
    const done = await runImport(to, ada, 'ENG', input());
    assert.deepEqual([done.state, done.error], ['done', undefined]);
    assert.deepEqual([done.report.lost, done.report.changed], [[], []]);
    assert.deepEqual(done.report.tickets, { total: 3, created: 3, existing: 0 });
    const again = await download(to, ada, 'ENG');
    assert.deepEqual(comparable(readArchiveFile(again)), comparable(readArchiveFile(archive)));
    const ticket = (await ada.get('/api/tickets/ENG-2')).body.data;
    const [row] = (await ada.get(`/api/tickets?ids=${ticket.id}&fields=row`)).body.data;
    assert.deepEqual(row.labelIds, ticket.labels.map((label: { id: string }) => label.id).sort());
    assert.equal(row.labelIds.length, 1);
    assert.deepEqual(
      [ticket.id, ticket._count.comments, ticket._count.attachments, ticket._count.timeLogs],
      [scene.ticket.id, 2, 4, 1],
    );
    assert.equal((await ada.get('/api/project/ENG')).body.data._count.tickets, 2);
    assert.equal(
      (await ada.get('/api/tickets?project=ENG&filter=field.Customer%20%3D%20ACME')).body.data.length,
      1,
    );
    const next = (await ada.post('/api/tickets', { title: 'New', projectId: 'ENG' })).body.data;
    assert.equal(next.number, 4, 'the number of a deleted ticket is not given again');
    await notifyAll(to);
    const notifications = (await ben.get('/api/user/notifications')).body.data;
    const ofTickets = notifications.filter(({ ticket }: { ticket: unknown }) => ticket !== null);
    assert.deepEqual(ofTickets, [], 'nobody is notified of the past');
  });

  test('a repeated import creates nothing twice and leaves changed tickets alone', async () => {
    await ada.put('/api/tickets/ENG-2', { title: 'Renamed here' });
    const before = readArchiveFile(await download(to, ada, 'ENG'));
    const again = await runImport(to, ada, 'ENG', input());
    assert.deepEqual(again.report.tickets, { total: 3, created: 0, existing: 3 });
    const { rows } = readArchiveFile(await download(to, ada, 'ENG'));
    for (const [kind, list] of Object.entries(before.rows))
      if (kind !== 'events') assert.deepEqual(rows[kind], list, kind);
    assert.equal((await ada.get('/api/tickets/ENG-2')).body.data.title, 'Renamed here');
  });

  test('a dry run reports and changes nothing', async () => {
    await ada.post('/api/projects', { name: 'Dry', key: 'DRY' });
    const dry = await runImport(to, ada, 'DRY', { ...input(), dryRun: true });
    assert.deepEqual([dry.state, dry.report.tickets.created], ['done', 3]);
    assert.ok(
      dry.report.kept.some(
        ({ what, count }: { what: string; count: number }) => what === 'comments' && count === 2,
      ),
    );
    for (const { what } of dry.report.kept) assert.match(what, /^[a-z ]+$/, 'the report is in words');
    assert.equal((await ada.get('/api/tickets?project=DRY')).body.pagination.total, 0);
  });

  test('ids that another project has are made anew, the same in every import', async () => {
    await ada.post('/api/projects', { name: 'Copy', key: 'COPY' });
    const first = await runImport(to, ada, 'COPY', input());
    assert.deepEqual([first.state, first.report.tickets.created], ['done', 3]);
    const ticket = (await ada.get('/api/tickets/COPY-2')).body.data;
    assert.notEqual(ticket.id, scene.ticket.id);
    assert.deepEqual([ticket._count.comments, ticket._count.attachments], [2, 4]);
    assert.deepEqual(ticket.criteria, { total: 2, shown: 1 });
    const [evidence] = (await ada.get(`/api/tickets/${ticket.id}/evidence`)).body.data;
    assert.deepEqual([evidence.commit, evidence.tests.passed], ['1a2b3c4d', 1]);
    assert.equal((await ada.get(evidence.files[0].url)).headers.etag, `"${evidence.files[0].sha256}"`);
    const { data: reviews, reviewers } = (await ada.get(`/api/tickets/${ticket.id}/reviews`)).body;
    assert.deepEqual(
      [reviews[0].verdict, reviews[0].comment, reviews[0].commit],
      ['changes', 'Round half up', '1a2b3c4d'],
    );
    assert.equal(reviewers.length, 1);
    const { data: releases } = (await ada.get('/api/project/COPY/releases')).body;
    assert.deepEqual(
      [ticket.shippedIn, releases.map((one: Record<string, unknown>) => [one.version, one.ticketCount])],
      ['1.4', [['1.4', 1]]],
    );
    const [criterion] = (await ada.get(`/api/tickets/${ticket.id}/criteria`)).body.data;
    assert.equal(criterion.evidence.id, evidence.id);
    assert.equal((await ada.get(`/api/tickets/${ticket.id}/history`)).body.data.length > 3, true);
    assert.equal((await runImport(to, ada, 'COPY', input())).report.tickets.existing, 3);
    assert.equal((await ada.get('/api/tickets?project=COPY')).body.pagination.total, 2);
    assert.equal((await ada.get('/api/tickets/ENG-2')).body.data._count.comments, 2);
  });

  test('names that the project has get a number, and nothing here is replaced', async () => {
    const projectId = (await ada.post('/api/projects', { name: 'Named', key: 'NAM' })).body.data.id;
    await ada.post('/api/project/NAM/templates', { name: 'bug', ticket: { title: 'Of here' } });
    await ada.post('/api/project/NAM/fields', { name: scene.field.name, type: 'text' });
    await ada.post('/api/views', { name: 'OPEN', scope: 'project', projectId, query: {} });
    const done = await runImport(to, ada, 'NAM', input());
    assert.deepEqual([done.state, done.error], ['done', undefined]);
    const names = async (url: string) =>
      (await ada.get(url)).body.data.map(({ name }: { name: string }) => name).sort();
    assert.deepEqual(await names('/api/project/NAM/templates'), ['Bug (2)', 'bug']);
    const fields = await names('/api/project/NAM/fields');
    assert.ok(
      fields.includes(scene.field.name) && fields.includes(`${scene.field.name} (2)`),
      String(fields),
    );
    const { data: views } = (await ada.get('/api/views')).body;
    assert.deepEqual(
      views
        .flatMap((view: { projectId?: string; name: string }) =>
          view.projectId === projectId ? view.name : [],
        )
        .sort(),
      ['OPEN', 'Open (2)'],
    );
    await runImport(to, ada, 'NAM', input());
    assert.deepEqual(await names('/api/project/NAM/templates'), ['Bug (2)', 'bug']);
  });

  test('people without an account here become placeholders who are no members', async () => {
    const cy = await to.person('Cy');
    await cy.post('/api/projects', { name: 'Strange', key: 'STR' });
    const { report } = await runImport(to, cy, 'STR', input());
    assert.deepEqual(report.people.placeholders.toSorted(), ['Ada', 'Ben']);
    assert.deepEqual((await cy.get('/api/project/STR/members')).body.data.length, 1);
    const ticket = (await cy.get('/api/tickets/STR-2')).body.data;
    assert.equal(ticket.assignee.name, 'Ben');
    assert.notEqual(ticket.assignee.id, ben.id);
  });

  test('a damaged, cut off or foreign file is refused and changes nothing', async () => {
    await ada.post('/api/projects', { name: 'Bad', key: 'BAD' });
    const damaged = Buffer.from(archive);
    const at = damaged.indexOf('tickets/000001') + 600;
    damaged[at] = (damaged[at] as number) ^ 1;
    for (const [content, problem] of [
      [damaged, /damaged/],
      [archive.subarray(0, archive.length - 4_096), /cut off/],
      [Buffer.from('title\nNo archive\n'), /cut off|damaged/],
    ] as const) {
      const failed = await runImport(to, ada, 'BAD', {
        product: 'docket',
        files: [{ name: 'bad.tar', content }],
      });
      assert.equal(failed.state, 'failed');
      assert.match(failed.error.message, problem);
    }
    assert.equal((await ada.get('/api/tickets?project=BAD')).body.pagination.total, 0);
  });

  test('an import that was interrupted goes on and gives the same', async () => {
    await ada.post('/api/projects', { name: 'Resumed', key: 'RES' });
    const id = await prepareImport(ada, 'RES', { ...input(), dryRun: false });
    // The third row that is inserted fails once, as if the process had ended there.
    let left = 12;
    const { transaction } = to.db;
    to.db.transaction = (work) => {
      if (left-- === 0) return Promise.reject(new Error('ended'));
      return transaction.call(to.db, work) as never;
    };
    const failed = await finishImport(to, ada, id);
    to.db.transaction = transaction;
    assert.equal(failed.state, 'failed');
    await ada.post(`/api/imports/${id}/start`, { dryRun: false });
    const done = await finishImport(to, ada, id);
    assert.deepEqual([done.state, done.report.tickets.total], ['done', 3]);
    const counts = readArchiveFile(await download(to, ada, 'RES')).manifest.kinds;
    const of = (name: string) => counts.find((kind: { name: string }) => kind.name === name).rows;
    assert.deepEqual([of('tickets'), of('comments'), of('attachments'), of('statusMoves')], [3, 2, 4, 6]);
  });
});
