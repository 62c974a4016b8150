import type { NewTicket, TicketRow } from '../../../replica/index.ts';

/** What a sub-ticket takes over from its parent. */
export const childFields = ({
  id,
  workspaceId,
  projectId,
  groupId,
}: TicketRow): Omit<NewTicket, 'title'> => ({
  parentId: id,
  workspaceId,
  ...(projectId !== null && { projectId }),
  ...(groupId !== null && { groupId }),
});

const titleMax = 500;

/** The titles in a text with one per line, without the marks of lists. */
export const titlesIn = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.replace(/^\s*(?:[-*+•]|\d+[.)])?\s*(?:\[[ xX]\]\s+)?/, '').trim())
    .filter(Boolean)
    .map((title) => title.slice(0, titleMax));
