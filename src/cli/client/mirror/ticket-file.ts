import type { Comment, TicketWithDetails } from '../../../../sdk/index.ts';
import { isId } from '../../../platform/ids.ts';
import { type ChoiceField, choiceFields } from '../choice-fields.ts';
import { escapeControls, toLine } from '../terminal-text.ts';
import type { TaskWork } from '../why/work.ts';

const keyPattern = /^([A-Za-z0-9_-]{1,64})-[1-9]\d{0,9}$/;
/** The folders that hold tickets. */
export const folderPattern = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * The path of the file of the ticket. Keys and ids come from a server and become paths, so no other characters are
 * allowed.
 */
export function pathOfTicket({ id, key }: { id: string; key?: string | undefined }): string {
  if (!isId(id)) throw new Error(`The server sent a ticket with the id ${JSON.stringify(id)}`);
  if (key === undefined) return `no-project/${id}.md`;
  const project = keyPattern.exec(key)?.[1];
  if (project === undefined) throw new Error(`The server sent a ticket with the key ${JSON.stringify(key)}`);
  return `${project}/${key}.md`;
}

type Needed = 'id' | 'version' | 'title' | ChoiceField | 'createdAt' | 'updatedAt';
type Optional = 'key' | 'projectId' | 'parentId' | 'dueDate' | 'estimate' | 'completedAt' | 'description';

export type MirroredTicket = Pick<TicketWithDetails, Needed> & {
  [Name in Optional]?: TicketWithDetails[Name] | undefined;
} & {
  assignee?: string | undefined;
  reporter?: string | undefined;
  labels: string[];
  fields: Record<string, string>;
  comments: Pick<Comment, 'id' | 'author' | 'createdAt' | 'content'>[];
  /** The tasks of agents on the ticket. */
  work?: TaskWork[] | undefined;
};

/** Front matter, the description and the comments. Every value of the front matter is JSON, and so safe YAML. */
export function formatTicketFile(ticket: MirroredTicket): string {
  const { id, key, projectId, version, title, assignee, reporter } = ticket;
  const { labels, parentId, dueDate, estimate, fields, completedAt, createdAt, updatedAt } = ticket;
  const front = Object.entries({
    ...{ id, key, projectId, version, title },
    ...Object.fromEntries(choiceFields.map((name) => [name, ticket[name]])),
    ...{ assignee, reporter },
    labels: labels.toSorted(),
    ...{ parentId, dueDate, estimate },
    fields: Object.keys(fields).length > 0 ? fields : undefined,
    ...{ completedAt, createdAt, updatedAt },
    work: ticket.work && ticket.work.length > 0 ? ticket.work : undefined,
    comments: ticket.comments.length,
  }).flatMap(([name, value]) => (value === undefined || value === null ? [] : [`${name}: ${toYaml(value)}`]));
  const comments = ticket.comments.map(
    ({ author, createdAt: at, content }) => `### ${toLine(author.name)}, ${toLine(at)}\n\n${toText(content)}`,
  );
  const parts = [
    `---\n${front.join('\n')}\n---`,
    `# ${toLine(title)}`,
    ...(ticket.description ? [toText(ticket.description)] : []),
    ...(comments.length > 0 ? ['## Comments', ...comments] : []),
  ];
  return `${parts.join('\n\n')}\n`.toWellFormed();
}

/** The text with these tasks, and all else as it is. */
export function replaceWork(text: string, work: TaskWork[]): string {
  const end = text.indexOf('\n---\n');
  const front = text.slice(0, end).replace(/^work: .*\n/m, '');
  const line = work.length > 0 ? `work: ${toYaml(work)}\n` : '';
  return front.replace(/^(?=comments: )/m, () => line) + text.slice(end);
}

const toText = (text: string) => escapeControls(text).trimEnd();

/** JSON is YAML except for some characters, which JSON leaves as they are and YAML does not print. */
const toYaml = (value: unknown) =>
  JSON.stringify(value, (_, part) => (typeof part === 'string' ? part.toWellFormed() : part)).replace(
    /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

export interface FileHead {
  id: string;
  projectId?: string | undefined;
  version: number;
}

/** Undefined if the text is no file of a ticket. */
export function readFileHead(text: string): FileHead | undefined {
  const { id, projectId, version } = readFrontMatter(text);
  if (typeof id !== 'string' || !isId(id) || typeof version !== 'number') return undefined;
  return { id, projectId: typeof projectId === 'string' ? projectId : undefined, version };
}

/** The values of the front matter by name; those that are no JSON are left out. */
export function readFrontMatter(text: string): Record<string, unknown> {
  const [, front = ''] = /^---\n(.*?)\n---\n/s.exec(text) ?? [];
  const values: Record<string, unknown> = Object.create(null);
  for (const line of front.split('\n')) {
    const [, name = '', value = ''] = /^(\w+): (.*)$/.exec(line) ?? [];
    try {
      values[name] ??= JSON.parse(value);
    } catch {
      // Not written by Docket.
    }
  }
  return values;
}
