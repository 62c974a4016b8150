import type { Tx } from '../platform/db/index.ts';
import { conflict, invalid } from '../platform/errors.ts';
import { type CriterionActor, changeStates, listCriteria, type lockTicketFor } from '../tickets/index.ts';
import { decideState, type Evidence, type EvidenceFile, evidenceLimits, type Reporter } from './evidence.ts';
import { recordEvidence } from './evidence-events.ts';
import * as store from './evidence-store.ts';

/** A locked ticket. */
export type TicketOfEvidence = Awaited<ReturnType<typeof lockTicketFor>>;

export interface NewEvidence {
  evidence: Omit<Evidence, 'decides'>;
  files: Omit<EvidenceFile, 'evidenceId'>[];
  reporter: Reporter;
  /** The names of tests by which its report was judged; undefined without a report. */
  testNames?: string | null | undefined;
  /** The evidence that it replaces decided the state of the criterion, perhaps on a commit that is no longer the newest. */
  replacesDeciding?: boolean;
  now: number;
}

/** Stores evidence of a locked ticket, and gives its criterion the state that follows from it. */
export async function storeEvidence(
  tx: Tx,
  by: CriterionActor,
  ticket: TicketOfEvidence,
  { evidence: given, files, reporter, testNames, replacesDeciding, now }: NewEvidence,
): Promise<store.EvidenceWithFiles> {
  // Results of code hosts have a limit of their own, beyond which the oldest are deleted.
  const isLimited = given.kind !== 'host_check';
  if (isLimited && (await store.countEvidence(tx, { ticketId: ticket.id })) >= evidenceLimits.count)
    throw conflict(
      `A ticket has at most ${evidenceLimits.count} pieces of evidence. Continue in a new ticket.`,
    );
  const criteria = given.criterionId === null ? [] : await listCriteria(tx, { ticketId: ticket.id });
  const criterion = criteria.find(({ id }) => id === given.criterionId);
  if (given.criterionId !== null && !criterion)
    throw invalid({ criterionId: ['Criterion does not exist on this ticket'] });
  if (criterion?.checkType === 'tests' && testNames !== undefined && testNames !== criterion.checkValue)
    throw conflict('The criterion was changed during the upload. Try again.');
  const head = criterion && (await store.findHead(tx, ticket.id));
  const replaced = replacesDeciding ? (given.passed ? 'stale' : 'open') : undefined;
  const state = criterion && (decideState(criterion, given, reporter, head) ?? replaced);
  const evidence: Evidence = { ...given, decides: state !== undefined };
  const evidenceFiles = files.map((file) => ({ ...file, evidenceId: evidence.id }));
  if (criterion && state) await store.clearDeciding(tx, { criterionId: criterion.id });
  await store.insertEvidence(tx, [evidence]);
  await store.insertEvidenceFiles(tx, evidenceFiles);
  // A project has dozens of checks: only those that a criterion names belong to the history of the ticket.
  if (isLimited || criterion) await recordEvidence(tx, by, ticket, evidence, evidenceFiles);
  if (criterion && state)
    await changeStates(tx, by, ticket, criteria, [{ id: criterion.id, state, commit: given.commit }], now);
  return store.readEvidence(tx, evidence.id);
}
