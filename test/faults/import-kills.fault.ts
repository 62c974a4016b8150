import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { eventReactions } from '../../src/composition/event-reactions.ts';
import { withReactions } from '../../src/events/index.ts';
import { openDatabase, statement } from '../../src/platform/db/index.ts';
import { addAccount } from '../durability/account.ts';
import { type RunningServer, startServer } from '../durability/running-server.ts';
import { newMigratedDatabase, onEveryEngine, type TestDatabase } from '../support/engines.ts';
import { packTar } from '../support/pack-archives.ts';
import { request } from './steady-writers.ts';

const ticketCount = 1_500;
const fileCount = 300;
const resumedMs = 120_000;

const countTickets = statement<object, { tickets: number; numbers: number; origins: number }>(`
  select (select count(*) from tickets) as tickets, (select count(distinct number) from tickets) as numbers,
    (select count(*) from ticket_origins) as origins`);
const countComments = statement<object, { comments: number; counted: number; parents: number }>(`
  select (select count(*) from comments) as comments, (select coalesce(sum(comment_count), 0) from tickets) as counted,
    (select count(*) from tickets where parent_id is not null) as parents`);
const countFiles = statement<object, { attachments: number; files: number; counted: number }>(`
  select (select count(*) from attachments) as attachments, (select count(distinct file_key) from attachments) as files,
    (select coalesce(sum(attachment_count), 0) from tickets) as counted`);
const attempts = statement<object, { attempts: number; state: string }>(
  'select attempts, state from imports',
);

const issueUrl = (number: number) => `https://api.github.com/repos/acme/app/issues/${number}`;
const issues = Array.from({ length: ticketCount }, (_, index) => ({
  url: issueUrl(index + 1),
  number: index + 1,
  title: `Issue ${index + 1}`,
  state: 'open',
  user: { login: `person-${index % 20}` },
  labels: [{ name: `label-${index % 5}` }],
  created_at: '2026-01-05T10:00:00Z',
  // Half of the parents come after their children.
  ...(index % 10 === 5 && { parent_issue_url: issueUrl(index % 20 === 5 ? index + 2 : index) }),
}));
const comments = issues.map(({ url, number }) => ({
  html_url: `https://github.com/acme/app/issues/${number}#issuecomment-${number}`,
  issue_url: url,
  id: number,
  body: `Comment ${number}`,
  created_at: '2026-01-06T10:00:00Z',
}));

/** Of the form of a migration: a file for each of the first tickets. */
const archive = gzipSync(
  packTar([
    {
      name: 'attachments_000001.json',
      content: JSON.stringify(
        issues.slice(0, fileCount).map(({ number }) => ({
          issue: `https://github.com/acme/app/issues/${number}`,
          asset_name: 'log.txt',
          asset_url: `tarball://root/attachments/${number}/log.txt`,
        })),
      ),
    },
    ...issues
      .slice(0, fileCount)
      .map(({ number }) => ({ name: `attachments/${number}/log.txt`, content: `Log ${number}` })),
  ]),
);

onEveryEngine('an import whose server is killed', (engine) => {
  let home: TestDatabase;
  let folder: string;
  let server: RunningServer;
  let authorization: string;

  before(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'docket-import-'));
    home = await newMigratedDatabase(engine);
    const db = withReactions(await openDatabase(home.address), eventReactions);
    ({ authorization } = await addAccount(db));
    await db.close();
    server = await start();
  });
  after(async () => {
    await server?.end('SIGKILL');
    await home.remove();
    rmSync(folder, { recursive: true });
  });

  const start = () =>
    startServer(home.address, { LOG_LEVEL: 'silent', ...(engine === 'postgres' && { DATA_DIR: folder }) });
  const call = (method: string, url: string, body?: object) =>
    request(server, { authorization }, method, url, body);

  test('goes on after each kill -9 and has every ticket, comment and attachment once', async () => {
    await call('POST', '/api/projects', { name: 'App', key: 'APP' });
    const { id } = (await call('POST', '/api/project/APP/imports', { product: 'github' })).data;
    const form = new FormData();
    form.append('file', new Blob([JSON.stringify(issues)]), 'issues.json');
    form.append('file', new Blob([JSON.stringify(comments)]), 'comments.json');
    form.append('file', new Blob([new Uint8Array(archive)]), 'migration.tar.gz');
    const upload = await fetch(`${server.url}/api/imports/${id}/files`, {
      method: 'POST',
      headers: { authorization },
      body: form,
    });
    assert.equal(upload.status, 201, await upload.text());
    await call('POST', `/api/imports/${id}/start`, { dryRun: false });
    for (const [step, done] of [
      ['tickets', 300],
      ['tickets', 800],
      ['comments', 500],
      ['files', 100],
    ] as const) {
      await until(
        id,
        ({ state, progress }) => state === 'done' || (progress?.step === step && progress.done >= done),
      );
      await server.end('SIGKILL');
      server = await start();
    }
    const { report } = await until(id, ({ state }) => state === 'done');
    assert.deepEqual(report.tickets, { total: ticketCount, created: ticketCount, existing: 0 });
    assert.deepEqual(report.comments, { total: ticketCount, created: ticketCount });
    assert.deepEqual(report.attachments, { total: fileCount, created: fileCount });
    const db = await openDatabase(home.address);
    try {
      assert.deepEqual(await db.reads.find(countTickets, {}), {
        tickets: ticketCount,
        numbers: ticketCount,
        origins: ticketCount,
      });
      const parents = ticketCount / 10;
      assert.deepEqual(
        { ...(await db.reads.find(countComments, {})) },
        { comments: ticketCount, counted: ticketCount, parents },
      );
      assert.deepEqual(
        { ...(await db.reads.find(countFiles, {})) },
        { attachments: fileCount, files: fileCount, counted: fileCount },
      );
      const job = await db.reads.find(attempts, {});
      assert.ok((job?.attempts ?? 0) >= 2, 'no attempt was interrupted');
    } finally {
      await db.close();
    }
  });

  async function until(
    id: string,
    isReached: (item: { state: string; progress?: { step: string; done: number } }) => boolean,
  ) {
    const endsAt = performance.now() + resumedMs;
    for (;;) {
      const { data } = await call('GET', `/api/imports/${id}`);
      // A busy server answers with 503.
      assert.notEqual(data?.state, 'failed', JSON.stringify(data?.error));
      if (data && isReached(data)) return data;
      assert.ok(performance.now() < endsAt, `the import stands still: ${JSON.stringify(data?.progress)}`);
      await wait(20);
    }
  }
});
