import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importLimits } from '../../src/imports/import-limits.ts';
import type { OtherProduct } from '../../src/imports/products.ts';
import { readSource } from '../../src/imports/readers/index.ts';
import { readDate } from '../../src/imports/readers/read-date.ts';
import type { SourcePerson, SourceTicket } from '../../src/imports/source-ticket.ts';
import { checklistLimits } from '../../src/tickets/index.ts';
import { threadMs } from '../support/processor-time.ts';
import { fixture } from './import-scene.ts';

/** Reads in pieces of a few bytes, so that every value is cut somewhere. */
async function* pieces(content: string | Buffer, size = 7) {
  const bytes = Buffer.from(content);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const sourceOf = (name: string, content: string | Buffer, size?: number) => {
  const bytes = Buffer.from(content);
  return {
    name,
    bytes: bytes.length,
    open: (range = { start: 0, end: bytes.length - 1 }) =>
      pieces(bytes.subarray(range.start, range.end + 1), size),
  };
};

async function read(product: OtherProduct, name: string, content = fixture(name).content as string | Buffer) {
  const tickets: SourceTicket[] = [];
  for await (const item of readSource(product, sourceOf(name, content), {}))
    if ('ticket' in item) tickets.push(item.ticket);
  return tickets;
}

const iso = (at: number | undefined) => (at === undefined ? undefined : new Date(at).toISOString());
const summary = (ticket: SourceTicket | undefined) => [
  ticket?.key,
  ticket?.type,
  ticket?.status,
  ticket?.priority,
];
const lost = (ticket: SourceTicket | undefined) =>
  ticket?.notes.filter(({ kind }) => kind === 'lost').map(({ what }) => what);

test('an imported checklist has the limits of every checklist', () => {
  const { checklistItemsMax: items, checklistTextLength: textLength } = importLimits;
  assert.deepEqual({ items, textLength }, checklistLimits);
});

test('GitHub: what gh prints and what the API returns are the same ticket', async () => {
  const [listed] = await read('github', 'gh-issue-list.json');
  const [fromApi] = await read('github', 'github-issues.json');
  assert.deepEqual(
    [listed?.sourceId, listed?.title, listed?.status],
    [fromApi?.sourceId, fromApi?.title, fromApi?.status],
  );
  assert.deepEqual(
    listed?.comments.map(({ sourceId, content }) => [sourceId, content]),
    [['501', 'I see it too']],
  );
  assert.deepEqual(listed?.reporter, { login: 'octo-ada', name: 'Ada', email: undefined });
});

test('GitLab: lines of a project export keep notes, labels, milestone and dates, and name what is lost', async () => {
  const [first, second] = await read('gitlab', 'gitlab-issues.ndjson');
  assert.deepEqual(summary(first), ['#4', 'BUG', 'done', 'high']);
  assert.deepEqual(
    [first?.reporter?.email, first?.group?.name, iso(first?.group?.endsAt)],
    ['ada@example.org', 'v1', '2026-03-31T23:59:59.999Z'],
  );
  assert.deepEqual(
    first?.comments.map(({ content }) => content),
    ['I see it too'],
  );
  assert.deepEqual(lost(first), [
    'that the issue was confidential: every member of the project can read it',
    'the history of changes',
  ]);
  assert.deepEqual(summary(second), ['#5', 'TASK', 'in_review', 'medium']);
});

test('GitLab: lists of the API and CSV files are read', async () => {
  const [fromApi] = await read('gitlab', 'gitlab-issues.json');
  assert.deepEqual(summary(fromApi), ['acme/tools/app#4', 'BUG', 'todo', 'medium']);
  const [fromCsv] = await read('gitlab', 'gitlab-issues.csv');
  assert.deepEqual(summary(fromCsv), ['acme/app#4', 'BUG', 'done', 'medium']);
  assert.deepEqual(fromCsv?.reporter, { login: 'ada', name: 'Ada Lovelace', email: undefined });
  assert.deepEqual(
    [iso(fromCsv?.createdAt), iso(fromCsv?.completedAt)],
    ['2026-01-05T10:00:00.000Z', '2026-02-01T12:00:00.000Z'],
  );
  assert.deepEqual(
    fromCsv?.labels.map(({ name }) => name),
    ['bug', 'login'],
  );
});

test('Jira: a CSV file with repeated columns keeps comments, labels, sprint, links and parents', async () => {
  const [bug, idea, epic] = await read('jira', 'jira.csv');
  assert.deepEqual(
    [summary(bug), summary(idea), summary(epic)],
    [
      ['ACME-12', 'BUG', 'in_progress', 'highest'],
      ['ACME-13', 'FEATURE', 'cancelled', 'low'],
      ['ACME-1', 'EPIC', 'todo', 'medium'],
    ],
  );
  assert.match(bug?.description ?? '', /^## Steps\n\n- open \*\*the\*\* page\n```java\na \* b\n```$/);
  assert.deepEqual(
    bug?.files.map(({ name, url, paths }) => [name, url?.slice(0, 6), paths[0]?.split('/')[0]]),
    [['log.txt', 'https:', bug?.key]],
  );
  assert.deepEqual(
    bug?.comments.map(({ content, author, createdAt }) => [content, author?.name, iso(createdAt)]),
    [
      ['I see it; too', 'ben', '2026-01-05T11:00:00.000Z'],
      ['Fixed `today`', 'Ada Lovelace', '2026-01-06T21:05:00.000Z'],
    ],
  );
  assert.deepEqual(
    bug?.labels.map(({ name }) => name),
    ['login', 'web', 'Server'],
  );
  assert.deepEqual([bug?.group?.name, idea?.group], ['Sprint 2', { name: '1.0', kind: 'milestone' }]);
  assert.deepEqual(bug?.links, [
    { kind: 'parent', to: 'ACME-1' },
    { kind: 'blocked_by', to: 'ACME-13' },
  ]);
  assert.deepEqual(idea?.links, [
    { kind: 'blocks', to: 'ACME-12' },
    { kind: 'relates', to: 'ACME-1' },
  ]);
  assert.deepEqual([lost(bug), bug?.estimate], [['sprints before the last one of a ticket'], 5]);
});

test('Jira: an answer of the REST search is read, with documents as text', async () => {
  const [bug] = await read('jira', 'jira-search.json');
  assert.deepEqual(summary(bug), ['ACME-12', 'BUG', 'in_progress', 'high']);
  assert.match(bug?.description ?? '', /^It fails\n\n- always/);
  assert.equal(bug?.url, 'https://acme.atlassian.net/browse/ACME-12');
  assert.deepEqual(
    [iso(bug?.createdAt), iso(bug?.dueDate)],
    ['2026-01-05T09:00:00.000Z', '2026-03-01T23:59:59.999Z'],
  );
  assert.deepEqual(bug?.links, [
    { kind: 'parent', to: 'ACME-1' },
    { kind: 'blocks', to: 'ACME-13' },
  ]);
  assert.deepEqual([bug?.group?.name, bug?.comments[0]?.sourceId, lost(bug)], ['Sprint 2', '501', []]);
});

test('Linear: the CSV export keeps cycle, relations and dates', async () => {
  const [first, second] = await read('linear', 'linear.csv');
  assert.equal(first?.estimate, 3);
  assert.deepEqual(
    [summary(first), summary(second)],
    [
      ['ENG-12', 'TASK', 'in_review', 'highest'],
      ['ENG-13', 'TASK', 'cancelled', 'medium'],
    ],
  );
  assert.deepEqual(
    [iso(first?.createdAt), first?.group?.name, first?.description],
    ['2026-01-05T10:00:00.000Z', 'Cycle 4', 'Several\nlines'],
  );
  assert.deepEqual(first?.reporter?.email, 'ada@example.org');
  assert.deepEqual(
    first?.labels.map(({ name }) => name),
    ['Bug', 'web', 'Sign-in'],
  );
  assert.deepEqual(first?.links, [
    { kind: 'parent', to: 'ENG-1' },
    { kind: 'blocked_by', to: 'ENG-13' },
    { kind: 'duplicates', to: 'ENG-14' },
  ]);
  assert.deepEqual(lost(first), ['comments and attachments: the CSV file of Linear has none']);
});

test('Plane: CSV and JSON exports are read', async () => {
  const [fromCsv] = await read('plane', 'plane.csv');
  assert.deepEqual(summary(fromCsv), ['WEB-12', 'TASK', 'in_progress', 'highest']);
  assert.deepEqual(
    [fromCsv?.group?.name, fromCsv?.comments[0]?.content, iso(fromCsv?.dueDate)],
    ['Cycle 4', 'I see it too', '2026-03-01T23:59:59.999Z'],
  );
  assert.deepEqual(fromCsv?.links, [
    { kind: 'parent', to: 'WEB-1' },
    { kind: 'blocked_by', to: 'WEB-13' },
  ]);
  assert.match(fromCsv?.description ?? '', /Also assigned: Cy/);
  const [fromJson] = await read('plane', 'plane.json');
  assert.deepEqual(summary(fromJson), ['WEB-12', 'TASK', 'backlog', 'medium']);
  assert.deepEqual([fromJson?.number, fromJson?.group?.name], [12, 'Auth']);
});

test('Trello: a board keeps lists as statuses, checklists, comments in order and links to files', async () => {
  const [card, old] = await read('trello', 'trello.json');
  assert.deepEqual(summary(card), ['aBcD1234', 'BUG', 'in_progress', 'medium']);
  assert.deepEqual(
    [card?.number, iso(card?.createdAt), card?.reporter?.name],
    [12, '2026-01-05T10:21:20.000Z', 'Ada Lovelace'],
  );
  assert.equal(card?.description, 'See the log');
  assert.deepEqual(
    card?.checklist?.map(({ text, done }) => [text, done]),
    [
      ['One', true],
      ['Two', false],
    ],
  );
  assert.deepEqual(
    card?.files.map(({ name }) => name),
    ['log.txt'],
  );
  assert.deepEqual(
    card?.comments.map(({ content }) => content),
    ['First', 'Second'],
  );
  assert.equal(old?.status, 'done');
});

test('every form of dates that the products write is read; others are none', () => {
  const read = (text: string) => iso(readDate(text));
  assert.equal(read('2026-01-05 10:00:00 UTC'), '2026-01-05T10:00:00.000Z');
  assert.equal(read('5/Jan/26 12:05 AM'), '2026-01-05T00:05:00.000Z');
  assert.equal(read('Mon, 05 Jan 2026'), '2026-01-05T00:00:00.000Z');
  for (const text of ['', 'soon', '12', '2026-13-45', '99/Foo/26', '1'.repeat(200)])
    assert.equal(read(text), undefined, text);
});

test('an address other than http is never kept, and NUL is removed', async () => {
  const content = JSON.stringify([
    { number: 1, title: 'a\u0000b', html_url: 'javascript:alert(1)', body: 'x' },
  ]);
  const [ticket] = await read('github', 'a.json', content);
  assert.deepEqual([ticket?.title, ticket?.url], ['ab', undefined]);
});

test('a CSV file may use semicolons, quotes and any line ends', async () => {
  const [one, two] = await read(
    'csv',
    'a.csv',
    '\ufeffid;title;description\r\n1;"A ""b""; c";"x\r\ny"\r\n\r\n2;Plain;',
  );
  assert.deepEqual([one?.title, one?.description, two?.title], ['A "b"; c', 'x\r\ny', 'Plain']);
});

test('a CSV file with a row beyond the limits, without the end of a quote or not in UTF-8 is refused by its line', async () => {
  const refused: [content: string | Buffer, problem: RegExp][] = [
    [`title\n"a\r\nb"\n\n${','.repeat(5_000)}\n`, /^a\.csv, line 5: the row has more than 5000 cells\.$/],
    [`title\n${','.repeat(9_000_000)}`, /^a\.csv, line 2: the row (?:has more than|is longer than)/],
    [`title\nb\n"${'x'.repeat(9_000_000)}`, /^a\.csv, line 3: the row is longer than 8388608 characters/],
    ['title\n"b\nc"\n"d', /^a\.csv, line 4: a quoted cell has no end\. Is the file whole\?$/],
    [Buffer.from('title\nü', 'latin1'), /^a\.csv, encoding: the file is not UTF-8\./],
  ];
  for (const [content, problem] of refused)
    await assert.rejects(Array.fromAsync(readSource('csv', sourceOf('a.csv', content, 65_536), {})), {
      message: problem,
    });
});

test('the processor time to read a file grows with its size alone', async () => {
  const files = (size: number): [OtherProduct, string, string][] => [
    ['csv', 'a.csv', `title\n${'"a""'.repeat(size * 5)}"\n`],
    ...['w', '@', '<'].map((text): [OtherProduct, string, string] => [
      'csv',
      'a.csv',
      `title,assignee\na,${text.repeat(size * 10)}\n`,
    ]),
    ['github', 'a.json', `[${'{"number":1,"title":"\\\\\\""},'.repeat(size)}{}]`],
  ];
  const measure = (size: number) =>
    threadMs(async () => {
      for (const [product, name, content] of files(size)) {
        for await (const _ of readSource(product, sourceOf(name, content, 65_536), {}));
      }
    });
  await measure(500);
  const [small, large] = [await measure(500), await measure(4_000)];
  // Eight times the size; a quadratic reader takes 64 times as long.
  assert.ok(large < 24 * small + 100, `${small} ms, ${large} ms`);
});

test('a CSV file whose column has a name of 7 MB is refused within two seconds of processor time', async () => {
  const source = sourceOf('a.csv', 'c'.repeat(7_000_000), 65_536);
  const ms = await threadMs(() =>
    assert.rejects(Array.fromAsync(readSource('csv', source, {})), { message: /no column has the title/ }),
  );
  assert.ok(ms < 2_000, `${ms} ms`);
});

test('people of a cell are found by name and address', async () => {
  const cells: [cell: string, people: SourcePerson[]][] = [
    ['Ada Lovelace', [{ name: 'Ada Lovelace', login: 'Ada Lovelace' }]],
    ['ada@example.org', [{ name: 'ada@example.org', email: 'ada@example.org' }]],
    [
      'Ada <ada@example.org>; @bob',
      [
        { name: 'Ada', email: 'ada@example.org' },
        { name: 'bob', login: 'bob' },
      ],
    ],
    ['<a@b.c>', [{ name: 'a@b.c', email: 'a@b.c' }]],
    ['Eve <a < b@c', [{ name: 'Eve <a < b@c', login: 'Eve <a < b@c' }]],
    ['x <y> @@b.c', [{ name: 'x @@b.c', email: '@@b.c' }]],
    ['@b.c a@.c a@b. a@b', [{ name: 'b.c a@.c a@b. a@b', login: 'b.c a@.c a@b. a@b' }]],
  ];
  for (const [cell, people] of cells) {
    const [ticket] = await read('csv', 'a.csv', `title,assignee\na,"${cell}"\n`);
    const found = ticket?.assignees.map(({ name, email, login }) => ({ name, email, login }));
    assert.deepEqual(
      found,
      people.map((person) => ({ email: undefined, login: undefined, ...person })),
      cell,
    );
  }
});
