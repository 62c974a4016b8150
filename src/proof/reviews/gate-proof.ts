import type { Queries } from '../../platform/db/index.ts';
import { type GateProof, type Missing, reviews } from '../../tickets/index.ts';
import { isSameCommit } from '../evidence.ts';
import { type CheckResult, findHead, listHostChecks } from '../evidence-store.ts';
import { readWorkFacts } from './read-work-facts.ts';

/** What the gates for reviews and checks still ask for. It runs only in projects that have one of them on. */
export const gateProof: GateProof = {
  async findMissing(queries, ticket, gates) {
    const missing: Missing[] = [];
    if (gates.review !== 'none') {
      const rows = await reviews.listReviewRows(queries, { ticketId: ticket.id });
      const judged = reviews.judgeReviews(rows, await readWorkFacts(queries, ticket));
      missing.push(...reviews.findMissingReviews(judged, gates.review));
    }
    if (gates.checks) missing.push(...(await findMissingChecks(queries, ticket.id)));
    return missing;
  },
};

async function findMissingChecks(queries: Queries, ticketId: string): Promise<Missing[]> {
  const checks = await listHostChecks(queries, { ticketId });
  // Without pushes through Docket, the newest commit is the one that the code host checked last.
  const head = (await findHead(queries, ticketId)) ?? checks[0]?.commit;
  return missingChecks(checks, head).map((text) => ({ gate: 'checks', text }));
}

const namedMax = 10;

/** `checks` are those of the ticket, the newest first: of the same check, the last result counts. */
function missingChecks(checks: readonly CheckResult[], head: string | undefined): string[] {
  if (head === undefined) return ['A check of the code host: none is known'];
  const at = head.slice(0, 7);
  const atHead = checks.filter(({ commit }) => isSameCommit(commit, head));
  if (atHead.length === 0) return [`A check of the code host at ${at}: none is known`];
  const newest = new Map<string, CheckResult>();
  for (const check of atHead) if (!newest.has(check.name)) newest.set(check.name, check);
  const failed = [...newest.values()].filter(({ passed }) => passed === 0);
  return failed.slice(0, namedMax).map(({ name }) => `The check “${name.slice(0, 80)}” failed at ${at}`);
}
