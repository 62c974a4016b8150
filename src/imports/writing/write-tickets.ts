import type { Queries, Tx } from '../../platform/db/index.ts';
import { newId } from '../../platform/ids.ts';
import type { ProjectRecord } from '../../projects/index.ts';
import { isOpen, type Ticket, ticketImport } from '../../tickets/index.ts';
import { importLimits } from '../import-limits.ts';
import type { ImportProduct } from '../products.ts';
import { fold } from '../readers/map-words.ts';
import type { SourceComment, SourcePerson, SourceTicket } from '../source-ticket.ts';
import { groupKey, personKey, type Survey } from '../survey-source.ts';
import type { KnownPerson } from './match-people.ts';
import { type ImportedFiles, replaceReferences, stableId } from './stable-ids.ts';

/** Everything that an import found or created before the first ticket. */
export interface WriteContext extends ImportedFiles {
  product: ImportProduct;
  project: Pick<ProjectRecord, 'id' | 'name' | 'key' | 'workspaceId' | 'estimateUnit'>;
  /** The person who imports; also the author of tickets and comments that have none. */
  importer: KnownPerson;
  people: Map<string, KnownPerson>;
  /** The keys of people whom the import does not name. */
  leftOut: ReadonlySet<string>;
  labelIds: Map<string, string>;
  groupIds: Map<string, string>;
  parents: Map<string, string>;
}

export interface WrittenBatch {
  created: number;
  /** Tickets of another import, or created by hand; they stay as they are. */
  existing: number;
  comments: number;
}

const idsPerLookup = 500;

/** Counts the tickets that the project has already. */
export async function countExisting(
  queries: Queries,
  projectId: string,
  product: ImportProduct,
  references: Survey['references'],
): Promise<number> {
  const ids = [...new Set(references.values())];
  let total = 0;
  for (let start = 0; start < ids.length; start += idsPerLookup) {
    const step = ids.slice(start, start + idsPerLookup);
    total += (await ticketImport.listImportedTickets(queries, { projectId, product, sourceIds: step }))
      .length;
  }
  return total;
}

const stages: Record<Ticket['status'], Ticket['stage']> = {
  backlog: 'PLANNING',
  todo: 'PLANNING',
  in_progress: 'DEVELOPMENT',
  in_review: 'TESTING',
  done: 'COMPLETED',
  cancelled: 'PLANNING',
};

/** Inserts the tickets that the project does not have yet, in the caller's transaction. It can be repeated without harm. */
export async function writeTickets(
  tx: Tx,
  context: WriteContext,
  tickets: SourceTicket[],
): Promise<WrittenBatch> {
  const { project, product, importId } = context;
  // Without the lock, two imports of one file into a project could both insert its tickets.
  await tx.advisoryLock(`import ${project.id}`);
  const parentSourceIds = tickets.flatMap(({ sourceId }) => context.parents.get(sourceId) ?? []);
  const wanted = [...new Set([...tickets.map(({ sourceId }) => sourceId), ...parentSourceIds])];
  const rows = await ticketImport.listImportedTickets(tx, {
    projectId: project.id,
    product,
    sourceIds: wanted,
  });
  const present = new Map(rows.map((row) => [row.sourceId, row]));
  const fresh = [...new Map(tickets.map((ticket) => [ticket.sourceId, ticket])).values()].filter(
    ({ sourceId }) => !present.has(sourceId),
  );
  const known = tickets.filter(({ sourceId }) => present.has(sourceId));
  const written = known.filter(({ sourceId }) => present.get(sourceId)?.importId === importId);
  const ids = new Map(rows.map(({ sourceId, ticketId }) => [sourceId, ticketId]));
  const drafts = parentsFirst(fresh, context.parents).map((ticket) => {
    const draft = draftTicket(context, ticket, ids);
    ids.set(ticket.sourceId, draft.id);
    return { ticket, draft };
  });
  if (drafts.length > 0) {
    await ticketImport.importTickets(
      tx,
      drafts.map(({ draft }) => draft),
      newId,
    );
    await ticketImport.insertOrigins(
      tx,
      drafts.map(({ ticket, draft }) => ({
        projectId: project.id,
        product,
        sourceId: ticket.sourceId,
        ticketId: draft.id,
        key: ticket.key ?? null,
        importId,
      })),
    );
    await ticketImport.insertLinks(
      tx,
      drafts.flatMap(({ ticket, draft }) => linkToOriginal(context, ticket, draft.id)),
    );
  }
  return {
    created: drafts.length + written.length,
    existing: known.length - written.length,
    comments: [...fresh, ...written].reduce((sum, { comments }) => sum + comments.length, 0),
  };
}

/** Inserts comments that came outside of their tickets, for tickets of this import. Returns how many exist now. */
export async function writeComments(
  tx: Tx,
  context: WriteContext,
  comments: { comment: SourceComment; of: string }[],
): Promise<number> {
  const { project, product, importId } = context;
  const sourceIds = [...new Set(comments.map(({ of }) => of))];
  const rows = await ticketImport.listImportedTickets(tx, { projectId: project.id, product, sourceIds });
  const tickets = new Map(
    rows.filter((row) => row.importId === importId).map((row) => [row.sourceId, row.ticketId]),
  );
  const drafts = comments.flatMap(({ comment, of }) => {
    const ticketId = tickets.get(of);
    return ticketId === undefined ? [] : [{ ...draftComment(context, of, comment, context.now), ticketId }];
  });
  const unique = [...new Map(drafts.map((draft) => [draft.id, draft])).values()];
  const present = new Set(await ticketImport.listPresentComments(tx, { ids: unique.map(({ id }) => id) }));
  await ticketImport.insertImportedComments(
    tx,
    unique.filter(({ id }) => !present.has(id)),
  );
  return unique.length;
}

function draftTicket(
  context: WriteContext,
  ticket: SourceTicket,
  ids: Map<string, string>,
): ticketImport.ImportedTicket {
  const { project, now } = context;
  // A date in the future would sort the ticket before every new one.
  const earliest = Math.min(ticket.completedAt ?? now, ticket.updatedAt ?? now);
  const createdAt = Math.min(ticket.createdAt ?? earliest, now);
  const updatedAt = Math.min(Math.max(ticket.updatedAt ?? ticket.completedAt ?? createdAt, createdAt), now);
  const completedAt =
    ticket.status === 'done' ? Math.min(Math.max(ticket.completedAt ?? updatedAt, createdAt), now) : null;
  const reporter = knownPersonOrImporter(context, ticket.reporter);
  const [assignee] = ticket.assignees;
  const parent = context.parents.get(ticket.sourceId);
  const home = {
    homeId: project.id,
    projectId: project.id,
    projectName: project.name,
    projectKey: project.key,
    workspaceId: project.workspaceId,
  };
  const groupId = (ticket.group && context.groupIds.get(groupKey(ticket.group))) ?? null;
  const milestoneId = (ticket.milestone && context.groupIds.get(groupKey(ticket.milestone))) ?? null;
  const labelIds = ticket.labels.flatMap(({ name }) => context.labelIds.get(fold(name) || name) ?? []);
  return {
    id: newId(createdAt),
    home,
    homeId: project.id,
    projectId: project.id,
    wantedNumber: ticket.number,
    title: ticket.title,
    description: describeTicket(context, ticket),
    type: ticket.type,
    status: ticket.status,
    priority: ticket.priority,
    stage: stages[ticket.status],
    assigneeId: findAssignee(context, assignee),
    reporterId: reporter.id,
    reporterName: reporter.name,
    importedBy: context.importer.id,
    groupId,
    milestoneId: ticket.group?.kind === 'milestone' ? groupId : milestoneId,
    parentId: (parent && ids.get(parent)) ?? null,
    dueDate: ticket.dueDate ?? null,
    estimate: project.estimateUnit === 'points' ? (ticket.estimate ?? null) : null,
    completedAt,
    version: 1,
    createdAt,
    updatedAt,
    labelIds: [...new Set(labelIds)].sort(),
    checklist: (ticket.checklist ?? []).map(({ text, done, assignee }) => ({
      text,
      done,
      assigneeId: findAssignee(context, assignee),
    })),
    comments: [
      ...new Map(
        ticket.comments.map((comment) => {
          const draft = draftComment(context, ticket.sourceId, comment, createdAt);
          return [draft.id, draft] as const;
        }),
      ).values(),
    ],
  };
}

function draftComment(
  context: WriteContext,
  of: string,
  comment: SourceComment,
  missingDate: number,
): ticketImport.ImportedComment {
  const createdAt = Math.min(comment.createdAt ?? missingDate, context.now);
  return {
    id: stableId(context, [comment.sourceId], createdAt),
    authorId: knownPersonOrImporter(context, comment.author).id,
    importedBy: context.importer.id,
    content: replaceReferences(context, of, comment.content)
      .slice(0, importLimits.commentLength)
      .toWellFormed(),
    createdAt,
  };
}

/** Appends links to the files that no archive of the import has. */
function describeTicket(
  context: WriteContext,
  { sourceId, description, files }: SourceTicket,
): string | null {
  const found = context.files.byTicket.get(sourceId) ?? [];
  const linked = files.filter(
    ({ name, url }) => url !== undefined && !found.some(({ file }) => file.url === url && file.name === name),
  );
  const links = linked.map(({ name, url }) => formatFileLink(name, url as string)).join('\n');
  const text = [description ?? '', links].filter((part) => part !== '').join('\n\n');
  return (
    replaceReferences(context, sourceId, text).slice(0, importLimits.descriptionLength).toWellFormed() || null
  );
}

const formatFileLink = (name: string, url: string) =>
  `- [${name.replace(/[\\[\]]/g, '\\$&')}](<${url.replace(/[<>]/g, encodeURIComponent)}>)`;

export const knownPersonOrImporter = (
  { people, importer }: WriteContext,
  person: SourcePerson | undefined,
): KnownPerson => (person && people.get(personKey(person))) ?? importer;

const findAssignee = (context: WriteContext, person: SourcePerson | undefined): string | null =>
  person && !context.leftOut.has(personKey(person)) ? knownPersonOrImporter(context, person).id : null;

/** Orders the batch so that each ticket follows its parent. The survey has removed cycles. */
function parentsFirst(tickets: SourceTicket[], parents: Map<string, string>): SourceTicket[] {
  const waiting = new Map(tickets.map((ticket) => [ticket.sourceId, ticket]));
  const ordered: SourceTicket[] = [];
  const place = (ticket: SourceTicket) => {
    if (!waiting.delete(ticket.sourceId)) return;
    const parent = waiting.get(parents.get(ticket.sourceId) ?? '');
    if (parent) place(parent);
    ordered.push(ticket);
  };
  for (const ticket of tickets) place(ticket);
  return ordered;
}

/** Links the ticket to its original, so that everybody sees where it comes from. */
function linkToOriginal(
  { product, now }: WriteContext,
  ticket: SourceTicket,
  ticketId: string,
): ticketImport.TicketLink[] {
  const { url, key, sourceId, title, status } = ticket;
  if (url === undefined) return [];
  const [, repository = '', reference = sourceId] = /^(.+)#(\d+)$/.exec(key ?? '') ?? [];
  return [
    {
      id: newId(now),
      ticketId,
      kind: 'issue',
      provider: product,
      repository: repository.slice(0, 200),
      reference: (repository === '' ? (key ?? sourceId) : reference).slice(0, 255),
      title,
      url,
      state: isOpen({ status }) ? 'open' : 'closed',
      closes: 0,
      author: ticket.reporter?.login ?? null,
      authorId: null,
      createdAt: now,
      updatedAt: ticket.updatedAt ?? now,
    },
  ];
}
