import type { Clock } from '../platform/clock.ts';
import { hashToken } from '../platform/crypto.ts';
import type { Database } from '../platform/db/index.ts';
import { invalid, notFound, rateLimited } from '../platform/errors.ts';
import { createTicket, ticketKey } from '../tickets/index.ts';
import { getActorInNameOf, type Scope } from '../users/index.ts';
import type { ChannelKind, Submission } from './channel.ts';
import {
  countWaiting,
  findOpenChannel,
  findWaitingCopy,
  insertSender,
  type OpenChannel,
} from './channel-store.ts';

const intakeCredential = { kind: 'session', id: 'intake' } as const;
/** A project with so many undecided tickets takes no more, so that a flood does not fill the database. */
const waitingMax = 1_000;

/** The token is found by its hash, so the time of the look-up says nothing about it. */
export async function getChannel({ db }: { db: Database }, token: string): Promise<OpenChannel> {
  const channel = await findOpenChannel(db.reads, { tokenHash: hashToken(token) });
  if (!channel) throw notFound('Channel');
  return channel;
}

/**
 * Creates the ticket in the name of the project's owner; its description begins with who sent it. Programs and mail
 * servers deliver again when they missed the answer: while the first ticket waits for a decision, the same text makes no
 * second one, and the answer names the first.
 */
export async function receiveSubmission(
  { db, clock }: { db: Database; clock: Clock },
  { projectId, ownerId, kind }: OpenChannel,
  submission: Submission,
): Promise<string | undefined> {
  if (submission.title === '') throw invalid({ title: ['Title is required'] });
  const description = describe(kind, submission);
  return db.transaction(async (tx) => {
    // Two deliveries of the same text in one instant: the second must see the ticket of the first.
    await tx.advisoryLock(`intake ${projectId}`);
    const copy = await findWaitingCopy(tx, { projectId, kind, title: submission.title, description });
    if (copy) return ticketKey(copy.projectKey, copy.number);
    if ((await countWaiting(tx, { projectId, max: waitingMax })) >= waitingMax)
      throw rateLimited('Too many tickets wait for a decision. Try again later.', 3_600);
    const owner = await getActorInNameOf(tx, ownerId, intakeCredential);
    const scope: Scope = {
      db,
      clock,
      actor: { ...owner, role: 'USER' },
      acceptedVersions: undefined,
      write: (work) => work(tx),
    };
    const ticket = await createTicket(
      scope,
      { title: submission.title, description, projectId },
      { isAutomatic: true, isFromOutside: true },
    );
    const { name, email } = submission;
    await insertSender(tx, { ticketId: ticket.id, kind, name, email });
    return ticketKey(ticket.projectKey, ticket.number);
  });
}

const channelNames: Record<ChannelKind, string> = { form: 'the form', webhook: 'a webhook', mail: 'mail' };

/** The zero-width space stops @ada in untrusted text from mentioning the user Ada in the owner's name. */
function describe(kind: ChannelKind, { text, name, email }: Submission): string {
  const sender = [name, email && `<${email}>`].filter(Boolean).join(' ') || 'somebody';
  return `Sent through ${channelNames[kind]} by ${plain(sender)}.\n\n${text}`.replace(
    /@(?=[\p{L}\p{N}])/gu,
    '@\u200b',
  );
}

/** Without the characters that Markdown reads. */
const plain = (text: string) => text.replace(/[\\`*_[\]<>#|~!]/g, '');
