import type { Queries } from '../../platform/db/index.ts';
import { conflict, invalid } from '../../platform/errors.ts';
import type { AgentTaskRow } from '../agent-task.ts';
import { findTicketVersion } from './question-store.ts';

export const subjectTypes = ['ticket', 'pull_request', 'commit', 'branch', 'document', 'text'] as const;

/** What an approval is about, in one version. */
export interface Subject {
  type: (typeof subjectTypes)[number];
  id?: string | undefined;
  version?: number | string | undefined;
  sha?: string | undefined;
  url?: string | undefined;
  text?: string | undefined;
}

// The id and the version of a ticket are added.
const subjectJsonMax = 19_000;

/** The version of a ticket is that at the time of the question; every other subject says what identifies it. */
export async function resolveSubject(tx: Queries, task: AgentTaskRow, subject: Subject): Promise<Subject> {
  if (JSON.stringify(subject).length > subjectJsonMax)
    throw invalid({ subject: [`Subject must have at most ${subjectJsonMax} characters as JSON`] });
  if (subject.type !== 'ticket') {
    const { id, version, sha, url, text } = subject;
    if ([id, version, sha, url, text].every((part) => part === undefined))
      throw invalid({ subject: ['Subject must have an id, version, sha, url or text'] });
    return subject;
  }
  const { ticketId } = task;
  if (ticketId === null) throw invalid({ subject: ['The task has no ticket'] });
  if (subject.id !== undefined && subject.id !== ticketId)
    throw invalid({ subject: ['Subject must be the ticket of the task'] });
  const version = (await findTicketVersion(tx, { ticketId })) ?? 0;
  if (subject.version !== undefined && String(subject.version) !== String(version))
    throw conflict(
      `The ticket has version ${version}, you asked about version ${subject.version}. Read it again, then ask about what it says now.`,
    );
  return { ...subject, id: ticketId, version };
}

/**
 * Refuses a decision about something that changed since the question, unless the person names the version that they saw.
 * Returns the version that was decided about.
 */
export async function assertSameVersion(
  tx: Queries,
  subject: Subject,
  seen: number | string | undefined,
): Promise<number | string | undefined> {
  const asked = subject.version ?? subject.sha;
  const current =
    subject.type === 'ticket' && subject.id !== undefined
      ? await findTicketVersion(tx, { ticketId: subject.id })
      : asked;
  if (current === undefined && subject.type === 'ticket')
    throw conflict('The ticket to approve was deleted. Cancel the task, or restore the ticket.');
  const decided = seen ?? asked;
  if (current === undefined || String(decided) === String(current)) return current;
  throw conflict(
    subject.type === 'ticket'
      ? `The ticket changed since: it has version ${current} now, the decision is about version ${decided}. Read it, then answer with "version": ${current}.`
      : `The question is about version ${current}, the decision about version ${decided}. Look at what the question names, then answer again.`,
    { version: [String(current)] },
  );
}
