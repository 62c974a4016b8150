import { Refusal } from '../platform/errors.ts';
import { toIso } from '../platform/instant.ts';
import { listCriteriaWithEvidence } from '../proof/index.ts';
import {
  canReadTicket,
  getTicketFor,
  listRelations,
  type listTickets,
  stepName,
  type TicketDetails,
  ticketKey,
} from '../tickets/index.ts';
import type { Scope } from '../users/index.ts';
import { pickChoices } from './choice-fields.ts';
import { shorten } from './shorten.ts';
import type { ToolData } from './tool.ts';

type TicketItemRow = Awaited<ReturnType<typeof listTickets>>['rows'][number];

const commentsShown = 20;

/** A ticket in a list: one object with its key. The titles are untrusted, so all of it is. */
export const describeTicketRow = (row: TicketItemRow) => ({
  ...describeTicketItem(row),
  ...untrustedTicketFields(row),
});

const describeTicketItem = (row: TicketItemRow) => ({
  ticket: ticketKey(row.projectKey, row.number) ?? row.id,
  ...pickChoices(row),
  updatedAt: toIso(row.updatedAt),
});

/** The untrusted fields of a ticket in a list. Users choose their own names, so these are untrusted too. */
const untrustedTicketFields = (row: TicketItemRow) => ({
  title: row.title,
  ...(row.ownStatusId !== null && { ownStatus: stepName(row.workflow, row) }),
  ...(row.assigneeName !== null && { assignee: row.assigneeName }),
});

/** A ticket after a change: what the agent may not know yet, without texts that it has read or written itself. */
export const describeChange = (ticket: TicketDetails): ToolData => ({
  data: trustedFields(ticket),
  untrusted: untrustedTicketFields(ticket),
});

/** A ticket with its latest comments. Anybody may have written its texts, so all of them are untrusted. */
export async function describeTicket(scope: Scope, ticket: TicketDetails, from = 0): Promise<ToolData> {
  const { comments } = ticket;
  const criteria = ticket.criteriaProgress === null ? [] : await listCriteriaWithEvidence(scope, ticket.id);
  return {
    data: {
      ...trustedFields(ticket),
      ...(await describeRelations(scope, ticket)),
      ...(criteria.length > 0 && { criteria: criteria.map(({ id, state }) => ({ criterion: id, state })) }),
    },
    untrusted: {
      ...untrustedTicketFields(ticket),
      reporter: ticket.reporterName,
      labels: ticket.labels.map(({ name }) => name),
      ...(ticket.fieldValues.length > 0 && {
        fields: Object.fromEntries(
          ticket.fieldValues.map(({ name, value, text }) => [
            name,
            typeof value === 'number' || typeof value === 'boolean' ? value : shorten(text, 2_000),
          ]),
        ),
      }),
      ...(ticket.description !== null && { description: shorten(ticket.description.slice(from), 8_000) }),
      ...(ticket.checklist.length > 0 && {
        checklist: ticket.checklist.map(({ text, done }) => `[${done ? 'x' : ' '}] ${text}`),
      }),
      ...(criteria.length > 0 && {
        criteria: criteria.map(({ text, checkType, checkValue }) =>
          [text, checkType, checkValue].filter(Boolean).join(' | '),
        ),
      }),
      comments: comments.slice(-commentsShown).map((comment) => ({
        author: comment.authorName,
        at: toIso(comment.createdAt),
        content: shorten(comment.content, 2_000),
      })),
    },
  };
}

/** The keys of the tickets around it that the actor may read. */
async function describeRelations(scope: Scope, { id, parentId }: TicketDetails) {
  const keysByKind = new Map<string, string[]>();
  for (const { kind, ticket } of await listRelations(scope, id))
    if (ticket) keysByKind.set(kind, [...(keysByKind.get(kind) ?? []), keyOf(ticket)]);
  const parent = parentId === null ? undefined : await findReadable(scope, parentId);
  return {
    ...(parent && { parent: keyOf(parent) }),
    ...Object.fromEntries([...keysByKind].map(([kind, keys]) => [relationNames[kind] ?? kind, keys])),
  };
}

/** As in the input of update_ticket. */
const relationNames: Record<string, string> = { blocked_by: 'blockedBy', duplicated_by: 'duplicatedBy' };

const findReadable = (scope: Scope, id: string) =>
  getTicketFor(scope.db.reads, scope.actor, id, canReadTicket).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
    return undefined;
  });

const keyOf = ({ id, projectKey, number }: Pick<TicketDetails, 'id' | 'projectKey' | 'number'>) =>
  ticketKey(projectKey, number) ?? id;

const trustedFields = (ticket: TicketDetails) => ({
  ...describeTicketItem(ticket),
  id: ticket.id,
  stage: ticket.stage,
  reporterId: ticket.reporterId,
  ...(ticket.assigneeId !== null && { assigneeId: ticket.assigneeId }),
  ...(ticket.dueDate !== null && { dueDate: toIso(ticket.dueDate) }),
  ...(ticket.descendants.total > 0 && { children: ticket.children, descendants: ticket.descendants }),
  ...(ticket.estimate !== null && { estimate: ticket.estimate }),
  comments: ticket.commentCount,
});
