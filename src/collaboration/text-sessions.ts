import { applyEdits, areValid, type Edit, mergeTexts } from '../../packages/text-edits/index.ts';
import type { Reaction } from '../events/index.ts';
import { hashText } from '../platform/crypto.ts';
import type { Tx } from '../platform/db/index.ts';
import { conflict, invalid, rateLimited } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import { canEditTicket, getTicketFor, lockTicketFor } from '../tickets/index.ts';
import type { Scope } from '../users/index.ts';
import { type Subject, sendLiveMessage } from './live-messages.ts';
import { hasWriters } from './presence-store.ts';
import type { StoredEdit, TextField, TextSession } from './text-session-store.ts';
import * as store from './text-session-store.ts';

export { textFields } from './text-session-store.ts';
export type { StoredEdit };

export interface EditInput {
  session: string;
  client: string;
  /** Counts the edits of the client; a repeated number is the same edit. */
  number: number;
  base: number;
  storedVersion: number;
  edits: Edit[];
}

export const charactersMax = 100_000;
/** A client that lacks more versions opens the text again. */
const editsKept = 2_000;
const pruneEvery = 500;
/** Kept edits fill the memory of each request that asks for all of them. */
const editBytesKept = 2_000_000;
/** An edit as a person types it is far smaller. A larger one is a reason to count at once. */
const largeEditCharacters = 2_000;
/** Ten writers who each type ten keys a second reach it. */
const editsPerWindowMax = 1_000;
const windowMs = 10_000;
const abandonedAfterMs = 10 * 60_000;

const ended = () =>
  conflict(
    'The text is no longer edited in this session. Open it again and send the edit to the new session.',
  );

/** Joins the session of the text, or begins one with what is stored. */
export function openText(scope: Scope, ref: string, field: TextField): Promise<TextSession> {
  return scope.write(async (tx) => {
    // The lock keeps the text from being changed between the read and the insertion.
    const ticket = await lockTicketFor(tx, scope.actor, ref, canEditTicket);
    const open = await store.lockSession(tx, { ticketId: ticket.id, field });
    if (open) return open;
    const now = scope.clock.now();
    const text = ticket[field] ?? '';
    const session = { id: newId(now), ticketId: ticket.id, field, version: 0, text, changedAt: now };
    const stored = { storedText: text, storedVersion: ticket.version };
    await store.insertSession(tx, { ...session, ...stored });
    return { ...session, ...stored };
  });
}

export interface EditAnswer {
  isAccepted: boolean;
  version: number;
  /** The edits after `base`, without the one that was sent. */
  missing: StoredEdit[];
  /** The stored text, if its version is not the one that the client named. */
  stored?: { version: number; text: string };
}

export function editText(scope: Scope, ref: string, field: TextField, input: EditInput): Promise<EditAnswer> {
  return scope.write(async (tx) => {
    const ticket = await getTicketFor(tx, scope.actor, ref, canEditTicket);
    const session = await store.lockSession(tx, { ticketId: ticket.id, field });
    if (session?.id !== input.session) throw ended();
    const { id: sessionId, version } = session;
    if (input.base > version) throw invalid({ base: [`Base must be a version up to ${version}`] });
    const missing =
      input.base === version ? [] : await store.listEditsAfter(tx, { sessionId, version: input.base });
    if (missing.length < version - input.base) throw ended();
    const stored = {
      ...(session.storedVersion !== input.storedVersion && {
        stored: { version: session.storedVersion, text: session.storedText },
      }),
    };
    const isKnown = missing.some(({ client, number }) => client === input.client && number === input.number);
    if (input.edits.length === 0 || isKnown) return { isAccepted: true, version, missing, ...stored };
    if (missing.length > 0) return { isAccepted: false, version, missing, ...stored };
    const now = scope.clock.now();
    await assertNotTooFast(tx, session, now);
    const { client, number } = input;
    const by = { client, number, userId: scope.actor.userId };
    await append(tx, ticket, session, input.edits, editedText(session.text, input.edits), by, now);
    return { isAccepted: true, version: version + 1, missing: [], ...stored };
  });
}

function editedText(before: string, edits: Edit[]): string {
  if (!areValid(edits, before.length))
    throw invalid({
      edits: [
        `Edits must be in order, must not overlap, and end within the ${before.length} units of the text`,
      ],
    });
  const text = applyEdits(before, edits);
  if (!fits(text)) throw invalid({ edits: [`The text must have at most ${charactersMax} characters`] });
  if (!text.isWellFormed())
    throw invalid({ edits: ['Edits must not part a character that has two units, such as an emoji'] });
  return text;
}

const fits = (text: string) => text.length <= charactersMax || [...text].length <= charactersMax;

async function assertNotTooFast(tx: Tx, { id: sessionId, version }: TextSession, now: number): Promise<void> {
  const at = await store.findEditTime(tx, { sessionId, version: version + 1 - editsPerWindowMax });
  if (at !== undefined && now - at < windowMs)
    throw rateLimited(
      `The text was edited ${editsPerWindowMax} times in ${windowMs / 1000} seconds, the maximum. Send fewer, larger edits.`,
      1,
    );
}

async function append(
  tx: Tx,
  { projectId, workspaceId }: Omit<Subject, 'ticketId'>,
  { id: sessionId, ticketId, field, version: before }: TextSession,
  edits: Edit[],
  text: string,
  by: Pick<StoredEdit, 'client' | 'number' | 'userId'>,
  now: number,
): Promise<void> {
  const version = before + 1;
  await store.updateText(tx, { id: sessionId, version, text, changedAt: now });
  const row = { ...by, version, edits: JSON.stringify(edits) };
  await store.insertEdit(tx, { ...row, sessionId, textHash: hashText(text), createdAt: now });
  if (version % pruneEvery === 0)
    await store.deleteEditsBefore(tx, { sessionId, version: version - editsKept });
  if (version % pruneEvery === 0 || row.edits.length > largeEditCharacters)
    await store.deleteEditsBeyond(tx, { sessionId, bytesMax: editBytesKept });
  const data = { ticket: { id: ticketId }, field, session: sessionId, edit: { ...by, version, edits } };
  await sendLiveMessage(tx, 'text.edited', { ticketId, projectId, workspaceId }, data, now);
}

/** Removes the session when the last writer leaves. */
export async function endUnusedSession(
  tx: Tx,
  { ticketId, field, now }: { ticketId: string; field: TextField; now: number },
): Promise<void> {
  if (!(await hasWriters(tx, { ticketId, writing: field, now })))
    await store.deleteSession(tx, { ticketId, field });
}

export const sweepSessions = (tx: Tx, now: number) =>
  store.deleteUnusedSessions(tx, { before: now - abandonedAfterMs, now });

interface TextChange {
  ticket: { version?: number };
  changes: { description?: { to: string | null } };
}

/**
 * A description that was changed by another way (the API, an agent, somebody offline) is merged into the text that
 * people have open. If it is a version of the session, somebody saved it, and the session has it already.
 */
export const mergeChangedTexts: Reaction = {
  react: async (tx, events) => {
    for (const { type, ticketId, projectId, workspaceId, actorId, occurredAt, data } of events) {
      if (type !== 'ticket.updated' || ticketId === null || !data.includes('"description":')) continue;
      const { ticket, changes } = JSON.parse(data) as TextChange;
      if (!changes.description) continue;
      const session = await store.lockSession(tx, { ticketId, field: 'description' });
      if (!session) continue;
      const text = changes.description.to ?? '';
      const { id, storedText, text: open } = session;
      const isSaved = text === open || (await store.hasText(tx, { sessionId: id, textHash: hashText(text) }));
      const merged = isSaved ? undefined : mergeTexts(storedText, open, text);
      // Without a session the clients merge by themselves, and whoever saves learns that the text is too long.
      if (merged && !fits(merged.text)) await store.deleteSession(tx, session);
      const storedVersion = ticket.version ?? session.storedVersion;
      await store.updateStored(tx, { id, storedText: text, storedVersion });
      if (!merged || merged.edits.length === 0 || !fits(merged.text)) continue;
      const by = { client: 'docket', number: storedVersion, userId: actorId };
      await append(tx, { projectId, workspaceId }, session, merged.edits, merged.text, by, occurredAt);
    }
  },
};
