import type { ClientContext } from '../client-context.ts';
import { formatTable } from '../table.ts';
import { toLine } from '../terminal-text.ts';
import type { Range } from './blame.ts';
import type { Answer, Explanation } from './explain.ts';

/** All that is known about each commit of a line, or of a few lines. */
export function formatLines({ file, ranges, commits, unknown }: Answer): string {
  const parts = ranges.map((range) => {
    const place = `${toLine(file)}:${formatRange(range)}`;
    const commit = commits.find(({ sha }) => sha === range.commit);
    return commit ? `${place}\n${formatCommit(commit)}` : `${place}\n  not committed yet\n`;
  });
  return `${parts.join('\n')}${unknown.map((sentence) => `\n${sentence}\n`).join('')}`;
}

function formatCommit(commit: Explanation): string {
  const { ticket, task, decision } = commit;
  const rows: [string, string | undefined][] = [
    [
      'commit',
      `${commit.sha.slice(0, 10)} ${commit.subject} (${commit.author.name}, ${formatDay(commit.authoredAt)})`,
    ],
    ['ticket', ticket ? `${ticket.key ?? ticket.id} ${ticket.title} (${ticket.status})` : undefined],
    ['', ticket ? describeBasis(commit) : undefined],
    ['release', ticket?.shippedIn],
    ['question', decision?.question],
    [
      'answer',
      decision
        ? `${decision.answer} (${[decision.answeredBy, formatDay(decision.answeredAt)].filter(Boolean).join(', ')})`
        : undefined,
    ],
    ['task', task ? `${task.title} (${task.state}, ${task.id})` : undefined],
    ['agent', commit.agent ?? undefined],
    ...commit.reviewers.map(({ name, at, by }): [string, string] => [
      'reviewer',
      by === 'ticket'
        ? `${name} (moved the ticket to done, ${formatDay(at)})`
        : `${name} (a trailer says so; nobody checked it)`,
    ]),
    ...commit.unknown.map((sentence): [string, string] => ['not known', sentence]),
  ];
  return rows
    .flatMap(([name, value]) => (value === undefined ? [] : [`  ${name.padEnd(9)}  ${toLine(value)}\n`]))
    .join('');
}

const basisWords = {
  trailer: 'named by a trailer of the commit',
  message: 'named in the message of the commit',
  merge: 'named by the merge of the commit',
  link: 'linked by Docket',
};

const describeBasis = ({ basis, confirmed }: Explanation) =>
  basis === null
    ? ''
    : `${basisWords[basis]}${confirmed && basis !== 'link' ? '; Docket has linked it' : ''}`;

/** A row for each range of lines of a file. */
export function formatFile(context: ClientContext, { ranges, commits, unknown }: Answer): string {
  if (ranges.length === 0) return 'The file is empty.\n';
  const rows = ranges.map((range) => {
    const commit = commits.find(({ sha }) => sha === range.commit);
    if (!commit) return [formatRange(range), '', '', '', 'not committed yet'];
    const { ticket, agent, author, subject, confirmed } = commit;
    return [
      formatRange(range),
      commit.sha.slice(0, 10),
      ticket ? `${ticket.key ?? ticket.id}${confirmed ? '' : '?'}` : '-',
      agent ?? author.name,
      ticket?.title ?? subject,
    ];
  });
  const marks = [
    commits.some(({ ticket, confirmed }) => ticket && !confirmed) &&
      '? Only the message of the commit names the ticket. Ask for one line to see more.',
    commits.some(({ ticket }) => !ticket) && '- No ticket is known. Ask for one line to see why.',
    ...unknown,
  ].filter((mark) => mark !== false);
  const table = formatTable(context, ['LINES', 'COMMIT', 'TICKET', 'BY', 'WHAT'], rows, 4);
  return table + marks.map((mark) => `${mark}\n`).join('');
}

const formatRange = ({ from, to }: Range) => (from === to ? String(from) : `${from}-${to}`);
const formatDay = (at: string | null | undefined) => at?.slice(0, 10) ?? '';
