import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { FidelityTally } from '../../src/imports/fidelity-report.ts';
import { newSourceTicket } from '../../src/imports/readers/empty-ticket.ts';
import { documentToMarkdown } from '../../src/imports/readers/jira-document.ts';
import { onEveryEngine } from '../support/engines.ts';
import { openWorld, type Person, type World } from '../support/world.ts';
import { runImport } from './import-scene.ts';
import { gitlabExport, jiraCsv, jiraDocument, jiraMarkdown, trelloBoard } from './real-layouts.ts';

test('a document of Jira becomes Markdown with marks, numbers, tables, tasks and panels, each block apart', () => {
  assert.equal(documentToMarkdown(jiraDocument), jiraMarkdown);
});

interface Counted {
  what: string;
  count: number;
  examples: string[];
}
const countOf = (entries: Counted[], what: RegExp) => entries.find((entry) => what.test(entry.what));

test('the report compares ticket by ticket: what one lost is not made up for by another', async () => {
  const tally = new FidelityTally();
  const anna = { login: 'anna' };
  tally.add({ ...newSourceTicket('1', 'One'), assignees: [anna] });
  tally.add(newSourceTicket('2', 'Two'));
  async function* written() {
    yield { sourceId: '1', has: { assignees: false } };
    yield { sourceId: '2', has: { assignees: true } };
  }
  await tally.confirm(written(), (sourceId) => `ticket ${sourceId}`);
  const { kept, lost } = tally.present();
  assert.deepEqual(kept, []);
  assert.deepEqual(lost, [{ what: 'assignees that could not be written', count: 1, examples: ['ticket 1'] }]);
});

onEveryEngine('what an import keeps of real exports', (engine) => {
  let world: World;
  let ada: Person;
  let projects = 0;
  before(async () => {
    world = await openWorld(engine, { RATE_LIMIT: 'off' });
    ada = await world.person('Ada');
  });
  after(() => world.close());

  const importFile = async (product: string, name: string, content: string | Buffer) => {
    const key = `FID${++projects}`;
    await ada.post('/api/projects', { name: key, key });
    const done = await runImport(world, ada, key, { product, files: [{ name, content }] });
    assert.deepEqual([done.state, done.error], ['done', undefined]);
    const ticket = async (number: number) => (await ada.get(`/api/tickets/${key}-${number}`)).body.data;
    return { report: done.report, ticket };
  };

  test('GitLab: reporters, assignees and authors are people of the export, and closed issues stay closed', async () => {
    const members = [
      { id: 11, username: 'ada-l', publicEmail: ada.email },
      { id: 12, username: 'ben' },
    ];
    const archive = gitlabExport(
      [
        { iid: 1, authorId: 11, assigneeIds: [12], state: 'closed', labels: ['To Do'] },
        {
          iid: 2,
          authorId: 13,
          assigneeIds: [11],
          labels: ['Doing'],
          notes: [{ authorId: 12, authorName: 'Ben Best', note: 'Hello' }],
        },
        { iid: 3, authorId: 99, notes: [{ authorId: 13, authorName: 'Cy Young', note: 'Bye' }] },
        { iid: 4, authorId: 11, state: 'closed', labels: ['workflow::wontfix'] },
      ],
      members,
    );
    const { report, ticket } = await importFile('gitlab', 'export.tar.gz', archive);
    const [first, second, third, fourth] = await Promise.all([1, 2, 3, 4].map(ticket));
    assert.deepEqual(
      [first.reporter.id, first.assignee.name, first.status, first.completedAt],
      [ada.id, 'Ben Best', 'done', '2024-02-01T12:00:00.000Z'],
    );
    assert.deepEqual(
      [second.reporter.name, second.assignee.id, second.status, second.comments[0].author.id],
      ['Cy Young', ada.id, 'in_progress', first.assignee.id],
    );
    assert.deepEqual([third.reporter.name, fourth.status], ['GitLab user 99', 'cancelled']);
    assert.equal(countOf(report.kept, /^reporters$/)?.count, 4);
    assert.equal(countOf(report.kept, /^dates of completion$/)?.count, 1);
    assert.equal(countOf(report.lost, /completion of tickets that are not done/)?.count, 1);
  });

  test('Jira: account ids in comments are the people of other columns; due days end where others do', async () => {
    const { report, ticket } = await importFile('jira', 'issues.csv', jiraCsv);
    const slow = await ticket(1);
    const names = slow.comments.map(({ author }: { author: { name: string } }) => author.name);
    assert.deepEqual(
      [slow.reporter.name, slow.assignee.name, names],
      ['Ada Lovelace', 'Ben Best', ['Ben Best', 'Cy Young']],
    );
    assert.equal(report.people.total, 3);
    assert.equal(slow.dueDate, '2026-03-31T23:59:59.999Z');
    assert.equal(slow.group.name, 'Sprint 2');
    assert.notEqual(slow.milestoneId, undefined);
    assert.equal(countOf(report.lost, /fix versions beside the last/)?.count, 1);
  });

  test('Trello: checklists become checklists, and the report names cards by their titles', async () => {
    const { report, ticket } = await importFile('trello', 'board.json', trelloBoard);
    const [release, plan] = [await ticket(1), await ticket(2)];
    const items = ({ items }: { items: { text: string; done: boolean; assignee?: { name: string } }[] }) =>
      items.map(({ text, done, assignee }) => [text, done, assignee?.name]);
    assert.deepEqual(items(release.checklist), [
      ['Before: build', true, undefined],
      ['Before: test', false, 'Ada Lovelace'],
      ['After: tell', false, undefined],
    ]);
    assert.deepEqual([items(plan.checklist), release.description], [[['think', true, undefined]], 'Text']);
    assert.deepEqual(countOf(report.lost, /^start dates$/)?.examples, ['Release']);
    assert.equal(countOf(report.kept, /^checklists$/)?.count, 2);
  });

  test('CSV: a day above 12 decides how a column of dates is read; others are told with an example', async () => {
    const content =
      'title;due;created\nOne;03/04/2024;01/02/2024\nTwo;31/03/2024;02/02/2024\nThree;soon;2024-02-30x\n';
    const { report, ticket } = await importFile('csv', 'a.csv', content);
    const due = await Promise.all([1, 2, 3].map(async (number) => (await ticket(number)).dueDate));
    assert.deepEqual(due, ['2024-04-03T23:59:59.999Z', '2024-03-31T23:59:59.999Z', undefined]);
    assert.equal(countOf(report.kept, /^due dates$/)?.count, 2);
    const unread = countOf(report.lost, /^due dates that could not be read, such as soon/);
    assert.deepEqual([unread?.count, unread?.examples], [1, ['row 4']]);
    const ambiguous = countOf(
      report.lost,
      /^dates of creation that could be day\/month or month\/day, such as 01\/02\/2024/,
    );
    assert.equal(ambiguous?.count, 1);
  });

  test('the report counts what was written: a completion of a cancelled ticket is lost', async () => {
    const content =
      'id,title,status,completed,assignee\n1,Gone,cancelled,2024-01-01,ben\n2,Done,done,2024-01-02,ben\n';
    const { report, ticket } = await importFile('csv', 'a.csv', content);
    assert.deepEqual(
      [(await ticket(1)).completedAt, (await ticket(2)).completedAt],
      [undefined, '2024-01-02T00:00:00.000Z'],
    );
    assert.equal(countOf(report.kept, /^dates of completion$/)?.count, 1);
    assert.deepEqual(countOf(report.lost, /completion of tickets that are not done/)?.examples, ['1']);
    assert.equal(countOf(report.changed, /without a reporter/)?.count, 2);
  });

  test('the report finds every field of a ticket in the database', async () => {
    const content = `id,title,description,status,completed,due,assignee,labels,milestone,parent,comments
A-1,All,Text,done,2024-01-02,2024-02-01,ben,red,v1,A-2,Hello
A-2,Bare,,,,,,,,,
A-3,Orphan,,,,,,,,A-9,
`;
    const { report } = await importFile('csv', 'a.csv', content);
    for (const what of [
      'descriptions',
      'dates of completion',
      'due dates',
      'assignees',
      'labels',
      'cycles and milestones',
      'parents',
      'comments',
    ])
      assert.equal(report.kept.find((entry: Counted) => entry.what === what)?.count, 1, what);
    assert.equal(countOf(report.kept, /^original keys$/)?.count, 3);
    assert.deepEqual(report.lost, [
      { what: 'parents that are not in the files', count: 1, examples: ['A-3'] },
    ]);
  });
});
