import type { Database, Queries, Tx } from '../../platform/db/index.ts';
import type { Gates, Missing } from './gate.ts';

/** A ticket as gates see it; a new one has no row yet. */
export interface GatedTicket {
  id: string;
  assigneeId: string | null;
}

/** Knows reviews and checks of code hosts, whose module is above this one. */
export interface GateProof {
  /** What the gates `review` and `checks` still ask for. The ticket is locked, so that the answer holds until the commit. */
  findMissing(queries: Queries, ticket: GatedTicket, gates: Gates): Promise<Missing[]>;
}

const proofKey = Symbol('gate proof');
type ProvenTx = Tx & { readonly [proofKey]?: GateProof };

/** Attaches the proof to every transaction of the database. The composition root calls this once. */
export function withGateProof(db: Database, proof: GateProof): Database {
  const attach = (tx: Tx): ProvenTx => ({ ...tx, [proofKey]: proof });
  return {
    ...db,
    transaction: (work, person) => db.transaction((tx, commitNow) => work(attach(tx), commitNow), person),
  };
}

/** Throws without an attached proof: a gate that nobody checks must not look open. */
export function gateProofOf(tx: Tx): GateProof {
  const proof = (tx as ProvenTx)[proofKey];
  if (!proof) throw new Error('This database has no gate proof. Open it with newContext or withGateProof.');
  return proof;
}
