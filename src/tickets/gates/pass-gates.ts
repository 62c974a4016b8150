import type { Tx } from '../../platform/db/index.ts';
import { invalid, Refusal } from '../../platform/errors.ts';
import { canEditProject, type ProjectRole } from '../../projects/index.ts';
import type { Actor } from '../../users/index.ts';
import type { Criterion } from '../criteria/criterion.ts';
import { parseProgress } from '../criteria/criterion.ts';
import { listCriterionRows } from '../criteria/criterion-store.ts';
import type { TicketStatus } from '../ticket.ts';
import { entersDone, type Gates, type Missing, parseGates } from './gate.ts';
import { type GatedTicket, gateProofOf } from './gate-proof.ts';

type Candidate = GatedTicket & {
  status: TicketStatus;
  homeId: string;
  criteriaProgress: string | null;
};

/** A change that may make a ticket done. */
interface Move {
  /** Undefined for a new ticket. */
  before: { status: TicketStatus; homeId: string } | undefined;
  after: Candidate;
  /** Of the project that the ticket is in after the change. */
  gates: string | null | undefined;
  /** Of a new ticket, which has no rows yet. */
  criteria?: readonly Criterion[];
}

const passed = Symbol('passed');

/** Shows the store that a change was compared with the gates; only the functions of this file make one. */
export interface Passage {
  [passed]: true;
  /** Set if a person closed the ticket although something was missing. */
  forced?: { missing: Missing[]; reason: string };
}

/** What the gates still ask for before the change. Without gates it takes no statement. */
async function findMissing(tx: Tx, { before, after, gates: stored, criteria }: Move): Promise<Missing[]> {
  if (!stored || !entersDone(before, after)) return [];
  const gates = parseGates(stored);
  return [
    ...(gates.criteria ? await findOpenCriteria(tx, after, criteria) : []),
    ...(await findUnproven(tx, after, gates)),
  ];
}

const findUnproven = async (tx: Tx, ticket: GatedTicket, gates: Gates): Promise<Missing[]> =>
  gates.review === 'none' && !gates.checks ? [] : gateProofOf(tx).findMissing(tx, ticket, gates);

/** For changes without a requester, such as a merged pull request: what is missing, or that the ticket passes. */
export async function tryGates(tx: Tx, move: Move): Promise<Missing[] | Passage> {
  const missing = await findMissing(tx, move);
  return missing.length > 0 ? missing : { [passed]: true };
}

interface Request {
  actor: Actor;
  /** The role of the actor in the project that the ticket is in after the change. */
  role: ProjectRole | null;
  projectId: string | null;
  force?: boolean | undefined;
  reason?: string | null | undefined;
}

/** Throws a conflict that lists what is missing, unless a person who may edit the project forces the change with a reason. */
export async function passGates(tx: Tx, request: Request, move: Move): Promise<Passage> {
  const missing = await findMissing(tx, move);
  if (missing.length === 0) return { [passed]: true };
  const mayForce = request.actor.agent === undefined && canEditProject(request.actor, request);
  if (!request.force || !mayForce) throw refuse(missing, mayForce);
  const reason = request.reason?.trim();
  if (!reason)
    throw invalid({
      reason: [`Reason is required to close the ticket without: ${describeMissing(missing)}`],
    });
  return { [passed]: true, forced: { missing, reason } };
}

function refuse(missing: Missing[], mayForce: boolean): Refusal {
  const what = describeMissing(missing);
  const sentence = mayForce
    ? `The ticket is not done yet. Missing: ${what}. Use force with a reason to close it anyway.`
    : `The ticket is not done yet. Missing: ${what}. Admins of the project may close it anyway.`;
  return new Refusal('CONFLICT', sentence, { missing });
}

const describeMissing = (missing: readonly Missing[]) => missing.map(({ text }) => text).join('; ');

const criteriaNamed = 10;
const criterionLength = 80;

async function findOpenCriteria(
  tx: Tx,
  { id, criteriaProgress }: Candidate,
  given: readonly Criterion[] | undefined,
): Promise<Missing[]> {
  const { total, shown } = parseProgress(criteriaProgress);
  if (shown === total) return [];
  const criteria = given ?? (await listCriterionRows(tx, { ticketId: id }));
  const open = criteria.filter(({ state }) => state !== 'shown');
  const named = open.slice(0, criteriaNamed).map(({ text, state }) => ({
    gate: 'criteria' as const,
    text: `Criterion “${cut(text)}” is ${state}`,
  }));
  const more = open.length - named.length;
  return more > 0 ? [...named, { gate: 'criteria', text: `${more} more criteria are not shown` }] : named;
}

const cut = (text: string) =>
  text.length > criterionLength ? `${text.slice(0, criterionLength).toWellFormed()}…` : text;
