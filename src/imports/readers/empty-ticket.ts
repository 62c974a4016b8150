import type { SourceTicket } from '../source-ticket.ts';

/** A ticket of which only the id and the title are known; readers add what their file has. */
export const newSourceTicket = (sourceId: string, title: string): SourceTicket => ({
  sourceId,
  key: undefined,
  number: undefined,
  url: undefined,
  title,
  description: undefined,
  type: 'TASK',
  status: 'backlog',
  priority: 'medium',
  reporter: undefined,
  assignees: [],
  labels: [],
  group: undefined,
  links: [],
  comments: [],
  files: [],
  createdAt: undefined,
  updatedAt: undefined,
  completedAt: undefined,
  dueDate: undefined,
  estimate: undefined,
  words: [],
  notes: [],
});

/** The number at the end of `ACME-12`, `acme/app#12` or `12`. */
export function numberOfKey(key: string | undefined): number | undefined {
  const digits = /(?:^|[-#])([1-9]\d{0,8})$/.exec(key ?? '')?.[1];
  return digits === undefined ? undefined : Number(digits);
}
