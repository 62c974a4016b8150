import type { Queries } from '../../platform/db/index.ts';
import { choice, nullable, timestamp } from '../../platform/field-schemas.ts';
import { Type } from '../../platform/schema.ts';
import {
  type Criterion,
  type CriterionState,
  criterionStates,
  type NewCriterion,
} from '../criteria/criterion.ts';
import { CriterionCheck } from '../criteria/criterion-schemas.ts';
import { listCriteriaOfTickets } from '../criteria/criterion-store.ts';

/** The evidence from which the state of a criterion comes, without its files and the names of tests. */
export interface DecidingEvidence {
  kind: string;
  commit: string | null;
  passed: boolean;
  summary: string;
  url: string | null;
  author: string | null;
  createdAt: string;
}

export interface ExportedCriterion extends NewCriterion {
  state: CriterionState;
  evidence: DecidingEvidence | null;
}

/** Reads the evidence that decides criteria of these tickets, by the id of the criterion. Its module is above this one. */
export type ListDecidingEvidence = (
  queries: Queries,
  ticketIds: string[],
) => Promise<ReadonlyMap<string, DecidingEvidence>>;

/** The criteria of tickets in order, by the id of the ticket. */
export async function listExportedCriteria(
  queries: Queries,
  ticketIds: string[],
  listEvidence: ListDecidingEvidence,
): Promise<ReadonlyMap<string, ExportedCriterion[]>> {
  const deciding = await listEvidence(queries, ticketIds);
  const present = ({ id, text, checkType, checkValue, state }: Criterion): ExportedCriterion => ({
    text,
    check: checkType === null ? null : { type: checkType, ...(checkValue !== null && { value: checkValue }) },
    state,
    // The evidence of an open criterion is that of its former text.
    evidence: (state !== 'open' && deciding.get(id)) || null,
  });
  const byTicket = Map.groupBy(
    await listCriteriaOfTickets(queries, { ticketIds }),
    ({ ticketId }) => ticketId,
  );
  return new Map([...byTicket].map(([ticketId, criteria]) => [ticketId, criteria.map(present)]));
}

export const ExportedCriterion = Type.Object(
  {
    text: Type.String({ examples: ['The invoice shows the rate of its day'] }),
    check: nullable(CriterionCheck()),
    state: choice(criterionStates, { examples: ['shown'] }),
    evidence: nullable(
      Type.Object(
        {
          kind: Type.String({ examples: ['command'] }),
          commit: nullable(Type.String({ examples: ['1a2b3c4d5e6f7a8b9c0d1e2f3a4b5c6d7e8f9a0b'] })),
          passed: Type.Boolean({ examples: [true] }),
          summary: Type.String({ examples: ['42 tests passed'] }),
          url: nullable(Type.String({ examples: ['https://ci.example.com/runs/7'] })),
          author: nullable(Type.String({ description: 'Or the code host', examples: ['Ada Lovelace'] })),
          createdAt: timestamp(),
        },
        { title: 'DecidingEvidence', description: 'From which the state comes' },
      ),
    ),
  },
  { title: 'ExportedCriterion' },
);

/** One line of the cell of a CSV file, such as `shown: It works (command at 1a2b3c4: npm test)`. */
export function formatCriterion({ text, state, evidence }: ExportedCriterion): string {
  if (!evidence) return `${state}: ${text}`;
  const { kind, commit, summary } = evidence;
  return `${state}: ${text} (${kind}${commit === null ? '' : ` at ${commit.slice(0, 7)}`}: ${summary})`;
}
