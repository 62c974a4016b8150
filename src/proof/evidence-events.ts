import { eventType, recordEvent } from '../events/index.ts';
import type { Tx } from '../platform/db/index.ts';
import { choice, nullable } from '../platform/field-schemas.ts';
import { Type } from '../platform/schema.ts';
import {
  type CriterionActor,
  criterionEventFields,
  formatTicket,
  type TicketWithHome,
  ticketActivity,
  ticketPayload,
} from '../tickets/index.ts';
import { type Evidence, type EvidenceFile, evidenceKinds } from './evidence.ts';

const text = Type.String();

/** The hashes of the files are part of the event, so the sealed history proves them too. */
const evidenceAdded = eventType({
  name: 'evidence.added',
  meaning: 'evidence for a ticket was added',
  payload: ticketPayload({
    evidence: Type.Object({
      id: text,
      criterionId: nullable(text),
      kind: choice(evidenceKinds),
      commit: Type.Optional(Type.String({ examples: ['1a2b3c4'] })),
      passed: Type.Boolean(),
      summary: text,
      taskId: Type.Optional(text),
      host: Type.Optional(text),
      tests: Type.Optional(
        Type.Object(
          {
            passed: Type.Integer({ examples: [42] }),
            failed: Type.Integer({ examples: [0] }),
            skipped: Type.Integer({ examples: [1] }),
          },
          { description: 'Of a test report' },
        ),
      ),
      files: Type.Array(Type.Object({ name: text, size: Type.Number(), sha256: text })),
    }),
  }),
  activity: ticketActivity('updated'),
  sentence: ({ ticket, evidence }) =>
    `added evidence that ${evidence.passed ? 'passes' : 'fails'} to ${formatTicket(ticket)}: ${evidence.summary.slice(0, 100)}`,
  isPublic: true,
});

export const evidenceEvents = [evidenceAdded];

export const recordEvidence = (
  tx: Tx,
  by: CriterionActor,
  ticket: TicketWithHome,
  { id, criterionId, kind, commit, passed, summary, taskId, host, tests, createdAt }: Evidence,
  files: readonly EvidenceFile[],
) =>
  recordEvent(
    tx,
    evidenceAdded,
    criterionEventFields(by, ticket, createdAt, {
      evidence: {
        id,
        criterionId,
        kind,
        ...(commit !== null && { commit }),
        passed,
        summary,
        ...(taskId !== null && { taskId }),
        ...(host !== null && { host }),
        ...(tests !== null && {
          tests: { passed: tests.passed, failed: tests.failed, skipped: tests.skipped },
        }),
        files: files.map(({ name, size, sha256 }) => ({ name, size, sha256 })),
      },
    }),
  );
