import type { Tx } from '../platform/db/index.ts';
import { conflict } from '../platform/errors.ts';
import { canReadProject, getProjectFor } from '../projects/index.ts';
import { canReadTicket, getTicketFor } from '../tickets/index.ts';
import type { Scope } from '../users/index.ts';
import { type Subject, sendLiveMessage } from './live-messages.ts';
import type { Presence, Present, Writing } from './presence-store.ts';
import * as store from './presence-store.ts';
import { endUnusedSession } from './text-sessions.ts';

export { writingPlaces } from './presence-store.ts';
export type { Present };

export interface PresenceInput {
  tab: string;
  writing?: Writing | null | undefined;
  /** False if the person does not want to be shown, or looks at another tab. */
  shown?: boolean | undefined;
}

/** Browsers run timers of hidden tabs once a minute, and a tab refreshes its row three times as often if it can. */
const expiresAfterMs = 75_000;
const writeAgainAfterMs = 10_000;
const tabsMax = 20;

/** Says that a tab of the caller shows a ticket, and returns who else is there. */
export async function setTicketPresence(scope: Scope, ref: string, input: PresenceInput): Promise<Present[]> {
  const { reads } = scope.db;
  const { id, projectId, workspaceId } = await getTicketFor(reads, scope.actor, ref, canReadTicket);
  await refresh(scope, { ticketId: id, projectId, workspaceId }, input);
  return store.listOthersAtTicket(reads, { ...viewer(scope), subjectId: id });
}

/** The same for the overview of a project. */
export async function setProjectPresence(
  scope: Scope,
  ref: string,
  input: PresenceInput,
): Promise<Present[]> {
  const { reads } = scope.db;
  const { id, workspaceId } = await getProjectFor(reads, scope.actor, ref, canReadProject);
  await refresh(scope, { ticketId: null, projectId: id, workspaceId }, { ...input, writing: null });
  return store.listOthersAtProject(reads, { ...viewer(scope), subjectId: id });
}

/** Called when a tab is closed, or shows neither a ticket nor a project. */
export function endPresence(scope: Scope, tab: string): Promise<string> {
  return scope.write(async (tx) => {
    const { userId } = scope.actor;
    const before = await store.findPresence(tx, { userId, tab });
    if (before && (await store.deletePresence(tx, { userId, tab }))) await tellLeft(tx, scope, before);
    return tab;
  });
}

const viewer = ({ actor: { userId }, clock }: Scope) => ({ userId, now: clock.now() });

async function refresh(scope: Scope, subject: Subject, input: PresenceInput): Promise<void> {
  const { userId } = scope.actor;
  const now = scope.clock.now();
  const next: Presence = {
    userId,
    tab: input.tab,
    ticketId: subject.ticketId,
    projectId: subject.ticketId === null ? subject.projectId : null,
    writing: input.writing ?? null,
    isShown: input.shown === false ? 0 : 1,
    seenAt: now,
    expiresAt: now + expiresAfterMs,
  };
  const known = await store.findPresence(scope.db.reads, { userId, tab: input.tab });
  const isLive = known !== undefined && known.expiresAt > now;
  if (isLive && isSameState(known, next) && now - known.seenAt < writeAgainAfterMs) return;
  await scope.write(async (tx) => {
    const before = await store.findPresence(tx, { userId, tab: input.tab });
    if (!before) await makeRoom(tx, userId, now);
    await store.savePresence(tx, next);
    const isChanged = !before || before.expiresAt <= now || !isSameState(before, next);
    if (isChanged) await tell(tx, scope, subject, next);
    if (before && !isSamePlace(before, next)) await tellLeft(tx, scope, before);
    return null;
  });
}

async function makeRoom(tx: Tx, userId: string, now: number): Promise<void> {
  await store.deleteExpiredOf(tx, { userId, now });
  if ((await store.countTabs(tx, { userId })) >= tabsMax)
    throw conflict(`You are present in ${tabsMax} tabs, which is the maximum. Close one first.`);
}

const isSamePlace = (a: Presence, b: Presence) =>
  a.ticketId === b.ticketId && a.projectId === b.projectId && a.writing === b.writing;
const isSameState = (a: Presence, b: Presence) => isSamePlace(a, b) && a.isShown === b.isShown;

/** Sends nothing where nobody else is. Without a shown person the message says that the tab left. */
async function tell(tx: Tx, scope: Scope, subject: Subject, state: Presence): Promise<void> {
  const subjectId = (subject.ticketId ?? subject.projectId) as string;
  const now = scope.clock.now();
  if (!(await store.hasOtherTabs(tx, { subjectId, tab: state.tab, now }))) return;
  const { userId: id, name } = scope.actor;
  const data = {
    ...(subject.ticketId === null ? { project: { id: subjectId } } : { ticket: { id: subjectId } }),
    person: { id, name, tab: state.tab, ...(state.writing && { writing: state.writing }) },
    isHere: state.isShown === 1,
  };
  await sendLiveMessage(tx, 'presence.changed', subject, data, now);
}

/** The tab is no longer where it was. If it only writes elsewhere on the same ticket, the others know that already. */
async function tellLeft(tx: Tx, scope: Scope, before: Presence): Promise<void> {
  const { ticketId, projectId, userId, tab } = before;
  const now = scope.clock.now();
  if (ticketId !== null && before.writing === 'description')
    await endUnusedSession(tx, { ticketId, field: 'description', now });
  const current = await store.findPresence(tx, { userId, tab });
  if (before.isShown === 0 || (current && current.ticketId === ticketId && current.projectId === projectId))
    return;
  const subject = await findSubject(tx, scope, before);
  if (subject) await tell(tx, scope, subject, { ...before, writing: null, isShown: 0 });
}

/** Undefined if the person may no longer read what the tab showed. */
async function findSubject(tx: Tx, { actor }: Scope, { ticketId, projectId }: Presence) {
  if (ticketId === null) {
    const project = await getProjectFor(tx, actor, projectId as string, canReadProject).catch(
      () => undefined,
    );
    return project && { ticketId, projectId: project.id, workspaceId: project.workspaceId };
  }
  const ticket = await getTicketFor(tx, actor, ticketId, canReadTicket).catch(() => undefined);
  return ticket && { ticketId, projectId: ticket.projectId, workspaceId: ticket.workspaceId };
}
