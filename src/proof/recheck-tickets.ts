import { enqueueRecheck, ticketWork } from '../agent-tasks/index.ts';
import { hourMs } from '../platform/clock.ts';
import type { Queries, Tx } from '../platform/db/index.ts';
import { getAutomation } from '../projects/index.ts';
import { type CriterionActor, codeLinks, listTicketsToRecheck, ticketKey } from '../tickets/index.ts';
import { isSameCommit } from './evidence.ts';
import * as store from './evidence-store.ts';
import { moveHead } from './move-head.ts';
import { listPushedFiles } from './recheck-store.ts';
import type { TicketOfEvidence } from './store-evidence.ts';

/*
 * Done stays done: a push to the default branch that touches the files of a done ticket becomes the newest commit of that
 * ticket, so what had been shown is stale, and queues a task that runs the commands of its criteria again. Only tickets
 * with a command that a person wrote, and that has passed, are looked at.
 */

export interface DefaultPush {
  repository: string;
  branch: string;
  /** Undefined if it is not known. */
  before: string | undefined;
  after: string;
  /** Undefined if the code host does not name all of them: then every ticket may be touched. */
  files: readonly string[] | undefined;
  commits: readonly string[];
  /** The keys that its messages mention, in lower case. */
  mentions: ReadonlySet<string>;
  source: { provider: string; deliveryId?: string };
}

const ticketsLookedAt = 500;
/** More tickets than this are not checked again for one push: those that were closed last come first. */
const ticketsPerPush = 20;
/** A push that mentions a ticket which has just been closed is the merge of its own work. */
const ownMergeMs = hourMs;

/** Returns the tickets whose evidence is stale now. */
export async function recheckTickets(
  tx: Tx,
  by: CriterionActor,
  projectIds: readonly string[],
  push: DefaultPush,
  settings: { now: number; tasksPerHourMax: number },
): Promise<TicketOfEvidence[]> {
  const touched: TicketOfEvidence[] = [];
  for (const projectId of projectIds) {
    const done = await listTicketsToRecheck(tx, { projectId, limit: ticketsLookedAt });
    if (done.length === 0 || !(await getAutomation(tx, projectId)).recheck) continue;
    const ids = await filterTouched(
      tx,
      done.map(({ id }) => id),
      push.files,
    );
    // Each transaction locks tickets in the same order.
    for (const id of ids.slice(0, ticketsPerPush).sort()) {
      const ticket = await codeLinks.lockTicketInProjects(tx, [projectId], id);
      if (ticket?.status === 'done' && (await recheck(tx, by, ticket, push, settings))) touched.push(ticket);
    }
  }
  return touched;
}

/** The tickets that touched one of the files, or whose files are not known. */
async function filterTouched(
  queries: Queries,
  ids: string[],
  files: readonly string[] | undefined,
): Promise<string[]> {
  if (files === undefined) return ids;
  const pushed = new Set(files);
  const known = new Map<string, boolean>();
  for (const { ticketId, path } of [
    ...(await listPushedFiles(queries, ids)),
    ...(await ticketWork.listFilesOfTickets(queries, { ticketIds: ids })),
  ])
    known.set(ticketId, known.get(ticketId) === true || pushed.has(path));
  return ids.filter((id) => known.get(id) ?? true);
}

async function recheck(
  tx: Tx,
  by: CriterionActor,
  ticket: TicketOfEvidence,
  { repository, branch, before, after, commits, mentions, source }: DefaultPush,
  settings: { now: number; tasksPerHourMax: number },
): Promise<boolean> {
  const { now } = settings;
  const head = await store.findHead(tx, ticket.id);
  const key = ticketKey(ticket.projectKey, ticket.number) ?? ticket.id;
  const isOwn =
    commits.some((sha) => head !== undefined && isSameCommit(sha, head)) ||
    (mentions.has(key.toLowerCase()) && (ticket.completedAt ?? 0) > now - ownMergeMs);
  if (isOwn) return false;
  const deciding = await store.listDecidingEvidence(tx, ticket.id);
  const shown = deciding.flatMap(({ passed, commit }) => (passed && commit !== null ? [commit] : []));
  if (!(await moveHead(tx, by, ticket, { after }, now))) return false;
  await enqueueRecheck(tx, settings, {
    projectId: ticket.projectId as string,
    ticketId: ticket.id,
    ticketLabel: key,
    ...{ repository, branch, commit: after, source },
    good: [...shown, ...(before === undefined ? [] : [before])],
  });
  return true;
}
