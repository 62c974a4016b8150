/** Files in the layouts that products write, with the details that matter: people apart, states beside labels, account ids. */
import { gzipSync } from 'node:zlib';
import { packTar } from '../support/pack-archives.ts';

const lines = (values: object[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('');

export interface GitlabIssue {
  iid: number;
  state?: 'opened' | 'closed';
  labels?: string[];
  authorId: number;
  assigneeIds?: number[];
  notes?: { authorId: number; authorName: string; note: string }[];
}

/** The archive of "Export project": issues come before the members who wrote them. */
export function gitlabExport(
  issues: GitlabIssue[],
  members: { id: number; username: string; publicEmail?: string }[],
): Buffer {
  const issueRows = issues.map(
    ({ iid, state = 'opened', labels = [], authorId, assigneeIds = [], notes = [] }) => ({
      title: `Issue ${iid}`,
      author_id: authorId,
      project_id: 7,
      created_at: '2024-01-05T10:00:00.000Z',
      updated_at: '2024-02-01T12:30:00.000Z',
      description: 'Text',
      iid,
      updated_by_id: null,
      confidential: false,
      closed_at: state === 'closed' ? '2024-02-01T12:00:00.000Z' : null,
      due_date: '2024-03-31',
      lock_version: 0,
      weight: null,
      time_estimate: 0,
      relative_position: 513,
      external_author: null,
      state,
      milestone: {
        iid: 1,
        title: 'v1',
        project_id: 7,
        due_date: '2024-03-31',
        start_date: null,
        state: 'active',
      },
      label_links: labels.map((title, id) => ({
        target_type: 'Issue',
        label: { id, title, color: '#428BCA', project_id: 7, type: 'ProjectLabel', priorities: [] },
      })),
      notes: notes.map(({ authorId: author_id, authorName, note }, index) => ({
        note,
        noteable_type: 'Issue',
        author_id,
        created_at: `2024-01-0${index + 6}T11:00:00.000Z`,
        system: false,
        author: { name: authorName },
        award_emoji: [],
      })),
      issue_assignees: assigneeIds.map((user_id) => ({ user_id })),
      designs: [],
      timelogs: [],
    }),
  );
  const memberRows = members.map(({ id, username, publicEmail = '' }) => ({
    access_level: 40,
    source_type: 'Project',
    user_id: id,
    notification_level: 3,
    invite_email: null,
    user: { id, username, public_email: publicEmail },
  }));
  return gzipSync(
    packTar([
      { name: './VERSION', content: '0.2.4' },
      { name: './tree/project.json', content: '{"description":"x"}' },
      { name: './tree/project/issues.ndjson', content: lines(issueRows) },
      { name: './tree/project/project_members.ndjson', content: lines(memberRows) },
    ]),
  );
}

type Node = Record<string, unknown>;
const node = (type: string, content: Node[], attrs?: object): Node => ({
  type,
  ...(attrs && { attrs }),
  content,
});
const text = (words: string, ...marks: (string | object)[]): Node => ({
  type: 'text',
  text: words,
  ...(marks.length > 0 && { marks: marks.map((mark) => (typeof mark === 'string' ? { type: mark } : mark)) }),
});
const paragraph = (...content: Node[]) => node('paragraph', content);
const item = (...content: Node[]) => node('listItem', content);

/** A document of the Atlassian editor with every block that people use. */
export const jiraDocument = {
  version: 1,
  ...node('doc', [
    node('heading', [text('Steps')], { level: 3 }),
    paragraph(
      text('It is '),
      text('very ', 'strong'),
      text('slow', 'em', 'strong'),
      text(' in '),
      text('a*b', 'code'),
      text(', see '),
      text('here', { type: 'link', attrs: { href: 'https://example.org/a b' } }),
      text(' '),
      { type: 'mention', attrs: { id: '712020:1', text: '@Ada' } },
      { type: 'hardBreak' },
      text('2 * 3 * 4'),
    ),
    node(
      'orderedList',
      [
        item(paragraph(text('open'))),
        item(paragraph(text('wait')), node('bulletList', [item(paragraph(text('long')))])),
      ],
      { order: 3 },
    ),
    node('taskList', [
      node('taskItem', [text('first')], { localId: 'a', state: 'DONE' }),
      node('taskItem', [text('second')], { localId: 'b', state: 'TODO' }),
    ]),
    node('panel', [paragraph(text('note'))], { panelType: 'info' }),
    node('table', [
      node('tableRow', [
        node('tableHeader', [paragraph(text('Name'))]),
        node('tableHeader', [paragraph(text('Value'))]),
      ]),
      node('tableRow', [
        node('tableCell', [paragraph(text('a|b'))]),
        node('tableCell', [paragraph(text('1')), paragraph(text('2'))]),
      ]),
    ]),
    node('codeBlock', [text('x = 1;')], { language: 'js' }),
    node('rule', []),
    paragraph({ type: 'inlineCard', attrs: { url: 'https://example.org/card' } }),
  ]),
};

export const jiraMarkdown = `### Steps

It is **very** ***slow*** in \`a*b\`, see [here](<https://example.org/a%20b>) @Ada\\
2 \\* 3 \\* 4

3. open
4. wait
   - long

- [x] first
- [ ] second

> note

| Name | Value |
| --- | --- |
| a\\|b | 1<br>2 |

\`\`\`js
x = 1;
\`\`\`

---

<https://example.org/card>`;

/** "Export issues" of Jira Cloud as CSV with all fields: comments name people by account id alone. */
export const jiraCsv = [
  'Summary,Issue key,Issue id,Issue Type,Status,Priority,Resolution,Assignee,Assignee Id,Reporter,Reporter Id,Creator,Creator Id,Created,Updated,Due date,Fix versions,Fix versions,Sprint,Comment,Comment',
  'Slow,ACME-1,10001,Bug,To Do,High,,Ben Best,557058:0c0ffee0-1111-4222-8333-444455556666,Ada Lovelace,712020:11f01111-2222-4333-8444-555566667777,Ada Lovelace,712020:11f01111-2222-4333-8444-555566667777,05/Jan/26 10:00 AM,05/Jan/26 10:00 AM,31/Mar/26 12:00 AM,1.0,1.1,Sprint 2,05/Jan/26 11:00 AM;557058:0c0ffee0-1111-4222-8333-444455556666;I see it,06/Jan/26 9:00 AM;5b10ac8d82e05b22cc7d4ef5;Me too',
  'Fast,ACME-2,10002,Task,To Do,Low,,,,Cy Young,5b10ac8d82e05b22cc7d4ef5,Cy Young,5b10ac8d82e05b22cc7d4ef5,05/Jan/26 10:00 AM,05/Jan/26 10:00 AM,,,,,,',
].join('\r\n');

const cardId = (second: number) => `${(1_700_000_000 + second).toString(16)}${'a'.repeat(16)}`;

/** "Export as JSON" of a Trello board: checklists stand apart from their cards. */
export const trelloBoard = JSON.stringify({
  id: 'b'.repeat(24),
  name: 'Board',
  cards: [
    {
      id: cardId(1),
      idShort: 1,
      shortLink: 'AbCd1234',
      name: 'Release',
      desc: 'Text',
      idList: 'l1',
      closed: false,
      idMembers: ['m1'],
      idChecklists: ['c1', 'c2'],
      labels: [],
      attachments: [],
      start: '2024-01-01T00:00:00.000Z',
    },
    {
      id: cardId(2),
      idShort: 2,
      shortLink: 'EfGh5678',
      name: 'Plan',
      desc: '',
      idList: 'l1',
      closed: false,
      idMembers: [],
      idChecklists: ['c3'],
      labels: [],
      attachments: [],
    },
  ],
  lists: [{ id: 'l1', name: 'Doing', closed: false }],
  members: [{ id: 'm1', username: 'ada', fullName: 'Ada Lovelace' }],
  checklists: [
    {
      id: 'c2',
      idCard: cardId(1),
      name: 'After',
      pos: 2,
      checkItems: [{ id: 'i3', name: 'tell', state: 'incomplete', pos: 1 }],
    },
    {
      id: 'c1',
      idCard: cardId(1),
      name: 'Before',
      pos: 1,
      checkItems: [
        {
          id: 'i2',
          name: 'test',
          state: 'incomplete',
          pos: 2,
          idMember: 'm1',
          due: '2024-02-01T00:00:00.000Z',
        },
        { id: 'i1', name: 'build', state: 'complete', pos: 1 },
      ],
    },
    {
      id: 'c3',
      idCard: cardId(2),
      name: 'Checklist',
      pos: 1,
      checkItems: [{ id: 'i4', name: 'think', state: 'complete', pos: 1 }],
    },
  ],
  actions: [],
});
