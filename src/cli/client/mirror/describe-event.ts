import path from 'node:path';

/** What is read of the payload of an event. */
export interface EventData {
  /** Set for `ticket.gone` and `project.gone`. */
  id?: string;
  ticket?: {
    id: string;
    key?: string;
    version?: number;
    assigneeId?: string;
    labelIds?: string[];
  };
  project?: { id: string; key?: string };
  member?: { id: string };
  comment?: { id: string };
  user?: { id: string; name?: string };
  changes?: Record<string, unknown>;
}

const words: Record<string, string> = {
  'ticket.gone': 'no longer readable',
  'ticket.status_changed': 'status changed',
  'comment.created': 'comment added',
  'comment.updated': 'comment edited',
  'comment.deleted': 'comment deleted',
  'comment.resolved': 'thread resolved',
  'comment.reopened': 'thread reopened',
  'project.gone': 'project no longer readable',
  'member.changed': 'your role changed',
};

/** The message of a commit, such as `PAY-12: status changed`. It contains no text that people have written. */
export function describeEvent(type: string, data: EventData, file: string | undefined): string {
  const key = data.ticket?.key ?? data.project?.key;
  const named = key !== undefined && /^[A-Za-z0-9_-]{1,80}$/.test(key) ? key : undefined;
  const subject = named ?? (file ? path.basename(file, '.md') : 'Tickets');
  return `${subject}: ${describeChange(type, data)}`;
}

function describeChange(type: string, { changes }: EventData): string {
  if (type === 'ticket.updated' && changes && 'deleted' in changes) return 'restored';
  const names = Object.keys(changes ?? {}).filter((name) => /^[a-zA-Z]{1,40}$/.test(name));
  if (type.endsWith('.updated') && names.length > 0)
    return `${type === 'project.updated' ? 'project ' : ''}${names.map(fieldTitle).join(', ')} changed`;
  const [subject = '', action = ''] = type.split('.');
  return words[type] ?? `${subject === 'ticket' ? '' : `${subject} `}${action}`.replaceAll('_', ' ');
}

/** `assigneeId` → `assignee`, `dueDate` → `due date`. */
const fieldTitle = (field: string) =>
  field
    .replace(/Ids$/, 's')
    .replace(/Id$/, '')
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
