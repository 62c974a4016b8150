import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { unavailable } from '../../src/platform/errors.ts';
import { onEveryEngine } from '../support/engines.ts';
import { type PackedFile, packTar, packZip } from '../support/pack-archives.ts';
import { openWorld, type Person, type World } from '../support/world.ts';
import { finishImport, type ImportInput, prepareImport, runImport } from './import-scene.ts';

const png = Buffer.from('89504e470d0a1a0a0000', 'hex');
const secret = '0123456789abcdef0123456789abcdef';
const tarGz = (files: PackedFile[]) => gzipSync(packTar(files));

const gitlabExport = (more: PackedFile[] = []) => ({
  product: 'gitlab',
  files: [
    {
      name: 'export.tar.gz',
      content: tarGz([
        { name: './uploads/', type: '5' },
        { name: `./uploads/${secret}/screen_shot.png`, content: png },
        { name: `./uploads/${secret}/notes.txt`, content: 'Notes' },
        {
          name: './tree/project/issues.ndjson',
          content: [
            {
              iid: 3,
              title: 'With files',
              description: `![screen](/uploads/${secret}/screen_shot.png)`,
              author: { username: 'ada-l' },
              created_at: '2026-01-05T10:00:00Z',
              updated_at: '2026-01-06T10:00:00Z',
              notes: [
                {
                  id: 1,
                  note: `See [notes](/-/project/7/uploads/${secret}/notes.txt) and [lost](/uploads/${'9'.repeat(32)}/gone.txt)`,
                  created_at: '2026-01-06T10:00:00Z',
                },
              ],
            },
            { iid: 4, title: 'Without files' },
          ]
            .map((issue) => `${JSON.stringify(issue)}\n`)
            .join(''),
        },
        ...more,
      ]),
    },
  ],
});

onEveryEngine('attached files in imports', (engine) => {
  let world: World;
  let ada: Person;
  let projects = 0;

  before(async () => {
    world = await openWorld(engine, { RATE_LIMIT: 'off', ATTACHMENT_BYTES_MAX: '2048' });
    ada = await world.person('Ada');
  });
  after(() => world.close());

  const newProject = async () => {
    const key = `FIL${++projects}`;
    await ada.post('/api/projects', { name: `Files ${projects}`, key });
    return key;
  };
  const attachmentsOf = async (ref: string) =>
    (await ada.get(`/api/tickets/${ref}/attachments`)).body.data as {
      id: string;
      name: string;
      contentType: string;
      size: number;
      url: string;
      uploader: { name: string };
    }[];
  const summaryOf = async (ref: string) =>
    (await attachmentsOf(ref)).map(({ name, contentType, size }) => [name, contentType, size]).toSorted();
  const lines = (entries: { what: string; count: number }[]) =>
    entries.map(({ what, count }) => `${count} ${what}`);

  test('files of a GitLab export become attachments, and texts name them', async () => {
    const key = await newProject();
    const done = await runImport(world, ada, key, gitlabExport());
    assert.deepEqual([done.state, done.error], ['done', undefined]);
    assert.deepEqual(done.report.attachments, { total: 2, created: 2 });
    const files = await attachmentsOf(`${key}-3`);
    assert.deepEqual(await summaryOf(`${key}-3`), [
      ['notes.txt', 'text/plain', 5],
      ['screen_shot.png', 'image/png', png.length],
    ]);
    const [image, notes] = ['screen_shot.png', 'notes.txt'].map((name) =>
      files.find((file) => file.name === name),
    );
    assert.equal(image?.uploader.name, 'ada-l');
    const { data } = (await ada.get(`/api/tickets/${key}-3`)).body;
    assert.equal(data.description, `![screen](/api/attachments/${image?.id}?inline=1)`);
    assert.match(
      data.comments[0].content,
      new RegExp(`^See \\[notes\\]\\(/api/attachments/${notes?.id}\\) and`),
    );
    assert.equal(data.updatedAt.slice(0, 10), '2026-01-06', 'the ticket keeps its date');
    assert.equal(data.attachmentCount ?? files.length, 2);
    assert.ok(
      lines(done.report.lost).includes('1 attached files that are not among the files of the import'),
      JSON.stringify(done.report.lost),
    );
    const download = await ada.get(`/api/attachments/${notes?.id}`);
    assert.equal(String(download.body), 'Notes');
    assert.equal((await summaryOf(`${key}-4`)).length, 0);
  });

  test('a dry run counts the files and stores none; a repeated import attaches none twice', async () => {
    const key = await newProject();
    const dry = await runImport(world, ada, key, { ...gitlabExport(), dryRun: true });
    assert.deepEqual(dry.report.attachments, { total: 2, created: 2 });
    await runImport(world, ada, key, gitlabExport());
    const again = await runImport(world, ada, key, gitlabExport());
    assert.deepEqual(again.report.attachments, { total: 2, created: 0 });
    assert.equal((await attachmentsOf(`${key}-3`)).length, 2);
  });

  test('an import that stopped between two files goes on without attaching the first one again', async () => {
    const key = await newProject();
    const id = await prepareImport(ada, key, { ...gitlabExport(), dryRun: false });
    const { storage } = world.context;
    const put = storage.put.bind(storage);
    let puts = 0;
    storage.put = (content) => {
      if (++puts === 2) throw new Error('the storage fails once');
      return put(content);
    };
    const failed = await finishImport(world, ada, id);
    storage.put = put;
    assert.equal(failed.state, 'failed');
    assert.equal((await attachmentsOf(`${key}-3`)).length, 1);
    await ada.post(`/api/imports/${id}/start`, { dryRun: false });
    const done = await finishImport(world, ada, id);
    assert.deepEqual(done.report.attachments, { total: 2, created: 2 });
    assert.equal((await attachmentsOf(`${key}-3`)).length, 2);
  });

  test('an import goes on by itself when the server was too busy for it once', async () => {
    const key = await newProject();
    const id = await prepareImport(ada, key, { ...gitlabExport(), dryRun: false });
    const { storage } = world.context;
    const put = storage.put.bind(storage);
    let puts = 0;
    storage.put = (content) => {
      if (++puts === 2) throw unavailable('Too many reads are waiting on this server.');
      return put(content);
    };
    const done = await finishImport(world, ada, id);
    storage.put = put;
    assert.equal(done.state, 'done');
    assert.equal((await attachmentsOf(`${key}-3`)).length, 2);
  });

  test('an import that is never served fails with the reason', async () => {
    const key = await newProject();
    const id = await prepareImport(ada, key, { ...gitlabExport(), dryRun: false });
    const { storage } = world.context;
    const put = storage.put.bind(storage);
    storage.put = () => {
      throw unavailable('Too many reads are waiting on this server.');
    };
    const failed = await finishImport(world, ada, id);
    storage.put = put;
    assert.equal(failed.state, 'failed');
    assert.match(failed.error.message, /Too many reads/);
  });

  test('the archive of a GitHub migration is read with people, labels, milestones and attachments', async () => {
    const key = await newProject();
    const site = 'https://github.com/acme/app';
    const json = (value: object[]) => JSON.stringify(value);
    const files = [
      {
        name: 'issues_000001.json',
        content: json([
          {
            type: 'issue',
            url: `${site}/issues/5`,
            user: 'https://github.com/octo-ben',
            title: 'Broken page',
            body: `See ${site}/files/9/log.txt`,
            assignees: ['https://github.com/octo-ben'],
            labels: [`${site}/labels/needs%20help`],
            milestone: `${site}/milestones/1`,
            created_at: '2026-01-05T10:00:00Z',
            closed_at: '2026-01-06T10:00:00Z',
          },
        ]),
      },
      { name: 'milestones_000001.json', content: json([{ url: `${site}/milestones/1`, title: 'v2' }]) },
      {
        name: 'users_000001.json',
        content: json([{ url: 'https://github.com/octo-ben', login: 'octo-ben', name: 'Ben O.' }]),
      },
      {
        name: 'repositories_000001.json',
        content: json([
          { labels: [{ url: `${site}/labels/needs%20help`, name: 'needs help', color: 'ff0000' }] },
        ]),
      },
      {
        name: 'issue_comments_000001.json',
        content: json([
          {
            url: `${site}/issues/5#issuecomment-8`,
            issue: `${site}/issues/5`,
            user: 'https://github.com/octo-ben',
            body: 'Image: tarball://root/attachments/1/a.png',
          },
        ]),
      },
      {
        name: 'attachments_000001.json',
        content: json([
          {
            url: `${site}/files/9/log.txt`,
            issue: `${site}/issues/5`,
            user: 'https://github.com/octo-ben',
            asset_name: 'log.txt',
            asset_url: 'tarball://root/attachments/9/log.txt',
          },
        ]),
      },
      { name: 'attachments/9/log.txt', content: 'The log' },
      { name: 'attachments/1/a.png', content: png },
    ];
    const done = await runImport(world, ada, key, {
      product: 'github',
      files: [{ name: 'migration.tar.gz', content: tarGz(files) }],
    });
    assert.deepEqual([done.state, done.error], ['done', undefined]);
    assert.deepEqual(done.report.attachments, { total: 2, created: 2 });
    const { data } = (await ada.get(`/api/tickets/${key}-5`)).body;
    assert.deepEqual(
      [
        data.title,
        data.status,
        data.reporter.name,
        data.group.name,
        data.labels[0].name,
        data.labels[0].color,
      ],
      ['Broken page', 'done', 'Ben O.', 'v2', 'needs help', '#ff0000'],
    );
    const attached = await attachmentsOf(`${key}-5`);
    const idOf = (name: string) => attached.find((file) => file.name === name)?.id;
    assert.equal(data.description, `See /api/attachments/${idOf('log.txt')}`);
    assert.equal(data.comments[0].content, `Image: /api/attachments/${idOf('a.png')}?inline=1`);
  });

  test('a Jira backup beside the issues gives their attachments; others stay links', async () => {
    const key = await newProject();
    const issues = [
      {
        key: 'OLD-1',
        fields: {
          summary: 'With files',
          attachment: [
            {
              id: '10100',
              filename: 'new.txt',
              content: 'https://acme.atlassian.net/rest/api/3/attachment/content/10100',
            },
            {
              id: '10101',
              filename: 'old.txt',
              content: 'https://acme.atlassian.net/secure/attachment/10101/old.txt',
            },
            {
              id: '10102',
              filename: 'big.txt',
              content: 'https://acme.atlassian.net/secure/attachment/10102/big.txt',
            },
            {
              id: '10103',
              filename: 'gone.txt',
              content: 'https://acme.atlassian.net/secure/attachment/10103/gone.txt',
            },
          ],
        },
      },
    ];
    const backup = packZip([
      { name: 'entities.xml', content: '<entity-engine-xml/>' },
      { name: 'data/attachments/OLD/10000/OLD-1/10100', content: 'new' },
      { name: 'data/attachments/OLD/OLD-1/10101_old.txt', content: 'old' },
      { name: 'data/attachments/OLD/10000/OLD-1/10102', content: 'x'.repeat(4_000) },
      { name: 'data/attachments/OLD/10000/OLD-2/10103', content: 'of another ticket' },
    ]);
    const done = await runImport(world, ada, key, {
      product: 'jira',
      files: [
        { name: 'backup.zip', content: backup },
        { name: 'issues.json', content: JSON.stringify({ issues }) },
      ],
    });
    assert.deepEqual(await summaryOf(`${key}-1`), [
      ['new.txt', 'text/plain', 3],
      ['old.txt', 'text/plain', 3],
    ]);
    const { description } = (await ada.get(`/api/tickets/${key}-1`)).body.data;
    assert.match(description, /^- \[big\.txt\]\(<https:.*\n- \[gone\.txt\]\(<https:[^\n]*$/);
    assert.ok(lines(done.report.lost).includes('1 attached files of more than 2048 bytes'));
    assert.ok(
      lines(done.report.changed).includes(
        '1 attached files are not fetched; they became links in the description',
      ),
    );
  });

  test('a zip with a table and the files that it names is imported; one file can be of two tickets', async () => {
    const key = await newProject();
    const table =
      'id,title,attachments\nA-1,One,files/a.txt\nA-2,Two,"files/a.txt, https://example.org/b.txt"\n';
    const input: ImportInput = {
      product: 'csv',
      files: [
        {
          name: 'all.zip',
          content: packZip([
            { name: 'files/a.txt', content: 'shared' },
            { name: 'tickets.csv', content: table },
            { name: 'files/not-tickets.csv', content: 'nonsense' },
          ]),
        },
      ],
    };
    const done = await runImport(world, ada, key, input);
    assert.deepEqual(done.report.tickets, { total: 2, created: 2, existing: 0 });
    assert.deepEqual(done.report.attachments, { total: 2, created: 2 });
    for (const ref of [`${key}-1`, `${key}-2`])
      assert.deepEqual(await summaryOf(ref), [['a.txt', 'text/plain', 6]]);
    assert.equal(
      (await ada.get(`/api/tickets/${key}-2`)).body.data.description,
      '- [b.txt](<https://example.org/b.txt>)',
    );
  });

  test('a hostile archive is refused, or its files stay out; nothing of it is attached', async () => {
    const key = await newProject();
    const table = { name: 'tickets.csv', content: 'id,title,attachments\nA-1,One,"a.txt, link, ../b.txt"\n' };
    const csv = (content: Buffer) => ({ product: 'csv', files: [{ name: 'a.zip', content }] });
    const bomb = packZip([table, { name: 'a.txt', content: 'x'.repeat(1_000_000), claimedBytes: 10 }]);
    const failed = await runImport(world, ada, key, csv(bomb));
    assert.deepEqual([failed.state, failed.error.code], ['failed', 'VALIDATION_ERROR']);
    assert.match(failed.error.message, /a\.zip, archive: a\.txt in it is damaged/);
    const links = packZip([
      table,
      { name: 'link', content: '/etc/passwd', mode: 0o120777 },
      { name: '../b.txt', content: 'x' },
    ]);
    const done = await runImport(world, ada, key, csv(links));
    assert.deepEqual(done.report.attachments, { total: 0, created: 0 });
    assert.deepEqual(await attachmentsOf(`${key}-1`), []);
  });

  test('an import whose files the workspace cannot hold is refused before a ticket is written', async (t) => {
    const key = await newProject();
    const { config } = world.context;
    const before = config.WORKSPACE_BYTES_MAX;
    Object.assign(config, { WORKSPACE_BYTES_MAX: 5 });
    t.after(() => Object.assign(config, { WORKSPACE_BYTES_MAX: before }));
    const failed = await runImport(world, ada, key, gitlabExport());
    assert.deepEqual([failed.state, failed.error.code], ['failed', 'PAYLOAD_TOO_LARGE']);
    assert.equal((await ada.get(`/api/tickets?project=${key}`)).body.pagination.total, 0);
  });
});
